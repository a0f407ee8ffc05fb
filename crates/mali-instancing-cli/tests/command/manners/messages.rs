//! Messages: on one line, about what was wrong, and nothing that moves a terminal's cursor.

use std::fs;

use crate::{assert_contains, command, failure, refuse, refuse_after};

/// A red letter, a bell, a line end, and a turn of the direction.
const CONTROLS: &str = "a\u{1b}[31mb\u{7}\n\u{202e}c";
const ESCAPED: &str = "a\\u{1b}[31mb\\u{7}\\n\\u{202e}c";

#[track_caller]
fn assert_is_plain(message: &str) {
    assert!(message.starts_with("error: "), "{message:?}");
    let text = message.replace('\n', "");
    assert!(
        !text.contains(|letter: char| letter.is_control()),
        "{message:?}"
    );
    assert!(!text.contains('\u{202e}'), "{message:?}");
}

#[test]
fn control_characters_are_escaped() {
    let quoted = CONTROLS
        .replace('\u{1b}', "\\u001b")
        .replace('\u{7}', "\\u0007")
        .replace('\n', "\\n");
    let text = |key: &str, rest: &str| format!("[[{key}]]\nname = \"{quoted}\"\n{rest}\n");
    for message in [
        refuse(&text("draw", "vertices = 0"), &[]),
        refuse(&text("draw", "vertices = 3"), &["--emit", "rust"]),
        refuse(
            &text("attribute", "buffer_index = 0\nformat = \"R32\""),
            &[],
        ),
        refuse(
            &format!("[[draw]]\nname = \"d\"\nvertices = 3\npadding = \"{quoted}\""),
            &[],
        ),
        refuse(&format!("\"{quoted}\" = 3"), &[]),
        refuse(
            &format!("{{\"draw\": [{{\"{quoted}\": 1, \"{quoted}\": 1}}]}}"),
            &[],
        ),
        refuse_after("varyings", &text("varying", "type = \"vec5\""), &[], ""),
        failure(&["pad", CONTROLS], 2),
        failure(&["decode", "--file", CONTROLS], 1),
        failure(&["attr", "--vertices", "3", "--arch", CONTROLS], 2),
        failure(&[CONTROLS], 2),
        failure(&[&format!("--{CONTROLS}")], 2),
    ] {
        assert_is_plain(&message);
        assert_contains(&message, &[ESCAPED]);
    }
}

#[test]
fn what_was_wrong_is_quoted_within_a_line() {
    let long = "x".repeat(5000);
    let descriptor = |key: &str, rest: &str| format!("[[{key}]]\nname = \"{long}\"\n{rest}\n");
    for message in [
        refuse(&descriptor("draw", "vertices = 0"), &[]),
        refuse(
            &(descriptor("draw", "vertices = 3") + &descriptor("draw", "vertices = 3")),
            &[],
        ),
        refuse(&format!("{long} = 3"), &[]),
        refuse(
            &format!("[[draw]]\nname = \"d\"\nvertices = \"{long}\""),
            &[],
        ),
        refuse(
            &format!("[[draw]]\nname = \"d\"\nvertices = {}", "9".repeat(5000)),
            &[],
        ),
        refuse(
            &format!("[[attribute]]\nname = \"a\"\nbuffer_index = 0\nformat = \"{long}\""),
            &[],
        ),
        refuse_after(
            "varyings",
            &descriptor("varying", &format!("type = \"{long}\"")),
            &[],
            "",
        ),
        failure(&["pad", &long], 2),
        failure(&["pad", &format!("{}..7", "9".repeat(5000))], 2),
        failure(&["decode", &long], 2),
        failure(&["trace", "--vertices", &long], 2),
        failure(&["man", &long], 2),
    ] {
        assert_is_plain(&message);
        assert_contains(&message, &["…"]);
        // What is allowed is listed whole; what was wrong is cut.
        for letter in ["x", "9"] {
            assert!(!message.contains(&letter.repeat(80)), "{message:?}");
        }
    }
}

/// JSON that a program wrote is often one line.
#[test]
fn an_error_in_json_has_a_column() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("draws.json");
    let json = "{\"draw\": [{\"name\": \"größe\", \"vertices\": 0}]}";
    fs::write(&path, json).unwrap();
    let column = json.chars().position(|letter| letter == '0').unwrap() + 1;
    let message = failure(&["gen", path.to_str().unwrap()], 1);
    assert_contains(
        &message,
        &[&format!(
            "draws.json:1:{column}: draw `größe`, vertices: 0 "
        )],
    );

    for (json, place) in [
        ("{\"a\": }", "1:7: "),
        ("{\n \"a\": 1,\n x}", "3:2: "),
        ("{\"é\": tru}", "1:"),
    ] {
        for subcommand in ["gen", "varyings", "plan"] {
            let assert = command(&[subcommand, "-"])
                .write_stdin(json)
                .assert()
                .code(1);
            let message = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
            assert!(
                message.starts_with(&format!("error: standard input:{place}")),
                "{message}"
            );
        }
    }
    // TOML has its lines.
    assert_contains(
        &refuse("[[draw]]\nname = \"d\"\nvertices = 0", &[]),
        &["input:3: draw `d`"],
    );
}
