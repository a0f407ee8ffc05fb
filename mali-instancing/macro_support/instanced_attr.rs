use super::{Outcome, Rate, at};
use crate::descriptor::{AttributeBuffer, BufferAddress};
use crate::divisor::Rounding;
use crate::draw::DrawError;
use crate::error::Error;
use crate::fetch::FetchMode;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;
use crate::thread_count::ThreadCount;

/// The arguments as the user wrote them, all in one struct: every call and every path of an
/// expansion costs compile time, once for every descriptor.
#[derive(Clone, Copy)]
pub struct Arguments {
    pub vertices: u32,
    pub rate: Rate,
    pub divisor: u32,
    pub instances: u32,
    /// Whether the number of instances is an argument.
    pub instances_are_known: bool,
    pub stride: u32,
    pub size: u32,
    pub address: u64,
    pub padding: Padding,
    pub rounding: Rounding,
    pub idvs: bool,
}

impl Arguments {
    /// What an argument is that is absent, for an element per vertex.
    pub const PER_VERTEX: Self = Self {
        vertices: 0,
        rate: Rate::Vertex,
        divisor: 1,
        instances: 0,
        instances_are_known: false,
        stride: 0,
        size: 0,
        address: 0,
        padding: Padding::Hardware,
        rounding: Rounding::RoundDown,
        idvs: false,
    };
    /// The same, for an element per instance.
    pub const PER_INSTANCE: Self = Self {
        rate: Rate::Instance,
        ..Self::PER_VERTEX
    };
    /// The same, for one element.
    pub const CONSTANT: Self = Self {
        rate: Rate::Constant,
        ..Self::PER_VERTEX
    };

    const fn pack(self) -> Result<AttributeBuffer, Error> {
        let padded = if self.idvs {
            PaddedCount::for_idvs(self.vertices, self.padding)
        } else {
            PaddedCount::new(self.vertices, self.padding)
        };
        let thread_count = match padded {
            Ok(padded) if self.instances_are_known => ThreadCount::new(padded, self.instances),
            Ok(padded) => Ok(ThreadCount::for_any_instance_count(padded)),
            Err(error) => Err(error),
        };
        let thread_count = match thread_count {
            Ok(thread_count) => thread_count,
            Err(error) => return Err(error),
        };
        let address = match BufferAddress::new(self.address) {
            Ok(address) => address,
            Err(error) => return Err(error),
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

/// Packs a descriptor, and stops at its vertices, which no invocation is without.
#[track_caller]
pub const fn attribute_buffer(arguments: Arguments) -> Outcome<AttributeBuffer> {
    match arguments.pack() {
        Ok(buffer) => Ok(buffer),
        Err(error) => at(Err(DrawError::Draw(error)), "vertices"),
    }
}
