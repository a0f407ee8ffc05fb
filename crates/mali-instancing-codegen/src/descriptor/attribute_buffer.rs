//! From what the user says of an attribute buffer, in options or in a manifest, to its words.

use mali_instancing::draw::DrawCall;
use mali_instancing::{
    AttributeBuffer, BufferAddress, Error, FetchMode, InputRate, PaddedCount, ThreadCount,
};

use super::mode::Mode;
use super::packed::{Details, PackedDescriptor};
use crate::error::Rejected;
use crate::notation::rate::{Rate, input_rate};

/// What the user says.
#[derive(Clone, Debug)]
pub struct AttributeBufferRequest {
    /// The draw: vertices and instances, the rules and the architecture.
    pub call: DrawCall,
    /// How many instances share an element; `None` or 0, as in GL, is an element per vertex.
    pub divisor: Option<u32>,
    /// How often the element changes; `None` is [`Rate::Instance`] with a divisor, else [`Rate::Vertex`].
    pub rate: Option<Rate>,
    /// Where the buffer begins: a multiple of 64 below 2^56.
    pub address: u64,
    /// The distance between elements, in bytes.
    pub stride: u32,
    /// The buffer's size, in bytes.
    pub size: u32,
}

/// What it comes to.
pub struct PackedBuffer {
    pub padded_vertices: PaddedCount,
    /// Where the unit divides.
    pub hardware_divisor: Option<u32>,
    pub mode: FetchMode,
    pub buffer: AttributeBuffer,
}

/// What the unit divides by, where it divides.
pub(super) fn hardware_divisor(
    thread_count: ThreadCount,
    mode: FetchMode,
    rate: InputRate,
) -> Result<Option<u32>, Error> {
    match (mode, rate) {
        (
            FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. },
            InputRate::Instance { divisor },
        ) => Ok(Some(thread_count.hardware_divisor(divisor)?.get())),
        _ => Ok(None),
    }
}

impl AttributeBufferRequest {
    /// A buffer of the draw's vertices, of which nothing else is said: address, stride and size are 0.
    #[must_use]
    pub const fn new(call: DrawCall) -> Self {
        Self {
            call,
            divisor: None,
            rate: None,
            address: 0,
            stride: 0,
            size: 0,
        }
    }

    pub fn pack(&self) -> Result<PackedBuffer, Rejected> {
        self.call.arch.check_attribute_buffers()?;
        let thread_count = self.call.thread_count()?;
        let rate = input_rate(self.rate, self.divisor)?;
        let mode = FetchMode::new(thread_count, rate, self.call.rounding)?;
        let hardware_divisor = hardware_divisor(thread_count, mode, rate)?;
        let address = BufferAddress::new(self.address)?;
        Ok(PackedBuffer {
            padded_vertices: thread_count.padded_vertices(),
            hardware_divisor,
            mode,
            buffer: AttributeBuffer::new(mode, address, self.stride, self.size),
        })
    }

    /// The same descriptor, for what is generated of descriptors of any kind.
    pub fn descriptor(&self, packed: &PackedBuffer) -> PackedDescriptor {
        let padded = packed.padded_vertices.get();
        let summary = match packed.mode {
            FetchMode::Linear => "linear: an element per vertex".to_owned(),
            FetchMode::Constant => "linear, stride 0: one element for all threads".to_owned(),
            FetchMode::Modulus(_) => {
                format!("modulus: an element per vertex, {padded} threads an instance")
            }
            FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. } => format!(
                "divisor: an element per {} threads, {padded} threads an instance",
                packed.hardware_divisor.unwrap_or_default()
            ),
        };
        PackedDescriptor {
            arch: self.call.arch,
            details: Details::AttributeBuffer {
                mode: Mode::from(packed.mode).name,
                padded_vertices: padded,
                hardware_divisor: packed.hardware_divisor,
            },
            words: packed.buffer.words().to_vec(),
            summary,
        }
    }
}
