//! An image that packs counts known at run time under one rounding rule. `firmware/run` checks that the table of the
//! other rule is not in it.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use cortex_m_rt::entry;
use mali_instancing::{
    AttributeBuffer, BufferAddress, FetchMode, InputRate, Padding, Rounding, ThreadCount, lookup,
};

fn pack(vertices: u32, divisor: u32) -> Option<AttributeBuffer> {
    let padded = lookup::padded_count(vertices, Padding::Hardware).ok()?;
    let thread_count = ThreadCount::for_any_instance_count(padded);
    let rate = InputRate::from_gl_divisor(divisor);
    let mode = FetchMode::new(thread_count, rate, Rounding::RoundDown).ok()?;
    Some(AttributeBuffer::new(mode, BufferAddress::NULL, 64, 6400))
}

#[entry]
fn main() -> ! {
    loop {
        black_box(pack(black_box(70), black_box(3)));
    }
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {}
}
