//! The limit of all memory of a script together.

use mali_buffers_script::MEMORY_LIMIT;

use crate::run::Plan;

/// Checks that a script needs `needed` bytes at a time: it is run within as many, and refused within one fewer.
#[track_caller]
fn assert_needs(needed: u64, script: &str, place: &str) {
    let errors = Plan::within(needed, script).map(|plan| plan.errors);
    assert_eq!(errors, Ok(Vec::new()), "{script}");
    for limit in [needed - 1, needed - 2] {
        let reason = "bytes of memory are too many at a time: at most";
        let error = format!("script.toml:{place}: {needed} {reason} {limit} are allowed");
        assert_eq!(Plan::within(limit, script).err(), Some(error));
    }
}

/// A static buffer that the GPU sees.
fn buffer(name: &str, size: u64, address: u32) -> String {
    format!(
        "{{ kind = \"buffer-data\", buffer = \"{name}\", size = {size}, usage = \"static\", address = {address} }},\n"
    )
}

#[test]
fn all_memory_together_is_at_most_the_limit() {
    let [a, b] = [buffer("a", 100, 0x1000), buffer("b", 60, 0x2000)];
    let moved = buffer("a", 100, 0x3000);
    let read = r#"{ kind = "draw", mode = "points", count = 1, attributes = [{ buffer = "a", format = "R8_UNORM" }] },
"#;
    let stream = r#"{ kind = "draw", mode = "points", count = 4, attributes = [{ client = "c", format = "R8_UNORM" }] },
"#;
    let complete = "{ kind = \"complete\" },\n";
    let delete = "{ kind = \"delete\", buffer = \"a\" },\n";
    let update = "{ kind = \"buffer-sub-data\", buffer = \"a\", size = 1, address = 0x3000 },\n";
    let script = |calls: &[&str]| format!("ring = 256\ncall = [\n{}]", calls.concat());
    for (needed, calls, place) in [
        (100, &[&*a] as &[&str], "3: call 1, buffer-data a"),
        (160, &[&a, &b], "4: call 2, buffer-data b"),
        // The ring's block, before a buffer and after it.
        (256 + 100, &[stream, &a], "4: call 2, buffer-data a"),
        (256 + 100, &[&a, stream], "4: call 2, draw 1"),
        // Memory that the GPU still reads, until it has finished.
        (100 + 100, &[&a, read, &moved], "5: call 3, buffer-data a"),
        (
            100 + 60,
            &[&a, read, delete, &b],
            "6: call 4, buffer-data b",
        ),
        (
            100,
            &[&a, read, delete, complete, &b],
            "3: call 1, buffer-data a",
        ),
        (100, &[&a, delete, &b], "3: call 1, buffer-data a"),
        (100, &[&a, &moved], "3: call 1, buffer-data a"),
        (
            100,
            &[&a, read, complete, &moved],
            "3: call 1, buffer-data a",
        ),
        (
            100 + 100,
            &[&a, read, update],
            "5: call 3, buffer-sub-data a",
        ),
    ] {
        assert_needs(needed, &script(calls), place);
    }
    // The six indices of two instances' loops of two vertices, of two bytes each, and their copy in the ring.
    let loops = "{ kind = \"draw\", mode = \"line-loop\", count = 2, instances = 2 },\n";
    let segments = |calls: &[&str]| format!("line_loops = \"segments\"\n{}", script(calls));
    assert_needs(3 * 2 + 256, &segments(&[loops, loops]), "4: call 1, draw 1");
    assert_needs(3 * 2 + 256, &segments(&[loops]), "4: call 1, draw 1");
    let error = Plan::within(5, &segments(&[loops])).err().unwrap();
    let expected = "script.toml:4: call 1, draw 1: 6 bytes of memory are too many at a time: at most 5 are allowed";
    assert_eq!(error, expected);
}

