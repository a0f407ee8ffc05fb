mod tables;

use std::fs;

use crate::{assert_contains, command, failure, json, output, output_and_failure};

fn decode(options: &str) -> String {
    let arguments: Vec<&str> = ["decode"].into_iter().chain(options.split(' ')).collect();
    output(&arguments)
}

#[test]
fn the_worked_example_is_explained() {
    assert_eq!(
        decode("4 0x27000000 64 0 0x20 0x17b4_25ed 0 3"),
        "\
word 0: attribute buffer
mode: other divisor
element: ((id + E) · (2^31 + D)) >> (32 + R)
divides by 216 = 72 · 3
0     0x00000004  type 4 (other divisor); pointer, bits 6..31: 0x0
1     0x27000000  pointer, bits 32..55: 0x0; divisor R 7; divisor E 1
2     0x00000040  stride 64 bytes
3     0x00000000  size 0 bytes
4     0x00000020  type 0x20 (continuation)
5     0x17b425ed  divisor D 0x17b425ed
6     0x00000000  reserved
7     0x00000003  divisor 3, the application's
"
    );
}

#[test]
fn descriptors_follow_one_another() {
    let text = decode("3,0x83000000,20,1400, 0 0 0 0 2 0x07000000 4 8");
    assert_contains(
        &text,
        &[
            "word 0: attribute buffer\nmode: modulus\nelement: id mod ((2·P + 1)·2^R)\n",
            "\n1     0x83000000  pointer, bits 32..55: 0x0; divisor R 3; divisor P 4\n",
            "\n\nword 4: empty descriptor\n4     0x00000000  empty\n",
            "\n\nword 8: attribute buffer\nmode: power-of-two divisor\n",
            "\ndivides by 128\n",
            "\n11    0x00000008  size 8 bytes\n",
        ],
    );
    assert_eq!(text.matches("word ").count(), 3);
}

#[test]
fn every_kind_of_descriptor_is_explained() {
    for (options, parts) in [
        (
            "--arch v5 0x22 0x83000000 0 0",
            [
                "vertex ID",
                "type 0x22",
                "padded to 72 (9·2^3); divisor R 3; divisor P 4",
            ],
        ),
        (
            "--arch v4 0x22 0x9f000000 0 0",
            [
                "vertex ID",
                "type 0x22",
                "not instanced; divisor R 31; divisor P 4",
            ],
        ),
        (
            "--arch v5 0x24 0x26000000 0x638e38e3 0",
            [
                "instance ID\ndivides by 72\n",
                "divisor R 6; divisor E 1",
                "divisor D 0x638e38e3",
            ],
        ),
        (
            "--descriptor attribute 0x2b004202 0xfffffff4",
            [
                "buffer index 2; offset enable 1",
                "0x0ac010 (R16G16_UNORM)",
                "offset -12 bytes",
            ],
        ),
        (
            "--descriptor draw 0x830001 7",
            [
                "instance size 72 (9·2^3); instance primitive size 1 (1·2^0)",
                "flags 0x00000001",
                "offset start 7",
            ],
        ),
        (
            "--descriptor draw 0x62830001 7",
            [
                "instance size 72 (9·2^3); instance primitive size 28 (7·2^2)",
                "flags 0x00000001",
                "offset start 7",
            ],
        ),
        (
            "--descriptor invocation 0x7115 0x21400000",
            [
                "workgroups y 22, the vertices",
                "z 905, the instances",
                "z 5; thread group split 2",
            ],
        ),
        // 1 · 2 · 2 threads take 0, 1 and 1 bits, 2 · 3 · 2 workgroups 1, 2 and 1.
        (
            "--descriptor invocation 0x37 0x21430820",
            [
                "size x 1, y 2, z 2; workgroups x 2, y 3, z 2",
                "size y 0, z 1; workgroups x 2, y 3, z 5",
                "thread group split 2",
            ],
        ),
        (
            "--arch v9 --descriptor attribute 0x2fc00035 0x21000040 16 1 64 0x2aaaaaaa 0 0",
            [
                "divides by 3\n",
                "0x0bf000 (R32G32B32A32_SFLOAT)",
                "table 0; frequency 1 (instance)",
            ],
        ),
        (
            "--arch v9 --descriptor attribute 0x115 0 0xfffffffc 2 12 0 0 0",
            [
                "linear, per vertex\nelement: vertex\n",
                "offset enable 1",
                "offset -4 bytes",
            ],
        ),
        (
            "--arch v13 0x19 6400 0x54 0x12 0 0 0 0",
            [
                "buffer descriptor",
                "size 6400 bytes",
                "address, bits 32..63: 0x12",
            ],
        ),
        // A gap in a table.
        (
            "--arch v9 0 0 0 0 0 0 0 0",
            [
                "word 0: empty descriptor\n",
                "\n0     0x00000000  empty\n",
                "\n7     0x00000000  empty\n",
            ],
        ),
        // A size of 64 bits from V11 on.
        (
            "--arch v10 0x19 6400 0x54 0x12 0 0 0 0",
            [
                "\n1     0x00001900  size 6400 bytes\n",
                "\n4     0x00000000  reserved\n",
                "\n5     0x00000000  reserved\n",
            ],
        ),
        (
            "--arch v11 0x19 6400 0x54 0x12 0 0 0 0",
            [
                "\n1     0x00001900  size 6400 bytes\n",
                "\n5     0x00000000  size hi 0\n",
                "\n6     0x00000000  reserved\n",
            ],
        ),
        (
            "--arch v14 0x19 6400 0x54 0x12 0 1 0 0",
            [
                "\n1     0x00001900  size 6400 bytes\n",
                "\n5     0x00000001  size hi 1; 4294973696 bytes in all\n",
                "\n7     0x00000000  reserved\n",
            ],
        ),
    ] {
        assert_contains(&decode(options), &parts);
    }
}

