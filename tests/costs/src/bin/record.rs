//! A record of counts that are known at run time.

#![no_std]
#![no_main]

use mali_instancing::{
    AttributeBuffer, BufferAddress, Dispatch, FetchMode, InputRate, Padding, Rounding, lookup,
};

costs::program!(record);

fn record(seed: u32) -> Option<[u32; 8]> {
    let padded = lookup::padded_count(seed, Padding::Hardware).ok()?;
    let dispatch = Dispatch::new(padded, seed).ok()?;
    let mode = FetchMode::new(
        dispatch,
        InputRate::from_gl_divisor(seed),
        Rounding::RoundDown,
    )
    .ok()?;
    Some(AttributeBuffer::new(mode, BufferAddress::new(u64::from(seed)).ok()?, seed, seed).words())
}
