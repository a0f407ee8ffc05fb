use super::captured::Captured;
use super::span::{CapturedSource, CapturedSpan};
use crate::memory::elements::Elements;

/// A draw whose vertices are captured.
#[derive(Clone, Copy, Debug)]
pub struct CapturedDraw<'a> {
    pub(super) captured: Captured<'a>,
    pub(super) elements: Elements,
    /// Whether the vertices are in buffers, and not in packets.
    pub(super) has_buffers: bool,
}

impl CapturedDraw<'_> {
    /// Where a vertex has the span, in bytes from where the
    /// [buffer](crate::AttributeBufferVaryings::buffers) of the generic section begins. Both numbers are
    /// counted from 0.
    ///
    /// `None` for a vertex that is not drawn, and for what the shader stores itself: what is built in, and
    /// everything on V9 and later, whose packets are the hardware's.
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

    /// Where it lands, in bytes from where the span's buffer of captures begins; `None` for a vertex that
    /// is not drawn, and past 64 bits.
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

    /// How many bytes the draw captures into a buffer; `None` past the last, and past 64 bits.
    #[must_use]
    pub const fn size(&self, buffer: usize) -> Option<u64> {
        match self.captured.stride(buffer) {
            Some(stride) => self.elements.unpadded().count().checked_mul(stride as u64),
            None => None,
        }
    }
}
