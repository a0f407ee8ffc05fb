//! Decoding: from the words of a draw to their fields, and to the bytes that a thread would read.
//!
//! Run it with `cargo run --example decode_words`.

use mali_instancing::decode::{Kind, descriptors};
use mali_instancing::model::{Fetched, Memory, fetch, thread};
use mali_instancing::{Arch, DecodeError};

/// A table of attribute buffers, as a dump has it: a colour per 3 instances, and the null terminator.
const BUFFERS: [u32; 12] = [
    0x1000_0004,
    0x2700_0000,
    4,
    136,
    0x20,
    0x17b4_25ed,
    0,
    3,
    0,
    0,
    0,
    0,
];
/// One attribute: R8G8B8A8_UNORM of buffer 0.
const ATTRIBUTES: [u32; 2] = [0x2ec0_0000, 0];
/// 70 vertices, padded to 72, and 100 instances.
const DRAW: [u32; 2] = [0x0083_0000, 0];
const INVOCATION: [u32; 2] = [0x31c5, 0x21c0_0000];

fn main() -> Result<(), DecodeError> {
    for (kind, words) in [
        (Kind::Buffers, &BUFFERS[..]),
        (Kind::Attributes, &ATTRIBUTES),
        (Kind::Draw, &DRAW),
        (Kind::Invocation, &INVOCATION),
    ] {
        for decoded in descriptors(Arch::V7, kind, words) {
            let decoded = decoded?;
            println!("word {}: {:?}", decoded.word, decoded.descriptor);
        }
    }

    // Words that no descriptor has are reported, and nothing panics.
    let mut damaged = BUFFERS;
    damaged[4] = 0;
    if let Some(Err(error)) = descriptors(Arch::V7, Kind::Buffers, &damaged).next() {
        println!("damaged: {error}");
    }

    // The reference model computes what the hardware reads with the words.
    let colours: Vec<u8> = (0..136).collect();
    let memory = Memory {
        address: 0x1000_0000,
        bytes: &colours,
    };
    for linear_id in [0, 71, 216] {
        let runs = thread(DRAW, INVOCATION, linear_id).expect("the draw has 7,200 threads");
        let fetched = fetch(Arch::V7, &BUFFERS, &ATTRIBUTES, DRAW, 0, linear_id, memory);
        match fetched {
            Some(Fetched::Bytes(bytes)) => println!("thread {linear_id}: {runs:?} reads {bytes:?}"),
            other => println!("thread {linear_id}: {runs:?} reads {other:?}"),
        }
    }
    Ok(())
}
