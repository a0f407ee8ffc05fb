//! Calls, and what later calls see of them: the bytes of buffers, names, numbers and submissions.

use serde_json::{Value, json};

use crate::edits::edited;
use crate::run::Plan;

/// The first and the last vertex of each draw.
fn vertices(plan: &Plan) -> Vec<(u64, u64)> {
    let draws = plan.calls.iter().filter(|call| call["kind"] == "draw");
    let vertices = draws.map(|draw| {
        let first = draw["first_vertex"].as_u64().unwrap();
        (first, first + draw["vertices"].as_u64().unwrap() - 1)
    });
    vertices.collect()
}

/// A draw of that number of indices in the buffer `b`, of 16 bits each.
fn indexed(count: u32) -> String {
    format!(
        "{{ kind = \"draw\", mode = \"points\", indices = {{ buffer = \"b\", index_type = \"u16\", count = {count} }} }},\n"
    )
}

fn script(calls: &[&str]) -> String {
    format!("call = [\n{}]", calls.concat())
}

#[test]
fn indices_are_those_that_were_written_into_the_buffer_last() {
    let (three, four) = (indexed(3), indexed(4));
    for address in ["", ", address = 0x1000"] {
        for usage in ["static", "dynamic", "stream"] {
            let buffer = format!(
                "{{ kind = \"buffer-data\", buffer = \"b\", index_type = \"u16\", data = [4, 5, 6], usage = \"{usage}\", size = 8{address} }},\n"
            );
            let plan = Plan::of(&script(&[
                &buffer,
                &three,
                // After the data are zeros.
                &four,
                "{ kind = \"buffer-sub-data\", buffer = \"b\", offset = 4, index_type = \"u16\", data = [0x102] },\n",
                &three,
                // The lower byte of 0x102 becomes 0.
                "{ kind = \"buffer-sub-data\", buffer = \"b\", offset = 4, size = 1 },\n",
                &three,
                // The second index, and a zero byte after it, which is the lower one of the third.
                "{ kind = \"buffer-sub-data\", buffer = \"b\", offset = 2, index_type = \"u16\", data = [7], size = 3, address = 0x2000 },\n",
                &three,
                "{ kind = \"buffer-sub-data\", buffer = \"b\", index_type = \"u16\", data = [8], address = 0x3000 },\n",
                &three,
                "{ kind = \"delete\", buffer = \"b\" },\n",
                "{ kind = \"buffer-data\", buffer = \"b\", usage = \"static\", size = 8 },\n",
                &three,
            ]));
            assert_eq!(
                vertices(&plan),
                [
                    (4, 6),
                    (0, 6),
                    (4, 0x102),
                    (4, 0x100),
                    (4, 0x100),
                    (7, 0x100),
                    (0, 0)
                ],
                "{usage}{address}"
            );
        }
    }
}

#[test]
fn indices_of_each_size_are_read_from_their_offset() {
    for (index_type, size, largest) in [("u8", 1, 0xff), ("u16", 2, 0xffff), ("u32", 4, 0x1_2345)] {
        for keys in [
            format!("data = [1, 2, 9, {largest}], offset = {size}, count = 2"),
            format!("data = [1, 2, 9], offset = {size}"),
        ] {
            let draw = format!(
                "{{ kind = \"draw\", mode = \"points\", indices = {{ {keys}, index_type = \"{index_type}\" }} }},\n"
            );
            assert_eq!(vertices(&Plan::of(&script(&[&draw]))), [(2, 9)]);
        }
        let all = format!(
            "{{ kind = \"draw\", mode = \"points\", indices = {{ data = [1, {largest}], base_vertex = 3, index_type = \"{index_type}\" }} }},\n"
        );
        let plan = Plan::of(&script(&[&all]));
        assert_eq!(vertices(&plan), [(1 + 3, largest + 3)]);
        assert_eq!(plan.call(1)["indices"]["index_type"], index_type);
        assert_eq!(plan.call(1)["indices"]["count"], 2);
    }
}

#[test]
fn the_bounds_that_an_application_states_are_believed() {
    let draw = "{ kind = \"draw\", mode = \"points\", indices = { data = [3, 4], minimum = 2, maximum = 9, index_type = \"u8\" } },\n";
    assert_eq!(vertices(&Plan::of(&script(&[draw]))), [(2, 9)]);
}

#[test]
fn indices_past_a_buffer_are_found_unless_the_script_says_not_to_look() {
    // Sixteen elements, and an index of the seventeenth.
    let text = r#"arch = "v9"
…
call = [
{ kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x1000 },
{ kind = "buffer-data", buffer = "b", data = [0, 16], index_type = "u16", usage = "static", address = 0x2000 },
{ kind = "draw", mode = "points", indices = { buffer = "b", index_type = "u16", count = 2 }, attributes = [
    { buffer = "v", format = "R8_UNORM" },
    { buffer = "v", format = "R32_SFLOAT" },
] },
]
"#;
    for checks in ["", "checks_indices = true"] {
        let plan = Plan::with_errors(&edited(text, checks));
        // The place is that of the attribute.
        let error = "script.toml:8: call 3, draw 1: attribute 1 ends at byte 68, past the end of its buffer: it has 64";
        assert_eq!(plan.errors, [error]);
    }
    assert_eq!(
        Plan::of(&edited(text, "checks_indices = false")).total("failed"),
        0
    );
}

