use super::capture::Capture;
use crate::error::Error;
use crate::memory::declarations::Linkage;

/// The bytes of a captured component: it has 32 bits, whatever its size in memory.
pub(super) const COMPONENT_BYTES: u32 = 4;

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
/// are in the order in which they are drawn: the threads that padding adds capture nothing. A captured varying that the fragment stage does not
/// read takes no memory of varyings for it.
///
/// Facts: OpenGL ES 3.2, "Transform Feedback"; Mesa's `pan_nir_lower_xfb`, in which the
/// vertex of an instance is captured at instance · vertices + vertex. Mesa's drivers copy nothing: a variant of the vertex
/// shader stores every capture.
///
/// ```
/// use mali_varyings::{
///     Capture, CaptureMode, CapturedSource, CapturedSpan, Interface, Linkage, Linking, TransformFeedback, Varying,
///     VaryingType,
/// };
///
/// let stage = Interface::new(&[Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Vec2)])?;
/// let linkage = Linkage::from_interfaces(stage.clone(), stage, Linking::Linked);
/// let captures = [Capture::Whole(1), Capture::Position];
/// let feedback = TransformFeedback::new(&linkage, &captures, CaptureMode::Interleaved)?;
/// assert_eq!(feedback.stride(0), Some(24));
/// let spans: Vec<CapturedSpan> = feedback.spans().collect();
/// // The two components after the twelve bytes of the first, aligned to eight.
/// assert_eq!((spans[0].source, spans[0].components), (CapturedSource::Generic { byte: 16 }, 2));
/// assert_eq!((spans[1].source, spans[1].components), (CapturedSource::Position, 4));
/// assert_eq!((spans[0].offset, spans[1].offset), (0, 8));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TransformFeedback<'a> {
    linkage: &'a Linkage,
    pub(super) captures: &'a [Capture],
    mode: CaptureMode,
}

impl<'a> TransformFeedback<'a> {
    /// The captures of the varyings of the vertex stage, by their numbers there.
    ///
    /// # Errors
    ///
    /// [`Error::CapturedVarying`], [`Error::CapturedElement`] and [`Error::CapturedComponent`] for
    /// a varying, an element or a component that does not exist; [`Error::SkippedComponents`] for none and for more than
    /// four; [`Error::SeparateGap`] for skipped components and a next buffer among captures with a buffer each.
    ///
    /// ```
    /// use mali_varyings::{Capture, CaptureMode, Error, Linkage, TransformFeedback};
    ///
    /// let captures = [Capture::Position, Capture::Whole(0)];
    /// let error = TransformFeedback::new(&Linkage::EMPTY, &captures, CaptureMode::Separate).unwrap_err();
    /// assert_eq!(error, Error::CapturedVarying { capture: 1, varying: 0, varyings: 0 });
    /// ```
    pub const fn new(
        linkage: &'a Linkage,
        captures: &'a [Capture],
        mode: CaptureMode,
    ) -> Result<Self, Error> {
        each!(number, 0..captures.len(), {
            attempt!(captures[number].components(number, linkage));
            if matches!(mode, CaptureMode::Separate) && captures[number].is_gap() {
                return Err(Error::SeparateGap { capture: number });
            }
        });
        Ok(Self {
            linkage,
            captures,
            mode,
        })
    }

    pub(super) const fn linkage(&self) -> &Linkage {
        self.linkage
    }

    /// The number of bytes of a vertex in a buffer, skipped ones included; `None` past the last buffer.
    ///
    /// ```
    /// use mali_varyings::{
    ///     Capture, CaptureMode, Interface, Linkage, Linking, TransformFeedback, Varying, VaryingType,
    /// };
    ///
    /// let interface = Interface::new(&[Varying::new(VaryingType::Mat3)])?;
    /// let linkage = Linkage::from_interfaces(interface.clone(), interface, Linking::Separable);
    /// let captures = [Capture::Whole(0), Capture::PointSize];
    /// let feedback = TransformFeedback::new(&linkage, &captures, CaptureMode::Separate)?;
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
        let (mut number, mut end) = (0, 0_u32);
        each!(capture, 0..count, {
            if let Capture::NextBuffer = self.captures[capture] {
                if number == buffer {
                    return Some(end);
                }
                (number, end) = (number + 1, 0);
            }
            end = end.saturating_add(self.bytes(capture));
        });
        if number == buffer { Some(end) } else { None }
    }

    /// The buffer of a capture, and its offset there; of the number after the last the end of the last.
    pub(super) const fn place(&self, capture: usize) -> (usize, u32) {
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
        let [first, end] = self.components(capture);
        (end - first) * COMPONENT_BYTES
    }

    /// The range of the components of a capture, which [`new`](Self::new) has checked.
    pub(super) const fn components(&self, capture: usize) -> [u32; 2] {
        match self.captures[capture].components(capture, self.linkage) {
            Ok(components) => components,
            Err(_) => [0, 0],
        }
    }
}
