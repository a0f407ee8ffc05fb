//! Calls, and what later calls see of them: the bytes of buffers, names, numbers and submissions.

use serde_json::json;

use crate::edits::edited;
use crate::run::{Plan, assert_plans};

#[test]
fn indices_are_those_that_were_written_into_the_buffer_last() {
    // After the data are zeros. The lower byte of 0x102 becomes 0. Index 7 has a zero byte after it, which is the lower
    // one of the third index.
    let script = r#"call = [
{ kind = "buffer-data", buffer = "b", index_type = "u16", data = [4, 5, 6], usage = "…", size = 8… },
DRAW 3
DRAW 4
{ kind = "buffer-sub-data", buffer = "b", offset = 4, index_type = "u16", data = [0x102] },
DRAW 3
{ kind = "buffer-sub-data", buffer = "b", offset = 4, size = 1 },
DRAW 3
{ kind = "buffer-sub-data", buffer = "b", offset = 2, index_type = "u16", data = [7], size = 3, address = 0x2000 },
DRAW 3
{ kind = "buffer-sub-data", buffer = "b", index_type = "u16", data = [8], address = 0x3000 },
DRAW 3
{ kind = "delete", buffer = "b" },
{ kind = "buffer-data", buffer = "b", usage = "static", size = 8 },
DRAW 3
]"#;
    let script = [3, 4].iter().fold(script.to_owned(), |script, count| {
        let draw = format!(
            "{{ kind = \"draw\", mode = \"points\", indices = {{ buffer = \"b\", index_type = \"u16\", count = {count} }} }},"
        );
        script.replace(&format!("DRAW {count}"), &draw)
    });
    // From the first vertex to the last: 4 to 6, 0 to 6, 4 to 0x102, 4 to 0x100 twice, 7 to 0x100, and 0.
    for usage in ["static", "dynamic", "stream"] {
        for address in ["", ", address = 0x1000"] {
            Plan::of(&edited(&script, &format!("{usage} | {address}"))).assert(
                "*/first_vertex = [4, 0, 4, 4, 4, 7, 0] & */vertices = [3, 7, 255, 253, 253, 250, 1]",
            );
        }
    }
}

#[test]
fn indices_of_each_size_are_read_from_their_offset() {
    let script = r#"call = [{ kind = "draw", mode = "points", indices = { data = […], index_type = "…"… } }]"#;
    assert_plans(
        script,
        "
1, 2, 9, 0xff | u8 | , offset = 1, count = 2 → 1/first_vertex = 2 & 1/vertices = 8
1, 2, 9, 0xffff | u16 | , offset = 2, count = 2 → 1/first_vertex = 2 & 1/vertices = 8
1, 2, 9, 0x1_2345 | u32 | , offset = 4, count = 2 → 1/first_vertex = 2 & 1/vertices = 8
1, 2, 9 | u8 | , offset = 1 → 1/first_vertex = 2 & 1/vertices = 8
1, 2, 9 | u16 | , offset = 2 → 1/first_vertex = 2 & 1/vertices = 8
1, 2, 9 | u32 | , offset = 4 → 1/first_vertex = 2 & 1/vertices = 8
1, 0xff | u8 | , base_vertex = 3 → 1/first_vertex = 4 & 1/vertices = 255 & 1/indices/index_type = u8 & 1/indices/count = 2
1, 0xffff | u16 | , base_vertex = 3 → 1/first_vertex = 4 & 1/vertices = 65535 & 1/indices/index_type = u16 & 1/indices/count = 2
1, 0x1_2345 | u32 | , base_vertex = 3 → 1/first_vertex = 4 & 1/vertices = 74565 & 1/indices/index_type = u32 & 1/indices/count = 2
",
    );
    // The bounds that an application states are believed.
    let stated = "3, 4 | u8 | , minimum = 2, maximum = 9 → 1/first_vertex = 2 & 1/vertices = 8";
    assert_plans(script, stated);
}

