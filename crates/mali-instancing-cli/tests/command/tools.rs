//! Compilers and assemblers that a machine may not have.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{generate, generate_json};

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

/// Compiles a file in `folder` with every warning an error, and runs it.
#[track_caller]
pub(crate) fn run_rust(folder: &Path, file: &str) -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let arguments = ["--edition", "2024", "-D", "warnings", "-o", "program", file];
    run(PathBuf::from(rustc), &arguments, folder);
    run(folder.join("program"), &[], folder)
}

/// What a header must not raise, whoever includes it.
const WARNINGS: [&str; 8] = [
    "-Wall",
    "-Wextra",
    "-pedantic",
    "-Werror",
    "-Wundef",
    "-Wunused-const-variable",
    "-Wshadow",
    "-Wconversion",
];

/// Compiles a program of `main` and `other` under each standard, with every warning an error, and
/// compares what it prints.
#[track_caller]
pub(crate) fn assert_prints(
    compiler: &str,
    extension: &str,
    standards: &[&str],
    folder: &Path,
    [main, other]: [&str; 2],
    expected: &str,
) {
    let files = [("main", main), ("other", other)].map(|(name, text)| {
        let file = format!("{name}.{extension}");
        fs::write(folder.join(&file), text).unwrap();
        file
    });
    let files = [files[0].as_str(), &files[1]];
    assert_each_prints(compiler, standards, folder, files, expected);
}

/// The same, of files that are there.
#[track_caller]
fn assert_each_prints(
    compiler: &str,
    standards: &[&str],
    folder: &Path,
    files: [&str; 2],
    expected: &str,
) {
    for standard in standards {
        let standard = format!("-std={standard}");
        let mut arguments = vec![standard.as_str(), "-o", "program"];
        arguments.extend(files);
        arguments.extend(WARNINGS);
        run(compiler, &arguments, folder);
        assert_eq!(
            run(folder.join("program"), &[], folder),
            expected,
            "{standard}"
        );
    }
}

/// The editions of C, the oldest and the newest among them.
pub(crate) const C: [&str; 4] = ["c99", "c11", "c17", "c2x"];
/// The editions of C++, the oldest and the newest among them.
pub(crate) const CPP: [&str; 6] = ["c++98", "c++11", "c++14", "c++17", "c++20", "c++2b"];

/// Compares what a program prints that reads the descriptors of a manifest from an object of the assembler,
/// in every edition of C and C++.
#[track_caller]
pub(crate) fn assert_reads_assembly(
    manifest: &str,
    arguments: &[&str],
    program: &str,
    expected: &str,
) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (file, language) in [("draws.h", "asm-header"), ("draws.s", "asm")] {
        let code = generate(manifest, &[&["--emit", language], arguments].concat());
        fs::write(folder.join(file), code).unwrap();
    }
    for (compiler, main, standards) in [("gcc", "main.c", &C[..]), ("g++", "main.cc", &CPP[..])] {
        if !is_there(compiler, "a program reads what was assembled") {
            continue;
        }
        run(compiler, &["-c", "draws.s", "-o", "draws.o"], folder);
        fs::write(folder.join(main), program).unwrap();
        assert_each_prints(compiler, standards, folder, [main, "draws.o"], expected);
    }
}

/// Compiles a file for a machine of 32 bits without a C library, under every edition, with every
/// warning an error.
#[track_caller]
pub(crate) fn compile_for_firmware(folder: &Path, main: &str) {
    for (compiler, file, standards) in [
        ("arm-none-eabi-gcc", "main.c", &C[..]),
        ("arm-none-eabi-g++", "main.cc", &CPP[..]),
    ] {
        if !is_there(compiler, "the header compiles for firmware") {
            continue;
        }
        fs::write(folder.join(file), main).unwrap();
        for standard in standards {
            let standard = format!("-std={standard}");
            let mut arguments = vec![standard.as_str(), "-ffreestanding", "-mthumb", "-c", file];
            arguments.extend(WARNINGS);
            run(compiler, &arguments, folder);
        }
    }
}

/// The words of every descriptor, by its name in upper case, as JSON has them.
pub(crate) fn words(manifest: &str) -> BTreeMap<String, Vec<u32>> {
    let document = generate_json(manifest);
    let arrays = document.as_object().unwrap().values();
    arrays
        .flat_map(|descriptors| descriptors.as_array().unwrap())
        .map(|descriptor| {
            let words = descriptor["words"].as_array().unwrap().iter().map(|word| {
                let digits = word.as_str().unwrap().strip_prefix("0x").unwrap();
                u32::from_str_radix(digits, 16).unwrap()
            });
            let name = descriptor["name"].as_str().unwrap().to_uppercase();
            (name, words.collect())
        })
        .collect()
}
