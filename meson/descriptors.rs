//! Descriptors for a driver in C: a constant, and a function for counts that only the application knows.

use mali_instancing::{
    AttributeBuffer, BufferAddress, ThreadCount, Error, FetchMode, InputRate, PaddedCount, Padding,
    Rounding, instanced_attr,
};

/// A row of a matrix for every 3 instances of 70 vertices.
#[unsafe(no_mangle)]
pub static MODEL_ROW: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);

fn pack(vertices: u32, divisor: u32, stride: u32) -> Result<AttributeBuffer, Error> {
    let padded = PaddedCount::new(vertices, Padding::Hardware)?;
    let mode = FetchMode::new(
        ThreadCount::for_any_instance_count(padded),
        InputRate::instance(divisor)?,
        Rounding::RoundDown,
    )?;
    Ok(AttributeBuffer::new(
        mode,
        BufferAddress::new(0)?,
        stride,
        0,
    ))
}

/// Answers whether there is such a descriptor.
#[unsafe(no_mangle)]
pub extern "C" fn pack_per_instance(
    vertices: u32,
    divisor: u32,
    stride: u32,
    words: &mut [u32; 8],
) -> bool {
    let descriptor = pack(vertices, divisor, stride);
    if let Ok(descriptor) = descriptor {
        *words = descriptor.words();
    }
    descriptor.is_ok()
}
