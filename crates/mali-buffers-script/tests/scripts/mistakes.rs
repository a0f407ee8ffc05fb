//! Scripts that are refused: each mistake has its line, its call and its key.

use mali_buffers_script::{MEMORY_LIMIT, PlannedScript};
use mali_instancing_codegen::Source;

use crate::edits::edited;
use crate::run::Plan;

#[track_caller]
fn assert_refused(script: &str, mistakes: &[(&str, &str)]) {
    for (edits, expected) in mistakes {
        let text = edited(script, edits);
        let source = Source::new("script.toml", text.clone().into()).unwrap();
        let error = PlannedScript::new(&source, MEMORY_LIMIT)
            .err()
            .expect(&text);
        assert_eq!(
            error.to_string(),
            format!("script.toml:{expected}"),
            "{text}"
        );
    }
}

#[test]
fn a_mistake_in_a_key_of_the_script_has_its_line_and_key() {
    assert_refused(
        "\n…\n",
        &[
            (
                r#"arc = "v7""#,
                "2: unknown key `arc`, did you mean `arch`? known: arch, checks_indices, robust_access, line_loops, ring, when_full, call",
            ),
            (
                r#"when_full = "waits""#,
                "2: when_full: `waits` is unknown, did you mean `wait`? known: grow, wait",
            ),
            ("ring = 0", "2: ring: 0 bytes: at least 1 is allowed"),
            (
                "ring = 0x1000_0000_0000_0000",
                "2: ring: 1152921504606846976 bytes are too many: at most 67108864 are allowed",
            ),
            ("[[call]]", "2: call 1, kind is missing"),
            ("call = 1", "2: call: expected an array, found a number"),
            (
                r#"[[call]]\nkind = "buffer-data"\nbuffer = "b"\nusage = "static"\nindex_type = "u8"\ndata = [1,\n256]"#,
                "7: call 1, data: 256 is too large: at most 255 is allowed",
            ),
        ],
    );
}

#[test]
fn a_mistake_in_an_update_of_a_buffer_has_its_line_and_key() {
    assert_refused(
        r#"call = [{ kind = "buffer-data", buffer = "b", … }]
"#,
        &[
            (r#"usage = "static""#, "1: call 1, size is missing"),
            (
                "sise = 1",
                "1: call 1: unknown key `sise`, did you mean `size`? known: buffer, size, usage, address, volatile, data, index_type",
            ),
            (
                r#"data = [1], usage = "static""#,
                "1: call 1, index_type is missing",
            ),
            (
                r#"index_type = "u8", usage = "static""#,
                "1: call 1, data is missing",
            ),
            (
                r#"usage = "static", index_type = "u16", data = [1, 2], size = 3"#,
                "1: call 1, size: 3 bytes are fewer than the 4 of `data`",
            ),
            (
                r#"size = 2, usage = "static", address = 0xffff_ffff_ffff_ffff"#,
                "1: call 1, buffer-data b: 2 bytes from 0xffffffffffffffff on reach past the last 64-bit address",
            ),
        ],
    );
}

#[test]
fn a_mistake_in_a_buffer_and_a_submission_has_its_line_and_key() {
    assert_refused(
        r#"call = [
{ kind = "buffer-data", buffer = "b", size = 64, usage = "static" },
{ kind = "…", … },
]
"#,
        &[
            (
                r#"delete | buffer = "c""#,
                "3: call 2, buffer: `c` is unknown, known: b",
            ),
            (
                r#"delete | buffer = "b" },\n{ kind = "delete", buffer = "b""#,
                "4: call 3, buffer: `b` is deleted: no call since then makes it again",
            ),
            (
                "complete | through = 1",
                "3: call 2, through: there is no submission 1: no call before this one draws",
            ),
            (
                r#"discard | stream = "vertex""#,
                "3: call 2: unknown key `stream`, known: ",
            ),
            (
                r#"draw | mode = "points", count = 1 },\n{ kind = "complete", through = 2"#,
                "4: call 3, through: 2 is not a submission so far: 1 to 1 are allowed",
            ),
        ],
    );
}

