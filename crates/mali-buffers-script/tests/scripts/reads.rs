//! The places from which draws read, and the numbers of bytes that they read there or copy.

use serde_json::json;

use crate::edits::edited;
use crate::run::{Plan, assert_plans};

/// A buffer of 70 elements of 20 bytes that the GPU sees, and one draw of 12 bytes of each.
const MESH: &str = r#"call = [
{ kind = "buffer-data", buffer = "mesh", size = 1400, usage = "static", address = 0x1000_0000 },
{ kind = "draw", mode = "triangles", …, attributes = [{ buffer = "mesh", format = "R32G32B32_SFLOAT", … }] },
]
"#;

/// Checks the number of elements that a draw of the mesh reads in place, and the offset of the first.
#[track_caller]
fn assert_in_place(edits: &str, elements: u64, offset: u64) {
    let bytes = elements * 12;
    Plan::of(&edited(MESH, edits)).assert(&format!(
        "2/attributes/0/decision = in-place & 2/attributes/0/place = mesh & 2/attributes/0/offset = {offset} &
        2/bytes_in_place = {bytes} & totals/bytes_in_place = {bytes}"
    ));
}

#[test]
fn bytes_in_place_are_the_elements_that_a_draw_reads_where_they_are() {
    // An element per vertex, of which five are before the first.
    assert_in_place("first = 5, count = 10 | stride = 20", 10, 100);
    assert_in_place(
        "first = 5, count = 10, instances = 7 | stride = 20, offset = 4",
        10,
        104,
    );
    // One for all.
    assert_in_place(
        "first = 5, count = 10, instances = 7 | stride = 0, offset = 8",
        1,
        8,
    );
    assert_in_place(
        r#"first = 5, count = 10, instances = 7 | stride = 20, rate = "constant""#,
        1,
        0,
    );
    // An element for two instances, and the last for one.
    assert_in_place("count = 3, instances = 7 | stride = 20, divisor = 2", 4, 0);
    assert_in_place("count = 3, instances = 7 | stride = 20, divisor = 1", 7, 0);
    // All vertices from the smallest index to the largest.
    let indices = r#"indices = { index_type = "u8", data = [9, 4, 6] } | stride = 20"#;
    assert_in_place(indices, 6, 80);
    let unseen = ", address = 0x1000_0000 =>  | count = 3 | stride = 20";
    assert_plans(MESH, &format!("{unseen} → totals/bytes_in_place = 0"));
}

#[test]
fn indices_in_place_are_bytes_in_place_too() {
    // Six indices of two bytes from byte 4 on, and vertices 3 to 5 of four bytes. Without an address the buffer is copied,
    // all 16 bytes of it.
    assert_plans(
        r#"call = [
        { kind = "buffer-data", buffer = "i", index_type = "u16", data = [0, 0, 3, 4, 5, 3, 5, 4], usage = "static", … },
        { kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x2000 },
        { kind = "draw", mode = "triangles", indices = { buffer = "i", index_type = "u16", offset = 4, count = 6 },
          attributes = [{ buffer = "v", format = "R8G8B8A8_UNORM" }] },
    ]"#,
        r#"
address = 0x1000 → totals/bytes_in_place = 24 & totals/bytes_copied = 0
    → 3/indices = { "decision": "in-place", "obstacle": null, "reason": null, "place": "i", "offset": 4, "index_type": "u16", "count": 6, "restart_index": null }
→ totals/bytes_in_place = 12 & totals/static_bytes = 16 & totals/bytes_copied = 16
    → 3/indices/place = copy 0 of i & 3/indices/offset = 4
"#,
    );
}

#[test]
fn bytes_in_place_are_added_up_for_all_draws() {
    // 10 and 5 elements, and the 5 once more in a draw that is the same.
    let script = edited(MESH, "count = 10 | stride = 20");
    let small = r#"{ kind = "draw", mode = "triangles", count = 5, attributes = [{ buffer = "mesh", format = "R32G32B32_SFLOAT", stride = 20 }] },"#;
    Plan::of(&script.replace("\n]", &format!("\n{small}\n{small}\n]"))).assert(
        "totals/bytes_in_place = 240 & totals/draws = 3 & totals/unchanged = 1 & > in place 240 bytes",
    );
}

/// Two static buffers that the GPU does not see, and three draws with the same attributes.
const COPIES: &str = r#"ring = 4096
call = [
{ kind = "buffer-data", buffer = "a", size = 120, usage = "static" },
{ kind = "buffer-data", buffer = "b", size = 64, usage = "static" },
{ kind = "draw", mode = "points", count = 3, attributes = […] },
{ kind = "draw", mode = "points", count = 4, attributes = […] },
{ kind = "draw", mode = "points", count = 4, attributes = […] },
]
"#;

