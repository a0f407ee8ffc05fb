//! Manifests: each column of a golden row is a key.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::Folder;
use crate::golden::Row;

/// The columns that are results.
const OUTPUTS: [&str; 3] = ["padded_vertices", "mode", "words"];
const STRINGS: [&str; 4] = ["arch", "rounding", "record", "kind"];

/// Every tenth row in both notations, and the first few rows together.
pub(crate) fn add(folder: &Folder, kind: &str, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    for (number, row) in rows.iter().enumerate().step_by(10) {
        let (toml, json) = descriptor(kind, number, row)?;
        folder.add(&format!("{kind}-{number}.toml"), toml.as_bytes())?;
        folder.add(
            &format!("{kind}-{number}.json"),
            json!({kind: [json]}).to_string().as_bytes(),
        )?;
    }
    let first = rows.iter().take(3).enumerate();
    let descriptors = first.map(|(number, row)| descriptor(kind, number, row));
    let (tomls, jsons): (String, Vec<Value>) = descriptors.collect::<Result<_, _>>()?;
    folder.add(&format!("{kind}-table.toml"), tomls.as_bytes())?;
    folder.add(
        &format!("{kind}-table.json"),
        json!({kind: jsons}).to_string().as_bytes(),
    )
}

fn descriptor(kind: &str, number: usize, row: &Row) -> Result<(String, Value), Box<dyn Error>> {
    let name = format!("row{number}");
    let mut toml = format!("[[{kind}]]\nname = \"{name}\"\n");
    let mut json = Map::from_iter([("name".to_owned(), name.into())]);
    for (key, value) in row.columns() {
        if OUTPUTS.contains(&key) || value.is_empty() {
            continue;
        }
        let quote = if STRINGS.contains(&key) { "\"" } else { "" };
        writeln!(toml, "{key} = {quote}{value}{quote}")?;
        json.insert(key.to_owned(), value.into());
    }
    Ok((toml, json.into()))
}

/// The manifests of the tests.
pub(crate) fn add_written(folder: &Folder) -> Result<(), Box<dyn Error>> {
    let manifests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/manifests");
    for entry in fs::read_dir(manifests)? {
        let entry = entry?;
        folder.add(
            &entry.file_name().to_string_lossy(),
            &fs::read(entry.path())?,
        )?;
    }
    Ok(())
}
