use super::captured::Captured;
use super::span::{CapturedSource, CapturedSpan};
use crate::memory::elements::Elements;

/// A draw whose vertices are captured.
#[derive(Clone, Copy, Debug)]
pub struct CapturedDraw<'a> {
    pub(super) captured: Captured<'a>,
    pub(super) elements: Elements,
    /// Whether the vertices are in attribute buffers, and not in packets.
    pub(super) has_buffers: bool,
}

impl CapturedDraw<'_> {
    /// The offset of a vertex's span, in bytes from the beginning of the generic section's
    /// [buffer](crate::AttributeBufferVaryings::buffers). Both numbers are
    /// counted from 0.
    ///
    /// `None` for a vertex that is not drawn, and for values that the shader stores itself: built-in outputs, and
    /// all values on V9 and later, where the hardware allocates the packets.
    #[must_use]
    pub const fn source(&self, span: &CapturedSpan, vertex: u32, instance: u32) -> Option<u64> {
        match (span.source, self.elements.of_vertex(vertex, instance)) {
            (CapturedSource::Generic { byte }, Some(element)) if self.has_buffers => {
                let stride = self.captured.linkage.memory().bytes();
                Some(element * stride as u64 + byte as u64)
            }
            _ => None,
        }
    }

    /// The offset at which a vertex's span is written, in bytes from the beginning of its buffer of captures; `None`
    /// for a vertex that is not drawn, and for an offset that does not fit 64 bits.
    #[must_use]
    pub const fn target(&self, span: &CapturedSpan, vertex: u32, instance: u32) -> Option<u64> {
        match (
            self.captured.stride(span.buffer),
            self.elements.unpadded().of_vertex(vertex, instance),
        ) {
            (Some(stride), Some(element)) => match element.checked_mul(stride as u64) {
                Some(vertex) => vertex.checked_add(span.offset as u64),
                None => None,
            },
            _ => None,
        }
    }

    /// The number of bytes that the draw captures into a buffer; `None` past the last, and if it does not fit 64 bits.
    #[must_use]
    pub const fn size(&self, buffer: usize) -> Option<u64> {
        match self.captured.stride(buffer) {
            Some(stride) => self.elements.unpadded().count().checked_mul(stride as u64),
            None => None,
        }
    }
}