#[test]
fn a_mistake_in_a_draw_has_its_line_and_key() {
    assert_refused(
        r#"call = [{ kind = "draw", mode = "triangles", … }]
"#,
        &[
            ("", "1: call 1, count is missing"),
            (
                r#"count = 1, submission = 2 },\n{ kind = "draw", mode = "triangles", count = 1, submission = 1"#,
                "2: call 2, submission: 1 is before the last: at least 2 is allowed",
            ),
            (
                r#"count = 1, indices = {index_type = "u8", data = [1]}"#,
                "1: call 1, count: a draw with `indices` has no such key: leave it out",
            ),
            (
                "indices = {count = 1}",
                "1: call 1, indices, index_type is missing",
            ),
            (
                r#"indices = {index_type = "u8"}"#,
                "1: call 1, indices, buffer, or data, is missing",
            ),
            (
                r#"indices = {index_type = "u8", buffer = "b", count = 1}"#,
                "1: call 1, indices, buffer: `b` is unknown: no call before this one makes a buffer",
            ),
            (
                r#"indices = {index_type = "u8", buffer = "b", data = [1]}"#,
                "1: call 1, indices, data: indices are in a buffer or in `data`: leave one out",
            ),
            (
                r#"indices = {index_type = "u8", data = [1, 2], count = 2, offset = 1}"#,
                "1: call 1, indices, data: `data` has 1 indices from byte 1 on",
            ),
            (
                r#"indices = {index_type = "u8", data = [1], minimum = 1}"#,
                "1: call 1, indices, maximum is missing",
            ),
            (
                r#"indices = {index_type = "u8", data = [1], maximum = 1}"#,
                "1: call 1, indices, minimum is missing",
            ),
            (
                r#"first = 0, indices = {index_type = "u8", data = [1]}"#,
                "1: call 1, first: a draw with `indices` has no such key: leave it out",
            ),
            (
                r#"indices = {index_type = "u8", data = [1], base = 2}"#,
                "1: call 1, indices: unknown key `base`, did you mean `base_vertex`? known: buffer, data, index_type, offset, count, base_vertex, restart_index, minimum, maximum",
            ),
        ],
    );
}

#[test]
fn a_mistake_in_an_attribute_has_its_line_and_key() {
    assert_refused(
        r#"call = [{ kind = "draw", mode = "triangles", count = 1, attributes = [{…}] }]
"#,
        &[
            (
                r#"name = "a", constant = [1]}, {name = "a", constant = [1]"#,
                "1: call 1, attribute `a`, name: another attribute is called `a`",
            ),
            (
                r#"format = "R8_UNORM""#,
                "1: call 1, attribute 0, buffer, client, constant or id is missing",
            ),
            (
                r#"client = "c", format = "R32G32_FIX""#,
                "1: call 1, attribute 0, format: `R32G32_FIX` is unknown, did you mean `R32G32_FIXED`? allowed: Vulkan's name of a vertex format without VK_FORMAT_, or Gallium's of one that Vulkan has not, as R32G32_FIXED",
            ),
            (
                r#"client = "c", constant = [1]"#,
                "1: call 1, attribute 0, constant: does not go with `client`: leave one of both out",
            ),
            (
                r#"buffer = "b", client = "c", format = "R8_UNORM""#,
                "1: call 1, attribute 0, client: does not go with `buffer`: leave one of both out",
            ),
            (
                r#"constant = [1], id = "vertex""#,
                "1: call 1, attribute 0, id: does not go with `constant`: leave one of both out",
            ),
            (
                "constant = [1], stride = 4",
                "1: call 1, attribute 0, stride: does not go with `constant`: leave it out",
            ),
            (
                r#"id = "vertex", format = "R8_UNORM""#,
                "1: call 1, attribute 0, format: does not go with `id`: leave it out",
            ),
            (
                r#"client = "c", format = "R8_UNORM", type = "int""#,
                "1: call 1, attribute 0, type: does not go with `client`: leave it out",
            ),
            (
                r#"client = "c", format = "R8_UNORM", rate = "constant", divisor = 1"#,
                "1: call 1, attribute 0, divisor: 1 does not go with the rate `constant`, which has no divisor: leave it out",
            ),
            (
                "constant = [1, 2, 3, 4, 5]",
                "1: call 1, attribute 0, constant: 5 components: 1 to 4 are allowed",
            ),
            (
                "constant = []",
                "1: call 1, attribute 0, constant: 0 components: 1 to 4 are allowed",
            ),
            (
                "constant = [true]",
                "1: call 1, attribute 0, constant 0: expected a number, found true or false",
            ),
            (
                r#"constant = ["half"]"#,
                "1: call 1, attribute 0, constant: `half` is not a number: whole numbers and fractions, as 0.5 or 1e-3, are allowed",
            ),
            (
                r#"client = "c""#,
                "1: call 1, attribute 0, format is missing",
            ),
            (
                r#"constant = [1]}, {name = "attribute 0", constant = [1]"#,
                "1: call 1, attribute `attribute 0`, name: another attribute is called `attribute 0`",
            ),
            (
                r#"constant = [0.5], type = "uint""#,
                "1: call 1, attribute 0, constant: `0.5` is not a whole number: decimal and 0x notation, with _ between digits, are allowed",
            ),
        ],
    );
}

