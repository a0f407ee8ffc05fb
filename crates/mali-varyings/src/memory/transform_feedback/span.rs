use crate::varying_type::BaseType;

/// The source of captured components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CapturedSource {
    /// `gl_Position`. The shader stores it for the capture: the memory of varyings has it in window coordinates,
    /// snapped to the grid of subpixels.
    Position,
    /// `gl_PointSize`. The shader stores it for the capture: the memory of varyings has only 16 bits of it.
    PointSize,
    /// A varying that the fragment stage does not read. The shader stores it for the capture: no memory of varyings has
    /// it.
    Unread,
    /// Varyings that the fragment stage reads. On V9 and later the shader stores them for the capture, because the hardware
    /// allocates the packets that they are in.
    Generic {
        /// The offset of the components in the generic section, in bytes from the beginning of the vertex's part.
        byte: u32,
    },
}

/// Components that are adjacent in a vertex's memory, and also adjacent in the buffer that they are captured to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CapturedSpan {
    /// The number of the capture.
    pub capture: usize,
    /// The place that the components have for the fragment stage.
    pub source: CapturedSource,
    /// The kind of the components.
    pub base_type: BaseType,
    /// The number of bits of each component in memory, or in the shader that stores it: 16 or 32. Captured components of
    /// 16 bits are widened to 32.
    pub bits: u32,
    /// The number of components.
    pub components: u32,
    /// The number of the buffer.
    pub buffer: usize,
    /// The offset at which the components are written, in bytes from the beginning of the vertex.
    pub offset: u32,
}
