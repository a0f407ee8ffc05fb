//! Compilers and assemblers that a machine may not have.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use crate::generate_json;

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

/// What a header must not raise, whoever includes it.
const WARNINGS: [&str; 7] = [
    "-Wall",
    "-Wextra",
    "-pedantic",
    "-Werror",
    "-Wundef",
    "-Wunused-const-variable",
    "-Wshadow",
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
    for standard in standards {
        let standard = format!("-std={standard}");
        let mut arguments = vec![standard.as_str(), "-o", "program", &files[0], &files[1]];
        arguments.extend(WARNINGS);
        run(compiler, &arguments, folder);
        assert_eq!(
            run(folder.join("program"), &[], folder),
            expected,
            "{standard}"
        );
    }
}

/// The words of every record, by its name in upper case, as JSON has them.
pub(crate) fn words(manifest: &str) -> BTreeMap<String, Vec<u32>> {
    let document = generate_json(manifest);
    let arrays = document.as_object().unwrap().values();
    arrays
        .flat_map(|records| records.as_array().unwrap())
        .map(|record| {
            let words = record["words"].as_array().unwrap().iter().map(|word| {
                let digits = word.as_str().unwrap().strip_prefix("0x").unwrap();
                u32::from_str_radix(digits, 16).unwrap()
            });
            let name = record["name"].as_str().unwrap().to_uppercase();
            (name, words.collect())
        })
        .collect()
}
