use super::in_place::places::DrawPlaces;
use crate::error::IndirectError;
use crate::indirect_draw::IndirectDraw;
use crate::reference::VaryingHeap;

/// The numbers of a call that a kernel needs.
///
/// ```
/// use mali_indirect::{IndirectDraw, Parameters};
/// use mali_instancing::Arch;
/// use mali_instancing::draw::Pipeline;
///
/// let draw = IndirectDraw::new(Pipeline::new(Arch::V7));
/// let parameters = Parameters { maximum: 1000, ..Parameters::default() };
/// assert_eq!(parameters.words(&draw)?, [1000, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
/// # Ok::<(), mali_indirect::IndirectError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// The largest number of draws: Vulkan's `maxDrawCount`. The buffers must have commands and words for as many
    /// draws.
    pub maximum: u32,
    /// The position of the number of draws in its buffer, in words. 0 if the parameters are bound there.
    pub first_count: u32,
    /// The position of the first command in its buffer, in words.
    pub first_command: u32,
    /// The distance between commands, in bytes: Vulkan's `stride`. 0 if they are side by side.
    pub stride: u32,
    /// The number of bytes of memory for varyings. At most 2^38 of them are used.
    pub varyings: u64,
    /// The position of the draws' index buffer in the buffer that is bound, in indices: Vulkan's offset,
    /// if it is not aligned as a storage buffer must be.
    pub first_index: u32,
    /// The number of indices from that position on. The sum with `first_index` is at most 2^32.
    pub indices: u32,
    /// The position of the vertex buffers' words in their buffer, in words.
    pub first_buffer: u32,
    /// The position of the first draw's [places](super::DrawPlaces) in the buffer of the draws, in words. Only a kernel of
    /// [`Kernel::in_place`](super::Kernel::in_place) uses it.
    pub first_place: u32,
}

/// The number of words of the parameters: three vectors of a uniform block. The last three words are 0.
pub(super) const PARAMETERS: usize = 12;

/// The names of the words that are not always 0.
pub(super) const NAMES: [&str; 9] = [
    "maximum",
    "first_count",
    "first_command",
    "command_words",
    "varying_units",
    "first_index",
    "indices",
    "first_buffer",
    "first_place",
];

/// The number of words in a buffer that a kernel can number.
const NUMBERED: u64 = 1 << 32;

impl Parameters {
    /// The words of the buffer of parameters.
    ///
    /// # Errors
    ///
    /// [`IndirectError::CommandStride`], [`IndirectError::TooManyDraws`], and the errors of [`IndirectDraw::layout`].
    ///
    /// ```
    /// use mali_indirect::{IndirectDraw, IndirectError, Parameters};
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::Pipeline;
    ///
    /// let draw = IndirectDraw::new(Pipeline::new(Arch::V7));
    /// let parameters = Parameters { maximum: u32::MAX, ..Parameters::default() };
    /// // Sixteen words for each draw.
    /// let error = IndirectError::TooManyDraws { maximum: u32::MAX, allowed: 0x1000_0000 };
    /// assert_eq!(parameters.words(&draw), Err(error));
    /// ```
    pub const fn words(&self, draw: &IndirectDraw<'_>) -> Result<[u32; PARAMETERS], IndirectError> {
        let stride = match self.stride_in(draw) {
            Ok(stride) => stride / 4,
            Err(error) => return Err(error),
        };
        let draw_words = match draw.layout() {
            Ok(layout) => layout.words as u64,
            Err(error) => return Err(error),
        };
        // Bounds have two words for each draw, and a draw has at least sixteen.
        let mut allowed = NUMBERED / draw_words;
        // With `first_place` 0 this is never the lower limit, because a draw has at least as many words as its places.
        let places = (NUMBERED - self.first_place as u64) / DrawPlaces::WORDS as u64;
        if places < allowed {
            allowed = places;
        }
        let first_end = self.first_command as u64 + draw.command_bytes() as u64 / 4;
        // `stride` is in words, and not 0, because `stride_in` refuses one below the length of a command.
        let commands = match NUMBERED.checked_sub(first_end) {
            Some(others) => others / stride as u64 + 1,
            None => 0,
        };
        if commands < allowed {
            allowed = commands;
        }
        if self.maximum as u64 > allowed {
            return Err(IndirectError::TooManyDraws {
                maximum: self.maximum,
                allowed: allowed as u32,
            });
        }
        Ok([
            self.maximum,
            self.first_count,
            self.first_command,
            stride,
            VaryingHeap::new(self.varyings).units(),
            self.first_index,
            self.indices,
            self.first_buffer,
            self.first_place,
            0,
            0,
            0,
        ])
    }

    /// The number of bytes up to the end of the last command.
    pub(super) fn command_bytes(&self, draw: &IndirectDraw<'_>) -> Result<u64, IndirectError> {
        let stride = u64::from(self.stride_in(draw)?);
        let commands = match self.maximum.checked_sub(1) {
            Some(others) => u64::from(others) * stride + draw.command_bytes() as u64,
            None => 0,
        };
        Ok(4 * u64::from(self.first_command) + commands)
    }

    /// The distance between commands, in bytes.
    const fn stride_in(&self, draw: &IndirectDraw<'_>) -> Result<u32, IndirectError> {
        let minimum = draw.command_bytes() as u32;
        let stride = match self.stride {
            0 => minimum,
            stride => stride,
        };
        if stride < minimum || stride % 4 != 0 {
            return Err(IndirectError::CommandStride { stride, minimum });
        }
        Ok(stride)
    }
}
