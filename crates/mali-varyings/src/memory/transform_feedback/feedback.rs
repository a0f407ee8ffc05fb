use super::capture::Capture;
use super::captured::{CaptureMode, Captured};
use super::draw::CapturedDraw;
use super::spans::CapturedSpans;
use crate::error::Error;
use crate::memory::elements::Elements;
use crate::memory::linkage::Linkage;
use mali_instancing::draw::DrawCall;

/// The captures of a draw, in the order in which the application gave them.
///
/// Captures follow each other without a gap, each component in 32 bits, and vertices in the order in which
/// they are drawn: the threads that padding adds capture nothing. A captured varying is stored even if no stage
/// reads it.
///
/// Facts: OpenGL ES 3.2, "Transform Feedback"; Mesa's `pan_nir_lower_xfb`, in which the
/// vertex of an instance is captured at instance · vertices + vertex.
///
/// ```
/// use mali_varyings::{
///     Capture, CaptureMode, CapturedSource, CapturedSpan, Interface, Linkage, TransformFeedback, Varying,
///     VaryingType,
/// };
///
/// let varyings = [Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Vec2)];
/// let linkage = Linkage::from_separable(Interface::new(&varyings)?, Interface::EMPTY);
/// let captures = [Capture::whole(1), Capture::POSITION];
/// let feedback = TransformFeedback::new(linkage, &captures, CaptureMode::Interleaved)?;
/// assert_eq!(feedback.stride(0), Some(24));
/// let spans: Vec<CapturedSpan> = feedback.spans().collect();
/// // The two components after the twelve bytes of the first, aligned to eight.
/// assert_eq!((spans[0].source, spans[0].components), (CapturedSource::Generic { byte: 16 }, 2));
/// assert_eq!((spans[1].source, spans[1].components), (CapturedSource::Position, 4));
/// assert_eq!((spans[0].offset, spans[1].offset), (0, 8));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TransformFeedback<'a> {
    linkage: Linkage,
    captures: &'a [Capture],
    mode: CaptureMode,
}

impl<'a> TransformFeedback<'a> {
    /// The captures of the varyings of the vertex stage, by their numbers there.
    ///
    /// # Errors
    ///
    /// [`Error::CapturedVarying`], [`Error::CapturedElement`] and [`Error::CapturedComponent`] for
    /// a varying, an element or a component that does not exist.
    ///
    /// ```
    /// use mali_varyings::{Capture, CaptureMode, Error, Interface, Linkage, TransformFeedback};
    ///
    /// let linkage = Linkage::from_separable(Interface::EMPTY, Interface::EMPTY);
    /// let captures = [Capture::POSITION, Capture::whole(0)];
    /// let error = TransformFeedback::new(linkage, &captures, CaptureMode::Separate).unwrap_err();
    /// assert_eq!(error, Error::CapturedVarying { capture: 1, varying: 0, varyings: 0 });
    /// ```
    pub const fn new(
        linkage: Linkage,
        captures: &'a [Capture],
        mode: CaptureMode,
    ) -> Result<Self, Error> {
        let mut locations = 0_u32;
        let mut number = 0;
        while number < captures.len() {
            let capture = captures[number];
            attempt!(capture.check(number, &linkage));
            if let Some(varying) = capture.varying() {
                locations |= linkage.producer().locations_of(varying);
            }
            number += 1;
        }
        Ok(Self {
            linkage: linkage.with_stored(locations),
            captures,
            mode,
        })
    }

    /// The linkage of the stages, with the captured varyings stored. The descriptors of a draw that captures are made
    /// of it.
    #[must_use]
    pub const fn linkage(&self) -> &Linkage {
        &self.linkage
    }

    /// The number of bytes of a vertex in a buffer; `None` past the last buffer.
    ///
    /// ```
    /// use mali_varyings::{
    ///     Capture, CaptureMode, Interface, Linkage, TransformFeedback, Varying, VaryingType,
    /// };
    ///
    /// let interface = Interface::new(&[Varying::new(VaryingType::Mat3)])?;
    /// let linkage = Linkage::from_separable(interface.clone(), interface);
    /// let captures = [Capture::whole(0), Capture::POINT_SIZE];
    /// let feedback = TransformFeedback::new(linkage, &captures, CaptureMode::Separate)?;
    /// assert_eq!([0, 1, 2].map(|buffer| feedback.stride(buffer)), [Some(36), Some(4), None]);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn stride(&self, buffer: usize) -> Option<u32> {
        self.captured().stride(buffer)
    }

    /// The components that are copied, in the order in which they lie in the buffers. Components of a capture that are
    /// adjacent in memory are copied together.
    #[must_use]
    pub const fn spans(&self) -> CapturedSpans<'_> {
        CapturedSpans::new(self.captured())
    }

    /// The places of all captures in the buffers of a draw.
    ///
    /// # Errors
    ///
    /// [`Error::Draw`] for an invalid draw, [`Error::UnknownInstances`] if the number of
    /// instances is not known.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::DrawCall;
    /// use mali_varyings::{
    ///     Capture, CaptureMode, Interface, Linkage, TransformFeedback, Varying, VaryingType,
    /// };
    ///
    /// let interface = Interface::new(&[Varying::new(VaryingType::Vec4)])?;
    /// let linkage = Linkage::from_separable(interface.clone(), interface);
    /// let captures = [Capture::whole(0)];
    /// let feedback = TransformFeedback::new(linkage, &captures, CaptureMode::Interleaved)?;
    /// let span = feedback.spans().next_span().unwrap();
    /// // 70 vertices are padded to 72.
    /// let call = DrawCall { instances: Some(100), ..DrawCall::new(Arch::V7, 70) };
    /// let draw = feedback.draw(&call)?;
    /// assert_eq!(draw.source(&span, 3, 2), Some((2 * 72 + 3) * 16));
    /// assert_eq!(draw.target(&span, 3, 2), Some((2 * 70 + 3) * 16));
    /// assert_eq!(draw.size(0), Some(100 * 70 * 16));
    /// assert_eq!(draw.target(&span, 70, 2), None);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    pub const fn draw(&self, call: &DrawCall) -> Result<CapturedDraw<'_>, Error> {
        Ok(CapturedDraw {
            captured: self.captured(),
            elements: attempt!(Elements::of(call)),
            has_buffers: call.arch.has_attribute_buffers(),
        })
    }

    const fn captured(&self) -> Captured<'_> {
        Captured {
            linkage: &self.linkage,
            captures: self.captures,
            mode: self.mode,
        }
    }
}
