//! Scripts that are refused: each mistake has its line, its call and its key.

use mali_buffers_script::MEMORY_LIMIT;

use crate::run::{assert_plans, assert_refused};

#[test]
fn a_mistake_in_a_key_of_the_script_has_its_line_and_key() {
    assert_refused(
        "\n…\n",
        r#"
arc = "v7" → 2: unknown key `arc`, did you mean `arch`? known: arch, checks_indices, robust_access, line_loops, ring, when_full, call
when_full = "waits" → 2: when_full: `waits` is unknown, did you mean `wait`? known: grow, wait
ring = 0 → 2: ring: 0 bytes: at least 1 is allowed
ring = 0x1000_0000_0000_0000 → 2: ring: 1152921504606846976 bytes are too many: at most 67108864 are allowed
[[call]] → 2: call 1, kind is missing
call = 1 → 2: call: expected an array, found a number
[[call]]\nkind = "buffer-data"\nbuffer = "b"\nusage = "static"\nindex_type = "u8"\ndata = [1,\n256] → 7: call 1, data: 256 is too large: at most 255 is allowed
"#,
    );
}

#[test]
fn a_mistake_in_an_update_of_a_buffer_has_its_line_and_key() {
    assert_refused(
        r#"call = [{ kind = "buffer-data", buffer = "b", … }]"#,
        r#"
usage = "static" → 1: call 1, size is missing
sise = 1 → 1: call 1: unknown key `sise`, did you mean `size`? known: buffer, size, usage, address, volatile, data, index_type
data = [1], usage = "static" → 1: call 1, index_type is missing
index_type = "u8", usage = "static" → 1: call 1, data is missing
usage = "static", index_type = "u16", data = [1, 2], size = 3 → 1: call 1, size: 3 bytes are fewer than the 4 of `data`
usage = "static", index_type = "u16", data = [1, 2], size = 0 → 1: call 1, size: 0 bytes are fewer than the 4 of `data`
"#,
    );
}

/// A buffer of 64 bytes, and another call.
const CALL: &str = r#"call = [
{ kind = "buffer-data", buffer = "b", size = 64, usage = "static" },
{ kind = "…", … },
]
"#;

#[test]
fn a_mistake_in_a_buffer_and_a_submission_has_its_line_and_key() {
    assert_refused(
        CALL,
        r#"
delete | buffer = "c" → 3: call 2, buffer: `c` is unknown, known: b
delete | buffer = "b" },\n{ kind = "delete", buffer = "b" → 4: call 3, buffer: `b` is deleted: no call since then makes it again
complete | through = 1 → 3: call 2, through: there is no submission 1: no call before this one draws
"#,
    );
    let unknown = "unknown key `stream`, known: ";
    assert_refused(
        CALL,
        &format!("discard | stream = 1 → 3: call 2: {unknown}"),
    );
}

#[test]
fn of_two_mistakes_in_values_the_first_is_reported() {
    let fatal = r#"buffer-data | buffer = "c", usage = "static", size = 2, address = 0xffff_ffff_ffff_ffff"#;
    let key = r#"delete | buffer = "d""#;
    let past =
        "buffer-data c: 2 bytes from 0xffffffffffffffff on reach past the last 64-bit address";
    let unknown = "buffer: `d` is unknown, known: b";
    let two = CALL.replace("]\n", "{ kind = \"…\", … },\n]\n");
    for (one, other, mistake) in [(fatal, key, past), (key, fatal, unknown)] {
        assert_refused(&two, &format!("{one} | {other} → 3: call 2, {mistake}"));
    }
}

#[test]
fn a_mistake_in_a_draw_has_its_line_and_key() {
    assert_refused(
        r#"call = [{ kind = "draw", mode = "triangles", … }]"#,
        r#"
→ 1: call 1, count is missing
count = 1, indices = {index_type = "u8", data = [1]} → 1: call 1, count: a draw with `indices` has no such key: leave it out
first = 0, indices = {index_type = "u8", data = [1]} → 1: call 1, first: a draw with `indices` has no such key: leave it out
indices = {count = 1} → 1: call 1, indices, index_type is missing
indices = {index_type = "u8"} → 1: call 1, indices, buffer, or data, is missing
indices = {index_type = "u8", buffer = "b", count = 1} → 1: call 1, indices, buffer: `b` is unknown: no call before this one makes a buffer
indices = {index_type = "u8", buffer = "b", data = [1]} → 1: call 1, indices, data: indices are in a buffer or in `data`: leave one out
indices = {index_type = "u8", data = [1], minimum = 1} → 1: call 1, indices, maximum is missing
indices = {index_type = "u8", data = [1], maximum = 1} → 1: call 1, indices, minimum is missing
indices = {index_type = "u8", data = [1], base = 2} → 1: call 1, indices: unknown key `base`, did you mean `base_vertex`? known: buffer, data, index_type, offset, count, base_vertex, restart_index, minimum, maximum
"#,
    );
}

