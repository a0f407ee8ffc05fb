use std::fs;
use std::process::Command;

use crate::{assert_contains, failure, generate, generate_json, refuse};

pub(crate) const DESIGN_MANIFEST: &str = r#"
arch = "v7"
[[attribute_buffer]]
name = "model_row0"
vertices = 70
divisor = 3
instances = 100
stride = 64
size = 6400
address = 0x1000_0000
padding = "hardware"
rounding = "round-down"
"#;

#[test]
fn the_manifest_of_the_documentation_is_generated() {
    let expected = serde_json::json!({"attribute_buffers": [{
        "name": "model_row0", "arch": "v7", "mode": "npot-divisor",
        "padded_vertices": 72, "hardware_divisor": 216,
        "words": ["0x10000004", "0x27000000", "0x00000040", "0x00001900",
                  "0x00000020", "0x17b425ed", "0x00000000", "0x00000003"],
    }]});
    assert_eq!(generate_json(DESIGN_MANIFEST), expected);

    let json = r#"{"arch": "v7", "attribute_buffer": [{
        "name": "model_row0", "vertices": 70, "divisor": "3", "instances": "1_00",
        "stride": "0x40", "size": 6400, "address": "0x1000_0000", "padding": "hardware",
        "rounding": "round-down", "rate": "instance", "idvs": false
    }]}"#;
    assert_eq!(generate_json(json), expected);
}

#[test]
fn rates_and_rules_have_their_words() {
    for (keys, mode, word1) in [
        ("vertices = 5", "modulus", "0x03000000"),
        ("vertices = 5\ndivisor = 0", "modulus", "0x03000000"),
        ("vertices = 5\nrate = \"vertex\"", "modulus", "0x03000000"),
        ("vertices = 5\npadding = \"tight\"", "modulus", "0x40000000"),
        ("vertices = 5\npadding = \"mesa\"", "modulus", "0x40000000"),
        (
            "vertices = 5\npadding = \"tight\"\nidvs = true",
            "modulus",
            "0x03000000",
        ),
        (
            "vertices = 5\nrate = \"instance\"",
            "pot-divisor",
            "0x03000000",
        ),
        ("vertices = 5\nrate = \"constant\"", "linear", "0x00000000"),
        ("vertices = 0b101\ninstances = 0o1", "linear", "0x00000000"),
    ] {
        let manifest = format!("[[attribute_buffer]]\nname = \"a\"\n{keys}\n");
        let descriptor = &generate_json(&manifest)["attribute_buffers"][0];
        assert_eq!(
            (&descriptor["mode"], &descriptor["words"][1]),
            (&mode.into(), &word1.into()),
            "{keys}"
        );
    }
}

#[test]
fn a_manifest_may_begin_with_a_byte_order_mark() {
    let json = r#"{"attribute_buffer": [{"name": "row", "vertices": 70}]}"#;
    for manifest in [
        json,
        "[[attribute_buffer]]\nname = \"row\"\nvertices = 70\n",
    ] {
        let descriptor = &generate_json(&format!("\u{feff}{manifest}"))["attribute_buffers"][0];
        assert_eq!(descriptor["padded_vertices"], 72);
    }
}

#[test]
fn no_descriptors_are_an_empty_list() {
    for manifest in ["draw = []\n", "{\"attribute_buffer\": []}"] {
        assert_eq!(
            generate_json(manifest),
            serde_json::json!({"attribute_buffers": []})
        );
    }
}

