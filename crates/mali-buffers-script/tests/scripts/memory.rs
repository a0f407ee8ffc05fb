//! The memory of a script: its places, what is retired and freed, and what updates and draws wait for.

use crate::edits::edited;
use crate::run::{Plan, assert_plans, assert_refused};

/// A buffer of 64 bytes from 0x100 on, a draw that reads it there, and another buffer.
const NEIGHBOURS: &str = r#"call = [
{ kind = "buffer-data", buffer = "a", size = 64, usage = "static", address = 0x100 },
…
{ kind = "buffer-data", buffer = "b", usage = "static", … },
]
"#;
const DRAW: &str = r#"{ kind = "draw", mode = "points", count = 1, attributes = [{ buffer = "a", format = "R8_UNORM" }] },"#;
const REPLACE: &str =
    r#"{ kind = "buffer-data", buffer = "a", size = 8, usage = "static", address = 0x900 },"#;
const THERE: &str = "which is there already or which the GPU still reads";

#[test]
fn memory_overlaps_no_other_memory() {
    // What is there already, and what was there but is still read by the GPU.
    for (calls, number) in [
        (String::new(), 2),
        (DRAW.to_owned(), 3),
        (format!("{DRAW} {REPLACE}"), 4),
    ] {
        for (address, size) in [
            (0xc0, 64),
            (0x140, 64),
            (0xff, 1),
            (0x140, 1),
            (0, 0x100),
            (0x1000, 64),
        ] {
            let keys = format!("{calls} | address = {address}, size = {size}");
            Plan::of(&edited(NEIGHBOURS, &keys));
        }
        for (address, size) in [
            (0xc1, 64),
            (0x13f, 64),
            (0x100, 64),
            (0x100, 1),
            (0x13f, 1),
            (0x120, 8),
            (0x80, 0x200),
        ] {
            let place = format!(
                "{address:#x} to {:#x} overlaps `a`, {THERE}",
                address + size
            );
            let row = format!(
                "{calls} | address = {address}, size = {size} → 4: call {number}, buffer-data b: {place}"
            );
            assert_refused(NEIGHBOURS, &row);
        }
    }
    // The GPU has finished: what was given up is free.
    let finished =
        format!("{DRAW} {REPLACE} {{ kind = \"complete\" }}, | address = 0x120, size = 8");
    Plan::of(&edited(NEIGHBOURS, &finished));
}

#[test]
fn memory_overlaps_no_block_of_the_planner() {
    // The ring's first block begins at 2^46.
    let script = r#"ring = 4096
call = [
{ kind = "draw", mode = "points", count = 1, attributes = [{ client = "c", format = "R8_UNORM" }] },
{ kind = "buffer-data", buffer = "b", size = 64, usage = "static", address = … },
]
"#;
    let first = 1_u64 << 46;
    for address in [first - 64, first + 4096] {
        Plan::of(&edited(script, &address.to_string()));
    }
    for address in [first - 63, first, first + 4095] {
        let place = format!(
            "{address:#x} to {:#x} overlaps `ring block 0`, {THERE}",
            address + 64
        );
        assert_refused(
            script,
            &format!("{address} → 4: call 2, buffer-data b: {place}"),
        );
    }
}

#[test]
fn a_buffer_may_end_at_the_last_address() {
    let script = r#"call = [{ kind = "buffer-data", buffer = "b", usage = "static", size = …, address = 0xffff_ffff_ffff_fff0 }]"#;
    Plan::of(&edited(script, "15"));
    let mistake = "17 bytes from 0xfffffffffffffff0 on reach past the last 64-bit address";
    assert_refused(script, &format!("17 → 1: call 1, buffer-data b: {mistake}"));
}

/// A static buffer of 160 bytes that the GPU sees, a draw of it, and other calls.
const UPDATES: &str = r#"call = [
{ kind = "buffer-data", buffer = "b", size = 160, usage = "static", address = 0x1000 },
{ kind = "draw", mode = "points", count = 10, submission = 5, attributes = [{ buffer = "b", format = "R32G32B32A32_SFLOAT" }] },
{ kind = … },
]
"#;

