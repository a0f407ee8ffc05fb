use crate::varying_type::BaseType;

/// Where captured components come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CapturedSource {
    /// `gl_Position`. The shader stores it where it is captured: its memory has it in window coordinates,
    /// snapped to the grid of subpixels.
    Position,
    /// `gl_PointSize`. The shader stores it where it is captured: its memory has 16 bits of it.
    PointSize,
    /// Varyings.
    Generic {
        /// Where they begin in the generic section, in bytes from where the vertex's begins.
        byte: u32,
    },
}

/// Components next to each other in a vertex's memory that go to a buffer, next to each other too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CapturedSpan {
    /// The number of the capture.
    pub capture: usize,
    /// Where they come from.
    pub source: CapturedSource,
    /// Their kind.
    pub base_type: BaseType,
    /// How many bits each has there, 16 or 32. It has 32 where it lands: what has 16 is widened.
    pub bits: u32,
    /// How many there are.
    pub components: u32,
    /// The number of the buffer.
    pub buffer: usize,
    /// Where they land, in bytes from where the vertex begins.
    pub offset: u32,
}
