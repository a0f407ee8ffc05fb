//! A whole draw whose parts are known at run time, on any Mali.

#![no_std]
#![no_main]

use core::hint::black_box;

use mali_instancing::draw::{
    BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer, write,
};
use mali_instancing::{Arch, Format, InputRate};

costs::program!(draw);

fn draw(seed: u32) -> Option<[u32; 64]> {
    let arch = Arch::from_product_id(seed as u16).ok()?;
    let pipeline = Pipeline::new(arch);
    let counts = DrawCounts::instanced(seed, seed);
    let buffers = black_box([VertexBuffer::new(seed, InputRate::from_gl_divisor(seed))]);
    let format = black_box(Format::R32G32B32_SFLOAT);
    let attributes = black_box([VertexAttribute::new(0, format, seed)]);
    let ranges = black_box([BufferRange::new(seed.into(), seed)]);
    let mut words = [0; 64];
    write(
        black_box(&pipeline),
        black_box(&counts),
        &buffers,
        &attributes,
        &ranges,
        &mut words,
    )
    .ok()?;
    Some(words)
}
