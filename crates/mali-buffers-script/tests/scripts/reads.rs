//! The places from which draws read, and the numbers of bytes that they read there or copy.

use serde_json::{Value, json};

use crate::edits::edited;
use crate::run::Plan;

/// A buffer of 70 elements of 20 bytes that the GPU sees, and one draw of it.
const MESH: &str = r#"call = [
{ kind = "buffer-data", buffer = "mesh", size = 1400, usage = "static", address = 0x1000_0000 },
{ kind = "draw", mode = "triangles", …, attributes = [{ buffer = "mesh", format = "R32G32B32_SFLOAT", … }] },
]
"#;

#[test]
fn bytes_in_place_are_the_elements_that_a_draw_reads_where_they_are() {
    let element = 12;
    for (edits, elements, offset) in [
        // An element per vertex, of which five are before the first.
        ("first = 5, count = 10 | stride = 20", 10, 100),
        (
            "first = 5, count = 10, instances = 7 | stride = 20, offset = 4",
            10,
            104,
        ),
        // One for all.
        (
            "first = 5, count = 10, instances = 7 | stride = 0, offset = 8",
            1,
            8,
        ),
        (
            r#"first = 5, count = 10, instances = 7 | stride = 20, rate = "constant""#,
            1,
            0,
        ),
        // An element for two instances, and the last for one.
        ("count = 3, instances = 7 | stride = 20, divisor = 2", 4, 0),
        ("count = 3, instances = 7 | stride = 20, divisor = 1", 7, 0),
        // All vertices from the smallest index to the largest.
        (
            r#"indices = { index_type = "u8", data = [9, 4, 6] } | stride = 20"#,
            6,
            80,
        ),
    ] {
        let plan = Plan::of(&edited(MESH, edits));
        let read = &plan.call(2)["attributes"][0];
        assert_eq!(read["decision"], "in-place", "{edits}");
        assert_eq!(
            (&read["place"], &read["offset"]),
            (&json!("mesh"), &json!(offset)),
            "{edits}"
        );
        assert_eq!(
            plan.call(2)["bytes_in_place"],
            elements * element,
            "{edits}"
        );
        assert_eq!(plan.total("bytes_in_place"), elements * element, "{edits}");
    }
    let unseen = edited(
        MESH,
        ", address = 0x1000_0000 =>  | count = 3 | stride = 20",
    );
    assert_eq!(Plan::of(&unseen).total("bytes_in_place"), 0);
}

#[test]
fn indices_in_place_are_bytes_in_place_too() {
    // Six indices of two bytes from byte 4 on, and vertices 3 to 5 of four bytes.
    let script = r#"call = [
        { kind = "buffer-data", buffer = "i", index_type = "u16", data = [0, 0, 3, 4, 5, 3, 5, 4], usage = "static", … },
        { kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x2000 },
        { kind = "draw", mode = "triangles", indices = { buffer = "i", index_type = "u16", offset = 4, count = 6 },
          attributes = [{ buffer = "v", format = "R8G8B8A8_UNORM" }] },
    ]"#;
    let plan = Plan::of(&edited(script, "address = 0x1000"));
    assert_eq!(plan.total("bytes_in_place"), 6 * 2 + 3 * 4);
    assert_eq!(plan.total("bytes_copied"), 0);
    let indices = &plan.call(3)["indices"];
    assert_eq!(
        *indices,
        json!({ "decision": "in-place", "obstacle": null, "reason": null, "place": "i", "offset": 4, "index_type": "u16",
            "count": 6, "restart_index": null })
    );
    // Without an address the buffer is copied, all 16 bytes of it.
    let plan = Plan::of(&edited(script, ""));
    assert_eq!(plan.total("bytes_in_place"), 3 * 4);
    assert_eq!(
        (plan.total("static_bytes"), plan.total("bytes_copied")),
        (16, 16)
    );
    let indices = &plan.call(3)["indices"];
    assert_eq!(
        (&indices["place"], &indices["offset"]),
        (&json!("copy 0 of i"), &json!(4))
    );
}

#[test]
fn bytes_in_place_are_added_up_for_all_draws() {
    // 10 and 5 elements, and the 5 once more in a draw that is the same.
    let script = edited(MESH, "count = 10 | stride = 20");
    let small = r#"{ kind = "draw", mode = "triangles", count = 5, attributes = [{ buffer = "mesh", format = "R32G32B32_SFLOAT", stride = 20 }] },"#;
    let plan = Plan::of(&edited(
        &script,
        &format!("}}] }},\n] => }}] }},\n{small}\n{small}\n]"),
    ));
    assert_eq!(plan.total("bytes_in_place"), (10 + 5 + 5) * 12);
    assert_eq!((plan.total("draws"), plan.total("unchanged")), (3, 1));
    plan.assert_line("in place 240 bytes");
}

