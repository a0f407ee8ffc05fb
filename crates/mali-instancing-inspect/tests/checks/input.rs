//! The errors of dumps that cannot be used.

use mali_instancing::Arch;
use mali_instancing_inspect::check::CheckedDraws;

use super::changed::change;
use super::dumps::names;
use super::{assert_contains, check, checked, dump};

/// The errors in a text that has one at least, and what is printed besides.
#[track_caller]
fn refuse(text: &str, arch: Option<Arch>) -> (String, String) {
    let (draws, errors) = checked(text, arch);
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(!errors.is_empty());
    (errors.join("\n"), draws.to_string())
}

#[test]
fn a_manifest_that_is_not_utf_8() {
    let error = CheckedDraws::source("cube.toml", vec![b'\n', 0xff, 0]).unwrap_err();
    assert_eq!(error.to_string(), "cube.toml:2: this is not UTF-8");
}

/// Wherever a dump is cut, its draw is checked or said to be cut, and nothing is made up.
#[test]
fn a_dump_that_is_cut() {
    for (name, arch, whole) in [
        ("22.3.6/g52-05", Arch::V7, "Invocation ("),
        ("25.0.7/t860-03", Arch::V5, "Vertex Job Payload:"),
        ("25.0.7/g57-02", Arch::V9, "Table: 2"),
        ("25.0.7/g610-01", Arch::V10, "Index count: "),
    ] {
        let text = dump(name);
        let (begin, _) = text.split_once(whole).unwrap();
        let (message, printed) = refuse(begin.trim_end_matches('\n'), Some(arch));
        let parts = ["only the beginning of this draw", "give the whole dump"];
        assert_contains(&message, &parts);
        assert_contains(&printed, &["0 draws in 1 file"]);
    }
}

/// The lines of a dump without those that begin with one of these.
fn without(name: &str, begins: &[&str]) -> String {
    let text = dump(name);
    let lines = text.split_inclusive('\n');
    let begins = |line: &&str| {
        begins
            .iter()
            .any(|begin| line.trim_start().starts_with(begin))
    };
    lines.filter(|line| !begins(line)).collect()
}

#[test]
fn an_architecture_that_the_dump_does_not_tell() {
    let text = without("25.0.7-trimmed/g72-03", &["Secondary shader: "]);
    let (message, _) = refuse(&text, None);
    assert_contains(&message, &["of Mali V4 or V5 or V6", "name it with --arch"]);
    let (draws, errors) = checked(&text, Some(Arch::V6));
    assert_eq!(errors, []);
    let json = serde_json::to_value(&draws).unwrap();
    assert_eq!(json["draws"][0]["arch"], "v6");
}

/// Only the state of blending differs, and a check of vertex input finds the same on both.
#[test]
fn a_dump_of_v4_or_v5_is_one_of_v4() {
    let names = names().into_iter();
    for name in names.filter(|name| name.contains("/t620") || name.contains("/t860")) {
        let text = without(&name, &["Blend Equation:", "Legacy Blend Shader: "]);
        let [unnamed, v4, v5] = [None, Some(Arch::V4), Some(Arch::V5)].map(|arch| {
            let (draws, errors) = checked(&text, arch);
            assert_eq!(errors, [], "{name}");
            serde_json::to_string(&draws).unwrap()
        });
        assert_eq!(unnamed, v4, "{name}");
        assert_eq!(v4.replace("\"v4\"", "\"v5\""), v5, "{name}");
    }
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

/// A number that the printer cannot have printed of such a field is an error, and what has it is not checked.
#[test]
fn a_number_that_its_field_cannot_hold() {
    for (name, line, old, new, part, message) in [
        (
            "22.3.6/g52-05",
            302,
            "0",
            "512",
            "attribute 0",
            "buffer index 512: 0 to 511 are allowed",
        ),
        (
            "22.3.6/g72-03",
            297,
            "1",
            "3",
            "attribute 0",
            "divisor E 3: 0 to 1 are allowed",
        ),
        (
            "22.3.6/g72-03",
            299,
            "1517555111",
            "-1517555111111",
            "attribute 0",
            "this is not a number of 32 bits",
        ),
        (
            "25.0.7/t620-00",
            1138,
            "72",
            "17",
            "draw",
            "instance size 17: an odd number up to 15 times a power of two",
        ),
    ] {
        let changed = change(name, line, old, new);
        let (said, printed) = refuse(&changed, None);
        assert_contains(&said, &[&format!("dump.txt:{line}: {message}")]);
        assert_contains(
            &printed,
            &[&format!("{part} is not checked: line {line}: {message}")],
        );
    }
}

/// The shader's instructions read attributes 0 to 2. If its state has another number of attributes, a heading is lost.
#[test]
fn a_number_of_attributes_that_is_wrong_leaves_out_all_that_are_read() {
    for count in ["2", "4", "63", "64", "4294967296", "18446744073709551615"] {
        let checked = check(&change("22.3.6/g72-03", 160, "3", count));
        let draw = &checked["draws"][0];
        assert_eq!(draw["attributes"], 0);
        let reason = format!("the shader has {count} attributes, and the dump 3");
        assert_eq!(draw["unread"][0]["reason"], reason);
        let unchecked = &draw["unchecked_attributes"];
        assert_eq!(*unchecked, serde_json::json!([0, 1, 2]), "{count}");
    }
}

/// Newer printers write a sign.
#[test]
fn a_negative_offset_start_is_not_0() {
    let zero = check(&dump("25.0.7/g52-04"));
    let negative = check(&change("25.0.7/g52-04", 356, "0", "-5"));
    assert_ne!(
        zero["draws"][0]["findings"],
        negative["draws"][0]["findings"]
    );
    let unsigned = check(&change("25.0.7/g52-04", 356, "0", "4294967291"));
    assert_eq!(unsigned, negative);
}
