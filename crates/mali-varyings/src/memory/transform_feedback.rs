use super::elements::Elements;
use super::linkage::Linkage;
use crate::declaration::Varying;
use crate::error::Error;
use crate::varying_type::BaseType;
use mali_instancing::draw::DrawCall;

/// A captured component is 32 bits, whatever it has in memory.
const COMPONENT_BYTES: u32 = 4;

/// What the application captures: a varying, an element of it, one component of an element, or what is
/// built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Capture {
    part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
enum Part {
    Position,
    PointSize,
    Whole(usize),
    Element(usize, u32),
    Component(usize, u32, u32),
}

impl Capture {
    /// `gl_Position`, four components.
    pub const POSITION: Self = Self {
        part: Part::Position,
    };

    /// `gl_PointSize`, one component. The vertex stage has to
    /// [write it](super::VertexOutputs::point_size).
    pub const POINT_SIZE: Self = Self {
        part: Part::PointSize,
    };

    /// All elements of a varying, by its number.
    #[must_use]
    pub const fn whole(varying: usize) -> Self {
        let part = Part::Whole(varying);
        Self { part }
    }

    /// One element of an array.
    #[must_use]
    pub const fn element(varying: usize, element: u32) -> Self {
        let part = Part::Element(varying, element);
        Self { part }
    }

    /// One component of an element; those of a matrix are counted column by column.
    #[must_use]
    pub const fn component(varying: usize, element: u32, component: u32) -> Self {
        let part = Part::Component(varying, element, component);
        Self { part }
    }

    const fn varying(self) -> Option<usize> {
        match self.part {
            Part::Position | Part::PointSize => None,
            Part::Whole(varying) | Part::Element(varying, _) | Part::Component(varying, _, _) => {
                Some(varying)
            }
        }
    }

    const fn check(self, capture: usize, linkage: &Linkage) -> Result<(), Error> {
        let Some(number) = self.varying() else {
            return Ok(());
        };
        let Some(varying) = linkage.producer().varying(number) else {
            return Err(Error::CapturedVarying {
                capture,
                varying: number,
                varyings: linkage.producer().varyings(),
            });
        };
        let length = varying.length();
        let components = element_components(varying);
        match self.part {
            Part::Element(_, element) | Part::Component(_, element, _) if element >= length => {
                Err(Error::CapturedElement {
                    capture,
                    element,
                    length,
                })
            }
            Part::Component(_, _, component) if component >= components => {
                Err(Error::CapturedComponent {
                    capture,
                    component,
                    components,
                })
            }
            _ => Ok(()),
        }
    }

    /// Which components these are, counted element by element: the first, and the one behind the last.
    const fn components(self, linkage: &Linkage) -> [u32; 2] {
        let Some(number) = self.varying() else {
            return match self.part {
                Part::Position => [0, 4],
                _ => [0, 1],
            };
        };
        let Some(varying) = linkage.producer().varying(number) else {
            return [0, 0];
        };
        let components = element_components(varying);
        match self.part {
            Part::Element(_, element) => [element * components, (element + 1) * components],
            Part::Component(_, element, component) => {
                let first = element * components + component;
                [first, first + 1]
            }
            _ => [0, varying.length() * components],
        }
    }

    /// From component `at` on, counted so, what belongs to one vector; `end` is excluded. `capture`,
    /// `buffer` and `offset` are not yet known.
    const fn in_memory(self, linkage: &Linkage, at: u32, end: u32) -> Option<CapturedSpan> {
        if at >= end {
            return None;
        }
        let source = match self.part {
            Part::Position => CapturedSource::Position,
            Part::PointSize => CapturedSource::PointSize,
            Part::Whole(number) | Part::Element(number, _) | Part::Component(number, _, _) => {
                return in_section(linkage, number, at, end);
            }
        };
        Some(CapturedSpan {
            capture: 0,
            source,
            base_type: BaseType::Float,
            bits: 32,
            components: end - at,
            buffer: 0,
            offset: 0,
        })
    }
}

