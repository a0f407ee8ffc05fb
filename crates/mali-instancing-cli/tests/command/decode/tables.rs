//! `decode --buffers … --attributes …`: both tables of a draw.

use std::fs;
use std::path::Path;

use mali_instancing::Arch;
use mali_instancing_inspect::decode::DecodedTables;
use serde_json::{Value, json};

use crate::{assert_contains, command, failure, json, output, output_and_failure};

/// 72 padded vertices; a gap that looks like a pair of descriptors; an element per three instances.
const BUFFERS: &str = "0x10000003 0x83000000 20 1400 4 0x3f800000 0xdeadbeef 7 \
                       0x20000004 0x27000000 64 2176 0x20 0x17b425ed 0 3";

fn decode(buffers: &str, attributes: &str) -> Vec<String> {
    let mut arguments: Vec<String> = ["decode", "--buffers"].map(str::to_owned).to_vec();
    arguments.extend(buffers.split_whitespace().map(str::to_owned));
    arguments.push("--attributes".to_owned());
    arguments.extend(attributes.split_whitespace().map(str::to_owned));
    arguments
}

fn borrowed(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

#[test]
fn the_attributes_are_followed_to_their_buffers() {
    let buffers = format!("{BUFFERS} 1 0 0 0");
    let arguments = decode(&buffers, "0x2dc04200 0 0x2b004200 12 0 0 0x2fc00002 0");
    let text = output(&borrowed(&arguments));
    assert!(text.starts_with(
        "\
attribute 0, word 0: attribute
names the descriptor at word 0 of the buffers
0     0x2dc04200  buffer index 0; offset enable 1; format 0x0b7010 (R32G32B32_SFLOAT)
1     0x00000000  offset 0 bytes

attribute 1, word 2: attribute
names the descriptor at word 0 of the buffers
"
    ));
    let (_, rest) = text.split_once("attribute 2, word 4: ").unwrap();
    assert!(rest.starts_with("empty descriptor\n4     0x00000000  empty\n"));
    let (_, buffers) = text.split_once("\n\nbuffers, ").unwrap();
    assert_eq!(
        buffers,
        "\
word 0: attribute buffer
read by attributes 0 and 1
mode: modulus
element: id mod ((2·P + 1)·2^R)
0     0x10000003  type 3 (modulus); pointer, bits 6..31: 0x10000000
1     0x83000000  pointer, bits 32..55: 0x0; divisor R 3; divisor P 4
2     0x00000014  stride 20 bytes
3     0x00000578  size 1400 bytes

buffers, words 4 to 7: not read
4     0x00000004 0x3f800000 0xdeadbeef 0x00000007

buffers, word 8: attribute buffer
read by attribute 3
mode: other divisor
element: ((id + E) · (2^31 + D)) >> (32 + R)
divides by 216 = 72 · 3
8     0x20000004  type 4 (other divisor); pointer, bits 6..31: 0x20000000
9     0x27000000  pointer, bits 32..55: 0x0; divisor R 7; divisor E 1
10    0x00000040  stride 64 bytes
11    0x00000880  size 2176 bytes
12    0x00000020  type 0x20 (continuation)
13    0x17b425ed  divisor D 0x17b425ed
14    0x00000000  reserved
15    0x00000003  divisor 3, the application's

buffers, words 16 to 19: null terminator
16    0x00000001 0x00000000 0x00000000 0x00000000
"
    );
}

#[test]
fn the_null_terminator_is_of_v6_and_v7_and_not_read_by_an_attribute() {
    for (arch, last, attributes, expected) in [
        (
            "v7",
            "0 0 0 0",
            "0x2dc04200 0",
            "words 4 to 7: null terminator",
        ),
        (
            "v6",
            "1 0 0 0",
            "0x2dc04200 0",
            "words 4 to 7: null terminator",
        ),
        ("v7", "1 0 0 64", "0x2dc04200 0", "words 4 to 7: not read"),
        ("v5", "1 0 0 0", "0x2dc04200 0", "words 4 to 7: not read"),
        ("v7", "1 0 0 0", "0x2dc04201 0", "word 4: attribute buffer"),
    ] {
        let mut arguments = decode(&format!("3 0x83000000 20 1400 {last}"), attributes);
        arguments.extend(["--arch".to_owned(), arch.to_owned()]);
        assert_contains(
            &output(&borrowed(&arguments)),
            &[&format!("buffers, {expected}\n")],
        );
    }
}

#[test]
fn what_is_decoded_is_shown_before_what_is_wrong() {
    // Attribute 1 names stale words, attributes 2 and 3 a descriptor that is not there.
    let words = "0x2dc04200 0 0x2dc04201 0 0x2dc04209 0 0x2dc04209 4";
    let arguments = decode(BUFFERS, words);
    let (text, errors) = output_and_failure(&borrowed(&arguments), 1);
    assert_contains(
        &text,
        &[
            "attribute 3, word 6: attribute\nnames the descriptor at word 36 of the buffers\n",
            "buffers, word 0: attribute buffer\nread by attribute 0\n",
            "buffers, words 4 to 7: read by attribute 1, and no descriptor\n4     0x00000004 0x3f80",
            "buffers, words 8 to 15: not read\n8     0x20000004 ",
            "\n12    0x00000020 0x17b425ed ",
        ],
    );
    assert_eq!(
        errors,
        "error: attribute 1 names a descriptor of the buffers, word 4: 0x00000004 is of the mode \"other \
         divisor\", whose descriptors begin at a multiple of 8 words\n\
         error: attributes 2 and 3 name a descriptor of the buffers, word 16: the words end here, and the \
         descriptor needs 24 more\n"
    );
    let arguments = [decode(BUFFERS, words), vec!["--json".to_owned()]].concat();
    let (text, _) = output_and_failure(&borrowed(&arguments), 1);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        answer["buffers"][1],
        json!({
            "attributes": [1], "word": 4, "descriptor": "not-decoded",
            "words": ["0x00000004", "0x3f800000", "0xdeadbeef", "0x00000007"],
        })
    );
    assert_eq!(answer["errors"].as_array().unwrap().len(), 2);

    // From V9 on an attribute can be none, too.
    let buffers = "0x19 6400 0x40 0 0 0 0 0";
    let attributes = "0x2dc04115 0 0 0 20 0 0 0 6 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
    let arguments = [decode(buffers, attributes), vec!["--arch=v10".to_owned()]].concat();
    let (text, errors) = output_and_failure(&borrowed(&arguments), 1);
    assert_contains(
        &text,
        &[
            "attribute 0, word 0: attribute\nnames the descriptor at word 0 of the buffers\n",
            "attribute 2, word 16: empty descriptor\n",
            "buffers, word 0: buffer descriptor\nread by attribute 0\n",
        ],
    );
    assert!(
        errors.starts_with("error: attributes, word 8: 0x00000006 has no descriptor type known")
    );
}

