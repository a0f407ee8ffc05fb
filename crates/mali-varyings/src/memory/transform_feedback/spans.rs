use super::feedback::{COMPONENT_BYTES, TransformFeedback};
use super::span::{CapturedSource, CapturedSpan};

/// The spans of a [`TransformFeedback`](crate::TransformFeedback), one after the other.
#[derive(Clone, Debug)]
pub struct CapturedSpans<'a> {
    feedback: &'a TransformFeedback<'a>,
    capture: usize,
    /// The number of components of the capture that were returned already.
    copied: u32,
}

impl TransformFeedback<'_> {
    /// The components that are captured, in the order in which they lie in the buffers. Components of a capture that are
    /// adjacent in memory are one span.
    #[must_use]
    pub const fn spans(&self) -> CapturedSpans<'_> {
        CapturedSpans {
            feedback: self,
            capture: 0,
            copied: 0,
        }
    }
}

impl CapturedSpans<'_> {
    /// The next span. It is what [`Iterator::next`] returns, as a function for constants.
    ///
    /// ```
    /// use mali_varyings::{Capture, CaptureMode, CapturedSpan, Linkage, TransformFeedback};
    ///
    /// const FIRST: Option<CapturedSpan> = {
    ///     match TransformFeedback::new(&Linkage::EMPTY, &[Capture::PointSize], CaptureMode::Interleaved) {
    ///         Ok(feedback) => feedback.spans().next_span(),
    ///         Err(_) => panic!(),
    ///     }
    /// };
    /// assert_eq!(FIRST.unwrap().components, 1);
    /// ```
    pub const fn next_span(&mut self) -> Option<CapturedSpan> {
        let captures = self.feedback.captures;
        while self.capture < captures.len() && captures[self.capture].is_gap() {
            self.capture += 1;
        }
        if self.capture >= captures.len() {
            return None;
        }
        let (capture, linkage) = (captures[self.capture], self.feedback.linkage());
        let [first, end] = self.feedback.components(self.capture);
        let mut span = present!(capture.in_memory(linkage, first + self.copied, end));
        span.capture = self.capture;
        let (buffer, offset) = self.feedback.place(self.capture);
        span.buffer = buffer;
        span.offset = offset.saturating_add(self.copied * COMPONENT_BYTES);
        self.copied += span.components;
        while let Some(next) = capture.in_memory(linkage, first + self.copied, end) {
            match (span.source, next.source) {
                (CapturedSource::Generic { byte }, CapturedSource::Generic { byte: following })
                    if next.bits == span.bits
                        && following == byte + span.components * span.bits / 8 => {}
                (CapturedSource::Unread, CapturedSource::Unread) => {}
                _ => break,
            }
            span.components += next.components;
            self.copied += next.components;
        }
        if first + self.copied == end {
            self.copied = 0;
            self.capture += 1;
        }
        Some(span)
    }
}

impl Iterator for CapturedSpans<'_> {
    type Item = CapturedSpan;

    fn next(&mut self) -> Option<CapturedSpan> {
        self.next_span()
    }
}
