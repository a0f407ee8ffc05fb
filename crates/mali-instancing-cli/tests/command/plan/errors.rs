//! `plan`: scripts that cannot be used, and calls that cannot be done.

use std::fs;

use serde_json::{Value, json};

use super::calls::{buffer, draw};
use crate::{assert_contains, command, failure, refuse_after};

pub(crate) fn refuse(script: &str) -> String {
    refuse_after("plan", script, &["--json"], "")
}

/// What is printed, and what is said on stderr, of a script in which a call cannot be done.
pub(crate) fn fail(script: &str, arguments: &[&str]) -> (String, String) {
    let assert = command(&["plan", "-"])
        .args(arguments)
        .write_stdin(script)
        .assert()
        .code(1);
    let output = assert.get_output();
    let [stdout, stderr] = [&output.stdout, &output.stderr];
    [stdout, stderr]
        .map(|bytes| String::from_utf8(bytes.clone()).unwrap())
        .into()
}

#[test]
fn an_error_names_the_line_and_the_key() {
    let head = |line: &str| format!("\n{line}\n");
    let fill = |keys: &str| buffer("b", keys);
    let call = |kind: &str, keys: &str| {
        fill("size = 64\nusage = \"static\"") + &format!("[[call]]\nkind = \"{kind}\"\n{keys}\n")
    };
    let attribute = |keys: &str| draw("count = 1", &[keys]);
    let elements = |keys: &str| draw(&format!("indices = {{{keys}}}"), &[]);
    for (script, parts) in [
        (head("arch = \"v8\""), ["input:2: arch: `v8`", "v4, v5"]),
        (
            head("arc = \"v7\""),
            ["input:2: unknown key `arc`", "did you mean `arch`?"],
        ),
        (
            head("when_full = \"waits\""),
            ["input:2: when_full:", "did you mean `wait`?"],
        ),
        (
            head("when_full = 1"),
            ["input:2: when_full:", "expected a string"],
        ),
        (
            head("robust_access = 1"),
            ["input:2: robust_access:", "expected true or false"],
        ),
        (
            head("vertex_stream = 0"),
            ["input:2: vertex_stream: 0 bytes", "at least 1"],
        ),
        (
            head("index_stream = 0x1000_0000_0000_0000"),
            [
                "input:2: index_stream:",
                "1152921504606846976 bytes are too many: at most 67108864",
            ],
        ),
        (
            head("index_stream = -1"),
            ["input:2: index_stream: -1", "below 0"],
        ),
        (
            head("call = 1"),
            ["input:2: call: expected an array of tables", "[[call]]"],
        ),
        (
            head("call = [1]"),
            ["input:2: call: expected a table", "found a number"],
        ),
        (head("[[call]]"), ["input:2: call 1, kind is missing", ""]),
        (
            head("[[call]]\nkind = \"drawn\""),
            ["input:3: call 1, kind: `drawn`", "`draw`?"],
        ),
        (
            fill("usage = \"static\""),
            ["input:1: call 1, size is missing", ""],
        ),
        (fill("size = 1"), ["input:1: call 1, usage is missing", ""]),
        (
            fill("size = 0\nusage = \"static\""),
            ["input:4: call 1, size: 0 bytes", "at least 1"],
        ),
        (
            fill("size = 0x1000_0000_0000_0000\nusage = \"static\""),
            [
                "input:4: call 1, size: 1152921504606846976 bytes",
                "at most 268435456",
            ],
        ),
        (
            fill("size = 1\nusage = \"often\""),
            ["input:5: call 1, usage:", "dynamic, stream"],
        ),
        (
            fill("sise = 1"),
            [
                "input:4: call 1: unknown key `sise`",
                "did you mean `size`?",
            ],
        ),
        (
            fill("data = [1]"),
            ["input:1: call 1, index_type is missing", ""],
        ),
        (
            fill("index_type = \"u8\"\ndata = [1,\n256]"),
            ["input:5: call 1, data: 256 is too large", "at most 255"],
        ),
        (
            fill("index_type = \"u16\"\ndata = [1, 2]\nsize = 3"),
            [
                "input:6: call 1, size: 3 bytes",
                "fewer than the 4 of `data`",
            ],
        ),
        (
            fill("index_type = \"u16\"\ndata = 1"),
            ["input:5: call 1, data: expected an array", "found a number"],
        ),
        (
            fill("size = 2\nusage = \"static\"\naddress = 0xffff_ffff_ffff_ffff"),
            [
                "input:1: call 1, buffer-data b: 2 bytes",
                "pass the end of 64-bit addresses",
            ],
        ),
        (
            call("delete", "buffer = \"c\""),
            ["input:8: call 2, buffer: `c` is unknown", "known: b"],
        ),
        (
            call("delete", "buffer = \"b\"") + "[[call]]\nkind = \"delete\"\nbuffer = \"b\"\n",
            [
                "input:11: call 3, buffer: `b` is deleted",
                "no call since then makes it again",
            ],
        ),
        (
            "[[call]]\nkind = \"delete\"\nbuffer = \"b\"\n".to_owned(),
            [
                "input:3: call 1, buffer: `b` is unknown",
                "no call before this one makes a buffer",
            ],
        ),
        (
            call("complete", "through = 1"),
            ["input:8: call 2, through:", "no submission 1"],
        ),
        (
            draw("count = 1", &[]) + "[[call]]\nkind = \"complete\"\nthrough = 2\n",
            [
                "input:8: call 2, through: 2 is no submission so far",
                "1 to 1",
            ],
        ),
        (
            call("discard", "stream = \"vertices\""),
            ["input:8: call 2, stream:", "did you mean `vertex`?"],
        ),
        (
            draw("count = 1\nsubmission = 2", &[]) + &draw("count = 1\nsubmission = 1", &[]),
            [
                "input:11: call 2, submission: 1 is before the last",
                "at least 2",
            ],
        ),
        (
            draw(
                "count = 1",
                &[
                    "name = \"a\", constant = [1]",
                    "name = \"a\", constant = [1]",
                ],
            ),
            [
                "input:5: call 1, attribute 1, name: another attribute is called `a`",
                "",
            ],
        ),
        (draw("", &[]), ["input:1: call 1, count is missing", ""]),
        (
            draw("count = 1.5", &[]),
            ["input:4: call 1, count:", "a fraction"],
        ),
        (
            draw("count = 4294967296", &[]),
            ["input:4: call 1, count:", "at most 4294967295"],
        ),
        (
            draw(
                "count = 1\nindices = {index_type = \"u8\", data = [1]}",
                &[],
            ),
            [
                "input:4: call 1, count: `indices` say what is drawn",
                "leave it out",
            ],
        ),
        (
            draw("indices = 1", &[]),
            ["input:4: call 1, indices: expected a table", "a number"],
        ),
        (
            elements("count = 1"),
            ["input:4: call 1, indices, index_type is missing", ""],
        ),
        (
            elements("index_type = \"u8\""),
            ["input:4: call 1, indices, buffer, or data, is missing", ""],
        ),
        (
            elements("index_type = \"u9\", data = [1]"),
            ["input:4: call 1, indices, index_type: `u9`", "u8, u16, u32"],
        ),
        (
            elements("index_type = \"u8\", data = [1, 2], count = 2, offset = 1"),
            [
                "input:4: call 1, indices, data: `data` has 1 indices",
                "from byte 1 on",
            ],
        ),
        (
            elements("index_type = \"u8\", data = [1], base = 2"),
            [
                "input:4: call 1, indices: unknown key `base`",
                "`base_vertex`?",
            ],
        ),
        (
            attribute("format = \"R8_UNORM\""),
            [
                "input:5: call 1, attribute 0, buffer, client, constant or id is missing",
                "",
            ],
        ),
        (
            attribute("buffer = \"b\", format = \"R8_UNORM\""),
            ["input:5: call 1, attribute 0, buffer: `b` is unknown", ""],
        ),
        (
            attribute("client = \"c\", format = \"R32G32_FIX\""),
            [
                "input:5: call 1, attribute 0, format:",
                "did you mean `R32G32_FIXED`?",
            ],
        ),
        (
            attribute("client = \"c\", constant = [1]"),
            [
                "input:5: call 1, attribute 0, constant: does not go with `client`",
                "leave one of both out",
            ],
        ),
        (
            attribute("client = \"c\", format = \"R8_UNORM\", rate = \"constant\", divisor = 1"),
            [
                "input:5: call 1, attribute 0, divisor: 1 does not go with the rate `constant`",
                "leave it out",
            ],
        ),
        (
            attribute("constant = []"),
            [
                "input:5: call 1, attribute 0, constant: 0 components",
                "1 to 4",
            ],
        ),
        (
            attribute("constant = [1, 2, 3, 4, 5]"),
            [
                "input:5: call 1, attribute 0, constant: 5 components",
                "1 to 4",
            ],
        ),
        (
            attribute("constant = [0.5], type = \"uint\""),
            [
                "input:5: call 1, attribute 0, constant:",
                "found a fraction",
            ],
        ),
        (
            attribute("id = \"draw\""),
            ["input:5: call 1, attribute 0, id:", "vertex, instance"],
        ),
        (
            draw("count = 1", &[]).replace("attributes = []", "attributes = \"none\""),
            [
                "input:5: call.attributes: expected an array of tables",
                "[[call.attributes]]",
            ],
        ),
        ("arch = \n".to_owned(), ["input:1: ", ""]),
    ] {
        let error = refuse(&script);
        assert_contains(&error, &parts);
        assert_contains(&error, &["error: standard "]);
    }
}

