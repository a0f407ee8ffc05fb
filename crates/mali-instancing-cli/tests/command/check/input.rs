//! What `check` says of a text that it cannot use, and how it prints.

use std::fs;

use mali_instancing::check::{Rule, Severity};

use super::{check, dump};
use crate::{assert_contains, command, output};

/// What is said of a text that cannot be checked, and what is printed besides.
fn refuse(text: impl Into<Vec<u8>>, arguments: &[&str]) -> (String, String) {
    let assert = command(&["check", "-"])
        .args(arguments)
        .write_stdin(text)
        .assert()
        .code(1);
    let output = assert.get_output();
    (
        String::from_utf8(output.stderr.clone()).unwrap(),
        String::from_utf8(output.stdout.clone()).unwrap(),
    )
}

#[test]
fn a_text_that_is_none_of_ours() {
    for text in ["", "\n\n", "hello\nworld\n", "State:\n  Shader:\n"] {
        let (message, _) = refuse(text, &[]);
        assert_contains(
            &message,
            &[
                "standard input:1: ",
                "neither a dump nor a manifest",
                "`Job Header`",
                "[[vertex_input]]",
            ],
        );
    }
    let (message, _) = refuse(vec![b'\n', 0xff, 0], &[]);
    assert_contains(&message, &["standard input:2: this is not UTF-8"]);
    let (message, _) = refuse("[[draw]]\nname = \"cube\"\nvertices = 3\n", &[]);
    assert_contains(&message, &["no [[vertex_input]]"]);
    let (message, _) = refuse("[[vertex_input]]\nname = \"cube\"\n", &[]);
    assert_contains(&message, &["standard input:1: ", "arch is missing"]);
}

/// Wherever a dump is cut, its draw is checked or said to be cut, and nothing is made up.
#[test]
fn a_dump_that_is_cut() {
    for (name, whole) in [
        ("22.3.6/g52-05", "Size Y shift: 0"),
        ("22.3.6/g52-05", "  Offset start: "),
        ("25.0.7/t860-03", "Vertex Job Payload:"),
        ("25.0.7/g57-02", "Table: 2"),
        ("25.0.7/g610-01", "Index count: "),
    ] {
        let text = dump(name);
        let begin = text.find(whole).unwrap_or_else(|| panic!("{name}"));
        let lines: Vec<&str> = text[..begin].lines().collect();
        let (message, printed) = refuse(lines.join("\n"), &["--arch", arch(name)]);
        assert_contains(
            &message,
            &["only the beginning of this draw", "print it whole"],
        );
        assert_contains(&printed, &["0 draws in 1 file"]);
    }
}

fn arch(name: &str) -> &'static str {
    match name.split(['/', '-']).nth(1).unwrap() {
        "t860" => "v5",
        "g52" => "v7",
        "g57" => "v9",
        _ => "v10",
    }
}

#[test]
fn an_architecture_that_the_dump_does_not_tell() {
    let text: String = dump("22.3.6/t860-02")
        .split_inclusive('\n')
        .filter(|line| !line.trim_start().starts_with("Legacy Blend Shader"))
        .collect();
    let (message, _) = refuse(&*text, &[]);
    assert_contains(&message, &["of Mali V4 or V5", "say it with --arch"]);
    let checked = command(&["check", "-", "--json", "--arch", "v5"])
        .write_stdin(text)
        .output()
        .unwrap();
    let checked: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(checked["draws"][0]["arch"], "v5");
}

#[test]
fn an_architecture_that_the_dump_denies() {
    let (message, _) = refuse(dump("22.3.6/g52-05"), &["--arch", "v9"]);
    assert_contains(&message, &["--arch v9: this line is of Mali V7"]);
    let both = dump("22.3.6/g52-05") + &dump("22.3.6/g72-05");
    let (message, _) = refuse(both, &[]);
    assert_contains(&message, &["two dumps are mixed here", "a file for each"]);
}

#[test]
fn two_dumps_of_one_chip_can_be_in_a_file() {
    let checked = check(&(dump("22.3.6/g52-05") + &dump("22.3.6/g52-04")));
    assert_eq!(checked["totals"]["draws"], 2);
    assert_eq!(checked["totals"]["notes"], 3);
}

