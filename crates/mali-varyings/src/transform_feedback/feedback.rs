use super::capture::Capture;
use super::span::CapturedSpan;
use crate::base_type::BaseType;
use crate::declaration::Varying;
use crate::error::Error;

/// The bytes of a captured component: it has 32 bits, whatever its size in memory.
const COMPONENT_BYTES: u32 = 4;

/// The buffers that the captures are written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CaptureMode {
    /// All captures go to the first buffer, one after the other; those after [`Capture::NextBuffer`] to the next.
    Interleaved,
    /// Each capture goes to a buffer of its own.
    Separate,
}

/// The captures of a draw, in the order in which the application gave them.
///
/// Captures follow each other without a gap, except for [`Capture::SkipComponents`]. Each component has 32 bits. Vertices
/// are in the order in which they are drawn: the threads that padding adds capture nothing. A variant of the vertex shader
/// stores every capture, so that a captured varying takes no memory of varyings for it.
///
/// Facts: OpenGL ES 3.2, "Transform Feedback"; Mesa's `pan_nir_lower_xfb`, in which the
/// vertex of an instance is captured at instance · vertices + vertex.
///
/// ```
/// use mali_varyings::{Capture, CaptureMode, TransformFeedback, Varying, VaryingType};
///
/// let outputs = [Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Vec2)];
/// let captures = [Capture::Whole(1), Capture::Position];
/// let feedback = TransformFeedback::new(&outputs, &captures, CaptureMode::Interleaved)?;
/// assert_eq!(feedback.stride(0), Some(24));
/// let places: Vec<_> = feedback.spans().map(|span| (span.offset, span.components)).collect();
/// assert_eq!(places, [(0, 2), (8, 4)]);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TransformFeedback<'a> {
    outputs: &'a [Varying],
    captures: &'a [Capture],
    mode: CaptureMode,
}

impl<'a> TransformFeedback<'a> {
    /// The captures of the vertex stage's outputs, by their numbers there.
    ///
    /// # Errors
    ///
    /// [`Error::CapturedVarying`], [`Error::CapturedElement`] and [`Error::CapturedComponent`] for
    /// a varying, an element or a component that does not exist; [`Error::SkippedComponents`] for none and for more than
    /// four; [`Error::SeparateGap`] for skipped components and a next buffer among captures with a buffer each.
    ///
    /// ```
    /// use mali_varyings::{Capture, CaptureMode, Error, TransformFeedback};
    ///
    /// let captures = [Capture::Position, Capture::Whole(0)];
    /// let error = TransformFeedback::new(&[], &captures, CaptureMode::Separate).unwrap_err();
    /// assert_eq!(error, Error::CapturedVarying { capture: 1, varying: 0, varyings: 0 });
    /// ```
    pub const fn new(
        outputs: &'a [Varying],
        captures: &'a [Capture],
        mode: CaptureMode,
    ) -> Result<Self, Error> {
        each!(number, 0..captures.len(), {
            attempt!(captures[number].components(number, outputs));
            if matches!(mode, CaptureMode::Separate) && captures[number].is_gap() {
                return Err(Error::SeparateGap { capture: number });
            }
        });
        Ok(Self {
            outputs,
            captures,
            mode,
        })
    }

    /// The place of a capture; `None` for one that captures nothing, and past the last.
    #[must_use]
    pub const fn span(&self, capture: usize) -> Option<CapturedSpan> {
        if capture >= self.captures.len() || self.captures[capture].is_gap() {
            return None;
        }
        let (buffer, offset) = self.place(capture);
        Some(CapturedSpan {
            capture,
            base_type: match self.captures[capture].varying() {
                // `new` has checked that there is an output of that number.
                Some(number) => self.outputs[number].varying_type().base_type(),
                None => BaseType::Float,
            },
            components: self.components(capture),
            buffer,
            offset,
        })
    }

    /// The places of all captures, in the order in which they lie in the buffers.
    pub fn spans(&self) -> impl Iterator<Item = CapturedSpan> + '_ {
        (0..self.captures.len()).filter_map(|capture| self.span(capture))
    }

    /// The number of bytes of a vertex in a buffer, skipped ones included, at most `u32::MAX`; `None` past the last buffer.
    ///
    /// ```
    /// use mali_varyings::{Capture, CaptureMode, TransformFeedback, Varying, VaryingType};
    ///
    /// let outputs = [Varying::new(VaryingType::Mat3)];
    /// let captures = [Capture::Whole(0), Capture::PointSize];
    /// let feedback = TransformFeedback::new(&outputs, &captures, CaptureMode::Separate)?;
    /// assert_eq!([0, 1, 2].map(|buffer| feedback.stride(buffer)), [Some(36), Some(4), None]);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn stride(&self, buffer: usize) -> Option<u32> {
        let count = self.captures.len();
        if let CaptureMode::Separate = self.mode {
            return if buffer < count {
                Some(self.bytes(buffer))
            } else {
                None
            };
        }
        // A next buffer ends the one before it. A buffer without captures has stride 0, and still counts.
        let (mut number, mut end) = (0, 0_u32);
        each!(capture, 0..count, {
            if let Capture::NextBuffer = self.captures[capture] {
                if number == buffer {
                    return Some(end);
                }
                (number, end) = (number + 1, 0);
            }
            // Nothing limits the number of captures, nor an array's length, so a sum may leave 32 bits.
            end = end.saturating_add(self.bytes(capture));
        });
        if number == buffer { Some(end) } else { None }
    }

    /// The buffer of a capture, and its offset there.
    const fn place(&self, capture: usize) -> (usize, u32) {
        if let CaptureMode::Separate = self.mode {
            return (capture, 0);
        }
        let (mut buffer, mut offset) = (0, 0_u32);
        each!(earlier, 0..capture, {
            if let Capture::NextBuffer = self.captures[earlier] {
                buffer += 1;
                offset = 0;
            }
            offset = offset.saturating_add(self.bytes(earlier));
        });
        (buffer, offset)
    }

    const fn bytes(&self, capture: usize) -> u32 {
        self.components(capture).saturating_mul(COMPONENT_BYTES)
    }

    /// The number of components of a capture, which [`new`](Self::new) has checked.
    const fn components(&self, capture: usize) -> u32 {
        match self.captures[capture].components(capture, self.outputs) {
            Ok(components) => components,
            Err(_) => 0,
        }
    }
}
