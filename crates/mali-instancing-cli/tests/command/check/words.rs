//! Tables as words, and manifests.

use serde_json::Value;

use super::findings;
use crate::{assert_contains, command, failure, output};

/// 70 vertices padded to 72, 100 instances: a mesh, and a row for every 3 instances.
const BUFFERS: [&str; 20] = [
    "0x10000003",
    "0x83000000",
    "20",
    "1400",
    "0",
    "0",
    "0",
    "0", //
    "0x20000004",
    "0x27000000",
    "64",
    "6400",
    "0x20",
    "0x17b425ed",
    "0",
    "3", //
    "0",
    "0",
    "0",
    "0",
];
const ATTRIBUTES: [&str; 4] = ["0x2dc04200", "0", "0x2fc00002", "0"];
const DRAW: [&str; 2] = ["0x00830000", "0"];
/// 69 in 7 bits, 99 above them.
const INVOCATION: [&str; 2] = ["0x31c5", "0x21c00000"];

fn arguments<'a>(
    buffers: &[&'a str],
    draw: [&'a str; 2],
    invocation: [&'a str; 2],
) -> Vec<&'a str> {
    let mut arguments = vec!["check", "--buffers"];
    arguments.extend(buffers);
    arguments.push("--attributes");
    arguments.extend(ATTRIBUTES);
    arguments.push("--draw");
    arguments.extend(draw);
    arguments.push("--invocation");
    arguments.extend(invocation);
    arguments
}

/// What is found, in JSON, with an exit code of 1.
fn found(arguments: &[&str]) -> Value {
    let assert = command(arguments).arg("--json").assert().code(1).stderr("");
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

#[test]
fn words_that_belong_together_pass() {
    let printed = output(&arguments(&BUFFERS, DRAW, INVOCATION));
    assert_eq!(
        printed,
        "Mali V7, 70 vertices, 100 instances, 2 attributes: nothing found\n1 draw: nothing found\n"
    );
}

#[test]
fn a_table_that_nothing_closes() {
    let json = found(&arguments(&BUFFERS[..16], DRAW, INVOCATION));
    assert_eq!(findings(&json), [("null-terminator", 0)]);
    let mut buffers = BUFFERS;
    buffers[18] = "64";
    let json = found(&arguments(&buffers, DRAW, INVOCATION));
    assert_eq!(findings(&json)[0].0, "null-terminator");
}

/// 2^20 vertices are padded to 9 · 2^17; 3641 instances of them have more than 2^32 threads.
#[test]
fn threads_that_do_not_fit_32_bits() {
    let invocation = ["0xe38fffff", "0x25000000"];
    let mut buffers = BUFFERS;
    buffers[1] = "0x91000000";
    let json = found(&arguments(&buffers, ["0x00910000", "0"], invocation));
    assert_eq!(findings(&json)[0].0, "thread-count");
}

#[test]
fn a_finding_in_words_names_the_word() {
    let mut buffers = BUFFERS;
    buffers[13] = "0x17b425ec";
    let arguments = arguments(&buffers, DRAW, INVOCATION);
    let assert = command(&arguments).assert();
    let printed = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert_contains(
        &printed,
        &[
            "attribute 1: ",
            "--> buffers, word 13: divisor D 397682156 (0x17b425ec): should be 397682157 (0x17b425ed)",
            "= help: ",
        ],
    );
}

#[test]
fn tables_of_v9_take_their_counts_as_options() {
    let words = [
        "check",
        "--arch",
        "v9",
        "--buffers",
        "0x19",
        "1400",
        "0x1000",
        "0",
        "0",
        "0",
        "0",
        "0",
        "--attributes",
        "0x2dc04115",
        "0",
        "0",
        "0",
        "20",
        "0",
        "0",
        "0",
        "--instances",
        "2",
        "--vertices",
    ];
    output(&[&words[..], &["70"]].concat());
    let json = found(&[&words[..], &["71"]].concat());
    assert_eq!(findings(&json)[0].0, "out-of-bounds");
    // Vertex 70 is the first that the buffer does not have.
    output(&[&words[..], &["60", "--first-vertex", "10"]].concat());
    for first_vertex in ["11", "-1"] {
        let json = found(&[&words[..], &["60", "--first-vertex", first_vertex]].concat());
        assert_eq!(findings(&json)[0].0, "out-of-bounds");
    }
}

#[test]
fn an_option_of_words_asks_for_the_others_and_not_for_a_file() {
    for options in [
        &["check", "--attributes", "0"][..],
        &["check", "--draw", "0", "0"],
        &["check", "--vertices", "3"],
        &["check", "--first-vertex", "3"],
        &["decode", "--attributes", "0"],
    ] {
        let message = failure(options, 2);
        let (required, _) = message.split_once("Usage").unwrap();
        assert!(required.contains("--buffers"), "{message}");
        assert!(!required.contains("\n  <"), "{message}");
    }
}

const MANIFEST: &str = "\
[[vertex_input]]
name = \"cubes\"
arch = \"v7\"
vertices = 70
instances = 100
buffers = [
  { name = \"mesh\", stride = 20, size = 1400, address = 0x1000_0000 },
  { name = \"rows\", stride = 64, size = SIZE, address = 0x2000_0000, divisor = 3 },
]
attributes = [
  { name = \"position\", buffer = \"mesh\", format = \"R32G32B32_SFLOAT\" },
  { name = \"row\", buffer = \"rows\", format = \"R32G32B32A32_SFLOAT\", offset = 48 },
]
";

#[test]
fn a_manifests_draws_are_checked() {
    // 100 instances have 34 rows.
    for (size, expected) in [("2176", None), ("2175", Some(("out-of-bounds", 2)))] {
        for arch in ["v7", "v9"] {
            let manifest = MANIFEST.replace("SIZE", size).replace("v7", arch);
            let checked = super::check(&manifest);
            assert_eq!(
                findings(&checked).first().copied(),
                expected,
                "{arch}, {size}"
            );
            assert_eq!(checked["draws"][0]["vertices"], 70);
        }
    }
}

#[test]
fn what_a_manifest_leaves_out_is_not_patched() {
    let manifest = MANIFEST
        .replace(", address = 0x2000_0000", "")
        .replace("SIZE", "6400");
    let checked = super::check(&manifest);
    assert_eq!(findings(&checked), [("unpatched", 2)]);
}

#[test]
fn both_tables_are_needed() {
    assert_contains(&failure(&["check", "--buffers", "1"], 2), &["--attributes"]);
    assert_contains(
        &failure(&["check", "--buffers", "x", "--attributes", "0", "0"], 1),
        &["cannot read x"],
    );
    assert_contains(&failure(&["check"], 2), &["FILE"]);
    let with_file = ["check", "a.txt", "--buffers", "1", "--attributes", "1"];
    assert_contains(&failure(&with_file, 2), &["cannot be used with"]);
}

#[test]
fn an_option_that_the_architecture_has_no_use_for() {
    let v9 = [
        "check",
        "--arch",
        "v9",
        "--buffers",
        "0",
        "--attributes",
        "0",
    ];
    let v7 = [
        "check",
        "--arch",
        "v7",
        "--buffers",
        "0",
        "--attributes",
        "0",
    ];
    for (words, option, message) in [
        (v9, "--draw", "--draw: a draw of v9 has none"),
        (v9, "--invocation", "--invocation: a draw of v9 has none"),
        (v9, "--primitive", "--primitive: a draw of v9 has none"),
    ] {
        let arguments = [&words[..], &[option, "0", "0"]].concat();
        assert_contains(&failure(&arguments, 2), &[message]);
    }
    let message = "--instances: a draw of v7 has none: --invocation has it";
    let arguments = [&v7[..], &["--instances", "3"]].concat();
    assert_contains(&failure(&arguments, 2), &[message]);
}
