//! The causes of failed calls: their numbers, places and texts.

#[cfg(feature = "texts")]
use core::fmt;

use mali_instancing::draw::DrawError;
use mali_instancing::{DecodeError, Part};

/// A part of an error's text. A build without texts has no such parts.
#[derive(Clone, Copy)]
pub(crate) struct Words(#[cfg(feature = "texts")] &'static str);

impl From<&'static str> for Words {
    #[inline]
    fn from(words: &'static str) -> Self {
        #[cfg(not(feature = "texts"))]
        let _ = words;
        Self(
            #[cfg(feature = "texts")]
            words,
        )
    }
}

#[cfg(feature = "texts")]
impl fmt::Display for Words {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

/// The cause of a failed call.
#[cfg_attr(
    not(all(feature = "texts", feature = "planner", feature = "varyings")),
    allow(
        dead_code,
        reason = "some of it is for a feature, or for the text alone"
    )
)]
pub(crate) enum Cause {
    Null {
        argument: Words,
    },
    Misaligned {
        argument: Words,
        alignment: usize,
    },
    Uninitialised {
        argument: Words,
    },
    /// A structure that is smaller in the caller's header than in the library.
    Size {
        argument: Words,
        given: usize,
        needed: usize,
    },
    /// Reserved words that are not zeros.
    UnknownField {
        argument: Words,
        element: Option<usize>,
    },
    /// Words that are not those of a pipeline.
    NoPipeline {
        argument: Words,
    },
    TooMany {
        argument: Words,
        given: usize,
        maximum: usize,
    },
    Value {
        argument: Words,
        element: Option<usize>,
        value: u32,
        allowed: Words,
    },
    /// An instance divisor of 0, of a buffer or an attribute.
    ZeroDivisor {
        element: usize,
    },
    NoDescriptor {
        word: usize,
    },
    NoIndices,
    Draw(DrawError),
    Decode(DecodeError),
    #[cfg(feature = "planner")]
    Planner(mali_buffers::Error),
    ZeroAddress,
    /// An error of varyings, and the varying whose declaration is wrong by itself.
    #[cfg(feature = "varyings")]
    Varyings {
        error: mali_varyings::Error,
        element: Option<usize>,
    },
    /// The address of a buffer of varyings.
    #[cfg(feature = "varyings")]
    VaryingBuffer {
        error: mali_instancing::Error,
        number: usize,
    },
    TooFewWords {
        given: usize,
        needed: usize,
    },
}

impl Cause {
    #[inline]
    pub(super) fn element(&self) -> Option<u32> {
        let element = match self {
            Self::Value { element, .. } | Self::UnknownField { element, .. } => *element,
            Self::ZeroDivisor { element } => Some(*element),
            Self::Draw(error) => number_of(error.place().part),
            Self::Decode(error) => Some(error.word),
            #[cfg(feature = "planner")]
            Self::Planner(error) => error.part().and_then(number_of),
            #[cfg(feature = "varyings")]
            Self::Varyings { error, element } => element.or_else(|| number_of_varyings(error)),
            #[cfg(feature = "varyings")]
            Self::VaryingBuffer { number, .. } => Some(*number),
            _ => None,
        };
        element.and_then(|element| u32::try_from(element).ok())
    }
}

/// The number of a buffer or an attribute in the array that the caller gave.
const fn number_of(part: Part) -> Option<usize> {
    match part {
        Part::Draw => None,
        Part::Buffer(number) | Part::Attribute(number) => Some(number),
    }
}

/// The number of the varying, the capture or the slot.
#[cfg(feature = "varyings")]
fn number_of_varyings(error: &mali_varyings::Error) -> Option<usize> {
    use mali_varyings::Error;
    match *error {
        Error::CapturedVarying { capture, .. }
        | Error::CapturedElement { capture, .. }
        | Error::CapturedComponent { capture, .. }
        | Error::SkippedComponents { capture, .. }
        | Error::SeparateGap { capture } => Some(capture),
        Error::InvalidSlot { slot, .. } => Some(slot),
        error => error.varying(),
    }
}

#[cfg(feature = "texts")]
impl fmt::Display for Cause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null { argument } => write!(formatter, "{argument} is null"),
            Self::Misaligned {
                argument,
                alignment,
            } => {
                write!(formatter, "{argument} is not aligned to {alignment} bytes")
            }
            Self::Uninitialised { argument } => {
                write!(
                    formatter,
                    "{argument} was not initialised: call the function that fills it"
                )
            }
            Self::Size {
                argument,
                given,
                needed,
            } => {
                write!(
                    formatter,
                    "{argument} has {given} bytes: {needed} are needed. The header is of another version than the library"
                )
            }
            Self::UnknownField { argument, element } => {
                formatter.write_str("reserved words of ")?;
                if let Some(element) = element {
                    write!(formatter, "element {element} of ")?;
                }
                write!(
                    formatter,
                    "{argument} are not 0: set all fields that you do not use to 0. A later version of the header has \
                     fields there that this version of the library does not know"
                )
            }
            Self::NoPipeline { argument } => {
                write!(
                    formatter,
                    "{argument} is not the words of a pipeline that this version of mali-instancing made"
                )
            }
            Self::TooMany {
                argument,
                given,
                maximum,
            } => {
                write!(
                    formatter,
                    "{given} {argument} are too many: at most {maximum} are allowed"
                )
            }
            Self::Value {
                argument,
                element,
                value,
                allowed,
            } => {
                write!(formatter, "{argument} {value}")?;
                if let Some(element) = element {
                    write!(formatter, " of element {element}")?;
                }
                write!(formatter, " is not known: {allowed} are allowed")
            }
            Self::ZeroDivisor { element } => write!(
                formatter,
                "divisor 0 of element {element} is not allowed: at least 1 is. For GL's 0, use \
                 MALI_INST_RATE_VERTEX. For Vulkan's 0, use MALI_INST_RATE_CONSTANT"
            ),
            Self::NoDescriptor { word } => write!(formatter, "no descriptor begins at word {word}"),
            Self::NoIndices => formatter.write_str(
                "no index is left to draw: at least one that does not restart a primitive is needed",
            ),
            Self::Draw(error) => error.fmt(formatter),
            Self::Decode(error) => error.fmt(formatter),
            #[cfg(feature = "planner")]
            Self::Planner(error) => error.fmt(formatter),
            Self::ZeroAddress => formatter.write_str(
                "a buffer cannot be moved to address 0: an address that the GPU sees is needed",
            ),
            #[cfg(feature = "varyings")]
            Self::Varyings { error, element } => {
                if let Some(element) = element {
                    write!(formatter, "varying {element}: ")?;
                }
                error.fmt(formatter)
            }
            #[cfg(feature = "varyings")]
            Self::VaryingBuffer { error, number } => {
                write!(formatter, "buffer {number} of varyings: {error}")
            }
            Self::TooFewWords { given, needed } => {
                write!(formatter, "{given} words are too few: {needed} are needed")
            }
        }
    }
}
