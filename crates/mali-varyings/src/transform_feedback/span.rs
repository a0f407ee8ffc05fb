use crate::base_type::BaseType;

/// The components of a capture, and their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CapturedSpan {
    /// The number of the capture.
    pub capture: usize,
    /// The kind of the components.
    pub base_type: BaseType,
    /// The number of components, of 32 bits each.
    pub components: u32,
    /// The number of the buffer.
    pub buffer: usize,
    /// The offset at which the components are written, in bytes from the beginning of the vertex.
    pub offset: u32,
}