#[test]
fn copies_and_constants_are_made_once_and_found_by_later_draws() {
    let attributes = r#"{ buffer = "a", format = "R32G32B32_SFLOAT" }, { buffer = "b", format = "R8G8B8A8_UNORM" }, { constant = [1, 2, 3] }"#;
    let plan = Plan::of(&COPIES.replace('…', attributes));
    plan.assert(
        r#"3/attributes/*/decision = ["copy-made", "copy-made", "constant-written"] &
        4/attributes/*/decision = ["copy-found", "copy-found", "constant-found"] &
        5/attributes/*/decision = ["copy-found", "copy-found", "constant-found"] &
        */unchanged = [false, false, true] & */bytes_copied = [200, 0, 0] & 4/writes = [] & 5/writes = [] &
        totals/static_copies = 2 & totals/static_bytes = 184 & totals/constant_bytes = 16 &
        totals/bytes_streamed = 0 & totals/bytes_copied = 200 &
        > copied 200 bytes: 0 to the ring, 184 to static copies (2), 16 to constants &
        > draws 3: 2 written, 1 unchanged, 0 with nothing to draw, 0 with an error &
        > line 7, draw 3: points, vertices 0 to 3, 1 instance, the same as before &
        > new copy 0 of a, 120 bytes"#,
    );
    let mut writes = plan.calls[3]["writes"].as_array().unwrap().clone();
    writes.sort_by_key(|write| write["bytes"].as_u64());
    let all = [(16, "constants"), (64, "copy 0 of b"), (120, "copy 0 of a")];
    let all = all.map(|(bytes, name)| json!({ "place": name, "offset": 0, "bytes": bytes }));
    assert_eq!(writes, all);
}

#[test]
fn client_memory_is_streamed_at_every_draw_as_far_as_it_is_read() {
    // 3, 4 and 4 elements of eight bytes, and a constant.
    let client = r#"{ client = "c", format = "R32G32_SFLOAT" }, { constant = [1] }"#;
    Plan::of(&COPIES.replace('…', client)).assert(
        r#"*/attributes/0/decision = ["streamed", "streamed", "streamed"] &
        */attributes/0/place = ["ring block 0", "ring block 0", "ring block 0"] &
        totals/bytes_streamed = 88 & totals/bytes_copied = 104 &
        totals/ring = 4096 & totals/ring_renewed = 0 & totals/recycled = 0 &
        > ring 4096 bytes: 0 times from the start again, 0 times in another block"#,
    );
}

#[test]
fn equal_constants_are_one_and_others_are_written() {
    // Fewer components than four are followed by 0, 0 and 1. Integers are the same bits, or others.
    for (one, other, bytes) in [
        ("[1, 2, 3]", "[1.0, 2, 3, 1]", 16),
        ("[1, 2, 3]", "[1, 2, 4]", 32),
        ("[1, 2, 3]", "[1, 2, 3, 0.5]", 32),
        (
            r#"[1, 0, 0, 2], type = "int""#,
            r#"[1, 0, 0, 2], type = "uint""#,
            16,
        ),
        (r#"[1], type = "int""#, "[1]", 32),
        (
            r#"[-1], type = "int""#,
            r#"[0xffff_ffff], type = "uint""#,
            16,
        ),
        (
            r#"[5], type = "uint""#,
            r#"[5, 0, 0, 1], type = "uint""#,
            16,
        ),
        ("[0x10]", r#"["16.0"]"#, 16),
    ] {
        let constants = format!("{{ constant = {one} }}, {{ constant = {other} }}");
        let plan = Plan::of(&COPIES.replace('…', &constants));
        plan.assert(&format!("totals/constant_bytes = {bytes}"));
    }
}

#[test]
fn the_numbers_of_vertices_and_instances_are_read_from_no_place_on_v5() {
    let ids = r#"{ id = "vertex" }, { id = "instance", name = "n" }"#;
    Plan::of(&("arch = \"v5\"\n".to_owned() + &COPIES.replacen('…', ids, 1).replace('…', "")))
        .assert(
            "3/attributes/*/decision = [null, null] & 3/attributes/*/place = [null, null] &
        > attribute 0 R32_UINT the vertex's number &
        > n R32_UINT the instance's number",
        );
}

#[test]
fn a_buffer_in_place_may_be_above_the_planners_memory() {
    // The blocks of the planner begin at 2^46.
    assert_plans(
        r#"call = [
{ kind = "buffer-data", buffer = "b", size = 64, usage = "static", address = 0x8000_0000_0000 },
{ kind = "draw", mode = "points", count = 3, attributes = [
    { buffer = "b", format = "R32_SFLOAT", offset = 8 }, { constant = [1] },
] },
]
"#,
        r#"→ 2/attributes/*/place = ["b", "constants"] & 2/attributes/*/offset = [8, 0] & totals/bytes_in_place = 12"#,
    );
}

#[test]
fn data_that_the_gpu_sees_but_cannot_read_there_is_not_in_place() {
    // 32-bit floats from byte 2 on are not aligned. The buffer is below the planner's memory, and above it.
    assert_plans(
        r#"call = [
{ kind = "buffer-data", buffer = "b", size = 64, address = …, usage = "…" },
{ kind = "draw", mode = "points", count = 3, attributes = [{ buffer = "b", format = "R32_SFLOAT", offset = 2 }] },
]"#,
        r#"
0x1000 | static → 2/attributes/*/decision = ["copy-made"] & totals/bytes_in_place = 0
0x1000 | stream → 2/attributes/*/decision = ["streamed"] & totals/bytes_in_place = 0
0x8000_0000_0000 | static → 2/attributes/*/decision = ["copy-made"] & totals/bytes_in_place = 0
0x8000_0000_0000 | stream → 2/attributes/*/decision = ["streamed"] & totals/bytes_in_place = 0
"#,
    );
}

