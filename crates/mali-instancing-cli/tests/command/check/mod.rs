//! `check`: what it finds in the dumps of real drivers.

mod changed;
mod dumps;
mod input;

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{command, finish};

/// The folders of the two versions' dumps. Those of a folder `-trimmed` have what is about vertex input
/// and what tells the architecture, and nothing else.
const VERSIONS: [&str; 2] = ["22.3.6", "25.0.7"];

fn folder(name: &str) -> PathBuf {
    let root = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/vectors/driver/dumps"
    );
    PathBuf::from(root).join(name)
}

fn dump(name: &str) -> String {
    fs::read_to_string(folder(&format!("{name}.txt"))).unwrap()
}

/// The JSON for a text on the standard input, in which something is found or not.
fn check(text: &str) -> Value {
    let (_, printed, said) = finish(&mut command(&["check", "-", "--json"]), text);
    assert_eq!(said, "");
    serde_json::from_slice(&printed).unwrap()
}

/// What is found, as the rule and the line of each finding.
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