/// [`Capture::in_memory`] of a varying.
const fn in_section(linkage: &Linkage, number: usize, at: u32, end: u32) -> Option<CapturedSpan> {
    let Some(varying) = linkage.producer().varying(number) else {
        return None;
    };
    let Some(first) = varying.location() else {
        return None;
    };
    let components = varying.varying_type().components();
    let location = first + at / components;
    let memory = linkage.memory();
    let (Some(slot), Some(offset)) = (memory.slot(location), memory.offset(location)) else {
        return None;
    };
    let component = at % components;
    let left = components - component;
    Some(CapturedSpan {
        capture: 0,
        source: CapturedSource::Generic {
            byte: offset + (varying.component() + component) * slot.bits() / 8,
        },
        base_type: slot.base_type(),
        bits: slot.bits(),
        components: if left < end - at { left } else { end - at },
        buffer: 0,
        offset: 0,
    })
}

/// How many components an element has, those of all columns.
const fn element_components(varying: Varying) -> u32 {
    let varying_type = varying.varying_type();
    varying_type.columns() * varying_type.components()
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

/// Where captured components come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CapturedSource {
    /// `gl_Position`. The shader stores it where it is captured: its memory has it in window coordinates,
    /// snapped to the grid of subpixels.
    Position,
    /// `gl_PointSize`. The shader stores it where it is captured: its memory has 16 bits of it.
    PointSize,
    /// Varyings.
    Generic {
        /// Where they begin in the generic section, in bytes from where the vertex's begins.
        byte: u32,
    },
}

/// Components next to each other in a vertex's memory that go to a buffer, next to each other too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CapturedSpan {
    /// The number of the capture.
    pub capture: usize,
    /// Where they come from.
    pub source: CapturedSource,
    /// What they are.
    pub base_type: BaseType,
    /// How many bits each has there, 16 or 32. It has 32 where it lands: what has 16 is widened.
    pub bits: u32,
    /// How many there are.
    pub components: u32,
    /// The number of the buffer.
    pub buffer: usize,
    /// Where they land, in bytes from where the vertex begins.
    pub offset: u32,
}

/// The captures of a draw, in the order in which the application gave them.
///
/// Captures lie behind each other without a gap, each component in 32 bits, vertices in the order in which
/// they are drawn: nothing of what padding adds is captured. A varying is stored if it is captured, whoever
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
/// let linkage = Linkage::of_interfaces(Interface::new(&varyings)?, Interface::EMPTY);
/// let captures = [Capture::whole(1), Capture::POSITION];
/// let feedback = TransformFeedback::new(linkage, &captures, CaptureMode::Interleaved)?;
/// assert_eq!(feedback.stride(0), Some(24));
/// let spans: Vec<CapturedSpan> = feedback.spans().collect();
/// // The two components behind the twelve bytes of the first, aligned to eight.
/// assert_eq!((spans[0].source, spans[0].components), (CapturedSource::Generic { byte: 16 }, 2));
/// assert_eq!((spans[1].source, spans[1].components), (CapturedSource::Position, 4));
/// assert_eq!((spans[0].offset, spans[1].offset), (0, 8));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
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
    /// what there is not.
    ///
    /// ```
    /// use mali_varyings::{Capture, CaptureMode, Error, Interface, Linkage, TransformFeedback};
    ///
    /// let linkage = Linkage::of_interfaces(Interface::EMPTY, Interface::EMPTY);
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
            if let Err(error) = capture.check(number, &linkage) {
                return Err(error);
            }
            if let Some(varying) = capture.varying() {
                locations |= linkage.producer().locations_of(varying);
            }
            number += 1;
        }
        Ok(Self {
            linkage: linkage.storing(locations),
            captures,
            mode,
        })
    }

    /// The stages, with what is captured stored. The records of a draw that captures are made of it.
    #[must_use]
    pub const fn linkage(&self) -> &Linkage {
        &self.linkage
    }

    /// How many bytes a vertex takes in a buffer; `None` past the last buffer.
    ///
    /// ```
    /// use mali_varyings::{
    ///     Capture, CaptureMode, Interface, Linkage, TransformFeedback, Varying, VaryingType,
    /// };
    ///
    /// let interface = Interface::new(&[Varying::new(VaryingType::Mat3)])?;
    /// let linkage = Linkage::of_interfaces(interface, interface);
    /// let captures = [Capture::whole(0), Capture::POINT_SIZE];
    /// let feedback = TransformFeedback::new(linkage, &captures, CaptureMode::Separate)?;
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

    /// What is copied, in the order in which it lies in the buffers. Components of a capture that are
    /// neighbours in memory are copied at once.
    #[must_use]
    pub const fn spans(&self) -> CapturedSpans<'_> {
        CapturedSpans {
            feedback: self,
            capture: 0,
            copied: 0,
            offset: 0,
        }
    }

    /// Where everything is in the buffers of a draw.
    ///
    /// # Errors
    ///
    /// [`Error::Draw`] for a draw that cannot be, [`Error::UnknownInstances`] where the number of
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
    /// let linkage = Linkage::of_interfaces(interface, interface);
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
        match Elements::of(call) {
            Ok(elements) => Ok(CapturedDraw {
                feedback: self,
                elements,
                has_buffers: call.arch.has_attribute_buffers(),
            }),
            Err(error) => Err(error),
        }
    }

    const fn bytes(&self, capture: usize) -> u32 {
        let [first, end] = self.captures[capture].components(&self.linkage);
        (end - first) * COMPONENT_BYTES
    }
}

