//! The golden rows, through `gen` in both notations.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::generate_json;

struct Row {
    header: csv::StringRecord,
    record: csv::StringRecord,
}

impl Row {
    fn text(&self, column: &str) -> &str {
        let position = self.header.iter().position(|name| name == column);
        &self.record[position.unwrap_or_else(|| panic!("no column {column}"))]
    }

    fn number(&self, column: &str) -> i64 {
        let text = self.text(column);
        match text.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16).unwrap(),
            None => text.parse().unwrap(),
        }
    }

    fn words(&self) -> Vec<String> {
        let words = self.text("words").split(' ');
        words.map(|word| format!("0x{word}")).collect()
    }

    /// The command's name of the mode.
    fn mode(&self) -> &str {
        match self.text("mode") {
            "pot" => "pot-divisor",
            "npot" => "npot-divisor",
            other => other,
        }
    }

    fn hardware_divisor(&self) -> Option<i64> {
        let divides = self.mode().ends_with("divisor");
        divides.then(|| self.number("padded_vertices") * self.number("divisor"))
    }
}

fn rows(kind: &str, count: usize) -> Vec<Row> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors");
    let mut reader = csv::Reader::from_path(format!("{folder}/{kind}.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows: Vec<Row> = reader
        .records()
        .map(|record| Row {
            header: header.clone(),
            record: record.unwrap(),
        })
        .collect();
    assert_eq!(rows.len(), count, "{kind}");
    rows
}

/// Every column is a key, but for those that say what comes out.
fn assert_generated(kind: &str, count: usize, details: impl Fn(&Row) -> Value) {
    const OUTPUTS: [&str; 3] = ["padded_vertices", "mode", "words"];
    const WORDS: [&str; 4] = ["arch", "rounding", "record", "kind"];
    let rows = rows(kind, count);
    let (mut toml, mut json, mut expected) = (String::new(), Vec::new(), Vec::new());
    for (index, row) in rows.iter().enumerate() {
        let name = format!("row{index}");
        writeln!(toml, "[[{kind}]]\nname = \"{name}\"").unwrap();
        let mut object = Map::from_iter([("name".to_owned(), Value::from(&*name))]);
        for (key, value) in row.header.iter().zip(&row.record) {
            if OUTPUTS.contains(&key) || value.is_empty() {
                continue;
            }
            let quote = if WORDS.contains(&key) { "\"" } else { "" };
            writeln!(toml, "{key} = {quote}{value}{quote}").unwrap();
            object.insert(key.to_owned(), value.into());
        }
        json.push(object);
        let mut record = details(row);
        record["name"] = name.into();
        record["arch"] = row.text("arch").into();
        record["words"] = row.words().into();
        expected.push(record);
    }
    let mut all = Map::from_iter([("attribute_buffers".to_owned(), json!([]))]);
    all.insert(format!("{kind}s"), expected.into());
    let expected = Value::from(all);
    assert_eq!(generate_json(&toml), expected);
    assert_eq!(generate_json(&json!({kind: json}).to_string()), expected);
}

#[test]
fn every_golden_row_is_generated() {
    assert_generated("attribute_buffer", 493, |row| {
        json!({
            "mode": row.mode(),
            "padded_vertices": row.number("padded_vertices"),
            "hardware_divisor": row.hardware_divisor(),
        })
    });
    let padded = |row: &Row| json!({"padded_vertices": row.number("padded_vertices")});
    assert_generated("attribute", 160, |_| json!({}));
    assert_generated("special", 240, padded);
    assert_generated("invocation", 160, |_| json!({}));
    assert_generated("draw", 160, padded);
    assert_generated("valhall_attribute", 193, |row| json!({"mode": row.mode()}));
}
