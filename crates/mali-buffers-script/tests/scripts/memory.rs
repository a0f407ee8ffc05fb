//! The memory of a script: its places, what is retired and freed, and what updates and draws wait for.

use mali_buffers_script::MEMORY_LIMIT;
use serde_json::{Value, json};

use crate::edits::edited;
use crate::run::Plan;

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
            let keys = format!("address = {address}, size = {size}");
            Plan::of(&edited(NEIGHBOURS, &format!("{calls} | {keys}")));
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
            let keys = format!("address = {address}, size = {size}");
            let script = edited(NEIGHBOURS, &format!("{calls} | {keys}"));
            let error = Plan::within(MEMORY_LIMIT, &script).err();
            let end = address + size;
            assert_eq!(
                error,
                Some(format!(
                    "script.toml:4: call {number}, buffer-data b: {address:#x} to {end:#x} overlaps `a`, \
                     which is there already or which the GPU still reads"
                ))
            );
        }
        // The GPU has finished: what was given up is free.
        if number == 4 {
            let complete = r#"{ kind = "complete" },"#;
            Plan::of(&edited(
                NEIGHBOURS,
                &format!("{calls} {complete} | address = 0x120, size = 8"),
            ));
        }
    }
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
        let error = Plan::within(MEMORY_LIMIT, &edited(script, &address.to_string())).err();
        let end = address + 64;
        assert_eq!(
            error,
            Some(format!(
                "script.toml:4: call 2, buffer-data b: {address:#x} to {end:#x} overlaps `ring block 0`, \
                 which is there already or which the GPU still reads"
            ))
        );
    }
}

#[test]
fn a_buffer_may_end_at_the_last_address() {
    let script = r#"call = [{ kind = "buffer-data", buffer = "b", usage = "static", size = …, address = 0xffff_ffff_ffff_fff0 }]"#;
    Plan::of(&edited(script, "15"));
    let error = Plan::within(MEMORY_LIMIT, &edited(script, "17")).err();
    let expected = "script.toml:1: call 1, buffer-data b: 17 bytes from 0xfffffffffffffff0 on reach past the last 64-bit address";
    assert_eq!(error.as_deref(), Some(expected));
}

/// A static buffer of 160 bytes that the GPU sees, and draws of it.
const UPDATES: &str = r#"call = [
{ kind = "buffer-data", buffer = "b", size = 160, usage = "static", address = 0x1000 },
{ kind = "draw", mode = "points", count = 10, submission = 5, attributes = [{ buffer = "b", format = "R32G32B32A32_SFLOAT" }] },
…
]
"#;

fn retired(place: &str, until: u64) -> Value {
    json!([{ "place": place, "until": until }])
}

fn freed(place: &str, bytes: u64) -> Value {
    json!([{ "place": place, "bytes": bytes }])
}

/// Checks the memory that a call retires and the memory that it frees.
#[track_caller]
fn assert_memory(call: &Value, retired: &Value, freed: &Value) {
    assert_eq!((&call["retired"], &call["freed"]), (retired, freed));
}

