use super::{stop, with_divisor};
use crate::descriptor::{AttributeBuffer, BufferAddress};
use crate::divisor::Rounding;
use crate::error::{Error, tri};
use crate::fetch::{FetchMode, FetchModes, InputRate};
use crate::padded_count::PaddedCount;
use crate::padding::Padding;
use crate::thread_count::ThreadCount;

/// The arguments as the user wrote them, in one struct, because every call and every path of an
/// expansion takes compile time for every descriptor.
#[derive(Clone, Copy)]
pub struct Arguments {
    pub vertices: u32,
    pub rate: InputRate,
    pub divisor: u32,
    pub instances: u32,
    pub stride: u32,
    pub size: u32,
    pub address: u64,
    pub padding: Padding,
    pub rounding: Rounding,
    pub idvs: bool,
}

impl Arguments {
    /// The values of absent arguments, for an element per vertex.
    pub const PER_VERTEX: Self = Self {
        vertices: 0,
        rate: InputRate::Vertex,
        divisor: 1,
        instances: 0,
        stride: 0,
        size: 0,
        address: 0,
        padding: Padding::Hardware,
        rounding: Rounding::RoundDown,
        idvs: false,
    };
    /// The values of absent arguments, for an element per instance.
    pub const PER_INSTANCE: Self = Self {
        rate: InputRate::from_gl_divisor(1),
        ..Self::PER_VERTEX
    };
    /// The values of absent arguments, for one element.
    pub const CONSTANT: Self = Self {
        rate: InputRate::Constant,
        ..Self::PER_VERTEX
    };
}

/// The result, or a panic.
macro_rules! or_stop {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => stop(&error.message()),
        }
    };
}

/// Arguments that are checked one after another. Each function here checks one of them, and is called with its span.
#[derive(Clone, Copy)]
pub struct Checked {
    arguments: Arguments,
    thread_count: ThreadCount,
    address: BufferAddress,
}

/// Panics for an error in the vertices, an argument that every invocation has.
#[track_caller]
pub const fn vertices(arguments: Arguments) -> Checked {
    let padded = or_stop!(padded_count(&arguments));
    Checked {
        arguments,
        thread_count: ThreadCount::for_any_instance_count(padded),
        address: BufferAddress::NULL,
    }
}

const fn padded_count(arguments: &Arguments) -> Result<PaddedCount, Error> {
    if arguments.idvs {
        PaddedCount::for_idvs(arguments.vertices, arguments.padding)
    } else {
        PaddedCount::new(arguments.vertices, arguments.padding)
    }
}

/// Panics for an error in the instances.
#[track_caller]
pub const fn instances(mut checked: Checked) -> Checked {
    let padded = checked.thread_count.padded_vertices();
    checked.thread_count = or_stop!(ThreadCount::new(padded, checked.arguments.instances));
    checked
}

/// Panics for an error in the address.
#[track_caller]
pub const fn address(mut checked: Checked) -> Checked {
    checked.address = or_stop!(BufferAddress::new(checked.arguments.address));
    checked
}

/// Packs a descriptor. Panics for an error in the divisor.
#[track_caller]
pub const fn attribute_buffer(checked: Checked) -> AttributeBuffer {
    let arguments = &checked.arguments;
    let rate = or_stop!(with_divisor(arguments.rate, arguments.divisor));
    let modes = FetchModes::new(checked.thread_count, arguments.rounding);
    let mode = or_stop!(modes.of(rate));
    AttributeBuffer::new(mode, checked.address, arguments.stride, arguments.size)
}

/// A descriptor with a number that rustc itself refuses, in place of a second error about the lower bits of that number.
pub const fn packed_or_any(arguments: Arguments) -> AttributeBuffer {
    match packed(arguments) {
        Ok(buffer) => buffer,
        Err(_) => AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 0, 0),
    }
}

const fn packed(arguments: Arguments) -> Result<AttributeBuffer, Error> {
    let padded = tri!(padded_count(&arguments));
    let thread_count = match arguments.instances {
        // Absent, see `PER_VERTEX`: here, unlike in `instances`, it is not known whether the user wrote 0.
        0 => ThreadCount::for_any_instance_count(padded),
        instances => tri!(ThreadCount::new(padded, instances)),
    };
    let address = tri!(BufferAddress::new(arguments.address));
    let rate = tri!(with_divisor(arguments.rate, arguments.divisor));
    let mode = tri!(FetchModes::new(thread_count, arguments.rounding).of(rate));
    Ok(AttributeBuffer::new(
        mode,
        address,
        arguments.stride,
        arguments.size,
    ))
}