/// GL refuses a call and goes on with the next, and so does a script: what is refused has no number
/// of the GPU's work, nothing is copied for it, and all of them are named.
#[test]
fn calls_that_cannot_be_done_are_named_and_the_script_goes_on() {
    let attribute = "name = \"a\", buffer = \"b\", format = \"R32G32_SFLOAT\"";
    let script = buffer("b", "size = 64\nusage = \"static\"\naddress = 0x1000")
        + &draw(
            "count = 9",
            &["client = \"c\", format = \"R8_UNORM\"", attribute],
        )
        + "[[call]]\nkind = \"buffer-sub-data\"\nbuffer = \"b\"\noffset = 60\nsize = 8\n"
        + &draw(
            "indices = {buffer = \"b\", index_type = \"u16\", count = 33}",
            &[],
        )
        + &draw("count = 0", &[])
        + &draw("count = 8", &[attribute]);
    let refusals = [
        (
            11,
            "call 2, draw 1",
            "attribute 1 ends at byte 72, past the end of its buffer: it has 64",
        ),
        (
            12,
            "call 3, buffer-sub-data b",
            "byte 68 is past the end of the buffer: it has 64",
        ),
        (
            20,
            "call 4, draw 2",
            "the indices end at byte 66, past the end of their buffer: it has 64",
        ),
    ];
    let expected: String = refusals
        .map(|(line, call, reason)| format!("error: standard input:{line}: {call}: {reason}\n"))
        .concat();
    let (text, stderr) = fail(&script, &[]);
    assert_eq!(stderr, expected);
    assert_contains(
        &text,
        &[
            "line 7, draw 1: triangles, not drawn\n  error  attribute 1 ends at byte 72, ",
            "line 27, draw 4: triangles, vertices 0 to 7, 1 instance\n  reads  from",
            "4: 1 planned, 1 with nothing to draw, 2 with an error\n",
        ],
    );
    let (json, stderr) = fail(&script, &["--json"]);
    assert_eq!(stderr, expected);
    let json: Value = serde_json::from_str(&json).unwrap();
    for (call, (_, _, reason)) in [1, 2, 3].into_iter().zip(refusals) {
        assert_eq!(json["calls"][call]["error"], reason);
    }
    assert_eq!(json["calls"][4]["error"], Value::Null);
    assert_eq!(json["calls"][5]["error"], Value::Null);
    assert_eq!(
        (&json["totals"]["failed"], &json["totals"]["bytes_copied"]),
        (&json!(2), &json!(0))
    );
}

