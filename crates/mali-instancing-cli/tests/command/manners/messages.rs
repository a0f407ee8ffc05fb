//! Messages: on one line, about what was wrong, and nothing that moves a terminal's cursor.

use crate::{accept, assert_contains, refuse};

/// A red letter, a bell, a line end, and a turn of the direction.
const CONTROLS: &str = "a\u{1b}[31mb\u{7}\n\u{202e}c";
const ESCAPED: &str = "a\\u{1b}[31mb\\u{7}\\n\\u{202e}c";

/// What `gen` says of a manifest that it must refuse.
#[track_caller]
fn gen_refuses(manifest: String) -> String {
    refuse(&["gen", "-"], manifest, 1)
}

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
    let draw = "[[draw]]\nname = \"d\"\nvertices = 3\n";
    for message in [
        gen_refuses(text("draw", "vertices = 0")),
        refuse(
            &["gen", "-", "--emit", "rust"],
            text("draw", "vertices = 3"),
            1,
        ),
        gen_refuses(text("attribute", "buffer_index = 0\nformat = \"R32\"")),
        gen_refuses(format!("{draw}padding = \"{quoted}\"")),
        gen_refuses(format!("\"{quoted}\" = 3")),
        gen_refuses(format!(
            "{{\"draw\": [{{\"{quoted}\": 1, \"{quoted}\": 1}}]}}"
        )),
        refuse(&["varyings", "-"], text("varying", "type = \"vec5\""), 1),
        refuse(&["pad", CONTROLS], "", 2),
        refuse(&["decode", "--file", CONTROLS], "", 1),
        refuse(&["attr", "--vertices", "3", "--arch", CONTROLS], "", 2),
        refuse(&[CONTROLS], "", 2),
        refuse(&[&format!("--{CONTROLS}")], "", 2),
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
        gen_refuses(descriptor("draw", "vertices = 0")),
        gen_refuses(descriptor("draw", "vertices = 3").repeat(2)),
        gen_refuses(format!("{long} = 3")),
        gen_refuses(format!("[[draw]]\nname = \"d\"\nvertices = \"{long}\"")),
        gen_refuses(format!(
            "[[draw]]\nname = \"d\"\nvertices = {}",
            "9".repeat(5000)
        )),
        gen_refuses(format!(
            "[[attribute]]\nname = \"a\"\nbuffer_index = 0\nformat = \"{long}\""
        )),
        refuse(
            &["varyings", "-"],
            descriptor("varying", &format!("type = \"{long}\"")),
            1,
        ),
        refuse(&["pad", &long], "", 2),
        refuse(&["pad", &format!("{}..7", "9".repeat(5000))], "", 2),
        refuse(&["decode", &long], "", 2),
        refuse(&["trace", "--vertices", &long], "", 2),
        refuse(&["man", &long], "", 2),
    ] {
        assert_is_plain(&message);
        assert_contains(&message, &["…"]);
        // What is allowed is listed whole; what was wrong is cut.
        for letter in ["x", "9"] {
            assert!(!message.contains(&letter.repeat(80)), "{message:?}");
        }
    }
}

#[test]
fn deep_nesting_and_endless_numbers_are_errors() {
    let plan = |script: &str| refuse(&["plan", "-", "--json"], script, 1);
    let deep = "[".repeat(100_000);
    for deep in [&format!("{{\"call\": {deep}"), &deep] {
        assert_contains(
            &plan(&format!("call = {deep}")),
            &["error: standard input:1: "],
        );
        assert_contains(&plan(deep), &["error: standard input:1:"]);
    }
    let huge = "9".repeat(10_000);
    assert_contains(&plan(&format!("vertex_stream = {huge}")), &["too large"]);
    let draw = "[[call]]\nkind = \"draw\"\nmode = \"triangles\"\ncount = ";
    assert_contains(
        &plan(&format!("{draw}{huge}\nattributes = []\n")),
        &["input:4: "],
    );
}

/// Buffers of a draw, divisors of a trace, components of varyings.
#[test]
fn more_than_256_are_refused() {
    let many = |head: &str, count: u32, each: &str| {
        let each = (0..count).map(|number| each.replace('#', &number.to_string()));
        head.to_owned() + &each.collect::<String>()
    };
    let draw = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\n";
    let buffer = "[[vertex_input.buffers]]\nname = \"b#\"\nstride = 4\n";
    accept(&["gen", "-"], many(draw, 256, buffer));
    let message = gen_refuses(many(draw, 257, buffer));
    assert_contains(
        &message,
        &[
            ":773: ",
            "buffer `b256`, buffers: 257 buffers",
            "at most 256",
        ],
    );
    let varying = "[[varying]]\nname = \"v#\"\ntype = \"float\"\n";
    let registers = "registers = 64\n";
    accept(&["varyings", "-"], many(registers, 256, varying));
    let message = refuse(&["varyings", "-"], many(registers, 257, varying), 1);
    assert_contains(
        &message,
        &["input:771: varying `v256`: 257 varyings", "at most 256"],
    );
    let divisors = many("trace --vertices 3", 300, " --divisor #");
    let message = refuse(&divisors.split(' ').collect::<Vec<_>>(), "", 2);
    assert_contains(&message, &["--divisor: 300 buffers", "at most 256"]);
}
