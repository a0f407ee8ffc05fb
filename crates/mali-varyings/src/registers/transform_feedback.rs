//! What transform feedback copies out of the registers, and where to.

use super::location::Location;
use super::orientation::{Span, VectorLocation};
use crate::error::Error;

/// A component is 32 bits.
const COMPONENT_BYTES: u32 = 4;

/// What the application captures: a varying, an element of it, or one component of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Capture {
    varying: usize,
    part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
enum Part {
    Whole,
    Element(u32),
    Component(u32, u32),
}

impl Capture {
    /// All elements of a varying, by its number.
    #[must_use]
    pub const fn whole(varying: usize) -> Self {
        let part = Part::Whole;
        Self { varying, part }
    }

    /// One element of an array.
    #[must_use]
    pub const fn element(varying: usize, element: u32) -> Self {
        let part = Part::Element(element);
        Self { varying, part }
    }

    /// One component of an element; those of a matrix are counted column by column.
    #[must_use]
    pub const fn component(varying: usize, element: u32, component: u32) -> Self {
        let part = Part::Component(element, component);
        Self { varying, part }
    }

    /// Which components of the varying these are, counted element by element.
    const fn components(self, location: &Location) -> (u64, u64) {
        let element_components = location.vectors() as u64 * location.element_components() as u64;
        match self.part {
            Part::Whole => (0, location.length() as u64 * element_components),
            Part::Element(element) => {
                let first = element as u64 * element_components;
                (first, first + element_components)
            }
            Part::Component(element, component) => {
                let first = element as u64 * element_components + component as u64;
                (first, first + 1)
            }
        }
    }
}

/// Which buffers the captures go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CaptureMode {
    /// All to the first, one behind the other.
    Interleaved,
    /// Each to one of its own.
    Separate,
}

/// Components of a register that go to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CapturedSpan {
    /// What is copied.
    pub source: Span,
    /// The number of the buffer.
    pub buffer: usize,
    /// Where it lands, in bytes from where the vertex begins.
    pub offset: u32,
}

/// The captures of a draw, in the order in which the application gave them.
///
/// ```
/// use mali_varyings::{
///     Capture, CaptureMode, CapturedSpan, Packing, Span, Target, TransformFeedback, Varying, VaryingType,
/// };
///
/// let varyings = [Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Vec2)];
/// let packing = Packing::new(&varyings, &Target::ES100)?;
/// let captures = [Capture::whole(1), Capture::component(0, 0, 2)];
/// let feedback = TransformFeedback::new(packing.locations(), &captures, CaptureMode::Interleaved)?;
/// assert_eq!(feedback.stride(0), Some(12));
/// let spans: Vec<CapturedSpan> = feedback.spans().collect();
/// assert_eq!(spans[0].source, Span { register: 1, component: 0, components: 2 });
/// assert_eq!(spans[1].source, Span { register: 0, component: 2, components: 1 });
/// assert_eq!((spans[0].offset, spans[1].offset), (0, 8));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TransformFeedback<'a> {
    locations: &'a [Location],
    captures: &'a [Capture],
    mode: CaptureMode,
}

impl<'a> TransformFeedback<'a> {
    /// The captures of packed varyings.
    ///
    /// # Errors
    ///
    /// [`Error::CapturedVarying`], [`Error::CapturedElement`] and [`Error::CapturedComponent`] for
    /// what there is not.
    ///
    /// ```
    /// use mali_varyings::{Capture, CaptureMode, Error, TransformFeedback};
    ///
    /// let captures = [Capture::whole(0)];
    /// let error = TransformFeedback::new(&[], &captures, CaptureMode::Separate).unwrap_err();
    /// assert_eq!(error, Error::CapturedVarying { capture: 0, varying: 0, varyings: 0 });
    /// ```
    pub const fn new(
        locations: &'a [Location],
        captures: &'a [Capture],
        mode: CaptureMode,
    ) -> Result<Self, Error> {
        let mut capture = 0;
        while capture < captures.len() {
            let Capture { varying, part } = captures[capture];
            if varying >= locations.len() {
                return Err(Error::CapturedVarying {
                    capture,
                    varying,
                    varyings: locations.len(),
                });
            }
            let location = &locations[varying];
            let length = location.length();
            let components = location.vectors() * location.element_components();
            match part {
                Part::Element(element) | Part::Component(element, _) if element >= length => {
                    return Err(Error::CapturedElement {
                        capture,
                        element,
                        length,
                    });
                }
                Part::Component(_, component) if component >= components => {
                    return Err(Error::CapturedComponent {
                        capture,
                        component,
                        components,
                    });
                }
                _ => {}
            }
            capture += 1;
        }
        Ok(Self {
            locations,
            captures,
            mode,
        })
    }