#[test]
fn indices_past_a_buffer_are_found_unless_the_script_says_not_to_look() {
    // Sixteen elements, and an index of the seventeenth. The place is that of the attribute.
    assert_plans(
        r#"arch = "v9"
…
call = [
{ kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x1000 },
{ kind = "buffer-data", buffer = "b", data = [0, 16], index_type = "u16", usage = "static", address = 0x2000 },
{ kind = "draw", mode = "points", indices = { buffer = "b", index_type = "u16", count = 2 }, attributes = [
    { buffer = "v", format = "R8_UNORM" },
    { buffer = "v", format = "R32_SFLOAT" },
] },
]
"#,
        "
→ ! script.toml:8: call 3, draw 1: attribute 1 ends at byte 68, past the end of its buffer: it has 64
checks_indices = true → ! script.toml:8: call 3, draw 1: attribute 1 ends at byte 68, past the end of its buffer: it has 64
checks_indices = false → totals/failed = 0
",
    );
}

/// Indices 0, 2, 1 and 1: from byte 3 on, the bytes 0, 1 and 0, 1 are 256 twice. From byte 4 on, index 1 twice.
#[test]
fn indices_that_begin_within_an_index_are_named_where_they_read_past_the_end() {
    assert_plans(
        r#"arch = "v7"
call = [
{ kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x1000 },
{ kind = "buffer-data", buffer = "b", data = [0, 2, 1, 1], index_type = "u16", usage = "static", address = 0x2000 },
{ kind = "draw", mode = "points", indices = { buffer = "b", index_type = "u16", offset = …, count = 2 }, attributes = [
    { buffer = "v", format = "R32_SFLOAT" },
] },
]
"#,
        "
3 → ! script.toml:6: call 3, draw 1: attribute 0 ends at byte 1028, past the end of its buffer: it has 64; the indices' offset 3 is not a multiple of 2, their size
4 → totals/failed = 0
",
    );
}

#[test]
fn an_error_of_the_indices_has_their_line() {
    assert_plans(
        r#"arch = "v9"
call = [
{ kind = "buffer-data", buffer = "b", usage = "static", size = 4 },
{ kind = "draw", mode = "points",
attributes = [],
indices = { … } },
]
"#,
        r#"
index_type = "u16", buffer = "b", count = 3 → ! script.toml:6: call 2, draw 1: the indices end at byte 6, past the end of their buffer: it has 4
index_type = "u32", data = [5, 1, 0xffff_ffff], restart_index = 1 → ! script.toml:6: call 2, draw 1: restart index 1 of draws that have vertex 4294967295 too: only 4294967295 is allowed
"#,
    );
}

#[test]
fn a_restart_index_is_reported_as_the_gpu_reads_it() {
    // From V9 on a restart index is all ones, and the indices must not have it as a vertex.
    for (data, index_type, (read, restart)) in [
        ("1, 7, 2", "u8", ("u8", 0xff_u32)),
        ("1, 7, 255", "u8", ("u16", 0xffff)),
        ("1, 7, 2", "u16", ("u16", 0xffff)),
        ("65535, 7, 2", "u16", ("u32", 0xffff_ffff)),
    ] {
        let plan = Plan::of(&format!(
            "arch = \"v9\"\n[[call]]\nkind = \"draw\"\nmode = \"line-strip\"\n\
             indices = {{ data = [{data}], index_type = \"{index_type}\", restart_index = 7 }}\n"
        ));
        plan.assert(&format!(
            "1/indices/restart_index = {restart} & 1/indices/index_type = {read} &
            > indices ring block 0 + 0 3 {read}, restart {restart:#x} \
            streamed: it is in client memory; client memory may change before the next draw"
        ));
    }
}

#[test]
fn draws_and_submissions_are_counted() {
    assert_plans(
        r#"call = [
{ kind = "draw", mode = "points", count = 1 },
{ kind = "draw", mode = "points", count = 1, submission = 3 },
{ kind = "draw", mode = "points", count = 1, submission = 3 },
{ kind = "draw", mode = "points", count = 1 },
{ kind = "complete", through = 3 },
{ kind = "complete" },
]"#,
        "
→ */draw = [1, 2, 3, 4] & */submission = [1, 3, 3, 4] & */through = [3, 4]
    → > line 2, draw 1: points, vertices 0 to 0, 1 instance
    → > line 3, draw 2 of submission 3: points, vertices 0 to 0, 1 instance, the same as before
    → > line 4, draw 3: points, vertices 0 to 0, 1 instance, the same as before
    → > line 5, draw 4: points, vertices 0 to 0, 1 instance, the same as before
    → > line 6, complete: through submission 3
    → > line 7, complete: through submission 4
",
    );
    assert_plans(
        "call = [{ kind = \"complete\" }]",
        "→ > line 1, complete: nothing",
    );
}