/// A draw whose vertices are captured.
#[derive(Clone, Copy, Debug)]
pub struct CapturedDraw<'a> {
    feedback: &'a TransformFeedback<'a>,
    elements: Elements,
    has_buffers: bool,
}

impl CapturedDraw<'_> {
    /// Where a vertex has the span, in bytes from where the
    /// [buffer](super::JobManagerVaryings::buffers) of the generic section begins. Both numbers are
    /// counted from 0.
    ///
    /// `None` for a vertex that is not drawn, and for what the shader stores itself: what is built in, and
    /// everything on V9 and later, whose packets are the hardware's.
    #[must_use]
    pub const fn source(&self, span: &CapturedSpan, vertex: u32, instance: u32) -> Option<u64> {
        match (span.source, self.elements.of_vertex(vertex, instance)) {
            (CapturedSource::Generic { byte }, Some(element)) if self.has_buffers => {
                let stride = self.feedback.linkage.memory().bytes();
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
            self.feedback.stride(span.buffer),
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
        match self.feedback.stride(buffer) {
            Some(stride) => self.elements.unpadded().count().checked_mul(stride as u64),
            None => None,
        }
    }
}

/// The spans of a [`TransformFeedback`], one after the other.
#[derive(Clone, Debug)]
pub struct CapturedSpans<'a> {
    feedback: &'a TransformFeedback<'a>,
    capture: usize,
    /// How many components of the capture are done.
    copied: u32,
    /// Where the capture begins in its buffer.
    offset: u32,
}

impl CapturedSpans<'_> {
    /// The next one: what [`Iterator::next`] answers, for constants.
    ///
    /// ```
    /// use mali_varyings::{Capture, CaptureMode, CapturedSpan, Interface, Linkage, TransformFeedback};
    ///
    /// const FIRST: Option<CapturedSpan> = {
    ///     let linkage = Linkage::of_interfaces(Interface::EMPTY, Interface::EMPTY);
    ///     match TransformFeedback::new(linkage, &[Capture::POINT_SIZE], CaptureMode::Interleaved) {
    ///         Ok(feedback) => feedback.spans().next_span(),
    ///         Err(_) => panic!(),
    ///     }
    /// };
    /// assert_eq!(FIRST.unwrap().components, 1);
    /// ```
    pub const fn next_span(&mut self) -> Option<CapturedSpan> {
        let TransformFeedback {
            linkage,
            captures,
            mode,
        } = self.feedback;
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