#[test]
fn an_error_names_the_line_the_descriptor_and_the_key() {
    let descriptor = |keys: &str| format!("[[attribute_buffer]]\nname = \"row\"\n{keys}\n");
    for (manifest, parts) in [
        (
            descriptor("vertices = 0"),
            ["input:3: ", "`row`, vertices: 0 vertices", "1 to"],
        ),
        (
            descriptor("vertices = -5"),
            ["input:3: ", "`row`, vertices: -5", "below 0"],
        ),
        (
            descriptor("vertices = 7.0"),
            ["input:3: ", "`row`, vertices:", "a fraction"],
        ),
        (
            descriptor("vertices = \"many\""),
            ["input:3: ", "`row`, vertices: `many`", "decimal"],
        ),
        (
            descriptor("vertices = true"),
            ["input:3: ", "`row`, vertices:", "true or false"],
        ),
        (
            descriptor("vertices = 5_000_000_000"),
            ["input:3: ", "vertices: 5000000000", "at most 4294967295"],
        ),
        (
            descriptor("divisor = 3"),
            ["input:1: ", "`row`", "vertices is missing"],
        ),
        (
            descriptor("vertices = 70\n\ndivisor = 59652324"),
            ["input:5: ", "`row`, divisor", "at most 59652323"],
        ),
        (
            descriptor("vertices = 70\nrate = \"constant\"\ndivisor = 3"),
            ["input:5: ", "`row`, divisor", "`constant`"],
        ),
        (
            descriptor("vertices = 70\nrate = \"instance\"\ndivisor = 0"),
            ["input:5: ", "`row`, divisor", "at least 1"],
        ),
        (
            descriptor("vertices = 70\nrate = \"often\""),
            [
                "input:4: ",
                "`row`, rate: `often`",
                "vertex, instance, constant",
            ],
        ),
        (
            descriptor("vertices = 70\ninstances = 0"),
            ["input:4: ", "`row`, instances: 0", "at least 1"],
        ),
        (
            descriptor("vertices = 70\naddress = 0x41"),
            ["input:4: ", "`row`, address: address 0x41", "64"],
        ),
        (
            descriptor("vertices = 70\naddress = 0x100_0000_0000_0000"),
            ["input:4: ", "`row`, address", "56 bits"],
        ),
        (
            descriptor("vertices = 70\narch = \"v9\""),
            ["input:4: ", "`row`, arch", "V4 to V7"],
        ),
        (
            descriptor("vertices = 70\narch = 7"),
            ["input:4: ", "`row`, arch", "a number"],
        ),
        (
            descriptor("vertices = 70\narch = \"v5\"\nidvs = true"),
            ["input:5: ", "`row`, idvs", "V6 and later"],
        ),
        (
            descriptor("vertices = 70\nidvs = 1"),
            ["input:4: ", "`row`, idvs", "true or false"],
        ),
        (
            descriptor("vertices = 70\npadding = \"tigth\""),
            [
                "input:4: ",
                "`row`, padding: `tigth`",
                "did you mean `tight`?",
            ],
        ),
        (
            descriptor("vertices = 70\nrounding = \"round_down\""),
            ["input:4: ", "rounding: `round_down`", "`round-down`?"],
        ),
        (
            descriptor("vertices = 70\ndivizor = 3"),
            ["input:4: ", "`row`: unknown key `divizor`", "`divisor`?"],
        ),
        (
            descriptor("vertices = 70\nvertices = 71"),
            ["input:4: ", "duplicate key", "`vertices`"],
        ),
        (
            "[[attribute_buffer]]\nvertices = 70\n".into(),
            ["input:1: ", "attribute_buffer 1", "name is missing"],
        ),
        (
            "[[attribute_buffer]]\nname = 3\n".into(),
            ["input:2: ", "attribute_buffer 1, name", "a number"],
        ),
        (
            descriptor("vertices = 70") + &descriptor("vertices = 80"),
            ["input:5: ", "`row`, name", "line 2"],
        ),
        (
            "[attribute_buffer]\nname = \"row\"\n".into(),
            ["input:1: ", "[[attribute_buffer]]", "a table"],
        ),
        (
            "attribute_buffer = [1]\n".into(),
            ["input:1: ", "expected a table", "a number"],
        ),
        (
            "\narch = \"v8\"\n".into(),
            ["input:2: ", "arch: `v8`", "v4, v5"],
        ),
        (
            "arhc = \"v7\"\n".into(),
            ["input:1: ", "unknown key `arhc`", "`arch`?"],
        ),
        ("vertices = \n".into(), ["input:1: ", "expected", "string"]),
        (
            "{\"attribute_buffer\": [\n{\"name\": \"row\",\n\"vertices\": 0}]}".into(),
            ["input:3:13: ", "`row`, vertices", "1 to"],
        ),
        (
            "{\"attribute_buffer\": [\n{\"name\": \"row\",\n\"vertices\": 1e3}]}".into(),
            ["input:3:13: ", "`row`, vertices: `1e3`", "decimal"],
        ),
        (
            "{\"attribute_buffer\": [\n{\"name\": \"row\",\n\"vertices\": null}]}".into(),
            ["input:3:13: ", "`row`, vertices", "null"],
        ),
        (
            "{\"arch\": \"v7\",\n\"arch\": \"v6\"}".into(),
            ["input:2:1: ", "`arch`", "given twice"],
        ),
        (
            "{\"arch\": \"v7\",\n}".into(),
            ["input:2:1: ", "key must be", "a string"],
        ),
        (
            "{\"arch\": \"v7\"\n".into(),
            ["input:2:1: ", "EOF while parsing", "object"],
        ),
        (
            "{\"attribute_buffer\": [\n{\"name\": \"a\tb\", \"vertices\": 7}]}".into(),
            ["input:2:1", "control character", "string"],
        ),
        (
            "{\"attribute_buffer\":\n\u{a0}[]}".into(),
            ["input:2:1: ", "expected value", ""],
        ),
        (
            "{// no comments\n}".into(),
            ["input:1:2: ", "key must be", "a string"],
        ),
        (
            "arch = \"v9\"\n\n".to_owned() + &descriptor("vertices = 7"),
            ["input:1: ", "`row`, arch", "V4 to V7"],
        ),
    ] {
        let error = refuse(&manifest, &[]);
        assert_contains(&error, &parts);
        assert!(error.starts_with("error: standard input:"), "{error}");
    }
}

