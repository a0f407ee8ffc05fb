//! The findings in the dumps of real drivers, and in those with a fault.

mod changed;
mod dumps;
mod faults;
mod foreign;
mod input;
mod lost_lines;

use std::fs;
use std::path::{Path, PathBuf};

use mali_instancing::Arch;
use mali_instancing_codegen::TextError;
use mali_instancing_inspect::check::CheckedDraws;
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn folder(name: &str) -> PathBuf {
    Path::new(ROOT)
        .join("tests/vectors/driver/dumps")
        .join(name)
}

fn dump(name: &str) -> String {
    fs::read_to_string(folder(&format!("{name}.txt"))).unwrap()
}

/// The draws of a text, and the errors in the text itself.
fn checked(text: &str, arch: Option<Arch>) -> (CheckedDraws, Vec<TextError>) {
    let source = CheckedDraws::source("dump.txt", text.as_bytes().to_vec()).unwrap();
    let mut draws = CheckedDraws::default();
    let errors = draws.add(&source, arch);
    (draws, errors)
}

/// The JSON for a text without errors, in whose draws something is found or not.
#[track_caller]
fn check(text: &str) -> Value {
    let (draws, errors) = checked(text, None);
    assert_eq!(errors, []);
    serde_json::to_value(&draws).unwrap()
}

/// The findings, as the rule and the line of each.
fn findings(checked: &Value) -> Vec<(&str, u64)> {
    let draws = checked["draws"].as_array().unwrap().iter();
    draws
        .flat_map(|draw| draw["findings"].as_array().unwrap())
        .map(|found| {
            let line = found["line"].as_u64().unwrap_or_default();
            (found["rule"].as_str().unwrap(), line)
        })
        .collect()
}

#[track_caller]
fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}