/// A draw with one attribute.
const ATTRIBUTE: &str =
    r#"call = [{ kind = "draw", mode = "triangles", count = 1, attributes = [{…}] }]"#;

#[test]
fn a_mistake_in_an_attribute_has_its_line_and_key() {
    assert_refused(
        ATTRIBUTE,
        r#"
name = "a", constant = [1]}, {name = "a", constant = [1] → 1: call 1, attribute `a`, name: another attribute is called `a`
constant = [1]}, {name = "attribute 0", constant = [1] → 1: call 1, attribute `attribute 0`, name: another attribute is called `attribute 0`
format = "R8_UNORM" → 1: call 1, attribute 0, buffer, client, constant or id is missing
client = "c" → 1: call 1, attribute 0, format is missing
client = "c", format = "R32G32_FIX" → 1: call 1, attribute 0, format: `R32G32_FIX` is unknown, did you mean `R32G32_FIXED`? allowed: Vulkan's name of a vertex format without VK_FORMAT_, or Gallium's of one that Vulkan has not, as R32G32_FIXED
client = "c", constant = [1] → 1: call 1, attribute 0, constant: does not go with `client`: leave one of both out
buffer = "b", client = "c", format = "R8_UNORM" → 1: call 1, attribute 0, client: does not go with `buffer`: leave one of both out
constant = [1], id = "vertex" → 1: call 1, attribute 0, id: does not go with `constant`: leave one of both out
client = "c", format = "R8_UNORM", type = "int" → 1: call 1, attribute 0, type: does not go with `client`: leave it out
id = "vertex", type = "int" → 1: call 1, attribute 0, type: does not go with `id`: leave it out
client = "c", format = "R8_UNORM", rate = "constant", divisor = 1 → 1: call 1, attribute 0, divisor: 1 does not go with the rate `constant`, which has no divisor: leave it out
constant = [1, 2, 3, 4, 5] → 1: call 1, attribute 0, constant: 5 components: 1 to 4 are allowed
constant = [] → 1: call 1, attribute 0, constant: 0 components: 1 to 4 are allowed
constant = [true] → 1: call 1, attribute 0, constant 0: expected a number, found true or false
constant = ["half"] → 1: call 1, attribute 0, constant: `half` is not a number: whole numbers and fractions, as 0.5 or 1e-3, are allowed
constant = [0.5], type = "uint" → 1: call 1, attribute 0, constant: `0.5` is not a whole number: decimal and 0x notation, with _ between digits, are allowed
"#,
    );
}

