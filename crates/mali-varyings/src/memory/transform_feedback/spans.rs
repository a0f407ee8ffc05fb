use super::captured::{COMPONENT_BYTES, CaptureMode, Captured};
use super::span::{CapturedSource, CapturedSpan};

/// The spans of a [`TransformFeedback`](crate::TransformFeedback), one after the other.
#[derive(Clone, Debug)]
pub struct CapturedSpans<'a> {
    captured: Captured<'a>,
    capture: usize,
    /// The number of components of the capture that were returned already.
    copied: u32,
    /// The offset of the capture in its buffer.
    offset: u32,
}

impl<'a> CapturedSpans<'a> {
    pub(super) const fn new(captured: Captured<'a>) -> Self {
        Self {
            captured,
            capture: 0,
            copied: 0,
            offset: 0,
        }
    }

    /// The next span. It is what [`Iterator::next`] returns, as a function for constants.
    ///
    /// ```
    /// use mali_varyings::{Capture, CaptureMode, CapturedSpan, Interface, Linkage, TransformFeedback};
    ///
    /// const FIRST: Option<CapturedSpan> = {
    ///     let linkage = Linkage::from_separable(Interface::EMPTY, Interface::EMPTY);
    ///     match TransformFeedback::new(linkage, &[Capture::POINT_SIZE], CaptureMode::Interleaved) {
    ///         Ok(feedback) => feedback.spans().next_span(),
    ///         Err(_) => panic!(),
    ///     }
    /// };
    /// assert_eq!(FIRST.unwrap().components, 1);
    /// ```
    pub const fn next_span(&mut self) -> Option<CapturedSpan> {
        let Captured {
            linkage,
            captures,
            mode,
        } = self.captured;
        if self.capture >= captures.len() {
            return None;
        }
        let capture = captures[self.capture];
        let [first, end] = capture.components(linkage);
        let Some(mut span) = capture.in_memory(linkage, first + self.copied, end) else {
            return None;
        };
        span.capture = self.capture;
        span.buffer = match mode {
            CaptureMode::Interleaved => 0,
            CaptureMode::Separate => self.capture,
        };
        span.offset = self.offset.saturating_add(self.copied * COMPONENT_BYTES);
        self.copied += span.components;
        while let Some(next) = capture.in_memory(linkage, first + self.copied, end) {
            match (span.source, next.source) {
                (CapturedSource::Generic { byte }, CapturedSource::Generic { byte: following })
                    if next.bits == span.bits
                        && following == byte + span.components * span.bits / 8 => {}
                _ => break,
            }
            span.components += next.components;
            self.copied += next.components;
        }
        if first + self.copied == end {
            if let CaptureMode::Interleaved = mode {
                self.offset = self.offset.saturating_add(self.copied * COMPONENT_BYTES);
            }
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