#[test]
fn memory_that_was_given_up_is_freed_when_the_gpu_has_finished_the_last_read() {
    let none = json!([]);
    for (give_up, moved_to) in [
        (
            r#"buffer-data", buffer = "b", size = 32, usage = "static", address = 0x2000"#,
            Value::Null,
        ),
        (
            r#"buffer-data", buffer = "b", size = 32, usage = "static""#,
            Value::Null,
        ),
        (r#"delete", buffer = "b""#, Value::Null),
        (
            r#"buffer-sub-data", buffer = "b", size = 8, address = 0x2000"#,
            json!("0x2000"),
        ),
    ] {
        let plan = Plan::of(&edited(
            UPDATES,
            &format!(
                "{{ kind = \"{give_up} }},\\n\
                 {{ kind = \"draw\", mode = \"points\", count = 1 }},\\n\
                 {{ kind = \"complete\", through = 4 }},\\n{{ kind = \"complete\", through = 5 }},"
            ),
        ));
        assert_memory(plan.call(3), &retired("b", 5), &none);
        assert_eq!(plan.call(3)["moved_to"], moved_to);
        assert_eq!(plan.call(3)["waits_for"], Value::Null);
        assert_memory(plan.call(5), &none, &none);
        assert_memory(plan.call(6), &none, &freed("b", 160));
        plan.assert_line("retired b, which submission 5 reads");
        plan.assert_line("freed b, 160 bytes");
        plan.assert_line("line 6, complete: through submission 4");
        assert_eq!(plan.total("waits"), 0);
    }
}

#[test]
fn memory_that_nothing_reads_is_freed_at_once() {
    let delete = r#"{ kind = "delete", buffer = "b" },"#;
    let plan = Plan::of(&edited(
        UPDATES,
        &format!("{{ kind = \"complete\" }}, {delete}"),
    ));
    assert_memory(plan.call(4), &retired("b", 5), &freed("b", 160));
    // No draw has read it.
    let plan = Plan::of(&edited(
        UPDATES,
        &format!("count = 10 => count = 0 | {delete}"),
    ));
    assert_memory(plan.call(3), &retired("b", 0), &freed("b", 160));
    plan.assert_line("retired b, which nothing reads any more");
    // A buffer that the GPU does not see has no memory of the GPU's.
    let unseen = UPDATES.replace(", address = 0x1000", "");
    let plan = Plan::of(&edited(&unseen, delete));
    assert_memory(plan.call(3), &retired("copy 0 of b", 5), &json!([]));
}

#[test]
fn an_update_waits_for_the_last_draw_that_reads_the_buffer_in_place() {
    let update = r#"{ kind = "buffer-sub-data", buffer = "b", offset = 152, size = 8 },"#;
    let plan = Plan::of(&edited(UPDATES, &format!("{update} {update}")));
    assert_eq!(plan.call(3)["waits_for"], 5);
    assert_eq!(plan.call(4)["waits_for"], Value::Null);
    assert_eq!(
        plan.call(3)["changes"][0]["reason"],
        "it changed after it was drawn"
    );
    assert_eq!((plan.total("waits"), plan.total("draws")), (1, 1));
    plan.assert_line("waits until the GPU has finished submission 5");
    plan.assert_line("waits 1");
    plan.assert_line("line 4, buffer-sub-data b: 8 bytes from byte 152");
    // Nothing reads it any more.
    let plan = Plan::of(&edited(
        UPDATES,
        &format!("{{ kind = \"complete\" }}, {update}"),
    ));
    assert_eq!(
        (plan.call(4)["waits_for"].clone(), plan.total("waits")),
        (Value::Null, 0)
    );
}

#[test]
fn what_the_gpu_has_finished_stays_finished() {
    let calls = r#"{ kind = "complete", through = 5 }, { kind = "complete", through = 1 },
{ kind = "buffer-sub-data", buffer = "b", size = 8 },"#;
    let plan = Plan::of(&edited(UPDATES, calls));
    assert_eq!(plan.call(5)["waits_for"], Value::Null);
}

#[test]
fn an_update_past_the_end_is_refused_and_changes_nothing() {
    let update = r#"{ kind = "buffer-sub-data", buffer = "b", offset = 153, size = 8 },"#;
    let plan = Plan::with_errors(&edited(UPDATES, update));
    let reason = "byte 161 is past the end of the buffer: it has 160";
    assert_eq!(
        plan.errors,
        [format!(
            "script.toml:4: call 3, buffer-sub-data b: {reason}"
        )]
    );
    let call = plan.call(3);
    assert_eq!(
        (&call["error"], &call["line"], &call["call"]),
        (&json!(reason), &json!(4), &json!(3))
    );
    assert_eq!(
        (&call["waits_for"], &call["changes"]),
        (&Value::Null, &json!([]))
    );
}

#[test]
fn a_draw_waits_for_a_full_ring_or_gets_another_block() {
    // 160 bytes for each draw: a ring of 256 has space for one.
    let script = r#"ring = 256
…
call = [
{ kind = "draw", mode = "points", count = 10, attributes = [{ client = "c", format = "R32G32B32A32_SFLOAT" }] },
{ kind = "draw", mode = "points", count = 10, attributes = [{ client = "c", format = "R32G32B32A32_SFLOAT" }] },
{ kind = "complete", through = 1 },
]
"#;
    let none = json!([]);
    let plan = Plan::of(&edited(script, r#"when_full = "wait""#));
    assert_eq!(
        (&plan.call(1)["waits_for"], &plan.call(2)["waits_for"]),
        (&Value::Null, &json!(1))
    );
    assert_eq!(
        (
            plan.total("waits"),
            plan.total("recycled"),
            plan.total("ring_renewed")
        ),
        (1, 1, 0)
    );
    assert_eq!(plan.call(2)["allocated"], none);
    assert_memory(plan.call(2), &none, &none);
    plan.assert_line("ring 256 bytes: 1 times from the start again, 0 times in another block");

    let plan = Plan::of(&edited(script, r#"when_full = "grow""#));
    assert_eq!(
        (
            plan.total("waits"),
            plan.total("recycled"),
            plan.total("ring_renewed")
        ),
        (0, 0, 1)
    );
    assert_eq!(plan.call(1)["allocated"], freed("ring block 0", 256));
    assert_eq!(plan.call(2)["attributes"][0]["place"], "ring block 1");
    let block = plan.call(2)["allocated"][0]["bytes"].as_u64().unwrap();
    assert_eq!(plan.total("ring"), block);
    assert!(block > 256);
    assert_memory(plan.call(2), &retired("ring block 0", 1), &none);
    assert_memory(plan.call(3), &none, &freed("ring block 0", 256));
}

#[test]
fn a_discarded_block_is_given_up_and_another_is_begun() {
    let draw = r#"{ kind = "draw", mode = "points", count = 10, attributes = [{ client = "c", format = "R32G32B32A32_SFLOAT" }] },"#;
    let plan = Plan::of(&format!(
        "ring = 4096\ncall = [\n{draw}\n{{ kind = \"discard\" }},\n{draw}\n]"
    ));
    plan.assert_line("line 4, discard the ring's block");
    let places = [1, 3].map(|call| plan.call(call)["attributes"][0]["place"].clone());
    assert_eq!(places, ["ring block 0", "ring block 1"]);
    assert_memory(plan.call(3), &retired("ring block 0", 1), &json!([]));
    assert_eq!((plan.total("ring"), plan.total("ring_renewed")), (4096, 1));
}

#[test]
fn a_change_of_the_policy_is_reported_at_the_call_that_makes_it() {
    // 120 bytes, drawn whole: after the fourth draw more than three times as many were.
    let draw = |count: u32| {
        format!(
            "{{ kind = \"draw\", mode = \"points\", count = {count}, \
             attributes = [{{ buffer = \"b\", format = \"R32G32B32_SFLOAT\" }}] }},\n"
        )
    };
    let draws: String = [10, 9, 10, 9, 10].map(draw).concat();
    let plan = Plan::of(&format!(
        "call = [\n{{ kind = \"buffer-data\", buffer = \"b\", size = 120, usage = \"dynamic\" }},\n\
         {{ kind = \"buffer-data\", buffer = \"other\", size = 120, usage = \"static\" }},\n{draws}\
         {{ kind = \"buffer-sub-data\", buffer = \"b\", size = 1 }},\n\
         {{ kind = \"buffer-data\", buffer = \"b\", size = 120, usage = \"dynamic\", volatile = true }},\n]"
    ));
    let change = |keeps_copies: bool, reason: &str| json!([{ "buffer": "b", "keeps_copies": keeps_copies, "reason": reason }]);
    let promoted = "more than three times its size was drawn unchanged";
    for call in 1..=9 {
        // 120 + 108 + 120 + 108 bytes are more than 360.
        let expected = match call {
            6 => change(true, promoted),
            8 => change(false, "it changed after it was drawn"),
            9 => change(false, "it may change without a call"),
            _ => json!([]),
        };
        assert_eq!(plan.call(call)["changes"], expected, "call {call}");
    }
    assert_eq!(plan.total("bytes_streamed"), 120 + 108 + 120 + 108);
    assert_eq!(
        (plan.total("static_copies"), plan.total("static_bytes")),
        (1, 120)
    );
    plan.assert_line(&format!(
        "change b: copies are kept from now on: {promoted}"
    ));
    plan.assert_line("change b: streamed from now on: it changed after it was drawn");
    assert_memory(plan.call(8), &retired("copy 0 of b", 5), &json!([]));
}
