//! The vertex buffers of a kernel, which it has as constants or reads from memory.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use mali_instancing::InputRate;
use mali_instancing::draw::{
    AttributeSource, BufferRange, Dependencies, Pipeline, VertexAttribute, VertexBuffer,
    attribute_dependencies, buffer_dependencies,
};

use super::literals::{constant, two_words};
use super::sample::sample_words;
use crate::error::IndirectError;
use crate::indirect_draw::IndirectDraw;

/// The number of words of a buffer in memory: two for its address, and its size, stride, divisor and rate.
const WORDS: usize = 6;

/// The alignment of an address in an attribute buffer, in bytes.
const ALIGNMENT: u64 = mali_instancing::BufferAddress::ALIGNMENT;

/// The vertex buffers of a kernel.
#[derive(Clone, Copy, Debug)]
pub(super) enum VertexBuffers<'a> {
    /// Buffers whose addresses, sizes, strides and divisors are constants.
    Constant {
        buffers: &'a [VertexBuffer],
        ranges: &'a [BufferRange],
    },
    /// As many buffers, each with words in memory: [`IndirectDraw::buffer_words`].
    InMemory { count: usize },
}

/// A buffer of V4 to V7 in a kernel: expressions of WGSL.
pub(super) struct BufferValues {
    pub(super) rate: String,
    pub(super) divisor: String,
    pub(super) stride: String,
    /// The address, rounded down to 64 bytes: two words.
    pub(super) address: String,
    /// The size in bytes from there on.
    pub(super) size: String,
}

impl VertexBuffers<'_> {
    pub(super) const NONE: Self = Self::Constant {
        buffers: &[],
        ranges: &[],
    };

    pub(super) const fn count(self) -> usize {
        match self {
            Self::Constant { buffers, .. } => buffers.len(),
            Self::InMemory { count } => count,
        }
    }

    pub(super) const fn are_in_memory(self) -> bool {
        matches!(self, Self::InMemory { .. })
    }

    /// The number of words in memory.
    pub(super) const fn memory_words(self) -> usize {
        match self {
            Self::Constant { .. } => 0,
            Self::InMemory { count } => count * WORDS,
        }
    }

    /// The dependencies on values in memory, which differ from draw to draw whatever the commands have.
    pub(super) const fn dependencies(self) -> Dependencies {
        match self {
            Self::Constant { .. } => Dependencies::NOTHING,
            // `Dependencies` has no bits for rate and divisor, so this bit stands for all that is in memory.
            Self::InMemory { .. } => Dependencies::ADDRESS,
        }
    }

    /// The dependencies of each word of an attribute's descriptor.
    pub(super) const fn of_attribute(
        self,
        pipeline: &Pipeline,
        attribute: &VertexAttribute,
    ) -> [Dependencies; 8] {
        match (self, attribute.source) {
            (Self::InMemory { .. }, AttributeSource::Buffer(_)) => [Dependencies::ADDRESS; 8],
            (Self::InMemory { .. }, _) => attribute_dependencies(pipeline, attribute, &[]),
            (Self::Constant { buffers, .. }, _) => {
                attribute_dependencies(pipeline, attribute, buffers)
            }
        }
    }

    /// The dependencies of each word of a buffer's descriptors.
    pub(super) const fn of_buffer(self, pipeline: &Pipeline, number: usize) -> [Dependencies; 8] {
        match self {
            Self::Constant { buffers, .. } => buffer_dependencies(pipeline, &buffers[number]),
            Self::InMemory { .. } if pipeline.arch.has_attribute_buffers() => {
                [Dependencies::ADDRESS; 8]
            }
            // The type and the stride of a descriptor of V9 are the same for all buffers.
            Self::InMemory { .. } => {
                buffer_dependencies(pipeline, &VertexBuffer::new(0, InputRate::Vertex))
            }
        }
    }

    /// A buffer of V4 to V7, whose descriptor in a sample has `size`.
    pub(super) fn values(self, number: usize, size: u32) -> BufferValues {
        match self {
            Self::Constant { buffers, ranges } => {
                let (rate, divisor) = match buffers[number].rate {
                    InputRate::Vertex => ("MALI_INST_RATE_VERTEX", 1),
                    InputRate::Instance { divisor } => ("MALI_INST_RATE_INSTANCE", divisor.get()),
                    InputRate::Constant => ("MALI_INST_RATE_CONSTANT", 1),
                };
                let address = ranges[number].address / ALIGNMENT * ALIGNMENT;
                BufferValues {
                    rate: String::from(rate),
                    divisor: format!("{divisor}u"),
                    stride: format!("{}u", buffers[number].stride),
                    address: two_words(address),
                    size: format!("{size}u"),
                }
            }
            Self::InMemory { .. } => {
                let remainder = remainder(number);
                BufferValues {
                    rate: format!("rate{number}"),
                    divisor: format!("divisor{number}"),
                    stride: format!("stride{number}"),
                    // An address has 56 bits. The bits above are other fields of the descriptor, whatever the memory
                    // has there.
                    address: format!(
                        "vec2<u32>(address{number}.x - {remainder}, address{number}.y & 0xffffffu)"
                    ),
                    size: format!("size{number} + {remainder}"),
                }
            }
        }
    }

    /// The offset of an attribute of V4 to V7 from its buffer's address, rounded down: two words.
    pub(super) fn offset(self, number: usize, offset: u32) -> String {
        match self {
            Self::Constant { ranges, .. } => {
                let remainder = ranges[number].address % ALIGNMENT;
                two_words(u64::from(offset) + remainder)
            }
            // An offset is less than 2^31, so that the sum is less than 2^32.
            Self::InMemory { .. } => {
                let (offset, remainder) = (constant(offset), remainder(number));
                format!("vec2<u32>({offset} + {remainder}, 0u)")
            }
        }
    }

    /// Writes statements that read the buffers in memory. `length` is the length of their buffer in words, and
    /// `not_drawn` ends a draw whose buffers are not all within it.
    pub(super) fn write_loads(
        self,
        text: &mut String,
        length: &str,
        not_drawn: &str,
    ) -> core::fmt::Result {
        let Self::InMemory { count } = self else {
            return Ok(());
        };
        let words = self.memory_words();
        // A difference, because the sum of the parameter and the words can wrap.
        write!(
            text,
            "    if ((parameters[7] > {length}) || ({words}u > ({length} - parameters[7]))) {{
{not_drawn}    }}
"
        )?;
        for number in 0..count {
            let word = |word| format!("vertex_buffers[parameters[7] + {}u]", number * WORDS + word);
            let [low, high, size, stride, divisor, rate] = [0, 1, 2, 3, 4, 5].map(word);
            write!(
                text,
                "    let address{number}: vec2<u32> = vec2<u32>({low}, {high});
    let size{number}: u32 = {size};
    let stride{number}: u32 = {stride};
    let divisor{number}: u32 = {divisor};
    let rate{number}: u32 = {rate};
"
            )?;
        }
        Ok(())
    }
}