#[test]
fn arrays_in_client_memory_are_one_if_they_have_one_name() {
    // Elements of four bytes, of one array of eight or of two of four. The indices that a script lists are another array,
    // whatever its name is.
    assert_plans(
        r#"call = [
{ kind = "draw", mode = "points", indices = { data = [0, 200], index_type = "u8" } },
{ kind = "draw", mode = "points", count = 201, attributes = [
    { client = "c", format = "R32_SFLOAT", stride = 8 }, { client = "…", format = "R32_SFLOAT", stride = 8, offset = 4 },
] },
]"#,
        "
c → 2/attributes/*/stride = [8, 8] & 2/bytes_copied = 1608
d → 2/attributes/*/stride = [4, 4] & 2/bytes_copied = 1608
indices of draw 1 → 2/attributes/*/stride = [4, 4] & 2/bytes_copied = 1608
",
    );
}

#[test]
fn a_call_that_is_refused_is_left_out() {
    // The constant was written before the error was met, and is found later.
    let reason = "attribute 1: Mali V7 has vertex and instance ID in registers, not as attributes: V4 and V5 have them as attributes";
    let statements = format!(
        "→ ! script.toml:3: call 2, draw 2: {reason}
    → > error {reason}
    → 4/writes = [] & 2/bytes_copied_before_error = 16 & 4/attributes/0/decision = constant-found
    → 4/bytes_copied = 0 & totals/bytes_copied = 32
    → > copied 16 bytes before the error
    → > line 3, draw 2: points, not drawn
    → > line 4, draw 3: points, nothing to draw
    → > draws 4: 2 written, 0 unchanged, 1 with nothing to draw, 1 with an error"
    );
    let script = r#"call = [
{ kind = "draw", mode = "points", count = 1, attributes = [{ constant = [1] }] },
{ kind = "draw", mode = "points", count = 1, attributes = [{ constant = [2] }, { id = "vertex" }] },
{ kind = "draw", mode = "points", count = 0 },
{ kind = "draw", mode = "points", count = 1, attributes = [{ constant = [2] }] },
]"#;
    assert_plans(script, &statements);
    // The block of constants was new in the draw that was refused.
    assert_plans(
        r#"call = [
{ kind = "draw", mode = "points", count = 1, attributes = [{ constant = [2] }, { id = "vertex" }] },
{ kind = "draw", mode = "points", count = 1, attributes = [{ constant = [2] }] },
]"#,
        &format!("→ ! script.toml:2: call 1, draw 1: {reason} & 2/allocated = [] & 2/writes = []"),
    );
}

#[test]
fn a_draw_after_one_with_too_many_attributes_is_as_before() {
    let draw = |count: u32, constants: usize| {
        let constants = ["{ constant = [1] }"].repeat(constants).join(", ");
        format!(
            "{{ kind = \"draw\", mode = \"points\", count = {count}, attributes = [{constants}] }},\n"
        )
    };
    let draws = [draw(3, 2), draw(3, 17), draw(3, 2), draw(4, 2)].concat();
    assert_plans(
        &format!("call = [\n{draws}]"),
        r#"
→ ! script.toml:3: call 2, draw 2: 17 attributes are too many: at most 16 are allowed
    → */unchanged = [false, true, false]
    → 3/attributes/*/decision = ["constant-found", "constant-found"]
    → 4/attributes/*/decision = ["constant-found", "constant-found"]
"#,
    );
}