#[test]
fn vertices_are_gathered_if_the_shader_does_not_read_their_number() {
    // Two vertices of four bytes that are 100,000 elements apart, and two indices of four bytes.
    assert_plans(
        r#"call = [
{ kind = "draw", mode = "points"…, indices = { data = [7, 100_007], index_type = "u32" }, attributes = [{ client = "c", format = "R32_SFLOAT" }] },
{ kind = "draw", mode = "points"…, indices = { data = [7, 100_007], index_type = "u32" }, attributes = [{ client = "c", format = "R32_SFLOAT" }] },
]
"#,
        r#"
→ */attributes/0/decision = ["streamed", "streamed"] & */bytes_copied = [400012, 400012] & totals/bytes_streamed = 800024
, reads_vertex_id = true | , reads_vertex_id = false → */attributes/0/decision = ["streamed", "gathered"] & */bytes_copied = [400012, 8] & totals/bytes_streamed = 400020
, reads_vertex_id = false | , reads_vertex_id = true → */attributes/0/decision = ["gathered", "streamed"] & */bytes_copied = [8, 400012] & totals/bytes_streamed = 400020
, reads_vertex_id = false | , reads_vertex_id = false → */attributes/0/decision = ["gathered", "gathered"] & */bytes_copied = [8, 8] & totals/bytes_streamed = 16
"#,
    );
}

#[test]
fn robust_access_draws_what_exists() {
    // Sixteen elements of four bytes, and eight indices of two, which name vertices 0 to 9.
    let script = r#"…
call = [
{ kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x1000 },
{ kind = "buffer-data", buffer = "i", data = [0, 1, 2, 3, 4, 5, 6, 9], index_type = "u16", usage = "static", address = 0x2000 },
{ kind = "draw", mode = "points", …, attributes = [{ buffer = "v", name = "position", format = "R32_SFLOAT" }] },
]
"#;
    let vertices = "count = 17";
    let indices = r#"indices = { buffer = "i", index_type = "u16", count = 9 }"#;
    for (edits, error) in [
        (
            format!(" | {vertices}"),
            "attribute 0 ends at byte 68, past the end of its buffer: it has 64",
        ),
        (
            format!("robust_access = false | {indices}"),
            "the indices end at byte 18, past the end of their buffer: it has 16",
        ),
    ] {
        let statements = format!(
            "{edits} → ! script.toml:5: call 3, draw 1: {error}
    → 3/error = {error} & totals/draws = 1 & totals/failed = 1 & totals/empty = 0
    → > line 5, draw 1: points, not drawn
    → > error {error}
    → > draws 1: 0 written, 0 unchanged, 0 with nothing to draw, 1 with an error"
        );
        assert_plans(script, &statements);
    }
    let statements = format!(
        "robust_access = true | {vertices} → 3/vertices = 17 & totals/bytes_in_place = 64
robust_access = true | {indices} → 3/vertices = 10 & 3/indices/count = 8 & totals/bytes_in_place = 56
    → > line 5, draw 1: points, vertices 0 to 9, 1 instance"
    );
    assert_plans(script, &statements);
}

#[test]
fn bytes_in_place_are_bytes_that_the_buffer_has() {
    // The 70th element begins at byte 69 * 20, and has 12 bytes.
    for (size, keys, elements, offset) in [
        (69 * 20 + 12, "", 70, 0),
        (69 * 20 + 11, "", 69, 0),
        (1400, ", offset = 8", 70, 8),
        (1400, ", offset = 12", 69, 12),
        (12, "", 1, 0),
        (12, ", divisor = 1", 1, 0),
    ] {
        let script = format!("call => robust_access = true\\ncall | 1400 => {size}");
        let draw = format!("count = 1000, instances = 9 | stride = 20{keys}");
        assert_in_place(&format!("{script} | {draw}"), elements, offset);
    }
    // The vertices are not known, since nothing reads the indices: those that exist are counted, and the two indices.
    assert_plans(
        r#"arch = "v9"
checks_indices = false
call = [
{ kind = "buffer-data", buffer = "v", size = 64, usage = "static", address = 0x1000 },
{ kind = "buffer-data", buffer = "i", data = [0, 16], index_type = "u16", usage = "static", address = 0x2000 },
{ kind = "draw", mode = "points", indices = { buffer = "i", index_type = "u16", count = 2 }, attributes = [{ buffer = "v", format = "R32_SFLOAT" }] },
]
"#,
        "→ totals/bytes_in_place = 68",
    );
}