/// Indices 0, 2, 1 and 1: from byte 3 on, the bytes 0, 1 and 0, 1 are 256 twice.
#[test]
fn indices_that_begin_within_an_index_are_named_where_they_read_past_the_end() {
    let text = r#"arch = "v7"
call = [
{ kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x1000 },
{ kind = "buffer-data", buffer = "b", data = [0, 2, 1, 1], index_type = "u16", usage = "static", address = 0x2000 },
{ kind = "draw", mode = "points", indices = { buffer = "b", index_type = "u16", offset = 3, count = 2 }, attributes = [
    { buffer = "v", format = "R32_SFLOAT" },
] },
]
"#;
    let plan = Plan::with_errors(text);
    let error = "script.toml:6: call 3, draw 1: attribute 0 ends at byte 1028, past the end of its buffer: it has 64; \
                 the indices' offset 3 is not a multiple of 2, their size";
    assert_eq!(plan.errors, [error]);
    // Index 1 twice. The vertices are 16.
    let aligned = text.replace("offset = 3", "offset = 4");
    assert_eq!(Plan::of(&aligned).total("failed"), 0);
}

#[test]
fn an_error_of_the_indices_has_their_line() {
    for (keys, error) in [
        (
            "buffer = \"b\", count = 3",
            "the indices end at byte 6, past the end of their buffer: it has 4",
        ),
        (
            "data = [5, 1, 0xffff_ffff], index_type = \"u32\", restart_index = 1",
            "restart index 1 of draws that have vertex 4294967295 too: only 4294967295 is allowed",
        ),
    ] {
        let index_type = if keys.contains("index_type") {
            ""
        } else {
            "index_type = \"u16\"\n"
        };
        let plan = Plan::with_errors(&format!(
            "arch = \"v9\"\n[[call]]\nkind = \"buffer-data\"\nbuffer = \"b\"\nusage = \"static\"\nsize = 4\n\
             [[call]]\nkind = \"draw\"\nmode = \"points\"\n[call.indices]\n{index_type}{}\n",
            keys.replace(", ", "\n").replace("5\n1\n", "5, 1, ")
        ));
        assert_eq!(
            plan.errors,
            [format!("script.toml:10: call 2, draw 1: {error}")]
        );
    }
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
        let indices = &plan.call(1)["indices"];
        assert_eq!(indices["restart_index"], restart);
        assert_eq!(indices["index_type"], read);
        plan.assert_line(&format!(
            "indices ring block 0 + 0 3 {read}, restart {restart:#x} \
             streamed: it is in client memory; client memory may change before the next draw"
        ));
    }
}

#[test]
fn draws_and_submissions_are_counted() {
    let draw = |submission: &str| {
        format!("{{ kind = \"draw\", mode = \"points\", count = 1{submission} }},\n")
    };
    let plan = Plan::of(&script(&[
        &draw(""),
        &draw(", submission = 3"),
        &draw(", submission = 3"),
        &draw(""),
        "{ kind = \"complete\", through = 3 },\n",
        "{ kind = \"complete\" },\n",
    ]));
    let numbers = |call: &Value| (call["draw"].as_u64(), call["submission"].as_u64());
    let draws: Vec<_> = plan.calls.iter().take(4).map(numbers).collect();
    let expected = [(1, 1), (2, 3), (3, 3), (4, 4)];
    assert_eq!(
        draws,
        expected.map(|(draw, submission)| (Some(draw), Some(submission)))
    );
    let through: Vec<_> = plan
        .calls
        .iter()
        .skip(4)
        .map(|call| &call["through"])
        .collect();
    assert_eq!(through, [3, 4]);
    for line in [
        "line 2, draw 1: points, vertices 0 to 0, 1 instance",
        "line 3, draw 2 of submission 3: points, vertices 0 to 0, 1 instance, the same as before",
        "line 4, draw 3: points, vertices 0 to 0, 1 instance, the same as before",
        "line 5, draw 4: points, vertices 0 to 0, 1 instance, the same as before",
        "line 6, complete: through submission 3",
        "line 7, complete: through submission 4",
    ] {
        plan.assert_line(line);
    }
    Plan::of("call = [{ kind = \"complete\" }]").assert_line("line 1, complete: nothing");
}