#[test]
fn all_text_of_a_plan_is_about_its_calls_and_totals() {
    // Three vertices of eight bytes, and a constant of four components.
    let plan = Plan::of(
        r#"ring = 4096

[[call]]
kind = "buffer-data"
buffer = "a\u001b"
size = 4
usage = "stream"

[[call]]
kind = "draw"
mode = "triangle-fan"
first = 2
count = 3
instances = 4
first_instance = 5
attributes = [{ client = "c", format = "R32G32_SFLOAT" }, { constant = [1], name = "colour" }]
"#,
    );
    let expected = "\
line 3, buffer-data a\\u{1b}: 4 bytes, stream, not seen by the GPU

line 9, draw 1: triangle-fan, vertices 2 to 4, 4 instances from 5 on
  reads        from              stride  rate        format               decision
  attribute 0  ring block 0 + 0  8       per vertex  R32G32_SFLOAT        streamed: it is in client memory; client memory may change before the next draw
  colour       constants + 0     0       constant    R32G32B32A32_SFLOAT  constant written
  writes            bytes
  constants + 0     16
  ring block 0 + 0  24
  new  constants, 1024 bytes
  new  ring block 0, 4096 bytes

totals
  draws     1: 1 written, 0 unchanged, 0 with nothing to draw, 0 with an error
  copied    40 bytes: 24 to the ring, 0 to static copies (0), 16 to constants
  in place  0 bytes
  waits     0
  ring      4096 bytes: 0 times from the start again, 0 times in another block
";
    assert_eq!(plan.text, expected);
}

#[test]
fn text_about_nothing_has_no_headers() {
    let plan = Plan::of("call = [{ kind = \"draw\", mode = \"points\", count = 1 }]");
    let paragraph = plan.text.split("\n\n").next();
    assert_eq!(
        paragraph,
        Some("line 1, draw 1: points, vertices 0 to 0, 1 instance")
    );
}

#[test]
fn a_plan_has_the_words_of_the_tables() {
    // On V7: the address with the type of a single instance, the stride of 20 bytes, and the size of 1400 bytes.
    let plan = Plan::of(
        r#"call = [
{ kind = "buffer-data", buffer = "mesh", size = 1400, usage = "static", address = 0x1000_0000 },
{ kind = "draw", mode = "triangles", count = 70, attributes = [{ buffer = "mesh", format = "R32G32B32_SFLOAT", stride = 20 }] },
{ kind = "draw", mode = "triangles", count = 70, attributes = [{ buffer = "mesh", format = "R32G32B32_SFLOAT", stride = 20 }] },
]"#,
    );
    for (number, word) in ["0x10000001", "0x00000000", "0x00000014", "0x00000578"]
        .iter()
        .enumerate()
    {
        plan.assert(&format!(
            "*/buffer_words/{number} = [\"{word}\", \"{word}\"]"
        ));
    }
    for call in [&plan.calls[2], &plan.calls[3]] {
        assert_eq!(call["attribute_words"].as_array().unwrap().len(), 2);
    }
    plan.assert("3/unchanged = true");
}

#[test]
fn json_has_the_keys_of_each_kind_of_call() {
    let plan = Plan::of(
        r#"call = [
{ kind = "buffer-data", buffer = "b", size = 64, usage = "static", address = 0x1000 },
{ kind = "buffer-data", buffer = "c", size = 1, usage = "dynamic" },
{ kind = "buffer-sub-data", buffer = "b", offset = 60, size = 4 },
{ kind = "draw", mode = "points", count = 0 },
{ kind = "complete" },
{ kind = "discard" },
{ kind = "delete", buffer = "c" },
]"#,
    );
    let expected = [
        json!({ "kind": "buffer-data", "buffer": "b", "size": 64, "usage": "static", "address": "0x1000" }),
        json!({ "kind": "buffer-data", "buffer": "c", "size": 1, "usage": "dynamic", "address": null }),
        json!({ "kind": "buffer-sub-data", "buffer": "b", "offset": 60, "size": 4 }),
        json!({ "kind": "draw", "draw": 1, "submission": 1, "mode": "points" }),
        json!({ "kind": "complete", "through": 1 }),
        json!({ "kind": "discard" }),
        json!({ "kind": "delete", "buffer": "c" }),
    ];
    for (mut expected, number) in expected.into_iter().zip(1..) {
        let effects = json!({
            "call": number, "line": number + 1, "segments": null, "bytes_copied_before_error": 0, "waits_for": null,
            "moved_to": null, "retired": [], "freed": [], "changes": [], "error": null,
        });
        let effects = effects.as_object().unwrap().clone();
        expected.as_object_mut().unwrap().extend(effects);
        assert_eq!(plan.value(&number.to_string()), Some(expected));
    }
    assert_eq!(plan.calls.as_array().unwrap().len(), 1 + 7);
}
