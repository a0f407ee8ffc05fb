//! The golden rows through `gen`, in both notations.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::cases::read;
use crate::generate_json;

/// The value of each column of a row.
type Row = BTreeMap<String, String>;

fn number(row: &Row, column: &str) -> i64 {
    row[column].parse().unwrap()
}

/// The command's name of the mode.
fn mode(row: &Row) -> &str {
    match &*row["mode"] {
        "pot" => "pot-divisor",
        "npot" => "npot-divisor",
        other => other,
    }
}

/// Every column is a key, except for those with expected results.
fn assert_generated(kind: &str, count: usize, details: impl Fn(&Row) -> Value) {
    const OUTPUTS: [&str; 3] = ["padded_vertices", "mode", "words"];
    const WORDS: [&str; 4] = ["arch", "rounding", "record", "kind"];
    let file = read(&format!("tests/vectors/{kind}.csv"));
    let mut rows = csv::Reader::from_reader(file.as_bytes());
    let (mut toml, mut json, mut expected) = (String::new(), Vec::new(), Vec::new());
    for (index, row) in rows.deserialize().enumerate() {
        let row: Row = row.unwrap();
        let name = format!("row{index}");
        writeln!(toml, "[[{kind}]]\nname = \"{name}\"").unwrap();
        let mut object = Map::from_iter([("name".to_owned(), Value::from(&*name))]);
        for (key, value) in &row {
            if OUTPUTS.contains(&&**key) || value.is_empty() {
                continue;
            }
            let quote = if WORDS.contains(&&**key) { "\"" } else { "" };
            writeln!(toml, "{key} = {quote}{value}{quote}").unwrap();
            object.insert(key.clone(), value.as_str().into());
        }
        json.push(object);
        let words = row["words"].split(' ');
        let words: Vec<_> = words.map(|word| format!("0x{word}")).collect();
        let mut descriptor = details(&row);
        descriptor["name"] = name.into();
        descriptor["arch"] = row["arch"].as_str().into();
        descriptor["words"] = words.into();
        expected.push(descriptor);
    }
    assert_eq!(expected.len(), count, "{kind}");
    let mut all = Map::from_iter([("attribute_buffers".to_owned(), json!([]))]);
    all.insert(format!("{kind}s"), expected.into());
    let expected = Value::from(all);
    assert_eq!(generate_json(&toml), expected);
    assert_eq!(generate_json(&json!({kind: json}).to_string()), expected);
}

#[test]
fn every_golden_row_is_generated() {
    assert_generated("attribute_buffer", 493, |row| {
        let padded = number(row, "padded_vertices");
        let divides = mode(row).ends_with("divisor");
        let divisor = divides.then(|| padded * number(row, "divisor"));
        json!({"mode": mode(row), "padded_vertices": padded, "hardware_divisor": divisor})
    });
    let padded = |row: &Row| json!({"padded_vertices": number(row, "padded_vertices")});
    assert_generated("attribute", 160, |_| json!({}));
    assert_generated("special", 240, padded);
    assert_generated("invocation", 160, |_| json!({}));
    assert_generated("draw", 160, padded);
    assert_generated("valhall_attribute", 193, |row| json!({"mode": mode(row)}));
}
