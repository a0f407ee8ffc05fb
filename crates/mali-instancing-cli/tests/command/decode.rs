//! `decode` of files of numbers, and of what drivers wrote.

use std::fs;
use std::path::Path;

use mali_instancing::Arch;
use mali_instancing_inspect::decode::DecodedTables;

use crate::{accept, assert_contains, json, output, refuse};

/// 72 padded vertices; a gap that looks like a pair of descriptors; an element per three instances.
const BUFFERS: [u32; 16] = [
    0x1000_0003,
    0x8300_0000,
    20,
    1400,
    4,
    0x3f80_0000,
    0xdead_beef,
    7, //
    0x2000_0004,
    0x2700_0000,
    64,
    2176,
    0x20,
    0x17b4_25ed,
    0,
    3,
];
const ATTRIBUTES: [u32; 4] = [0x2dc0_4200, 0, 0x2fc0_0002, 0];

#[test]
fn tables_are_words_or_files_of_text_or_binary() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let words = |words: &[u32]| words.iter().map(u32::to_string).collect::<Vec<_>>();
    let bytes = |words: &[u32]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<_>>()
    };
    let decode = |buffers: &[String], attributes: &[String]| {
        let mut arguments = vec!["decode", "--json", "--buffers"];
        arguments.extend(buffers.iter().map(String::as_str));
        arguments.push("--attributes");
        arguments.extend(attributes.iter().map(String::as_str));
        json(&arguments, bytes(&BUFFERS))
    };
    let expected = decode(&words(&BUFFERS), &words(&ATTRIBUTES));
    let attributes = [write("attributes.bin", &bytes(&ATTRIBUTES))];
    for buffers in [
        write("buffers.txt", words(&BUFFERS).join(" ").as_bytes()),
        write("buffers.bin", &bytes(&BUFFERS)),
        "-".to_owned(),
    ] {
        assert_eq!(decode(&[buffers], &attributes), expected);
    }
    assert_eq!(
        output(&[
            "decode",
            "--file",
            &write("first.bin", &bytes(&BUFFERS[..4]))
        ]),
        output(&["decode", "0x10000003", "0x83000000", "20", "1400"]),
    );
    let message = refuse(&["decode", "--file", &write("odd.bin", &[1, 0, 0])], "", 1);
    assert_contains(&message, &["odd.bin has 3 bytes", "four bytes each"]);
    accept(&["decode", "--file", "-"], bytes(&BUFFERS[..4]));
}

/// Every table that a real driver wrote. What cannot be decoded is Mesa's division by a power of two that 32
/// bits do not hold, which spills into another field.
#[test]
fn the_tables_of_every_driver_are_decoded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/driver");
    for (file, expected) in [
        ("draws.csv", [1349, 7998, 960, 8]),
        ("draws-v10.csv", [61, 275, 0, 0]),
        ("draws-vulkan.csv", [336, 1267, 232, 0]),
    ] {
        let mut reader = csv::Reader::from_path(folder.join(file)).unwrap();
        let header = reader.headers().unwrap().clone();
        let mut found = [0; 4];
        for descriptor in reader.records() {
            let descriptor = descriptor.unwrap();
            let text = |column| {
                let position = header.iter().position(|name| name == column);
                position.map_or("", |position| &descriptor[position])
            };
            let words = |column| -> Vec<u32> {
                let words = text(column).split_whitespace();
                words
                    .map(|word| u32::from_str_radix(word, 16).unwrap())
                    .collect()
            };
            let arch = Arch::from_name(&format!("v{}", text("arch"))).unwrap();
            let first: usize = text("first_buffer_descriptor").parse().unwrap_or(0);
            let buffers = [vec![0; 8 * first], words("buffer_words")].concat();
            let attributes = words("attribute_words");
            let tables = DecodedTables::new(arch, &buffers, &attributes);
            let text = tables.to_string();
            let names = text.matches("\nnames the descriptor").count();
            let closing = text.matches(": null terminator\n").count();
            for (sum, count) in found
                .iter_mut()
                .zip([1, names, closing, tables.errors().len()])
            {
                *sum += count;
            }
            let wrong = "sets reserved bits: all bits of 0xe0000000 must be 0";
            assert!(tables.errors().iter().all(|error| error.contains(wrong)));
        }
        assert_eq!(found, expected, "{file}");
    }
}
