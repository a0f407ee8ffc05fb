//! Messages: on one line, about what was wrong, and nothing that moves a terminal's cursor.

use crate::{accept, assert_contains, refuse};

/// A red letter, a bell, a line end, and a turn of the direction.
const CONTROLS: &str = "a\u{1b}[31mb\u{7}\n\u{202e}c";
const ESCAPED: &str = "a\\u{1b}[31mb\\u{7}\\n\\u{202e}c";

/// Command lines, and the manifests that they read, where `@` is something wrong.
const WRONG: &str = r#"
gen - < [[draw]]\nname = "@"\nvertices = 0
gen - --emit rust < [[draw]]\nname = "@-"\nvertices = 3
gen - < [[attribute]]\nname = "@"\nbuffer_index = 0\nformat = "R32"
gen - < [[attribute]]\nname = "a"\nbuffer_index = 0\nformat = "@"
gen - < [[draw]]\nname = "d"\nvertices = 3\npadding = "@"
gen - < [[draw]]\nname = "d"\nvertices = "@"
gen - < "@" = 3
gen - < {"draw": [{"@": 1, "@": 1}]}
varyings - < [[varying]]\nname = "@"\ntype = "vec5"
varyings - < [[varying]]\nname = "a"\ntype = "@"
pad @
trace --vertices @
attr --vertices 3 --arch @
man @
@
--@"#;

/// The errors for something wrong, which a manifest quotes, with nothing that moves a cursor.
fn said_of(wrong: &str, quoted: &str) -> impl Iterator<Item = String> {
    WRONG.trim_start().lines().map(move |line| {
        let (command, manifest) = line.split_once(" <").unwrap_or((line, ""));
        let arguments: Vec<_> = command
            .split(' ')
            .map(|word| word.replace('@', wrong))
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let manifest = manifest.replace("\\n", "\n").replace('@', quoted);
        let message = refuse(&arguments, manifest, if line.contains('<') { 1 } else { 2 });
        assert!(message.starts_with("error: "), "{message:?}");
        let moves = |letter: char| letter.is_control() || letter == '\u{202e}';
        assert!(!message.replace('\n', "").contains(moves), "{message:?}");
        message
    })
}

#[test]
fn control_characters_are_escaped() {
    let quoted = "a\\u001b[31mb\\u0007\\n\u{202e}c";
    let path = refuse(&["decode", "--file", CONTROLS], "", 1);
    for message in said_of(CONTROLS, quoted).chain([path]) {
        assert_contains(&message, &[ESCAPED]);
    }
}

#[test]
fn what_was_wrong_is_quoted_within_a_line() {
    for letter in ["x", "9"] {
        let long = letter.repeat(5000);
        for message in said_of(&long, &long) {
            // What is allowed is listed whole; what was wrong is cut.
            assert!(
                message.contains('…') && !message.contains(&letter.repeat(80)),
                "{message:?}"
            );
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
    assert_contains(&plan(&format!("ring = {huge}")), &["too large"]);
    let draw = "[[call]]\nkind = \"draw\"\nmode = \"triangles\"\ncount = ";
    assert_contains(
        &plan(&format!("{draw}{huge}\nattributes = []\n")),
        &["input:4: "],
    );
}

/// Buffers of a draw, divisors of a trace, components of varyings.
#[test]
fn more_buffers_and_varyings_than_fit_are_refused() {
    let many = |head: &str, count: u32, each: &str| {
        let each = (0..count).map(|number| each.replace('#', &number.to_string()));
        head.to_owned() + &each.collect::<String>()
    };
    let draw = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\n";
    let buffer = "[[vertex_input.buffers]]\nname = \"b#\"\nstride = 4\n";
    accept(&["gen", "-"], many(draw, 32, buffer));
    let message = refuse(&["gen", "-"], many(draw, 33, buffer), 1);
    assert_contains(
        &message,
        &[":101: ", "buffer `b32`, buffers: 33 buffers", "at most 32"],
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
    assert_contains(&message, &["--divisor: 300 buffers", "at most 32"]);
}

#[test]
fn bytes_that_are_no_words_are_refused() {
    let arguments = ["decode", "--file", "-"];
    assert_eq!(
        accept(&arguments, [1, 0, 0, 0].repeat(4)),
        accept(&["decode", "1", "1", "1", "1"], "")
    );
    let message = refuse(&arguments, [1, 0, 0], 1);
    assert_contains(
        &message,
        &[
            "standard input has 3 bytes",
            "which is not a multiple of four",
        ],
    );
}
