//! What `check` says of dumps that it cannot use.

use super::{check, dump};
use crate::{assert_contains, command, finish};

/// What is said of a text that cannot be checked, and what is printed besides.
#[track_caller]
fn refuse(text: impl AsRef<[u8]>, arguments: &[&str]) -> (String, String) {
    let (code, printed, said) = finish(command(&["check", "-"]).args(arguments), text);
    assert_eq!(code, 1, "{said}");
    (said, String::from_utf8(printed).unwrap())
}

#[test]
fn a_text_that_is_not_utf_8() {
    let (message, _) = refuse([b'\n', 0xff, 0], &[]);
    assert_contains(&message, &["standard input:2: this is not UTF-8"]);
    let message = crate::refuse(&["gen", "-"], [b'\n', 0xff], 1);
    assert_contains(&message, &["standard input:2: this is not UTF-8"]);
}

/// Wherever a dump is cut, its draw is checked or said to be cut, and nothing is made up.
#[test]
fn a_dump_that_is_cut() {
    for (name, arch, whole) in [
        ("22.3.6/g52-05", "v7", "Size Y shift: 0"),
        ("22.3.6/g52-05", "v7", "  Offset start: "),
        ("25.0.7/t860-03", "v5", "Vertex Job Payload:"),
        ("25.0.7/g57-02", "v9", "Table: 2"),
        ("25.0.7/g610-01", "v10", "Index count: "),
    ] {
        let text = dump(name);
        let (begin, _) = text.split_once(whole).unwrap();
        let (message, printed) = refuse(begin.trim_end_matches('\n'), &["--arch", arch]);
        let parts = ["only the beginning of this draw", "print it whole"];
        assert_contains(&message, &parts);
        assert_contains(&printed, &["0 draws in 1 file"]);
    }
}

#[test]
fn an_architecture_that_the_dump_does_not_tell() {
    let dump = dump("22.3.6/t860-02");
    let lines = dump.split_inclusive('\n');
    let text: String = lines
        .filter(|line| !line.trim_start().starts_with("Legacy Blend Shader"))
        .collect();
    let (message, _) = refuse(&text, &[]);
    assert_contains(&message, &["of Mali V4 or V5", "say it with --arch"]);
    let checked = crate::json(&["check", "-", "--json", "--arch", "v5"], &text);
    assert_eq!(checked["draws"][0]["arch"], "v5");
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
