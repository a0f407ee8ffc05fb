//! `check`: what it finds in the dumps of real drivers.

mod changed;
mod dumps;
mod faults;
mod foreign;
mod input;
mod lost_lines;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::cases::ROOT;
use crate::{command, finish};

fn folder(name: &str) -> PathBuf {
    Path::new(ROOT)
        .join("tests/vectors/driver/dumps")
        .join(name)
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
