//! Vertex buffers in memory: their words, and the statements that read these.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use mali_instancing::InputRate;
use mali_instancing::draw::write;

use super::sample_call;
use crate::error::IndirectError;
use crate::indirect_draw::IndirectDraw;

/// The number of words of a buffer: two for its address, and its size, stride, divisor and rate.
pub(super) const WORDS: usize = 6;

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
    /// use mali_instancing::draw::{BufferRange, DrawCall, VertexBuffer};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let draw = IndirectDraw {
    ///     buffers: &[VertexBuffer::new(64, InputRate::instance(3)?)],
    ///     ranges: &[BufferRange::new(0x12_0000_0010, 6400)],
    ///     ..IndirectDraw::new(DrawCall::any_instances(Arch::V7, 0))
    /// };
    /// assert_eq!(draw.buffer_words()?, [0x10, 0x12, 6400, 64, 3, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn buffer_words(&self) -> Result<Vec<u32>, IndirectError> {
        let mut words = vec![0; self.layout()?.words];
        let call = sample_call(self)?;
        write(
            &call,
            self.buffers,
            self.attributes,
            self.ranges,
            &mut words,
        )?;
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
                    buffer.size.unwrap_or(range.size),
                    buffer.stride,
                    divisor,
                    rate,
                ]
            })
            .collect())
    }
}

/// Writes statements that read `count` buffers. `length` is the length of their buffer in words, and `not_drawn` ends a
/// draw whose buffers are not all within it.
pub(super) fn read(
    text: &mut String,
    buffers: usize,
    length: &str,
    not_drawn: &str,
) -> core::fmt::Result {
    let words = buffers * WORDS;
    write!(
        text,
        "    if ((parameters[7] > {length}) || ({words}u > ({length} - parameters[7]))) {{
{not_drawn}    }}
"
    )?;
    for number in 0..buffers {
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
