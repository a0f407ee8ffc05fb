use super::names::is_called;
use super::{Rate, stop};
use crate::descriptor::{AttributeBuffer, BufferAddress};
use crate::divisor::Rounding;
use crate::error::Error;
use crate::fetch::FetchMode;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;
use crate::thread_count::ThreadCount;

/// The arguments as the user wrote them, in one struct, because every call and every path of an
/// expansion takes compile time for every descriptor.
#[derive(Clone, Copy)]
pub struct Arguments {
    pub vertices: u32,
    pub rate: Rate,
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
        rate: Rate::Vertex,
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
        rate: Rate::Instance,
        ..Self::PER_VERTEX
    };
    /// The values of absent arguments, for one element.
    pub const CONSTANT: Self = Self {
        rate: Rate::Constant,
        ..Self::PER_VERTEX
    };

    const fn padded_count(&self) -> Result<PaddedCount, Error> {
        if self.idvs {
            PaddedCount::for_idvs(self.vertices, self.padding)
        } else {
            PaddedCount::new(self.vertices, self.padding)
        }
    }

    const fn pack(&self, thread_count: ThreadCount) -> Result<AttributeBuffer, Error> {
        let address = match self.address {
            0 => BufferAddress::NULL,
            address => match BufferAddress::new(address) {
                Ok(address) => address,
                Err(error) => return Err(error),
            },
        };
        let rate = match self.rate.with_divisor(self.divisor) {
            Ok(rate) => rate,
            Err(error) => return Err(error),
        };
        match FetchMode::new(thread_count, rate, self.rounding) {
            Ok(mode) => Ok(AttributeBuffer::new(mode, address, self.stride, self.size)),
            Err(error) => Err(error),
        }
    }
}

/// Packs a descriptor. Panics for an error in its vertices, an argument that every invocation has.
#[track_caller]
pub const fn attribute_buffer(arguments: Arguments) -> Result<AttributeBuffer, Error> {
    match arguments.padded_count() {
        Ok(padded) => arguments.pack(ThreadCount::for_any_instance_count(padded)),
        Err(error) => at_argument(Err(error), "vertices"),
    }
}

/// Packs a descriptor of an invocation that has `instances`. Panics for an error in its vertices.
#[track_caller]
pub const fn attribute_buffer_of_instances(arguments: Arguments) -> Result<AttributeBuffer, Error> {
    match arguments.padded_count() {
        Ok(padded) => match ThreadCount::new(padded, arguments.instances) {
            Ok(thread_count) => arguments.pack(thread_count),
            Err(error) => Err(error),
        },
        Err(error) => at_argument(Err(error), "vertices"),
    }
}

/// Panics if the error is about the argument with that key.
#[track_caller]
pub const fn at_argument(
    outcome: Result<AttributeBuffer, Error>,
    key: &str,
) -> Result<AttributeBuffer, Error> {
    if let Err(error) = outcome {
        if is_called(error.place().argument, key) {
            stop(&error.message())
        }
    }
    outcome
}

/// Panics for any error. [`finish`](super::finish) does the same for every type, but compiles more slowly.
#[track_caller]
pub const fn finish_attribute_buffer(outcome: Result<AttributeBuffer, Error>) -> AttributeBuffer {
    match outcome {
        Ok(buffer) => buffer,
        Err(error) => stop(&error.message()),
    }
}