/// The decisions for all attributes of a call.
fn decisions(call: &Value) -> Vec<&str> {
    let attributes = call["attributes"].as_array().unwrap().iter();
    attributes
        .map(|read| read["decision"].as_str().unwrap())
        .collect()
}

/// Two static buffers that the GPU does not see, an array in client memory and a constant.
const COPIES: &str = r#"ring = 4096
call = [
{ kind = "buffer-data", buffer = "a", size = 120, usage = "static" },
{ kind = "buffer-data", buffer = "b", size = 64, usage = "static" },
{ kind = "draw", mode = "points", count = 3, attributes = […] },
{ kind = "draw", mode = "points", count = 4, attributes = […] },
{ kind = "draw", mode = "points", count = 4, attributes = […] },
]
"#;
const ATTRIBUTES: &str = r#"{ buffer = "a", format = "R32G32B32_SFLOAT" }, { buffer = "b", format = "R8G8B8A8_UNORM" }, { constant = [1, 2, 3] }"#;

#[test]
fn copies_and_constants_are_made_once_and_found_by_later_draws() {
    let plan = Plan::of(&edited(COPIES, &[ATTRIBUTES; 3].join(" | ")));
    let made = ["copy-made", "copy-made", "constant-written"];
    let found = ["copy-found", "copy-found", "constant-found"];
    assert_eq!(decisions(plan.call(3)), made);
    assert_eq!(decisions(plan.call(4)), found);
    assert_eq!(decisions(plan.call(5)), found);
    let unchanged: Vec<bool> = (3..=5)
        .map(|call| plan.call(call)["unchanged"] == true)
        .collect();
    assert_eq!(unchanged, [false, false, true]);

    let copied: Vec<&Value> = (3..=5)
        .map(|call| &plan.call(call)["bytes_copied"])
        .collect();
    assert_eq!(copied, [120 + 64 + 16, 0, 0]);
    let place = |bytes: u64, name: &str| json!({ "place": name, "offset": 0, "bytes": bytes });
    let mut writes = plan.call(3)["writes"].as_array().unwrap().clone();
    writes.sort_by_key(|write| write["bytes"].as_u64());
    assert_eq!(
        writes,
        [
            place(16, "constants"),
            place(64, "copy 0 of b"),
            place(120, "copy 0 of a")
        ]
    );
    assert_eq!(
        (&plan.call(4)["writes"], &plan.call(5)["writes"]),
        (&json!([]), &json!([]))
    );

    assert_eq!(
        (plan.total("static_copies"), plan.total("static_bytes")),
        (2, 120 + 64)
    );
    assert_eq!(
        (plan.total("constant_bytes"), plan.total("bytes_streamed")),
        (16, 0)
    );
    assert_eq!(plan.total("bytes_copied"), 120 + 64 + 16);
    plan.assert_line("copied 200 bytes: 0 to the ring, 184 to static copies (2), 16 to constants");
    plan.assert_line("draws 3: 2 written, 1 unchanged, 0 with nothing to draw, 0 with an error");
    plan.assert_line("line 7, draw 3: points, vertices 0 to 3, 1 instance, the same as before");
    plan.assert_line("new copy 0 of a, 120 bytes");
}

#[test]
fn client_memory_is_streamed_at_every_draw_as_far_as_it_is_read() {
    let client = r#"{ client = "c", format = "R32G32_SFLOAT" }, { constant = [1] }"#;
    let plan = Plan::of(&edited(COPIES, &[client; 3].join(" | ")));
    for call in 3..=5 {
        assert_eq!(decisions(plan.call(call))[0], "streamed");
        assert_eq!(plan.call(call)["attributes"][0]["place"], "ring block 0");
    }
    assert_eq!(plan.total("bytes_streamed"), (3 + 4 + 4) * 8);
    assert_eq!(plan.total("bytes_copied"), (3 + 4 + 4) * 8 + 16);
    assert_eq!(
        (
            plan.total("ring"),
            plan.total("ring_renewed"),
            plan.total("recycled")
        ),
        (4096, 0, 0)
    );
    plan.assert_line("ring 4096 bytes: 0 times from the start again, 0 times in another block");
}

