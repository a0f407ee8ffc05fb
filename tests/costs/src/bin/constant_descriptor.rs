//! A constant descriptor whose address is known at run time.

#![no_std]
#![no_main]

use mali_instancing::{AttributeBuffer, BufferAddress, instanced_attr};

costs::program!(descriptor);

static ROW: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);

fn descriptor(seed: u32) -> Option<[u32; 8]> {
    let address = BufferAddress::new(u64::from(seed) * 64).ok()?;
    Some(ROW.with_address(address).with_size(seed).words())
}