#[test]
fn the_keys_of_arrays_go_with_arrays_only() {
    let script = r#"call = [{ kind = "draw", mode = "triangles", count = 1, attributes = [{…}] }]"#;
    let keys = [
        ("format", r#""R8_UNORM""#),
        ("stride", "4"),
        ("offset", "0"),
        ("divisor", "1"),
        ("rate", r#""vertex""#),
    ];
    for (key, value) in keys {
        for (source, name) in [("constant = [1]", "constant"), (r#"id = "instance""#, "id")] {
            let edits = format!("{source}, {key} = {value}");
            let expected =
                format!("1: call 1, attribute 0, {key}: does not go with `{name}`: leave it out");
            assert_refused(script, &[(&edits, &expected)]);
        }
    }
    let type_of_id = r#"id = "vertex", type = "int""#;
    assert_refused(
        script,
        &[(
            type_of_id,
            "1: call 1, attribute 0, type: does not go with `id`: leave it out",
        )],
    );
}

#[test]
fn numbers_at_a_limit_are_allowed_and_one_more_is_not() {
    // A quarter of the memory, for the ring.
    let ring = "ring = …\n";
    assert_eq!(MEMORY_LIMIT / 4, 67_108_864);
    Plan::of(&edited(ring, "67_108_864"));
    assert_refused(
        ring,
        &[(
            "67_108_865",
            "1: ring: 67108865 bytes are too many: at most 67108864 are allowed",
        )],
    );
    let draw = "call = [{ kind = \"draw\", mode = \"points\", indices = {…} }]";
    for (index_type, largest) in [("u8", 0xff_u32), ("u16", 0xffff)] {
        let keys = |index: u32| format!("index_type = \"{index_type}\", data = [0, {index}]");
        Plan::of(&edited(draw, &keys(largest)));
        let expected = format!(
            "1: call 1, indices, data: {} is too large: at most {largest} is allowed",
            largest + 1
        );
        assert_refused(draw, &[(&keys(largest + 1), &expected)]);
    }
    // Two indices of four bytes.
    for (keys, left) in [
        ("count = 3", 2),
        ("offset = 4, count = 2", 1),
        ("offset = 7, count = 1", 0),
        ("offset = 9", 0),
    ] {
        let offset = keys
            .trim_start_matches("offset = ")
            .chars()
            .next()
            .filter(char::is_ascii_digit)
            .unwrap_or('0');
        let expected =
            format!("1: call 1, indices, data: `data` has {left} indices from byte {offset} on");
        let keys = format!("index_type = \"u32\", data = [1, 2], {keys}");
        assert_refused(draw, &[(&keys, &expected)]);
    }
    for keys in [
        "count = 2",
        "offset = 4, count = 1",
        "offset = 8",
        "offset = 8, count = 0",
    ] {
        Plan::of(&edited(
            draw,
            &format!("index_type = \"u32\", data = [1, 2], {keys}"),
        ));
    }
    let data = "call = [{ kind = \"buffer-data\", buffer = \"b\", usage = \"static\", index_type = \"u16\", data = [1, 2], size = … }]";
    Plan::of(&edited(data, "4"));
    Plan::of(&edited(data, "5"));
    assert_refused(
        data,
        &[(
            "0",
            "1: call 1, size: 0 bytes are fewer than the 4 of `data`",
        )],
    );
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
        &[
            (
                "0 | 1",
                "2: call 1, submission: 0 is before the last: at least 1 is allowed",
            ),
            (
                "7 | 6",
                "3: call 2, submission: 6 is before the last: at least 7 is allowed",
            ),
        ],
    );
    Plan::of(&edited(script, "7 | 7"));
    let complete = r#"call = [
{ kind = "draw", mode = "points", count = 1, submission = 7 },
{ kind = "complete", through = … },
]
"#;
    for through in 1..=7 {
        Plan::of(&edited(complete, &through.to_string()));
    }
    for through in [0, 8] {
        let expected =
            format!("3: call 2, through: {through} is not a submission so far: 1 to 7 are allowed");
        assert_refused(complete, &[(&through.to_string(), &expected)]);
    }
    Plan::of("call = [{ kind = \"complete\", through = 0 }]");
}

#[test]
fn a_buffer_has_its_name_until_it_is_deleted() {
    let script = r#"call = [
{ kind = "buffer-data", buffer = "mesh", size = 4, usage = "static" },
{ kind = "buffer-data", buffer = "other", size = 4, usage = "static" },
{ kind = "delete", buffer = "mesh" },
…
]
"#;
    assert_refused(
        script,
        &[
            (
                r#"{ kind = "buffer-sub-data", buffer = "mesh", size = 1 }"#,
                "5: call 4, buffer: `mesh` is deleted: no call since then makes it again",
            ),
            (
                r#"{ kind = "buffer-sub-data", buffer = "othr", size = 1 }"#,
                "5: call 4, buffer: `othr` is unknown, did you mean `other`? known: other",
            ),
            (
                r#"{ kind = "draw", mode = "points", count = 1, attributes = [{ buffer = "mesh", format = "R8_UNORM" }] }"#,
                "5: call 4, attribute 0, buffer: `mesh` is deleted: no call since then makes it again",
            ),
        ],
    );
    let again = r#"{ kind = "buffer-data", buffer = "mesh", size = 4, usage = "static" }, { kind = "delete", buffer = "mesh" }"#;
    Plan::of(&edited(script, again));
    Plan::of(&edited(script, r#"{ kind = "delete", buffer = "other" }"#));
}

#[test]
fn json_has_the_places_of_mistakes_too() {
    let script = "{ \"call\": [\n{ \"kind\": \"draw\", \"mode\": \"points\",\n\"count\": 1, \"attributes\": [\n{ … }] }] }";
    let good = edited(script, r#""constant": [1, -0.5, "0x10"]"#);
    assert_eq!(Plan::of(&good).total("constant_bytes"), 16);
    for (edits, expected) in [
        (
            r#""constant": [null]"#,
            "4:16: call 1, attribute 0, constant 0: expected a number, found null",
        ),
        (
            r#""constant": [1], "format": "R8_UNORM""#,
            "4:30: call 1, attribute 0, format: does not go with `constant`: leave it out",
        ),
    ] {
        assert_refused(script, &[(edits, expected)]);
    }
}