#[test]
fn equal_constants_are_one_and_others_are_written() {
    for (constants, bytes) in [
        (
            "{ constant = [1, 2, 3] }, { constant = [1.0, 2, 3, 1] }",
            16,
        ),
        ("{ constant = [1, 2, 3] }, { constant = [1, 2, 4] }", 32),
        (
            "{ constant = [1, 2, 3] }, { constant = [1, 2, 3, 0.5] }",
            32,
        ),
        // The same bits, and others.
        (
            r#"{ constant = [1, 0, 0, 2], type = "int" }, { constant = [1, 0, 0, 2], type = "uint" }"#,
            16,
        ),
        (
            r#"{ constant = [1], type = "int" }, { constant = [1] }"#,
            32,
        ),
        (
            r#"{ constant = [-1], type = "int" }, { constant = [0xffff_ffff], type = "uint" }"#,
            16,
        ),
        // Fewer components than four: 0, 0 and 1.
        (
            r#"{ constant = [5], type = "uint" }, { constant = [5, 0, 0, 1], type = "uint" }"#,
            16,
        ),
        (r#"{ constant = [0x10] }, { constant = ["16.0"] }"#, 16),
    ] {
        let plan = Plan::of(&edited(COPIES, &[constants; 3].join(" | ")));
        assert_eq!(plan.total("constant_bytes"), bytes, "{constants}");
    }
}

#[test]
fn the_numbers_of_vertices_and_instances_are_read_from_no_place_on_v5() {
    let script = edited(
        COPIES,
        r#"ring => arch = "v5"\nring | { id = "vertex" }, { id = "instance", name = "n" }"#,
    );
    let plan = Plan::of(&script);
    let id = |attribute: &Value| (attribute["decision"].clone(), attribute["place"].clone());
    for attribute in plan.call(3)["attributes"].as_array().unwrap() {
        assert_eq!(id(attribute), (Value::Null, Value::Null));
    }
    plan.assert_line("attribute 0 R32_UINT the vertex's number");
    plan.assert_line("n R32_UINT the instance's number");
}

#[test]
fn a_buffer_in_place_may_be_above_the_planners_memory() {
    // The blocks of the planner begin at 2^46.
    let plan = Plan::of(
        r#"call = [
{ kind = "buffer-data", buffer = "b", size = 64, usage = "static", address = 0x8000_0000_0000 },
{ kind = "draw", mode = "points", count = 3, attributes = [
    { buffer = "b", format = "R32_SFLOAT", offset = 8 }, { constant = [1] },
] },
]
"#,
    );
    let attributes = plan.call(2)["attributes"].as_array().unwrap();
    let place = |number: usize| (&attributes[number]["place"], &attributes[number]["offset"]);
    assert_eq!(place(0), (&json!("b"), &json!(8)));
    assert_eq!(place(1), (&json!("constants"), &json!(0)));
    assert_eq!(plan.total("bytes_in_place"), 3 * 4);
}

#[test]
fn data_that_the_gpu_sees_but_cannot_read_there_is_not_in_place() {
    // 32-bit floats from byte 2 on are not aligned. The buffer is below the planner's memory, and above it.
    for address in ["0x1000", "0x8000_0000_0000"] {
        for (usage, decision) in [("static", "copy-made"), ("stream", "streamed")] {
            let plan = Plan::of(&format!(
                "call = [\n{{ kind = \"buffer-data\", buffer = \"b\", size = 64, usage = \"{usage}\", address = {address} }},\n\
                 {{ kind = \"draw\", mode = \"points\", count = 3, \
                 attributes = [{{ buffer = \"b\", format = \"R32_SFLOAT\", offset = 2 }}] }},\n]"
            ));
            assert_eq!(decisions(plan.call(2)), [decision]);
            assert_eq!(plan.total("bytes_in_place"), 0);
        }
    }
}

/// Two vertices that are 100,000 elements apart.
const SPARSE: &str = r#"call = [
{ kind = "draw", mode = "points"…, indices = { data = [7, 100_007], index_type = "u32" }, attributes = [{ client = "c", format = "R32_SFLOAT" }] },
{ kind = "draw", mode = "points"…, indices = { data = [7, 100_007], index_type = "u32" }, attributes = [{ client = "c", format = "R32_SFLOAT" }] },
]
"#;

