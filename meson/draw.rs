//! A draw of 70 vertices whose descriptors are made by a driver in Rust.

use mali_instancing::{
    AttributeBuffer, BufferAddress, ThreadCount, Error, FetchMode, InputRate, PaddedCount, Padding,
    Rounding, instanced_attr,
};

static MODEL_ROW: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);

/// 70 vertices are padded to 72. The division by 72 · 3 follows Mesa's documentation of Panfrost.
const EXPECTED: [u32; 8] = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];

fn main() -> Result<(), Error> {
    let padded = PaddedCount::new(70, Padding::Hardware)?;
    let thread_count = ThreadCount::for_any_instance_count(padded);
    let mode = FetchMode::new(thread_count, InputRate::instance(3)?, Rounding::RoundDown)?;
    let packed = AttributeBuffer::new(mode, BufferAddress::new(0)?, 64, 0);

    for (name, descriptor) in [("constant", MODEL_ROW), ("run time", packed)] {
        println!(
            "{name} {}",
            descriptor.words().map(|word| format!("{word:#010x}")).join(" ")
        );
        assert_eq!(descriptor.words(), EXPECTED);
    }
    Ok(())
}
