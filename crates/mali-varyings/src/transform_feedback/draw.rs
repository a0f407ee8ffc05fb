use super::feedback::TransformFeedback;
use super::span::CapturedSpan;
use crate::error::Error;
use crate::slots::elements;
use mali_instancing::draw::{DrawCounts, Pipeline};

/// A draw whose vertices are captured.
#[derive(Clone, Copy, Debug)]
pub struct CapturedDraw<'a> {
    feedback: &'a TransformFeedback<'a>,
    vertices: u32,
    instances: u32,
}

impl TransformFeedback<'_> {
    /// The places of all captures in the buffers of a draw.
    ///
    /// # Errors
    ///
    /// [`Error::Draw`] for an invalid draw, [`Error::UnknownInstances`] if the number of
    /// instances is not known.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, Pipeline};
    /// use mali_varyings::{Capture, CaptureMode, TransformFeedback, Varying, VaryingType};
    ///
    /// let outputs = [Varying::new(VaryingType::Vec4)];
    /// let captures = [Capture::Whole(0)];
    /// let feedback = TransformFeedback::new(&outputs, &captures, CaptureMode::Interleaved)?;
    /// let span = feedback.span(0).unwrap();
    /// // 70 vertices are padded to 72 threads, which capture nothing more.
    /// let pipeline = Pipeline::new(Arch::V7);
    /// let counts = DrawCounts::instanced(70, 100);
    /// let draw = feedback.draw(&pipeline, &counts)?;
    /// assert_eq!(draw.target(&span, 3, 2), Some((2 * 70 + 3) * 16));
    /// assert_eq!(draw.size(0), Some(100 * 70 * 16));
    /// assert_eq!(draw.target(&span, 70, 2), None);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    pub const fn draw(
        &self,
        pipeline: &Pipeline,
        counts: &DrawCounts,
    ) -> Result<CapturedDraw<'_>, Error> {
        let (instances, _) = attempt!(elements(pipeline, counts));
        Ok(CapturedDraw {
            feedback: self,
            vertices: counts.vertices,
            instances,
        })
    }
}

impl CapturedDraw<'_> {
    /// The offset at which a vertex's span is written, in bytes from the beginning of its buffer of captures; `None`
    /// for a vertex that is not drawn, and for an offset that does not fit 64 bits.
    #[must_use]
    pub const fn target(&self, span: &CapturedSpan, vertex: u32, instance: u32) -> Option<u64> {
        let stride = present!(self.feedback.stride(span.buffer)) as u64;
        if vertex >= self.vertices || instance >= self.instances {
            return None;
        }
        // Padding runs threads and captures nothing, so vertices are counted as they are drawn.
        let number = instance as u64 * self.vertices as u64 + vertex as u64;
        present!(number.checked_mul(stride)).checked_add(span.offset as u64)
    }

    /// The number of bytes that the draw captures into a buffer; `None` past the last, and if it does not fit 64 bits.
    #[must_use]
    pub const fn size(&self, buffer: usize) -> Option<u64> {
        let stride = present!(self.feedback.stride(buffer)) as u64;
        (self.instances as u64 * self.vertices as u64).checked_mul(stride)
    }
}