#[test]
fn tables_are_words_or_files_of_text_or_binary() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let attributes = "0x2dc04200 0 0x2fc00002 0";
    let expected = json(&borrowed(
        &[decode(BUFFERS, attributes), vec!["--json".to_owned()]].concat(),
    ));
    let numbers = |text: &str| -> Vec<u8> {
        let words = text
            .split_whitespace()
            .map(|word| match word.strip_prefix("0x") {
                Some(digits) => u32::from_str_radix(digits, 16).unwrap(),
                None => word.parse().unwrap(),
            });
        words.flat_map(u32::to_le_bytes).collect()
    };
    let text_file = write("buffers.txt", BUFFERS.as_bytes());
    let binary_file = write("buffers.bin", &numbers(BUFFERS));
    let attribute_file = write("attributes.bin", &numbers(attributes));
    for buffers in [&text_file, &binary_file] {
        let arguments = [
            "decode",
            "--attributes",
            &attribute_file,
            "--buffers",
            buffers,
            "--json",
        ];
        assert_eq!(json(&arguments), expected);
    }
    command(&[
        "decode",
        "--json",
        "--attributes",
        &attribute_file,
        "--buffers",
        "-",
    ])
    .write_stdin(numbers(BUFFERS))
    .assert()
    .success();
    let binary_file = write("first.bin", &numbers(BUFFERS)[..16]);
    assert_eq!(
        output(&["decode", "--file", &binary_file]),
        output(&["decode", "0x10000003", "0x83000000", "20", "1400"]),
    );

    let odd = write("odd.bin", &[1, 0, 0]);
    for (arguments, code, parts) in [
        (
            &["--file", &odd][..],
            1,
            ["odd.bin has 3 bytes", "four bytes each"],
        ),
        (&["--buffers", "1"], 2, ["--attributes", "required"]),
        (&["--attributes", "1"], 2, ["--buffers", "required"]),
        (
            &[
                "--buffers",
                "1",
                "--attributes",
                "1",
                "--descriptor",
                "draw",
            ],
            2,
            ["--descriptor", "cannot be used"],
        ),
        (
            &["--buffers", "-", "--attributes", "-"],
            2,
            ["--attributes: ", "the buffers already"],
        ),
        (
            &["--buffers", "1", "two", "--attributes", "1"],
            2,
            ["--buffers: word 1: `two`", "decimal and 0x"],
        ),
        (
            &["--buffers", "1", "--attributes", "/nowhere"],
            1,
            ["cannot read /nowhere", ""],
        ),
    ] {
        assert_contains(&failure(&[&["decode"], arguments].concat(), code), &parts);
    }
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
            assert!(tables.errors().iter().all(|error| {
                error
                    .to_string()
                    .contains("sets reserved bits: all bits of 0xe0000000 must be 0")
            }));
        }
        assert_eq!(found, expected, "{file}");
    }
}
