//! What rustc makes of the library, function by function: the assembly in `tests/codegen/` is
//! checked in, and "zero cost" is what it says.
//!
//! To accept other assembly, run with `CODEGEN=overwrite` and read the difference.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The instructions of each function, in the order of their names, without what a linker or a
/// debugger wants to know.
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

/// Symbols without the hash that tells checkouts apart: `17h` and sixteen digits.
fn without_hashes(assembly: &str) -> String {
    let mut parts = assembly.split("17h");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += part.get(16..).unwrap_or_default();
    }
    text
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn compile(target_folder: &Path) -> String {
    let status = Command::new(env!("CARGO"))
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
        .arg(target_folder)
        .args([
            "--",
            "--emit",
            "asm",
            "-C",
            "codegen-units=1",
            "-C",
            "debuginfo=0",
        ])
        .env_remove("RUSTFLAGS")
        .env_remove("MALI_INSTANCING_TABLE_VERTICES")
        .env_remove("MALI_INSTANCING_TABLE_DIVISORS")
        .status()
        .unwrap();
    assert!(status.success());
    let dependencies = target_folder.join("release/deps");
    let assembly = fs::read_dir(dependencies)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|extension| extension == "s"));
    fs::read_to_string(assembly.unwrap()).unwrap()
}

#[rustversion::attr(not(stable(1.95)), ignore = "the assembly is that of rustc 1.95")]
#[cfg_attr(
    not(all(target_arch = "x86_64", target_os = "linux")),
    ignore = "the assembly is that of x86-64 Linux"
)]
#[test]
fn the_assembly_is_the_one_checked_in() {
    let target_folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("codegen");
    let _ = fs::remove_dir_all(target_folder.join("release/deps"));
    let found = functions(&compile(&target_folder));
    let golden = root().join("tests/codegen/x86_64.s");
    if env::var("CODEGEN").is_ok_and(|value| value == "overwrite") {
        fs::write(&golden, &found).unwrap();
    }
    let expected = fs::read_to_string(&golden).unwrap();
    assert!(found == expected, "expected:\n{expected}\nfound:\n{found}");
}

/// The instructions of one function of the assembly that is checked in.
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