#[test]
fn a_buffer_that_is_moved_overlaps_no_other_memory() {
    // The GPU still reads it where it was, from 0x1000 to 0x10a0.
    let call = r#""buffer-sub-data", buffer = "b", size = 8, address"#;
    let place = format!("0x1010 to 0x10b0 overlaps `b`, {THERE}");
    let row = format!("{call} = 0x1010 → 4: call 3, buffer-sub-data b: {place}");
    assert_refused(UPDATES, &row);
    assert_plans(
        UPDATES,
        &format!("{call} = 0x10a0 → 3/moved_to = \"0x10a0\""),
    );
}

#[test]
fn memory_that_was_given_up_is_freed_when_the_gpu_has_finished_the_last_read() {
    let after = r#" },
{ kind = "draw", mode = "points", count = 1 },
{ kind = "complete", through = 4 },
{ kind = "complete", through = 5 },"#;
    for (call, moved_to) in [
        (
            r#""buffer-data", buffer = "b", size = 32, usage = "static", address = 0x2000"#,
            "null",
        ),
        (
            r#""buffer-data", buffer = "b", size = 32, usage = "static""#,
            "null",
        ),
        (r#""delete", buffer = "b""#, "null"),
        (
            r#""buffer-sub-data", buffer = "b", size = 8, address = 0x2000"#,
            "0x2000",
        ),
    ] {
        Plan::of(&UPDATES.replace("… },", &(call.to_owned() + after))).assert(&format!(
            r#"*/retired = [[], [], [{{"place": "b", "until": 5}}], [], [], []] &
            */freed = [[], [], [], [], [], [{{"place": "b", "bytes": 160}}]] &
            3/moved_to = {moved_to} & 3/waits_for = null & totals/waits = 0 &
            > retired b, which submission 5 reads &
            > freed b, 160 bytes &
            > line 6, complete: through submission 4"#
        ));
    }
}

#[test]
fn memory_that_nothing_reads_is_freed_at_once() {
    assert_plans(
        UPDATES,
        r#"
"complete" }, { kind = "delete", buffer = "b" → 4/retired = [{"place": "b", "until": 5}] & 4/freed = [{"place": "b", "bytes": 160}]
count = 10 => count = 0 | "delete", buffer = "b" → 3/retired = [{"place": "b", "until": 0}] & 3/freed = [{"place": "b", "bytes": 160}]
    → > retired b, which nothing reads any more
, address = 0x1000 =>  | "delete", buffer = "b" → 3/retired = [{"place": "copy 0 of b", "until": 5}] & 3/freed = []
"#,
    );
}

#[test]
fn new_data_may_lie_where_nothing_reads_the_old() {
    let again = r#""buffer-data", buffer = "b", size = 200, usage = "static", address"#;
    for address in [0x1000, 0x0fff, 0x109f] {
        // Nothing was drawn, or the GPU has finished the draw.
        let undrawn = format!("count = 10 => count = 0 | {again} = {address}");
        Plan::of(&edited(UPDATES, &undrawn)).assert(
            r#"3/retired = [{"place": "b", "until": 0}] & 3/freed = [{"place": "b", "bytes": 160}]"#,
        );
        let finished = format!("\"complete\" }}, {{ kind = {again} = {address}");
        Plan::of(&edited(UPDATES, &finished)).assert(
            r#"4/retired = [{"place": "b", "until": 5}] & 4/freed = [{"place": "b", "bytes": 160}]"#,
        );
        let end = address + 200;
        let place = format!("{address:#x} to {end:#x} overlaps `b`, {THERE}");
        let row = format!("{again} = {address} → 4: call 3, buffer-data b: {place}");
        assert_refused(UPDATES, &row);
    }
}

#[test]
fn an_update_waits_for_the_last_draw_that_reads_the_buffer_in_place() {
    let update = r#"… "buffer-sub-data", buffer = "b", offset = 152, size = 8 }"#;
    let script = UPDATES.replace("… }", update);
    assert_plans(
        &script,
        r#"
"buffer-sub-data", buffer = "b", offset = 152, size = 8 }, { kind = → 3/waits_for = 5 & 4/waits_for = null & totals/waits = 1 & totals/draws = 1
    → 3/changes/0/reason = it changed after it was drawn
    → > waits until the GPU has finished submission 5
    → > waits 1
    → > line 4, buffer-sub-data b: 8 bytes from byte 152
"complete" }, { kind = → 4/waits_for = null & totals/waits = 0
"complete", through = 5 }, { kind = "complete", through = 1 }, { kind = → 5/waits_for = null
"#,
    );
}

#[test]
fn an_update_past_the_end_is_refused_and_changes_nothing() {
    assert_plans(
        UPDATES,
        r#"
"buffer-sub-data", buffer = "b", offset = 153, size = 8 → 3/error = byte 161 is past the end of the buffer: it has 160
    → ! script.toml:4: call 3, buffer-sub-data b: byte 161 is past the end of the buffer: it has 160
    → 3/line = 4 & 3/call = 3 & 3/waits_for = null & 3/changes = []
"#,
    );
}

#[test]
fn a_draw_waits_for_a_full_ring_or_gets_another_block() {
    // 160 bytes for each draw: a ring of 256 has space for one.
    let script = r#"ring = 256
when_full = "…"
call = [
{ kind = "draw", mode = "points", count = 10, attributes = [{ client = "c", format = "R32G32B32A32_SFLOAT" }] },
{ kind = "draw", mode = "points", count = 10, attributes = [{ client = "c", format = "R32G32B32A32_SFLOAT" }] },
{ kind = "complete", through = 1 },
]
"#;
    assert_plans(
        script,
        r#"
wait → */waits_for = [null, 1, null] & totals/waits = 1 & totals/recycled = 1 & totals/ring_renewed = 0
    → 2/allocated = [] & 2/retired = [] & 2/freed = []
    → > ring 256 bytes: 1 times from the start again, 0 times in another block
grow → totals/waits = 0 & totals/recycled = 0 & totals/ring_renewed = 1
    → 1/allocated = [{"place": "ring block 0", "bytes": 256}] & 2/attributes/0/place = ring block 1
    → 2/retired = [{"place": "ring block 0", "until": 1}] & 2/freed = []
    → 3/retired = [] & 3/freed = [{"place": "ring block 0", "bytes": 256}]
"#,
    );
    let plan = Plan::of(&edited(script, "grow"));
    let block = plan.value("2/allocated/0/bytes").unwrap();
    assert!(block.as_u64() > Some(256));
    assert_eq!(plan.value("totals/ring"), Some(block));
}

#[test]
fn a_discarded_block_is_given_up_and_another_is_begun() {
    assert_plans(
        r#"ring = 4096
call = [
{ kind = "draw", mode = "points", count = 10, attributes = [{ client = "c", format = "R32G32B32A32_SFLOAT" }] },
{ kind = "discard" },
{ kind = "draw", mode = "points", count = 10, attributes = [{ client = "c", format = "R32G32B32A32_SFLOAT" }] },
]
"#,
        r#"
→ */attributes/0/place = ["ring block 0", "ring block 1"] & totals/ring = 4096 & totals/ring_renewed = 1
    → 3/retired = [{"place": "ring block 0", "until": 1}] & 3/freed = []
    → > line 4, discard the ring's block
"#,
    );
}

#[test]
fn a_change_of_the_policy_is_reported_at_the_call_that_makes_it() {
    // 120 bytes, drawn whole: after the fourth draw more than three times as many were, 120 + 108 + 120 + 108.
    let draw = |count: u32| {
        format!(
            "{{ kind = \"draw\", mode = \"points\", count = {count}, \
             attributes = [{{ buffer = \"b\", format = \"R32G32B32_SFLOAT\" }}] }},\n"
        )
    };
    let draws: String = [10, 9, 10, 9, 10].map(draw).concat();
    let script = r#"call = [
{ kind = "buffer-data", buffer = "b", size = 120, usage = "dynamic" },
{ kind = "buffer-data", buffer = "other", size = 120, usage = "static" },
…{ kind = "buffer-sub-data", buffer = "b", size = 1 },
{ kind = "buffer-data", buffer = "b", size = 120, usage = "dynamic", volatile = true },
]"#;
    Plan::of(&script.replace('…', &draws)).assert(
        r#"*/changes/*/buffer = [[], [], [], [], [], ["b"], [], ["b"], ["b"]] &
        */changes/*/keeps_copies = [[], [], [], [], [], [true], [], [false], [false]] &
        6/changes/0/reason = more than three times its size was drawn unchanged &
        8/changes/0/reason = it changed after it was drawn &
        9/changes/0/reason = it may change without a call &
        totals/bytes_streamed = 456 & totals/static_copies = 1 & totals/static_bytes = 120 &
        > change b: copies are kept from now on: more than three times its size was drawn unchanged &
        > change b: streamed from now on: it changed after it was drawn &
        8/retired = [{"place": "copy 0 of b", "until": 5}] & 8/freed = []"#,
    );
}
