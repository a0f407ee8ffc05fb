//! `varyings`: what does not fit, and manifests that cannot be used.

use std::fmt::Write;
use std::fs;

use super::grid::manifest;
use crate::{accept, assert_contains, command, failure, refuse_after};

fn refuse(manifest: &str) -> String {
    refuse_after("varyings", manifest, &["--json"], "")
}

#[test]
fn what_does_not_fit_is_named_with_its_line_and_the_rows_that_are_missing() {
    // Vectors of three fill x to z of every row: of two columns beside each other, none is left.
    let manifest = manifest("registers = 5", &["float[5] a", "vec3[5] b", "vec2[3] c"]);
    let message = "error: standard input:11: varying `c` does not fit into the 5 registers beside \
                   the others: 3 rows are missing\n";
    assert_eq!(refuse_after("varyings", &manifest, &[], ""), message);
    let json = "{\n  \"version\": 1,\n  \"fits\": false,\n  \"varying\": \"c\",\n  \"missing_rows\": 3\n}\n";
    for arguments in [&["--json"][..], &["--emit", "json"]] {
        assert_eq!(
            refuse_after("varyings", &manifest, arguments, json),
            message
        );
    }
    for language in ["rust", "c"] {
        assert_eq!(
            refuse_after("varyings", &manifest, &["--emit", language], ""),
            message
        );
    }
    let one = "registers = 1\n[[varying]]\nname = \"\\\"\"\ntype = \"vec4\"\narray = 2\n";
    let json = "{\n  \"version\": 1,\n  \"fits\": false,\n  \"varying\": \"\\\"\",\n  \"missing_rows\": 1\n}\n";
    let message = refuse_after("varyings", one, &["--json"], json);
    assert_contains(
        &message,
        &[
            "input:3: ",
            "into the 1 register beside",
            "1 row is missing",
        ],
    );
}

#[test]
fn what_does_not_fit_makes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let [code, picture] = ["code", "picture"].map(|name| folder.path().join(name));
    let arguments = [
        "--json",
        "-o",
        code.to_str().unwrap(),
        "--plot",
        picture.to_str().unwrap(),
    ];
    let json = "{\n  \"version\": 1,\n  \"fits\": false,\n  \"varying\": \"a\",\n  \"missing_rows\": 1\n}\n";
    refuse_after("varyings", &manifest("", &["vec4[17] a"]), &arguments, json);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The largest array there can be, of the largest element, counted in 64 bits.
#[test]
fn no_array_is_too_long_to_be_counted() {
    for rules in ["es100", "es300", "es320", "relaxed", "chosen"] {
        let head = format!("registers = 64\nrules = \"{rules}\"");
        let manifest = manifest(&head, &["mat4[4294967295] a"]);
        let missing = 4 * 4_294_967_295_u64 - 64;
        let json = format!(
            "{{\n  \"version\": 1,\n  \"fits\": false,\n  \"varying\": \"a\",\n  \"missing_rows\": {missing}\n}}\n"
        );
        refuse_after("varyings", &manifest, &["--json"], &json);
    }
}

#[test]
fn more_varyings_than_components_are_refused() {
    let mut manifest = "registers = 64\n".to_owned();
    for number in 0..256 {
        write!(
            manifest,
            "[[varying]]\nname = \"v{number}\"\ntype = \"float\"\n"
        )
        .unwrap();
    }
    assert_contains(
        &accept("varyings", &manifest, &["--json"]),
        &["\"registers_used\": 64"],
    );
    manifest.push_str("[[varying]]\nname = \"last\"\ntype = \"float\"\n");
    assert_contains(
        &refuse(&manifest),
        &["input:771: varying `last`: 257 varyings", "at most 256"],
    );
}