/// The bytes of a buffer's address in memory above the address rounded down.
fn remainder(number: usize) -> String {
    format!("(address{number}.x & {}u)", ALIGNMENT - 1)
}

impl IndirectDraw<'_> {
    /// The words of [`buffers`](Self::buffers) and [`ranges`](Self::ranges), six each, that a kernel of
    /// [`Kernel::with_buffers_in_memory`](crate::Kernel::with_buffers_in_memory) reads: the address, lower word first,
    /// the size and the stride in bytes, the divisor, and 0 for a buffer per vertex, otherwise 1. With divisor 0,
    /// all instances read one element.
    ///
    /// # Errors
    ///
    /// Those of [`Kernel::new`](crate::Kernel::new).
    ///
    /// ```
    /// use mali_indirect::IndirectDraw;
    /// use mali_instancing::draw::{BufferRange, Pipeline, VertexBuffer};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let draw = IndirectDraw {
    ///     buffers: &[VertexBuffer::new(64, InputRate::instance(3)?)],
    ///     ranges: &[BufferRange::new(0x12_0000_0010, 6400)],
    ///     ..IndirectDraw::new(Pipeline::new(Arch::V7))
    /// };
    /// assert_eq!(draw.buffer_words()?, [0x10, 0x12, 6400, 64, 3, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn buffer_words(&self) -> Result<Vec<u32>, IndirectError> {
        // For its errors only: a kernel does not check addresses, sizes and strides that it reads.
        sample_words(self, &self.layout()?, self.buffers, self.ranges)?;
        let buffers = self.buffers.iter().zip(self.ranges);
        Ok(buffers
            .flat_map(|(buffer, range)| {
                let (divisor, rate) = match buffer.rate {
                    InputRate::Vertex => (0, 0),
                    InputRate::Instance { divisor } => (divisor.get(), 1),
                    InputRate::Constant => (0, 1),
                };
                [
                    range.address as u32,
                    (range.address >> 32) as u32,
                    buffer.size_in(range).unwrap_or_default(),
                    buffer.stride,
                    divisor,
                    rate,
                ]
            })
            .collect())
    }
}