#[test]
fn arrays_in_client_memory_are_one_if_they_have_one_name() {
    let strides_and_bytes = |second: &str| {
        let plan = Plan::of(&format!(
            "[[call]]\nkind = \"draw\"\nmode = \"points\"\nindices = {{ data = [0, 200], index_type = \"u8\" }}\n\
             [[call]]\nkind = \"draw\"\nmode = \"points\"\ncount = 201\nattributes = [\n\
             {{ client = \"c\", format = \"R32_SFLOAT\", stride = 8 }},\n\
             {{ client = \"{second}\", format = \"R32_SFLOAT\", stride = 8, offset = 4 }},\n]\n"
        ));
        let attributes = plan.call(2)["attributes"].as_array().unwrap().iter();
        let strides = attributes.map(|read| read["stride"].as_u64().unwrap());
        (
            strides.collect::<Vec<_>>(),
            plan.call(2)["bytes_copied"].as_u64().unwrap(),
        )
    };
    let bytes = 201 * (4 + 4);
    assert_eq!(strides_and_bytes("c"), (vec![8, 8], bytes));
    assert_eq!(strides_and_bytes("d"), (vec![4, 4], bytes));
    // The indices that the script lists are another array, whatever its name is.
    assert_eq!(strides_and_bytes("indices of draw 1"), (vec![4, 4], bytes));
}

#[test]
fn a_call_that_is_refused_is_left_out() {
    let plan = Plan::with_errors(&script(&[
        "{ kind = \"draw\", mode = \"points\", count = 1, attributes = [{ constant = [1] }] },\n",
        "{ kind = \"draw\", mode = \"points\", count = 1, attributes = [{ constant = [2] }, { id = \"vertex\" }] },\n",
        "{ kind = \"draw\", mode = \"points\", count = 0 },\n",
        "{ kind = \"draw\", mode = \"points\", count = 1, attributes = [{ constant = [2] }] },\n",
    ]));
    let reason = "attribute 1: Mali V7 has vertex and instance ID in registers, not as attributes: V4 and V5 have them as attributes";
    assert_eq!(
        plan.errors,
        [format!("script.toml:3: call 2, draw 2: {reason}")]
    );
    // The constant was written before the error was met, and is found later.
    assert_eq!(plan.call(2)["bytes_copied_before_error"], 16);
    plan.assert_line("copied 16 bytes before the error");
    plan.assert_line(&format!("error {reason}"));
    assert_eq!(plan.call(4)["attributes"][0]["decision"], "constant-found");
    assert_eq!(
        (
            plan.call(4)["bytes_copied"].clone(),
            plan.total("bytes_copied")
        ),
        (json!(0), 32)
    );
    plan.assert_line("line 3, draw 2: points, not drawn");
    plan.assert_line("line 4, draw 3: points, nothing to draw");
    plan.assert_line("draws 4: 2 written, 0 unchanged, 1 with nothing to draw, 1 with an error");
}

#[test]
fn a_draw_after_one_with_too_many_attributes_is_as_before() {
    let draw = |count: u32, constants: usize| {
        let constants = ["{ constant = [1] }"].repeat(constants).join(", ");
        format!(
            "{{ kind = \"draw\", mode = \"points\", count = {count}, attributes = [{constants}] }},\n"
        )
    };
    let (good, bad) = (draw(3, 2), draw(3, 17));
    let plan = Plan::with_errors(&script(&[&good, &bad, &good, &draw(4, 2)]));
    let error = "script.toml:3: call 2, draw 2: 17 attributes are too many: at most 16 are allowed";
    assert_eq!(plan.errors, [error]);
    assert_eq!(
        (&plan.call(3)["unchanged"], &plan.call(4)["unchanged"]),
        (&json!(true), &json!(false))
    );
    for call in [3, 4] {
        let attributes = plan.call(call)["attributes"].as_array().unwrap();
        let decisions: Vec<_> = attributes.iter().map(|read| &read["decision"]).collect();
        assert_eq!(decisions, ["constant-found", "constant-found"]);
    }
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
fn a_plan_has_the_words_of_the_tables() {
    // On V7: the address with the type of a single instance, the stride of 20 bytes, and the size of 1400 bytes.
    let plan = Plan::of(
        r#"call = [
{ kind = "buffer-data", buffer = "mesh", size = 1400, usage = "static", address = 0x1000_0000 },
{ kind = "draw", mode = "triangles", count = 70, attributes = [{ buffer = "mesh", format = "R32G32B32_SFLOAT", stride = 20 }] },
{ kind = "draw", mode = "triangles", count = 70, attributes = [{ buffer = "mesh", format = "R32G32B32_SFLOAT", stride = 20 }] },
]"#,
    );
    for call in [2, 3] {
        let words = plan.call(call)["buffer_words"].as_array().unwrap();
        assert_eq!(
            words[..4],
            ["0x10000001", "0x00000000", "0x00000014", "0x00000578"]
        );
        assert_eq!(
            plan.call(call)["attribute_words"].as_array().unwrap().len(),
            2
        );
    }
    assert_eq!(plan.call(3)["unchanged"], true);
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
    for ((call, mut expected), number) in plan.calls.iter().zip(expected).zip(1..) {
        let effects = json!({
            "call": number, "line": number + 1, "segments": null, "bytes_copied_before_error": 0, "waits_for": null,
            "moved_to": null, "retired": [], "freed": [], "changes": [], "error": null,
        });
        expected
            .as_object_mut()
            .unwrap()
            .extend(effects.as_object().unwrap().clone());
        assert_eq!(*call, expected);
    }
}
