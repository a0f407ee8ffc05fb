//! A descriptor whose counts are known at run time.

#![no_std]
#![no_main]

use mali_instancing::{
    AttributeBuffer, BufferAddress, FetchMode, InputRate, Padding, Rounding, ThreadCount, lookup,
};

costs::program!(descriptor);

fn descriptor(seed: u32) -> Option<[u32; 8]> {
    let padded = lookup::padded_count(seed, Padding::Hardware).ok()?;
    let thread_count = ThreadCount::new(padded, seed).ok()?;
    let mode = FetchMode::new(
        thread_count,
        InputRate::from_gl_divisor(seed),
        Rounding::RoundDown,
    )
    .ok()?;
    Some(AttributeBuffer::new(mode, BufferAddress::new(u64::from(seed)).ok()?, seed, seed).words())
}