#[test]
fn vertices_are_gathered_if_the_shader_does_not_read_their_number() {
    let all = 100_001 * 4 + 2 * 4;
    let gathered = 2 * 4;
    for (edits, [first, second]) in [
        ("", [("streamed", all), ("streamed", all)]),
        (
            ", reads_vertex_id = true | , reads_vertex_id = false",
            [("streamed", all), ("gathered", gathered)],
        ),
        (
            ", reads_vertex_id = false | , reads_vertex_id = true",
            [("gathered", gathered), ("streamed", all)],
        ),
        (
            ", reads_vertex_id = false | , reads_vertex_id = false",
            [("gathered", gathered), ("gathered", gathered)],
        ),
    ] {
        let plan = Plan::of(&edited(SPARSE, edits));
        for (number, (decision, bytes)) in [(1, first), (2, second)] {
            let call = plan.call(number);
            assert_eq!(decisions(call), [decision], "{edits}");
            assert_eq!(call["bytes_copied"], bytes, "{edits}");
        }
        assert_eq!(plan.total("bytes_streamed"), first.1 + second.1);
    }
}

#[test]
fn robust_access_draws_what_exists() {
    // Sixteen elements of four bytes, and eight indices of two.
    let script = r#"…
call = [
{ kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x1000 },
{ kind = "buffer-data", buffer = "i", data = [0, 1, 2, 3, 4, 5, 6, 9], index_type = "u16", usage = "static", address = 0x2000 },
{ kind = "draw", mode = "points", …, attributes = [{ buffer = "v", name = "position", format = "R32_SFLOAT" }] },
]
"#;
    let vertices = "count = 17";
    let indices = r#"indices = { buffer = "i", index_type = "u16", count = 9 }"#;
    for (robust, draw, error) in [
        (
            "",
            vertices,
            "attribute 0 ends at byte 68, past the end of its buffer: it has 64",
        ),
        (
            "robust_access = false",
            indices,
            "the indices end at byte 18, past the end of their buffer: it has 16",
        ),
    ] {
        let plan = Plan::with_errors(&edited(script, &format!("{robust} | {draw}")));
        assert_eq!(
            plan.errors,
            [format!("script.toml:5: call 3, draw 1: {error}")]
        );
        assert_eq!(plan.call(3)["error"], error);
        assert_eq!(
            (
                plan.total("draws"),
                plan.total("failed"),
                plan.total("empty")
            ),
            (1, 1, 0)
        );
        plan.assert_line("line 5, draw 1: points, not drawn");
        plan.assert_line(&format!("error {error}"));
        plan.assert_line(
            "draws 1: 0 written, 0 unchanged, 0 with nothing to draw, 1 with an error",
        );
    }
    let plan = Plan::of(&edited(
        script,
        &format!("robust_access = true | {vertices}"),
    ));
    assert_eq!(plan.call(3)["vertices"], 17);
    assert_eq!(plan.total("bytes_in_place"), 64);
    // The eight indices that exist name vertices 0 to 9.
    let plan = Plan::of(&edited(
        script,
        &format!("robust_access = true | {indices}"),
    ));
    let draw = plan.call(3);
    assert_eq!(
        (&draw["vertices"], &draw["indices"]["count"]),
        (&json!(10), &json!(8))
    );
    assert_eq!(plan.total("bytes_in_place"), 10 * 4 + 8 * 2);
    plan.assert_line("line 5, draw 1: points, vertices 0 to 9, 1 instance");
}

#[test]
fn bytes_in_place_are_bytes_that_the_buffer_has() {
    // The 70th element begins at byte 69 * 20, and has 12 bytes.
    for (size, keys, elements) in [
        (69 * 20 + 12, "", 70),
        (69 * 20 + 11, "", 69),
        (1400, ", offset = 8", 70),
        (1400, ", offset = 12", 69),
        (12, "", 1),
        (12, ", divisor = 1", 1),
    ] {
        let edits = format!(
            "call => robust_access = true\\ncall | 1400 => {size} | count = 1000, instances = 9 | stride = 20{keys}"
        );
        let plan = Plan::of(&edited(MESH, &edits));
        assert_eq!(plan.call(2)["attributes"][0]["decision"], "in-place");
        assert_eq!(
            plan.total("bytes_in_place"),
            elements * 12,
            "{size} bytes{keys}"
        );
    }
    // The vertices are not known, since nothing reads the indices: those that exist are counted, and the two indices.
    let plan = Plan::of(
        r#"arch = "v9"
checks_indices = false
call = [
{ kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x1000 },
{ kind = "buffer-data", buffer = "i", data = [0, 16], index_type = "u16", usage = "static", address = 0x2000 },
{ kind = "draw", mode = "points", indices = { buffer = "i", index_type = "u16", count = 2 }, attributes = [{ buffer = "v", format = "R32_SFLOAT" }] },
]
"#,
    );
    assert_eq!(plan.total("bytes_in_place"), 64 + 2 * 2);
}