/// A list is kept as it was given, beside its copy in the ring.
#[test]
fn lists_of_indices_count_until_the_script_ends() {
    let draw = |indices: &str| {
        format!(
            "{{ kind = \"draw\", mode = \"points\", indices = {{ data = {indices}, index_type = \"u16\" }} }},\n"
        )
    };
    let script = |calls: &[&str]| format!("ring = 128\ncall = [\n{}]", calls.concat());
    let [five, three] = ["[0, 1, 2, 3, 4]", "[0, 1, 2]"].map(draw);
    let a = buffer("a", 100, 0x1000);
    for (needed, calls, place) in [
        (5 * 2 + 128, &[&*five] as &[&str], "3: call 1, draw 1"),
        ((5 + 3) * 2 + 128, &[&five, &three], "4: call 2, draw 2"),
        (5 * 2 + 128 + 100, &[&five, &a], "4: call 2, buffer-data a"),
    ] {
        assert_needs(needed, &script(calls), place);
    }
    // More than the limit is refused without the ring's block, too.
    let error = Plan::within(9, &script(&[&five])).err().unwrap();
    let expected = "script.toml:3: call 1, draw 1: 10 bytes of memory are too many at a time: at most 9 are allowed";
    assert_eq!(error, expected);
}

/// The decisions of a plan do not depend on the limit: without a copy, the draw would be streamed.
#[test]
fn a_copy_for_which_there_is_no_memory_is_past_the_limit() {
    let script = r#"ring = 16
call = [
{ kind = "buffer-data", buffer = "a", size = 100, usage = "static", address = 0x1001 },
{ kind = "draw", mode = "points", count = 1, attributes = [{ buffer = "a", format = "R32_SFLOAT" }] },
]"#;
    assert_needs(100 + 100, script, "4: call 2, draw 1");
}

#[test]
fn client_memory_that_a_draw_reads_is_limited_too() {
    let script = "ring = 1\n[[call]]\nkind = \"draw\"\nmode = \"points\"\ncount = 2\n\
                  attributes = [{ client = \"c\", format = \"R8_UNORM\", stride = 4_000_000 }]";
    // Two elements of which the second begins at byte 4,000,000.
    let error = Plan::within(4_000_000, script).err().unwrap();
    assert!(error.ends_with("at most 4000000 are allowed"), "{error}");
    assert!(Plan::within(2 * 4_000_001, script).is_ok());
}

#[test]
fn client_memory_of_a_draw_counts_beside_the_ring() {
    // Each draw reads two elements of four bytes. The ring has its block when the second draw reads them.
    let draw = "[[call]]\nkind = \"draw\"\nmode = \"points\"\ncount = 2\n\
                attributes = [{ client = \"c\", format = \"R32_SFLOAT\" }]\n";
    assert_needs(
        4096 + 2 * 4,
        &format!("ring = 4096\n{draw}{draw}"),
        "7: call 2, draw 2",
    );
}

#[test]
fn no_caller_can_allow_more_than_the_largest_limit() {
    assert_eq!(MEMORY_LIMIT, 256 * 1024 * 1024);
    let halves =
        ["a", "b"].map(|name| buffer(name, MEMORY_LIMIT / 2, 0).replace(", address = 0", ""));
    let halves = format!("call = [\n{}]", halves.concat());
    let more = halves.replace(']', &(buffer("c", 1, 0x1000) + "]"));
    let large = format!("call = [\n{}]", buffer("a", MEMORY_LIMIT + 1, 0x1000));
    for limit in [MEMORY_LIMIT, u64::MAX] {
        assert!(Plan::within(limit, &halves).is_ok());
        for (script, expected) in [
            (
                &more,
                "4: call 3, buffer-data c: 268435457 bytes of memory are too many at a time: at most 268435456 are allowed",
            ),
            (
                &large,
                "2: call 1, size: 268435457 bytes are too many: at most 268435456 are allowed",
            ),
        ] {
            let error = Plan::within(limit, script).err();
            assert_eq!(error, Some(format!("script.toml:{expected}")));
        }
    }
}
