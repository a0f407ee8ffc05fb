//! The golden rows, through `gen` in both notations and back through `decode`.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::generate_json;

struct Row {
    header: csv::StringRecord,
    descriptor: csv::StringRecord,
}

impl Row {
    fn text(&self, column: &str) -> &str {
        let position = self.header.iter().position(|name| name == column);
        &self.descriptor[position.unwrap_or_else(|| panic!("no column {column}"))]
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
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors");
    let mut reader = csv::Reader::from_path(format!("{folder}/{kind}.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows: Vec<Row> = reader
        .records()
        .map(|descriptor| Row {
            header: header.clone(),
            descriptor: descriptor.unwrap(),
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
        for (key, value) in row.header.iter().zip(&row.descriptor) {
            if OUTPUTS.contains(&key) || value.is_empty() {
                continue;
            }
            let quote = if WORDS.contains(&key) { "\"" } else { "" };
            writeln!(toml, "{key} = {quote}{value}{quote}").unwrap();
            object.insert(key.to_owned(), value.into());
        }
        json.push(object);
        let mut descriptor = details(row);
        descriptor["name"] = name.into();
        descriptor["arch"] = row.text("arch").into();
        descriptor["words"] = row.words().into();
        expected.push(descriptor);
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

/// Decodes the rows of each architecture together, and compares what is said of each.
fn assert_decoded(kind: &str, count: usize, option: &str, expected: impl Fn(&Row) -> Value) {
    let rows = rows(kind, count);
    for arch in ["v4", "v5", "v6", "v7", "v9"] {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.text("arch") == arch).collect();
        if rows.is_empty() {
            continue;
        }
        let words: Vec<String> = rows.iter().flat_map(|row| row.words()).collect();
        let options = [
            "--file",
            "-",
            "--json",
            "--arch",
            arch,
            "--descriptor",
            option,
        ];
        let json = crate::json(&[&["decode"][..], &options].concat(), words.join("\n"));
        let mut decoded = json["descriptors"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|descriptor| descriptor["descriptor"] != "empty");
        let mut first = 0;
        for row in rows {
            let descriptor = decoded.next().unwrap();
            let words = row.words();
            let length = descriptor["words"].as_array().unwrap().len();
            assert_eq!(descriptor["word"], first);
            assert_eq!(descriptor["words"], json!(words[..length]));
            assert!(words[length..].iter().all(|word| word == "0x00000000"));
            for (key, value) in expected(row).as_object().unwrap() {
                assert_eq!(&descriptor[key], value, "{key} of {}", row.text("words"));
            }
            first += words.len();
        }
        assert!(decoded.next().is_none());
    }
}

#[test]
fn every_golden_row_is_decoded() {
    assert_decoded("attribute_buffer", 493, "attribute-buffer", |row| {
        let mode = row.mode();
        let npot = mode == "npot-divisor";
        let padded = npot || mode == "modulus";
        // A draw of one instance has per-instance data with a stride of 0.
        let is_constant = mode == "linear" && row.number("divisor") > 0;
        json!({
            "descriptor": "attribute-buffer",
            "mode": mode,
            "padded_vertices": padded.then(|| row.number("padded_vertices")),
            "hardware_divisor": row.hardware_divisor(),
            "divisor": npot.then(|| row.number("divisor")),
            "address": format!("{:#x}", row.number("address")),
            "stride": if is_constant { 0 } else { row.number("stride") },
            "size": row.number("size"),
        })
    });
    assert_decoded("attribute", 160, "attribute", |row| {
        json!({
            "descriptor": "attribute",
            "buffer_index": row.number("buffer_index"),
            "offset_enable": row.number("offset_enable") == 1,
            "format": format!("{:#08x}", row.number("format")),
            "offset": row.number("offset"),
        })
    });
    assert_decoded("special", 240, "attribute-buffer", |row| {
        let padded = (row.number("instances") > 1).then(|| row.number("padded_vertices"));
        json!({"descriptor": row.text("record"), "padded_vertices": padded})
    });
    assert_decoded("invocation", 160, "invocation", |row| {
        if row.text("kind") == "draw" {
            return json!({
                "descriptor": "invocation",
                "kind": "draw",
                "vertices": row.number("workgroups_y"),
                "instances": row.number("workgroups_z"),
            });
        }
        let numbers = |keys: [&str; 3]| keys.map(|key| row.number(key));
        json!({
            "descriptor": "invocation",
            "kind": "compute",
            "size": numbers(["size_x", "size_y", "size_z"]),
            "workgroups": numbers(["workgroups_x", "workgroups_y", "workgroups_z"]),
        })
    });
    assert_decoded("draw", 160, "draw", |row| {
        let is_instanced = row.number("instances") > 1;
        json!({
            "descriptor": "draw",
            "instance_size": if is_instanced { row.number("padded_vertices") } else { 1 },
            "instance_primitive_size": 1,
            "offset_start": row.number("offset_start"),
            "flags": "0x00000000",
        })
    });
    assert_decoded("valhall_attribute", 193, "attribute", |row| {
        let divides = row.mode().ends_with("divisor");
        json!({
            "descriptor": "attribute",
            "mode": row.mode(),
            "divisor": divides.then(|| row.number("divisor")),
            "format": format!("{:#08x}", row.number("format")),
            "table": 0,
            "offset": row.number("offset"),
            "buffer_index": row.number("buffer_index"),
            "stride": row.number("stride"),
        })
    });
}
