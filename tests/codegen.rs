//! The code that rustc generates for the library, function by function. The assembly in `tests/codegen/` is
//! checked in, and shows what "zero cost" means.
//!
//! To accept other assembly, run with `CODEGEN=overwrite` and read the changes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The instructions of each function, in the order of the functions' names, without directives for the linker or the
/// debugger.
fn functions(assembly: &str) -> String {
    let mut functions = Vec::new();
    for part in assembly.split("\t.globl\t").skip(1) {
        let (name, part) = part.split_once('\n').unwrap();
        let Some((_, body)) = part.split_once(&format!("\n{name}:\n")) else {
            continue;
        };
        let Some((body, _)) = body.split_once(".Lfunc_end") else {
            continue;
        };
        let instructions: Vec<&str> = body
            .lines()
            .filter(|line| line.starts_with(".LBB") || !line.trim_start().starts_with('.'))
            .collect();
        functions.push(format!("{name}:\n{}\n", instructions.join("\n")));
    }
    functions.sort();
    without_hashes(&functions.join("\n"))
}

/// Symbols without the hash that distinguishes checkouts: `17h` and sixteen digits.
fn without_hashes(assembly: &str) -> String {
    let mut parts = assembly.split("17h");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.get(16..).unwrap_or_default();
    }
    plain
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The functions of `tests/codegen`, compiled for `target` or for the host.
fn compile(target: Option<&str>) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    let target_folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(target.unwrap_or("codegen"));
    let release = target_folder
        .join(target.unwrap_or_default())
        .join("release");
    let _ = fs::remove_dir_all(release.join("deps"));
    let status = cargo
        .current_dir(root())
        .args([
            "rustc",
            "--quiet",
            "--release",
            "--package",
            "codegen",
            "--lib",
            "--target-dir",
        ])
        .arg(&target_folder)
        .args(target.map(|target| format!("--target={target}")))
        .args([
            "--",
            "--emit",
            "asm",
            "-C",
            "codegen-units=1",
            "-C",
            "panic=abort",
        ])
        .env_remove("RUSTFLAGS")
        .env_remove("MALI_INSTANCING_TABLE_VERTICES")
        .env_remove("MALI_INSTANCING_TABLE_DIVISORS")
        .status()
        .unwrap();
    assert!(status.success());
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("codegen-") && name.ends_with(".s")
    };
    let mut outputs = fs::read_dir(release.join("deps")).unwrap();
    let assembly = outputs.find_map(|entry| Some(entry.unwrap().path()).filter(is_ours));
    functions(&fs::read_to_string(assembly.unwrap()).unwrap())
}

fn compare(file: &str, found: &str) {
    let golden = root().join("tests/codegen").join(file);
    if env::var("CODEGEN").is_ok_and(|value| value == "overwrite") {
        fs::write(&golden, found).unwrap();
    }
    let expected = fs::read_to_string(&golden).unwrap();
    assert!(
        found == expected,
        "{file}: expected:\n{expected}\nfound:\n{found}"
    );
}

#[rustversion::attr(not(stable(1.95)), ignore = "the assembly is that of rustc 1.95")]
#[cfg_attr(
    not(all(target_arch = "x86_64", target_os = "linux")),
    ignore = "the assembly is that of x86-64 Linux"
)]
#[test]
fn the_assembly_is_the_one_checked_in() {
    compare("x86_64.s", &compile(None));
}

/// This test needs the target, which `firmware/run` adds.
#[rustversion::attr(not(stable(1.95)), ignore = "the assembly is that of rustc 1.95")]
#[test]
fn the_assembly_for_a_cortex_m3_is_the_one_checked_in() {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = String::from_utf8(output.unwrap().stdout).unwrap();
    let target = Path::new(sysroot.trim_end()).join("lib/rustlib/thumbv7m-none-eabi");
    if !target.exists() {
        // The message bypasses the capture of passing tests, so that a skipped test is visible.
        let reason = "skipped: run `rustup target add thumbv7m-none-eabi` to compare its assembly";
        writeln!(io::stderr(), "{reason}").unwrap();
        return;
    }
    compare("thumbv7m.s", &compile(Some("thumbv7m-none-eabi")));
}

/// The instructions of one function in the assembly that is checked in.
fn golden(name: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("tests/codegen/x86_64.s")).unwrap();
    let (_, body) = text.split_once(&format!("{name}:\n")).unwrap();
    let (body, _) = body.split_once("\n\n").unwrap_or((body, ""));
    body.lines()
        .filter(|line| !line.starts_with('.'))
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .collect()
}

#[test]
fn a_constant_is_loads_and_stores_or_a_pointer() {
    assert_eq!(golden("static_access"), ["leaq", "retq"]);
    let constant = golden("constant");
    assert!(
        constant
            .iter()
            .all(|instruction| instruction.starts_with("mov") || instruction == "retq")
    );
    let set_address = golden("set_address");
    let stores_and_bits = ["mov", "and", "or", "ret", "shl", "shr"];
    assert!(
        set_address
            .iter()
            .all(|name| stores_and_bits.iter().any(|start| name.starts_with(start)))
    );
}

#[test]
fn only_what_computes_a_divisor_divides() {
    let divides = |name| {
        golden(name)
            .iter()
            .any(|instruction| instruction.starts_with("div"))
    };
    assert!(divides("multiplier"));
    for name in [
        "padded_count",
        "table_padded_count",
        "pack_modulus",
        "with_address",
    ] {
        assert!(!divides(name), "{name}");
    }
}

#[test]
fn nothing_panics() {
    let text = fs::read_to_string(root().join("tests/codegen/x86_64.s")).unwrap();
    assert!(
        !text.contains("panic") && !text.contains("call") && !text.contains("jmp\t_"),
        "{text}"
    );
}