#[test]
fn files_are_named_in_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("draws.toml");
    fs::write(&path, "[[attribute_buffer]]\nname = \"a\"\nvertices = 0\n").unwrap();
    let path = path.to_str().unwrap();
    assert_contains(&failure(&["gen", path], 1), &[&format!("{path}:3: ")]);

    fs::write(path, b"\n\xff").unwrap();
    assert_contains(
        &failure(&["gen", path], 1),
        &[&format!("{path}:2: "), "UTF-8"],
    );

    let missing = folder.path().join("missing.toml");
    assert_contains(
        &failure(&["gen", missing.to_str().unwrap()], 1),
        &["cannot read", "missing.toml"],
    );
    assert_contains(&failure(&["gen"], 2), &["<FILE>"]);
    assert_contains(
        &failure(&["gen", path, "--emit", "pascal"], 2),
        &["--emit", "json", "rust"],
    );
}

#[test]
fn rust_compiles_and_has_the_words() {
    let manifest = r#"
        [[attribute_buffer]]
        name = "model_row0"
        vertices = 70
        divisor = 3
        [[attribute_buffer]]
        name = "mesh"
        vertices = 70
        [[attribute_buffer]]
        name = "colour"
        vertices = 60
        divisor = 2
        [[attribute_buffer]]
        name = "light"
        vertices = 60
        rate = "constant"
        [[attribute_buffer]]
        name = "size_"
        vertices = 60
        instances = 1
    "#;
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("draws.rs");
    let code = generate(manifest, &["--emit", "rust"]);
    assert_contains(
        &code,
        &["\npub static MODEL_ROW0: [u32; 8] = [\n", "Mali v7"],
    );
    let main = "
        fn main() {
            assert_eq!(MODEL_ROW0, [4, 0x2700_0000, 0, 0, 0x20, 0x17b4_25ed, 0, 3]);
            assert_eq!(MESH, [3, 0x8300_0000, 0, 0, 0, 0, 0, 0]);
            assert_eq!(COLOUR, [2, 0x0700_0000, 0, 0, 0, 0, 0, 0]);
            assert_eq!(LIGHT, [1, 0, 0, 0, 0, 0, 0, 0]);
            assert_eq!(SIZE_, [1, 0, 0, 0, 0, 0, 0, 0]);
        }
    ";
    fs::write(&source, code + main).unwrap();
    let program = folder.path().join("draws");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .args(["--edition", "2024", "-D", "warnings", "-o"])
        .arg(&program)
        .arg(&source)
        .status()
        .unwrap();
    assert!(compiled.success());
    assert!(Command::new(&program).status().unwrap().success());
}

#[test]
fn rust_names_are_identifiers_and_differ_in_upper_case() {
    let descriptor =
        |name: &str| format!("[[attribute_buffer]]\nname = \"{name}\"\nvertices = 70\n");
    let error = refuse(&descriptor("_"), &["--emit", "rust"]);
    assert_contains(
        &error,
        &[
            "input:2: ",
            "name: a Rust name is made of ASCII letters, digits and _, and is not _ alone",
        ],
    );
    for name in ["model row", "0row", "", "_", "a-b", "a\\u0000", "größe"] {
        let error = refuse(&descriptor(name), &["--emit", "rust"]);
        assert_contains(
            &error,
            &["input:2: ", "name: a Rust name is made of ASCII letters"],
        );
        generate(&descriptor(name), &["--emit", "json"]);
    }
    let error = refuse(
        &(descriptor("row") + &descriptor("Row")),
        &["--emit", "rust"],
    );
    assert_contains(
        &error,
        &["input:5: ", "`Row`, name", "`row` on line 2", "`ROW`"],
    );
    generate(&(descriptor("row") + &descriptor("Row")), &[]);
}