#[test]
fn an_error_names_the_line_the_varying_and_the_key() {
    let varying = |keys: &str| format!("[[varying]]\nname = \"uv\"\n{keys}\n");
    let document = |head: &str| format!("\n{head}\n{}", varying("type = \"vec2\""));
    for (manifest, parts) in [
        (
            document("registers = 0"),
            ["input:2: registers: 0 registers", "1 to 64"],
        ),
        (
            document("registers = 65"),
            ["input:2: registers: 65 registers", "1 to 64"],
        ),
        (
            document("registers = -1"),
            ["input:2: registers: -1", "below 0"],
        ),
        (
            document("registers = 1.5"),
            ["input:2: registers:", "a fraction"],
        ),
        (
            document("rules = \"es3200\""),
            ["input:2: rules: `es3200`", "did you mean `es320`?"],
        ),
        (
            document("rules = \"gen6\""),
            [
                "input:2: rules: `gen6`",
                "es100, es300, es310, es320, relaxed, chosen",
            ],
        ),
        (
            document("rules = 1"),
            ["input:2: rules:", "expected a string, found a number"],
        ),
        (
            document("register = 8"),
            [
                "input:2: unknown key `register`",
                "did you mean `registers`?",
            ],
        ),
        (
            document("arch = \"v7\""),
            ["input:2: unknown key `arch`", "registers, rules, varying"],
        ),
        (
            varying("type = \"vec5\""),
            ["input:3: varying `uv`, type: `vec5`", "mat4x3"],
        ),
        (
            varying("type = \"flaot\""),
            [
                "input:3: varying `uv`, type: `flaot`",
                "did you mean `float`?",
            ],
        ),
        (
            varying("type = 4"),
            ["input:3: varying `uv`, type:", "expected a string"],
        ),
        (
            varying("array = 2"),
            ["input:1: varying `uv`,", "type is missing"],
        ),
        (
            varying("type = \"vec2\"\narray = 0"),
            ["input:4: varying `uv`, array:", "at least 1"],
        ),
        (
            varying("type = \"vec2\"\narray = 4294967296"),
            ["input:4: varying `uv`, array:", "at most 4294967295"],
        ),
        (
            varying("array = true\ntype = \"vec2\""),
            ["input:3: varying `uv`, array:", "a whole number"],
        ),
        (
            varying("type = \"vec2\"\nlength = 3"),
            [
                "input:4: varying `uv`: unknown key `length`",
                "name, type, array, interpolation, sampling",
            ],
        ),
        (
            varying("type = \"vec2\"\ninterpolaton = 3"),
            ["input:4: ", "did you mean `interpolation`?"],
        ),
        (
            varying("type = \"vec2\"\narch = \"v7\""),
            ["input:4: ", "unknown key `arch`"],
        ),
        (
            varying("type = \"uint\"\ninterpolation = \"smooth\""),
            [
                "input:4: varying `uv`, interpolation: uint cannot be smooth",
                "`flat`",
            ],
        ),
        (
            varying("interpolation = \"noperspective\"\ntype = \"ivec3\""),
            [
                "input:3: varying `uv`, interpolation: ivec3 cannot be noperspective",
                "`flat`",
            ],
        ),
        (
            varying("type = \"vec2\"\ninterpolation = \"flatt\""),
            ["input:4: ", "did you mean `flat`?"],
        ),
        (
            varying("type = \"vec2\"\nsampling = \"centre\""),
            [
                "input:4: varying `uv`, sampling: `centre`",
                "center, centroid, sample",
            ],
        ),
        (
            varying("type = \"vec2\"") + "\n" + &varying("type = \"vec3\""),
            [
                "input:6: varying `uv`, name:",
                "line 2 has this name already",
            ],
        ),
        (
            "[[varying]]\ntype = \"vec2\"\n".to_owned(),
            ["input:1: varying 1:", "name is missing"],
        ),
        (
            "[[varying]]\nname = 1\n".to_owned(),
            ["input:2: varying 1, name:", "expected a string"],
        ),
        (
            "\n[varying]\n".to_owned(),
            [
                "input:2: varying: expected an array of tables",
                "[[varying]]",
            ],
        ),
        (
            "{\n\"varying\": [1]}".to_owned(),
            ["input:2:13: varying: expected a table", "found a number"],
        ),
        ("registers = \n".to_owned(), ["input:1: ", ""]),
    ] {
        let error = refuse(&manifest);
        assert_contains(&error, &parts);
        assert_contains(&error, &["error: standard "]);
    }
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    for arguments in [
        &["--emit", "c", "--json"][..],
        &["--emit", "c", "--format", "text"],
    ] {
        let arguments = [&["varyings", "-"], arguments].concat();
        assert_contains(&failure(&arguments, 2), &["--emit", "cannot be used with"]);
    }
    assert_contains(
        &failure(&["varyings", "-", "--emit", "bin"], 2),
        &["json, rust, c"],
    );
    assert_contains(
        &failure(&["varyings", "missing.toml"], 1),
        &["cannot read missing.toml"],
    );
    let assert = command(&["varyings", "-", "--plot", "-"])
        .write_stdin("")
        .assert()
        .code(2)
        .stdout("");
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert_contains(&message, &["--plot", "needs a file"]);
}