#[test]
fn the_keys_of_arrays_go_with_arrays_only() {
    for key in [
        "format = \"R8_UNORM\"",
        "stride = 4",
        "offset = 0",
        "divisor = 1",
        "rate = \"vertex\"",
    ] {
        let name = key.split(' ').next().unwrap();
        for (source, of) in [("constant = [1]", "constant"), (r#"id = "instance""#, "id")] {
            let mistake = format!("attribute 0, {name}: does not go with `{of}`: leave it out");
            assert_refused(
                ATTRIBUTE,
                &format!("{source}, {key} → 1: call 1, {mistake}"),
            );
        }
    }
}

#[test]
fn numbers_at_a_limit_are_allowed_and_one_more_is_not() {
    // A quarter of the memory, for the ring.
    assert_eq!(MEMORY_LIMIT / 4, 67_108_864);
    assert_plans("ring = …\n", "67_108_864 → totals/draws = 0");
    let mistake = "ring: 67108865 bytes are too many: at most 67108864 are allowed";
    assert_refused("ring = …\n", &format!("67_108_865 → 1: {mistake}"));

    let draw = r#"call = [{ kind = "draw", mode = "points", indices = { index_type = "…", data = […]… } }]"#;
    assert_plans(
        draw,
        "
u8 | 0, 0xff → 1/vertices = 256
u16 | 0, 0xffff → 1/vertices = 65536
u32 | 1, 2 | , count = 2 → 1/vertices = 2
u32 | 1, 2 | , offset = 4, count = 1 → 1/first_vertex = 2 & 1/vertices = 1
u32 | 1, 2 | , offset = 8 → totals/empty = 1
u32 | 1, 2 | , offset = 8, count = 0 → totals/empty = 1
",
    );
    assert_refused(
        draw,
        "
u8 | 0, 0x100 → 1: call 1, indices, data: 256 is too large: at most 255 is allowed
u16 | 0, 0x1_0000 → 1: call 1, indices, data: 65536 is too large: at most 65535 is allowed
u32 | 1, 2 | , count = 3 → 1: call 1, indices, data: `data` has 2 indices from byte 0 on
u32 | 1, 2 | , offset = 4, count = 2 → 1: call 1, indices, data: `data` has 1 indices from byte 4 on
u32 | 1, 2 | , offset = 7, count = 1 → 1: call 1, indices, data: `data` has 0 indices from byte 7 on
u32 | 1, 2 | , offset = 9 → 1: call 1, indices, data: `data` has 0 indices from byte 9 on
",
    );
    let data = r#"call = [{ kind = "buffer-data", buffer = "b", usage = "static", index_type = "u16", data = [1, 2], size = … }]"#;
    assert_plans(data, "4 → 1/size = 4\n5 → 1/size = 5");
}

#[test]
fn submissions_begin_at_1_and_do_not_go_back() {
    let script = r#"call = [
{ kind = "draw", mode = "points", count = 1, submission = … },
{ kind = "draw", mode = "points", count = 1, submission = … },
]
"#;
    assert_refused(
        script,
        "
0 | 1 → 2: call 1, submission: 0 is before the last: at least 1 is allowed
7 | 6 → 3: call 2, submission: 6 is before the last: at least 7 is allowed
",
    );
    assert_plans(script, "7 | 7 → */submission = [7, 7]");
    let complete = r#"call = [
{ kind = "draw", mode = "points", count = 1, submission = 7 },
{ kind = "complete", through = … },
]
"#;
    for through in 1..=7 {
        assert_plans(complete, &format!("{through} → 2/through = {through}"));
    }
    for through in [0, 8] {
        let mistake = format!("{through} is not a submission so far: 1 to 7 are allowed");
        assert_refused(
            complete,
            &format!("{through} → 3: call 2, through: {mistake}"),
        );
    }
    assert_plans(
        "call = [{ kind = \"complete\", through = 0 }]",
        "→ 1/through = 0",
    );
}

#[test]
fn a_buffer_has_its_name_until_it_is_deleted() {
    let script = r#"call = [
{ kind = "buffer-data", buffer = "mesh", size = 4, usage = "static" },
{ kind = "buffer-data", buffer = "other", size = 4, usage = "static" },
{ kind = "delete", buffer = "mesh" },
{ kind = … },
]
"#;
    assert_refused(
        script,
        r#"
"buffer-sub-data", buffer = "mesh", size = 1 → 5: call 4, buffer: `mesh` is deleted: no call since then makes it again
"buffer-sub-data", buffer = "othr", size = 1 → 5: call 4, buffer: `othr` is unknown, did you mean `other`? known: other
"draw", mode = "points", count = 1, attributes = [{ buffer = "mesh", format = "R8_UNORM" }] → 5: call 4, attribute 0, buffer: `mesh` is deleted: no call since then makes it again
"#,
    );
    assert_plans(
        script,
        r#"
"delete", buffer = "other" → > line 5, delete other
"buffer-data", buffer = "mesh", size = 4, usage = "static" }, { kind = "delete", buffer = "mesh" → > line 5, delete mesh
"buffer-data", buffer = "third", size = 4, usage = "static" }, { kind = "delete", buffer = "other" → > line 5, delete other
"#,
    );
}

#[test]
fn json_has_the_places_of_mistakes_too() {
    let script = "{ \"call\": [\n{ \"kind\": \"draw\", \"mode\": \"points\",\n\"count\": 1, \"attributes\": [\n{ … }] }] }";
    assert_plans(
        script,
        r#""constant": [1, -0.5, "0x10"] → totals/constant_bytes = 16"#,
    );
    assert_refused(
        script,
        r#"
"constant": [null] → 4:16: call 1, attribute 0, constant 0: expected a number, found null
"constant": [1], "format": "R8_UNORM" → 4:30: call 1, attribute 0, format: does not go with `constant`: leave it out
"#,
    );
}
