//! Functions whose assembly is checked in beside this crate; see `tests/codegen.rs`.
#![no_std]

use core::num::NonZeroU32;

use mali_instancing::{
    AttributeBuffer, BufferAddress, FetchMode, MagicDivisor, PaddedCount, Padding, Rounding,
    instanced_attr, lookup,
};

static MODEL_ROW: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);

/// A pointer to read-only data.
#[unsafe(no_mangle)]
pub fn static_access() -> &'static AttributeBuffer {
    &MODEL_ROW
}

/// Loads and stores of a constant.
#[unsafe(no_mangle)]
pub fn constant() -> AttributeBuffer {
    MODEL_ROW
}

#[unsafe(no_mangle)]
pub fn with_address(address: BufferAddress) -> AttributeBuffer {
    MODEL_ROW.with_address(address)
}

#[unsafe(no_mangle)]
pub fn set_address(descriptor: &mut AttributeBuffer, address: BufferAddress) {
    *descriptor = descriptor.with_address(address);
}

#[unsafe(no_mangle)]
pub fn padded_count(vertices: u32) -> u8 {
    PaddedCount::new(vertices, Padding::Hardware).map_or(0, PaddedCount::to_bits)
}

#[unsafe(no_mangle)]
pub fn table_padded_count(vertices: u32) -> u8 {
    lookup::padded_count(vertices, Padding::Hardware).map_or(0, PaddedCount::to_bits)
}

#[unsafe(no_mangle)]
pub fn multiplier(divisor: NonZeroU32) -> u32 {
    MagicDivisor::new(divisor, Rounding::RoundDown).multiplier()
}

#[unsafe(no_mangle)]
pub fn table_multiplier(padded_vertices: PaddedCount, divisor: NonZeroU32) -> u32 {
    lookup::magic_divisor(padded_vertices, divisor, Rounding::RoundDown)
        .map_or(0, MagicDivisor::multiplier)
}

#[unsafe(no_mangle)]
pub fn pack_modulus(bits: u8, address: BufferAddress, descriptor: &mut AttributeBuffer) {
    if let Some(padded) = PaddedCount::from_bits(bits) {
        *descriptor = AttributeBuffer::new(FetchMode::Modulus(padded), address, 64, 6400);
    }
}
