use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::REGISTER_COMPONENTS;

/// A capture of the application. Varyings, elements and components are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Capture {
    /// `gl_Position`, four components.
    Position,
    /// `gl_PointSize`, one component. The vertex stage must [write it](crate::BuiltIn::PointSize).
    PointSize,
    /// All elements of a varying.
    Whole(usize),
    /// A varying's element.
    Element(usize, u32),
    /// A varying's element, and its component; those of a matrix are counted column by column.
    Component(usize, u32, u32),
    /// Components that are left as they are: 1 to 4, as `gl_SkipComponents1` to `gl_SkipComponents4` of OpenGL 4.0.
    /// Only for [`CaptureMode::Interleaved`](super::CaptureMode::Interleaved).
    SkipComponents(u32),
    /// Captures from here on go to the next buffer: `gl_NextBuffer` of OpenGL 4.0. Only for
    /// [`CaptureMode::Interleaved`](super::CaptureMode::Interleaved).
    NextBuffer,
}

impl Capture {
    /// Whether it captures nothing, and only moves the captures after it.
    pub(super) const fn is_gap(self) -> bool {
        matches!(self, Self::SkipComponents(_) | Self::NextBuffer)
    }

    pub(super) const fn varying(self) -> Option<usize> {
        match self {
            Self::Position | Self::PointSize | Self::SkipComponents(_) | Self::NextBuffer => None,
            Self::Whole(varying) | Self::Element(varying, _) | Self::Component(varying, _, _) => {
                Some(varying)
            }
        }
    }

    /// The number of captured components, at most `u32::MAX`. `capture` is the number of the capture for the errors.
    pub(super) const fn components(
        self,
        capture: usize,
        outputs: &[Varying],
    ) -> Result<u32, Error> {
        let (number, element, component) = match self {
            Self::Position => return Ok(4),
            Self::PointSize => return Ok(1),
            Self::SkipComponents(components @ 1..=REGISTER_COMPONENTS) => {
                return Ok(components);
            }
            Self::SkipComponents(components) => {
                return Err(Error::SkippedComponents {
                    capture,
                    components,
                });
            }
            Self::NextBuffer => return Ok(0),
            Self::Whole(number) => (number, None, None),
            Self::Element(number, element) => (number, Some(element), None),
            Self::Component(number, element, component) => (number, Some(element), Some(component)),
        };
        if number >= outputs.len() {
            return Err(Error::CapturedVarying {
                capture,
                varying: number,
                varyings: outputs.len(),
            });
        }
        let varying = outputs[number];
        let length = varying.length();
        let components = varying.varying_type().columns() * varying.varying_type().components();
        match (element, component) {
            (None, _) => Ok(length.saturating_mul(components)),
            (Some(element), _) if element >= length => Err(Error::CapturedElement {
                capture,
                element,
                length,
            }),
            (_, None) => Ok(components),
            (_, Some(component)) if component < components => Ok(1),
            (_, Some(component)) => Err(Error::CapturedComponent {
                capture,
                component,
                components,
            }),
        }
    }
}