#[test]
fn more_attributes_than_sixteen_are_too_many() {
    let attributes = ["constant = [1]"; 17];
    let (_, stderr) = fail(&draw("count = 1", &attributes), &[]);
    assert_contains(
        &stderr,
        &["call 1, draw 1: 17 attributes are too many: at most 16"],
    );
}

/// The report is the answer, with the errors in it, so it is written all the same.
#[test]
fn a_file_is_written_of_what_fails_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.json");
    let arguments = ["--json", "-o", path.to_str().unwrap()];
    let script = draw("count = 1", &["constant = [1]"; 17]);
    let (printed, _) = fail(&script, &["--json"]);
    let (nothing, stderr) = fail(&script, &arguments);
    assert_eq!(nothing, "");
    assert_contains(&stderr, &["input:1: call 1, draw 1: 17 attributes"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), printed);
    // Where the script itself is wrong there is no answer.
    fs::remove_file(&path).unwrap();
    refuse_after("plan", "[[call]]\n", &arguments, "");
    assert!(!path.exists());
}

#[test]
fn options_are_checked() {
    assert_contains(&failure(&["plan"], 2), &["<FILE>"]);
    assert_contains(
        &failure(&["plan", "-", "--format", "xml"], 2),
        &["text, json"],
    );
    assert_contains(
        &failure(&["plan", "missing.toml"], 1),
        &["cannot read missing.toml"],
    );
}