    /// How many bytes a vertex takes in a buffer; `None` past the last buffer.
    ///
    /// ```
    /// use mali_varyings::{
    ///     Capture, CaptureMode, Packing, Target, TransformFeedback, Varying, VaryingType,
    /// };
    ///
    /// let packing = Packing::new(&[Varying::new(VaryingType::Mat3)], &Target::ES100)?;
    /// let captures = [Capture::whole(0), Capture::component(0, 0, 8)];
    /// let feedback = TransformFeedback::new(packing.locations(), &captures, CaptureMode::Separate)?;
    /// assert_eq!([0, 1, 2].map(|buffer| feedback.stride(buffer)), [Some(36), Some(4), None]);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn stride(&self, buffer: usize) -> Option<u32> {
        match self.mode {
            CaptureMode::Interleaved if buffer == 0 => {
                let mut bytes = 0_u32;
                let mut capture = 0;
                while capture < self.captures.len() {
                    bytes = bytes.saturating_add(self.bytes(capture));
                    capture += 1;
                }
                Some(bytes)
            }
            CaptureMode::Separate if buffer < self.captures.len() => Some(self.bytes(buffer)),
            CaptureMode::Interleaved | CaptureMode::Separate => None,
        }
    }

    /// What is copied, in the order in which it lies in the buffers. Neighbouring components of a
    /// register that go to neighbouring bytes are copied at once.
    #[must_use]
    pub const fn spans(&self) -> CapturedSpans<'a> {
        CapturedSpans {
            feedback: *self,
            capture: 0,
            copied: 0,
            offset: 0,
        }
    }

    const fn location(&self, capture: usize) -> &'a Location {
        &self.locations[self.captures[capture].varying]
    }

    const fn bytes(&self, capture: usize) -> u32 {
        let (first, end) = self.captures[capture].components(self.location(capture));
        (end - first) as u32 * COMPONENT_BYTES
    }
}

/// The spans of a [`TransformFeedback`], one after the other.
#[derive(Clone, Debug)]
pub struct CapturedSpans<'a> {
    feedback: TransformFeedback<'a>,
    capture: usize,
    /// How many components of the capture are done.
    copied: u64,
    /// Where the capture begins in its buffer.
    offset: u32,
}

impl CapturedSpans<'_> {
    /// The next one: what [`Iterator::next`] answers, for constants.
    ///
    /// ```
    /// use mali_varyings::{
    ///     Capture, CaptureMode, CapturedSpan, Packing, Target, TransformFeedback, Varying, VaryingType,
    /// };
    ///
    /// const FIRST: Option<CapturedSpan> = {
    ///     let Ok(packing) = Packing::new(&[Varying::new(VaryingType::Vec3)], &Target::CHOSEN) else {
    ///         panic!()
    ///     };
    ///     let captures = [Capture::whole(0)];
    ///     match TransformFeedback::new(packing.locations(), &captures, CaptureMode::Interleaved) {
    ///         Ok(feedback) => feedback.spans().next_span(),
    ///         Err(_) => panic!(),
    ///     }
    /// };
    /// assert_eq!(FIRST.unwrap().source.components, 3);
    /// ```
    pub const fn next_span(&mut self) -> Option<CapturedSpan> {
        if self.capture >= self.feedback.captures.len() {
            return None;
        }
        let location = self.feedback.location(self.capture);
        let (first, end) = self.feedback.captures[self.capture].components(location);
        let Some(mut source) = rest_of_span(location, first + self.copied, end) else {
            return None;
        };
        let buffer = match self.feedback.mode {
            CaptureMode::Interleaved => 0,
            CaptureMode::Separate => self.capture,
        };
        let offset = self.offset + self.copied as u32 * COMPONENT_BYTES;
        self.copied += source.components as u64;
        while let Some(next) = rest_of_span(location, first + self.copied, end) {
            let continues = next.register == source.register
                && next.component == source.component + source.components;
            if !continues {
                break;
            }
            source.components += next.components;
            self.copied += next.components as u64;
        }
        if first + self.copied == end {
            if let CaptureMode::Interleaved = self.feedback.mode {
                self.offset = self.offset + self.copied as u32 * COMPONENT_BYTES;
            }
            self.copied = 0;
            self.capture += 1;
        }
        Some(CapturedSpan {
            source,
            buffer,
            offset,
        })
    }
}

impl Iterator for CapturedSpans<'_> {
    type Item = CapturedSpan;

    fn next(&mut self) -> Option<CapturedSpan> {
        self.next_span()
    }
}

/// From component `at` of a varying on, counted element by element, what lies in one register and
/// belongs to one vector, `end` excluded.
const fn rest_of_span(location: &Location, at: u64, end: u64) -> Option<Span> {
    if at >= end {
        return None;
    }
    let components = location.element_components() as u64;
    let vector = at / components;
    let vectors = location.vectors() as u64;
    let Some(VectorLocation { first, second }) =
        location.vector((vector / vectors) as u32, (vector % vectors) as u32)
    else {
        return None;
    };
    let done = (at % components) as u32;
    let (span, done) = match second {
        Some(second) if done >= first.components => (second, done - first.components),
        _ => (first, done),
    };
    let left = span.components - done;
    let wanted = end - at;
    Some(Span {
        register: span.register,
        component: span.component + done,
        components: if (left as u64) < wanted {
            left
        } else {
            wanted as u32
        },
    })
}