#[test]
fn a_file_that_cannot_be_used_does_not_hide_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("good.txt", &dump("22.3.6/g52-05"));
    write("bad.txt", "hello\n");
    let assert = command(&["check", "missing.txt", "bad.txt", "good.txt"])
        .current_dir(folder.path())
        .assert()
        .code(1);
    let printed = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_contains(
        &printed,
        &[
            "good.txt:1: Mali V7, 105 vertices, 1 instance",
            "1 draw in ",
        ],
    );
    assert_contains(&said, &["cannot read missing.txt", "bad.txt:1: "]);
}

/// The gap before a pair can look like the first half of another one. The printer takes the first half
/// of the pair for the second half of that, and prints half of it.
#[test]
fn a_descriptor_that_the_printer_swallowed_is_not_checked() {
    let text = dump("25.0.7/t620-00");
    let gap = "  Pointer: 0xefff6ec0
  Stride: 16
  Size: 67105188
  Divisor: 72
  Divisor R: 3
  Divisor P: 4
  Divisor E: 0
";
    let pair = "\
Attribute:
  Special: XXX: INVALID
  Type: 1D NPOT Divisor
  Pointer: 0xf3ff7a80
  Stride: 6
  Size: 67106176
  Divisor: 201326592
  Divisor R: 26
  Divisor P: 1
  Divisor E: 1
  Type: Continuation
  Divisor Numerator: 268435437
  Divisor: 1657009
";
    let halves = "  Type: XXX: INVALID
  Divisor Numerator: 973078528
  Divisor: 67106176
Attribute:
  Special: XXX: INVALID
  Type: Continuation
  Pointer: 0xfffed00000000
  Stride: 0
  Size: 1657009
  Divisor: 1
  Divisor R: 15
  Divisor P: 0
  Divisor E: 0
";
    let before = format!("  Type: 1D Modulus\n{gap}{pair}");
    assert!(text.contains(&before));
    let swallowed = format!("  Type: 1D NPOT Divisor\n{gap}{halves}");
    let checked = check(&text.replace(&before, &swallowed));
    let draw = &checked["draws"][0];
    assert_eq!(draw["unchecked_attributes"], serde_json::json!([1]));
    assert_eq!(draw["findings"], serde_json::json!([]));
}

#[test]
fn a_finding_is_explained_as_a_compiler_would() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g72.txt"), dump("22.3.6/g72-03")).unwrap();
    let assert = command(&["check", "g72.txt"])
        .current_dir(folder.path())
        .assert()
        .code(1)
        .stderr("");
    let printed = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert_eq!(
        printed,
        "\
g72.txt:1: Mali V6, 89 vertices, 225 instances, 3 attributes: 1 error

error[out-of-bounds]: attribute 1: an element that is read is not within its buffer
   --> g72.txt:305:3
    |
305 |   Size: 64
    |   ^^^^^^^^ size 64: should be 3608 at least
    |
    = note: element 224 is read, and ends at byte 3608 of a buffer of 64
    = note: what lies beside the buffer is read, or zeros are
    = help: make the buffer larger, or the draw smaller; is the size that of the whole buffer?

1 draw in 1 file: 1 error
"
    );
}

/// `docs/checking.md` has the rules in the order of their findings.
#[test]
fn the_page_has_every_rule() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/checking.md");
    let page = fs::read_to_string(page).unwrap();
    let rows: String = Rule::ALL
        .iter()
        .map(|rule| {
            let severity = match rule.severity() {
                Severity::Error => "error",
                Severity::Note => "note",
            };
            format!("| `{rule}` | {severity} | {} |\n", rule.description())
        })
        .collect::<Vec<_>>()
        .concat();
    assert!(page.contains(&rows), "the page should have:\n{rows}");
}

#[test]
fn notes_are_no_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t620.txt");
    fs::write(&path, dump("25.0.7/t620-00")).unwrap();
    let printed = output(&["check", path.to_str().unwrap()]);
    assert_contains(
        &printed,
        &[
            "note[rounding]: attribute 1: ",
            "1 draw in 1 file: 1 note\n",
        ],
    );
}
