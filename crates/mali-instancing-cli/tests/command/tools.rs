//! Compilers and assemblers that a machine may not have. Those of the cases return nothing where there is none.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

/// Whether `program` can be run. Where it cannot, the skipped test says so around the capture of
/// the test harness.
pub(crate) fn is_there(program: &str, what_is_skipped: &str) -> bool {
    let is_there = Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    if !is_there {
        let message = format!("skipped: {what_is_skipped}: no {program} here\n");
        io::stderr().write_all(message.as_bytes()).unwrap();
    }
    is_there
}

/// Runs a program in `folder` that must succeed and say nothing on stderr, and returns what it
/// prints.
#[track_caller]
pub(crate) fn run(program: impl AsRef<Path>, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program.as_ref())
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{} {arguments:?}: {errors}",
        program.as_ref().display()
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The warnings that a header must not raise in any program that includes it.
const WARNINGS: &str =
    "-Wall -Wextra -pedantic -Werror -Wundef -Wunused-const-variable -Wshadow -Wconversion";

/// The editions of C and of C++, the oldest and the newest among them.
const C: &str = "c99 c11 c17 c2x";
const CPP: &str = "c++98 c++11 c++14 c++17 c++20 c++2b";

/// Runs a compiler with every edition and every warning an error, if it is there, and does that after each.
fn compile_each(compiler: &str, folder: &Path, arguments: &[&str], mut after: impl FnMut(String)) {
    if !is_there(compiler, "generated code compiles") {
        return;
    }
    let editions = if compiler.ends_with("++") { CPP } else { C };
    for edition in editions.split(' ').map(|name| format!("-std={name}")) {
        let all = [&*edition].into_iter().chain(arguments.iter().copied());
        let all: Vec<&str> = all.chain(WARNINGS.split(' ')).collect();
        run(compiler, &all, folder);
        after(edition);
    }
}

/// The output of a program of those files, the same in every edition of C and C++.
pub(crate) fn compile(folder: &Path, files: &[&str]) -> Option<String> {
    let mut printed = BTreeMap::new();
    for compiler in ["gcc", "g++"] {
        compile_each(
            compiler,
            folder,
            &[&["-o", "program"], files].concat(),
            |edition| {
                printed.insert(run(folder.join("program"), &[], folder), edition);
            },
        );
    }
    assert!(printed.len() <= 1, "{printed:?}");
    printed.into_keys().next()
}

/// Compiles a file of C and C++ without a C library, for a machine of 32 bits too.
pub(crate) fn firmware(folder: &Path, file: &[&str]) {
    let arguments = [&["-ffreestanding", "-c"], file].concat();
    for compiler in ["gcc", "g++"] {
        compile_each(compiler, folder, &arguments, drop);
        let arguments = [&arguments[..], &["-mthumb"]].concat();
        compile_each(
            &format!("arm-none-eabi-{compiler}"),
            folder,
            &arguments,
            drop,
        );
    }
}

/// The output of a Rust program, with every warning an error.
pub(crate) fn rustc(folder: &Path, file: &str) -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let arguments = ["--edition", "2024", "-D", "warnings", "-o", "program", file];
    run(PathBuf::from(rustc), &arguments, folder);
    run(folder.join("program"), &[], folder)
}

/// The result of each assembler for a file, the same for all: the alignment of `.rodata`, and the address, name and
/// words of each global object in it.
pub(crate) fn assemble(folder: &Path, file: &str) -> Option<String> {
    let mut objects = BTreeMap::new();
    for (assembler, arguments) in [
        ("as", &[][..]),
        ("gcc", &["-Wall", "-Wextra", "-Werror", "-c"]),
        ("arm-none-eabi-as", &["-mthumb", "-mcpu=cortex-m0"]),
        ("aarch64-linux-gnu-as", &[]),
    ] {
        if is_there(assembler, "the assembly has the words of JSON") {
            run(
                assembler,
                &[arguments, &["-o", "draws.o", file]].concat(),
                folder,
            );
            objects.insert(
                listing(&fs::read(folder.join("draws.o")).unwrap()),
                assembler,
            );
        }
    }
    assert!(objects.len() <= 1, "{objects:?}");
    objects.into_keys().next()
}

fn listing(object: &[u8]) -> String {
    let file = object::File::parse(object).unwrap();
    let section = file.section_by_name(".rodata").unwrap();
    let data = section.data().unwrap();
    let here = Some(section.index());
    let is_ours = |symbol: &object::Symbol| symbol.is_global() && symbol.section_index() == here;
    let mut symbols: Vec<_> = file.symbols().filter(is_ours).collect();
    symbols.sort_by_key(|symbol| (symbol.address(), symbol.name().unwrap().to_owned()));
    let mut listing = format!(".rodata: {} bytes, on {}\n", data.len(), section.align());
    for symbol in symbols {
        assert_eq!(symbol.kind(), SymbolKind::Data);
        let begin = usize::try_from(symbol.address()).unwrap();
        let words = &data[begin..begin + usize::try_from(symbol.size()).unwrap()];
        write!(listing, "{begin:3} {}", symbol.name().unwrap()).unwrap();
        for word in words.chunks(4) {
            let word = u32::from_le_bytes(word.try_into().unwrap());
            write!(listing, " {word:x}").unwrap();
        }
        listing.push('\n');
    }
    listing
}