#[test]
fn a_division_that_no_rule_gives_is_not_named() {
    // D is one too large, and 27 is no padded count of the application's divisor 8.
    for options in [
        "4 0x27000000 64 0 0x20 0x17b425ef 0 3",
        "4 0x27000000 64 0 0x20 0x17b425ed 0 8",
        "--arch v5 0x24 0x3f000000 0x7fffffff 0",
        "1 0 64 0",
    ] {
        assert!(!decode(options).contains("divides by"), "{options}");
    }
}

#[test]
fn a_file_has_the_same_notation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.txt");
    fs::write(&path, "0x1000_0003, 0x83000000,\n20\t1400\r\n").unwrap();
    let path = path.to_str().unwrap();
    let from_file = output(&["decode", "--file", path]);
    assert_eq!(from_file, decode("0x10000003 0x83000000 20 1400"));
    let descriptor = &json(&["decode", "--file", path, "--json"])["descriptors"][0];
    assert_eq!(
        descriptor,
        &serde_json::json!({
            "word": 0, "descriptor": "attribute-buffer", "mode": "modulus",
            "divisor_r": 3, "divisor_p": 4, "padded_vertices": 72, "address": "0x10000000", "stride": 20, "size": 1400,
            "words": ["0x10000003", "0x83000000", "0x00000014", "0x00000578"],
        })
    );
    command(&["decode", "--file", "-"])
        .write_stdin("0x1000_0003 0x83000000 20 1400")
        .assert()
        .success()
        .stdout(from_file);
    fs::write(path, "0x1\n\n3a0062c7").unwrap();
    assert_contains(
        &failure(&["decode", "--file", path], 1),
        &[&format!("{path}:3: word 1: "), "0x3a0062c7 is allowed"],
    );
    fs::write(path, "1 0 64").unwrap();
    assert_contains(
        &failure(&["decode", "--file", path], 1),
        &[&format!("{path}: word 3: "), "1 more"],
    );
    assert_contains(
        &failure(&["decode", "--file", "/nowhere/words.txt"], 1),
        &["cannot read /nowhere/words.txt"],
    );
}

#[test]
fn an_error_names_the_word() {
    for (options, code, parts) in [
        ("9 0 0 0", 1, ["word 0: 0x00000009", "type", "are allowed"]),
        ("1 0 64", 1, ["word 3: ", "the words end here", "1 more"]),
        (
            "0x22 0x83000000 0 0",
            1,
            ["word 0: 0x00000022", "type", "are allowed"],
        ),
        (
            "--arch v9 1 0 64 0 0 0 0 0",
            1,
            ["word 0: ", "descriptor type", "9 (buffer) is allowed"],
        ),
        (
            "--descriptor invocation 0 0 0 1",
            1,
            ["word 3: 0x00000001", "start bits", "workgroups"],
        ),
        (
            "--arch v9 --descriptor draw 0 0",
            2,
            ["--descriptor", "Mali V9", "V4 to V7"],
        ),
        (
            "--descriptor table 0 0",
            2,
            ["--descriptor", "table", "attribute-buffer"],
        ),
        (
            "1 2 three",
            2,
            ["WORDS: word 2: ", "`three`", "decimal and 0x"],
        ),
        (
            "1 27000000 64 0",
            2,
            ["WORDS: word 1: ", "0x27000000", "27_000000"],
        ),
        ("1 -1", 2, ["WORDS: word 1: ", "-1", "below 0"]),
        (
            "0x1_0000_0000",
            2,
            ["WORDS: word 0: ", "too large", "4294967295"],
        ),
        (
            "1 0 64 0 --file words.txt",
            2,
            ["--file", "WORDS", "cannot be used"],
        ),
        ("--json", 2, ["WORDS", "required", "Usage"]),
    ] {
        let arguments: Vec<&str> = ["decode"].into_iter().chain(options.split(' ')).collect();
        let message = match code {
            2 => failure(&arguments, code),
            _ => output_and_failure(&arguments, code).1,
        };
        assert_contains(&message, &parts);
    }
}

#[test]
fn what_is_decoded_is_shown_before_what_is_wrong() {
    let printed = |options: &str| {
        let arguments: Vec<&str> = ["decode"].into_iter().chain(options.split(' ')).collect();
        output_and_failure(&arguments, 1)
    };
    let (text, errors) = printed("1 0 64 0 3 0xa0000000 0 0 1 0 20 0 4 0 0");
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(format!("{}\n", paragraphs[0]), decode("1 0 64 0"));
    assert!(paragraphs[1].starts_with("word 8: attribute buffer\nmode: linear\n"));
    assert!(paragraphs[1].ends_with("\n11    0x00000000  size 0 bytes\n"));
    assert_eq!(paragraphs.len(), 2);
    assert_contains(
        &errors,
        &[
            "error: word 5: 0xa0000000 has an R and a P that make no padded vertex count: P is at most 4",
            "\nerror: word 15: the words end here, and the descriptor needs 1 more",
        ],
    );
    let (text, _) = printed("1 0 64 0 9 0 0 0 --json");
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["descriptors"].as_array().unwrap().len(), 1);
    assert_contains(
        answer["errors"][0].as_str().unwrap(),
        &["word 4: 0x00000009 has no type"],
    );
}
