//! `plan`: scripts that ask for more than there is.

use super::calls::{buffer, draw};
use super::errors::{fail, refuse};
use crate::{accept, assert_contains};

#[test]
fn no_script_gets_more_memory_than_allowed() {
    let allowed = "268435456 are allowed";
    let buffers = [1, 2, 3, 4].map(|number| {
        buffer(
            &format!("b{number}"),
            "size = 80_000_000\nusage = \"stream\"",
        )
    });
    // 80,000,000 bytes four times, three streams of 16 KiB or 1 MiB, and the constants.
    assert_contains(
        &refuse(&buffers.concat()),
        &[
            "input:16: call 4, buffer-data b4: 321065984 bytes of memory",
            allowed,
        ],
    );
    let streamed = draw(
        "count = 3_000_000_000",
        &["client = \"c\", format = \"R8_UNORM\""],
    );
    assert_contains(&refuse(&streamed), &["input:1: call 1, draw 1: ", allowed]);
    // Two bytes that are far apart.
    let strided = draw(
        "count = 2",
        &["client = \"c\", format = \"R8_UNORM\", stride = 4_000_000_000"],
    );
    assert_contains(&refuse(&strided), &["input:1: call 1, draw 1: ", allowed]);
    // What is given up is not counted once nothing reads it.
    let same = buffer("b", "size = 160_000_000\nusage = \"stream\"").repeat(3);
    accept("plan", &same, &[]);
}

#[test]
fn two_things_are_not_at_one_address() {
    let fill = |name: &str, address: u64| {
        buffer(
            name,
            &format!("size = 64\nusage = \"static\"\naddress = {address}"),
        )
    };
    let draw = draw("count = 1", &["buffer = \"a\", format = \"R8_UNORM\""]);
    for script in [
        fill("a", 64) + &fill("b", 127),
        fill("a", 64) + &fill("b", 1),
        fill("a", 64) + &draw + &fill("a", 64),
        fill("b", 1 << 46),
    ] {
        let error = refuse(&script);
        assert_contains(&error, &["or the GPU still reads it there"]);
    }
    accept(
        "plan",
        &(fill("a", 64) + &fill("b", 128) + &fill("c", 0)),
        &[],
    );
    accept("plan", &fill("a", 64).repeat(2), &[]);
}

#[test]
fn what_cannot_be_said_in_words_is_an_error_of_the_draw() {
    let buffer = buffer(
        "b",
        "size = 64\nusage = \"static\"\naddress = 0x1000_0000_0000_0000",
    );
    let draw = draw("count = 1", &["buffer = \"b\", format = \"R8_UNORM\""]);
    let (_, stderr) = fail(&format!("{buffer}{draw}"), &[]);
    assert_contains(&stderr, &["input:7: call 2, draw 1: ", "address"]);
    let id = draw.replace("buffer = \"b\", format = \"R8_UNORM\"", "id = \"vertex\"");
    let (_, stderr) = fail(&id, &[]);
    assert_contains(&stderr, &["input:1: call 1, draw 1: "]);
}

#[test]
fn deep_nesting_and_endless_numbers_are_errors() {
    for deep in [
        "[".repeat(100_000),
        format!("{{\"call\": {}", "[".repeat(100_000)),
    ] {
        assert_contains(
            &refuse(&format!("call = {deep}")),
            &["error: standard input:1: "],
        );
        assert_contains(&refuse(&deep), &["error: standard input:1:"]);
    }
    let huge = "9".repeat(10_000);
    assert_contains(&refuse(&format!("vertex_stream = {huge}")), &["too large"]);
    assert_contains(
        &refuse(&draw(&format!("count = {huge}"), &[])),
        &["input:4: "],
    );
}

/// A stream that was read, but is not any more, goes at once.
#[test]
fn what_nothing_reads_is_given_up_at_once() {
    let draw = |count: u32| {
        let attribute = "client = \"c\", format = \"R32G32_SFLOAT\"";
        draw(&format!("count = {count}"), &[attribute])
    };
    let complete = "[[call]]\nkind = \"complete\"\n";
    let script = format!("vertex_stream = 100\n{}{complete}{}", draw(10), draw(20));
    let expected = "  new      vertex stream 1, 160 bytes\n  \
                    retired  vertex stream 0, which nothing reads any more\n  \
                    freed    vertex stream 0, 100 bytes\n\ntotals\n";
    assert_contains(&accept("plan", &script, &[]), &[expected]);
}
