//! The causes of failed calls: their numbers, places and texts.

#[cfg(feature = "texts")]
use core::fmt;

use mali_instancing::draw::DrawError;
use mali_instancing::{DecodeError, Error, Part};

#[allow(
    clippy::wildcard_imports,
    reason = "each cause has its number, and there are forty"
)]
use crate::abi::status::*;

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
    not(feature = "texts"),
    allow(dead_code, reason = "some of it only the text says")
)]
pub(crate) enum Cause {
    Null {
        argument: Words,
    },
    Misaligned {
        argument: Words,
        alignment: usize,
    },
    #[cfg(any(feature = "planner", feature = "varyings"))]
    Uninitialised {
        argument: Words,
    },
    /// A structure that is smaller in the caller's header than in the library.
    #[cfg(any(feature = "planner", feature = "varyings"))]
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
    #[cfg(feature = "planner")]
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
        error: Error,
        number: usize,
    },
    TooFewWords {
        given: usize,
        needed: usize,
    },
}

impl Cause {
    #[inline]
    pub(super) fn status(&self) -> mali_inst_status {
        match self {
            Self::Null { .. } => MALI_INST_ERROR_NULL,
            Self::Misaligned { .. } => MALI_INST_ERROR_MISALIGNED,
            #[cfg(any(feature = "planner", feature = "varyings"))]
            Self::Uninitialised { .. } => MALI_INST_ERROR_UNINITIALISED,
            Self::UnknownField { .. } => MALI_INST_ERROR_UNKNOWN_FIELD,
            Self::NoPipeline { .. } => MALI_INST_ERROR_UNINITIALISED,
            #[cfg(any(feature = "planner", feature = "varyings"))]
            Self::Size { .. } => MALI_INST_ERROR_SIZE,
            Self::TooMany { .. } => MALI_INST_ERROR_TOO_MANY,
            Self::Value { .. } => MALI_INST_ERROR_VALUE,
            Self::ZeroDivisor { .. } => MALI_INST_ERROR_ZERO_DIVISOR,
            Self::NoDescriptor { .. } => MALI_INST_ERROR_NO_DESCRIPTOR,
            Self::NoIndices => MALI_INST_ERROR_NO_INDICES,
            Self::Draw(error) => status_of_draw(error),
            Self::Decode(_) => MALI_INST_ERROR_DECODE,
            #[cfg(feature = "planner")]
            Self::Planner(error) => status_of_planner(error),
            #[cfg(feature = "planner")]
            Self::ZeroAddress => MALI_INST_ERROR_ZERO,
            #[cfg(feature = "varyings")]
            Self::Varyings { error, .. } => status_of_varyings(error),
            #[cfg(feature = "varyings")]
            Self::VaryingBuffer { error, .. } => status_of(error),
            Self::TooFewWords { .. } => MALI_INST_ERROR_OUTPUT_TOO_SMALL,
        }
    }

    #[inline]
    pub(super) fn element(&self) -> u32 {
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
        element
            .and_then(|element| u32::try_from(element).ok())
            .unwrap_or(MALI_INST_NO_ELEMENT)
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

fn status_of_draw(error: &DrawError) -> mali_inst_status {
    match error {
        DrawError::Draw(error) | DrawError::Buffer { error, .. } => status_of(error),
        DrawError::MissingBufferSize { .. } => MALI_INST_ERROR_MISSING_BUFFER_SIZE,
        DrawError::BufferSize { .. } => MALI_INST_ERROR_BUFFER_SIZE,
        DrawError::UnalignedOffset { .. } | DrawError::UnalignedBuffer { .. } => {
            MALI_INST_ERROR_ELEMENT_ALIGNMENT
        }
        DrawError::TooManyBuffers { .. } => MALI_INST_ERROR_TOO_MANY_BUFFERS,
        DrawError::UnknownBuffer { .. } => MALI_INST_ERROR_UNKNOWN_BUFFER,
        DrawError::Format { .. } => MALI_INST_ERROR_FORMAT,
        DrawError::Offset { .. } | DrawError::FirstInstance { .. } => MALI_INST_ERROR_OFFSET,
        DrawError::BuiltInId { .. } => MALI_INST_ERROR_BUILT_IN_ID,
        DrawError::InstanceId { .. } => MALI_INST_ERROR_INSTANCE_ID,
        DrawError::BufferCount { .. } => MALI_INST_ERROR_BUFFER_COUNT,
        DrawError::OutputTooSmall { .. } => MALI_INST_ERROR_OUTPUT_TOO_SMALL,
        DrawError::BaseVertex { .. } => MALI_INST_ERROR_BASE_VERTEX,
        DrawError::IndexBounds { .. } => MALI_INST_ERROR_INDEX_BOUNDS,
        _ => MALI_INST_ERROR_OTHER,
    }
}

#[cfg(feature = "planner")]
fn status_of_planner(error: &mali_buffers::Error) -> mali_inst_status {
    use mali_buffers::Error;
    match error {
        Error::Sequence { .. } => MALI_INST_ERROR_SEQUENCE,
        Error::NoMemory { .. } => MALI_INST_ERROR_NO_MEMORY,
        Error::ZeroSize => MALI_INST_ERROR_ZERO,
        Error::UnknownBuffer { .. } => MALI_INST_ERROR_UNKNOWN_BUFFER,
        Error::PastEnd { .. } | Error::AttributePastEnd { .. } | Error::IndicesPastEnd { .. } => {
            MALI_INST_ERROR_PAST_END
        }
        Error::TooManyAttributes { .. } => MALI_INST_ERROR_TOO_MANY,
        Error::Unreadable { .. } | Error::Unwritable { .. } => MALI_INST_ERROR_NO_ACCESS,
        Error::TooShort { .. } => MALI_INST_ERROR_OUTPUT_TOO_SMALL,
        _ => MALI_INST_ERROR_OTHER,
    }
}

#[cfg(feature = "varyings")]
fn status_of_varyings(error: &mali_varyings::Error) -> mali_inst_status {
    use mali_varyings::{Error, Mismatch};
    match error {
        Error::InterpolatedInteger { .. } => MALI_INST_ERROR_INTERPOLATED_INTEGER,
        Error::Registers { .. } => MALI_INST_ERROR_REGISTERS,
        Error::Location { .. } | Error::LocationRange { .. } => MALI_INST_ERROR_LOCATION,
        Error::Component { .. } => MALI_INST_ERROR_COMPONENT,
        Error::NoLocations { .. } => MALI_INST_ERROR_NO_LOCATIONS,
        Error::SharedLocation { .. } => MALI_INST_ERROR_SHARED_LOCATION,
        Error::Mismatch { mismatch, .. } => match mismatch {
            Mismatch::Type(..) => MALI_INST_ERROR_TYPE_MISMATCH,
            Mismatch::Interpolation(_) => MALI_INST_ERROR_INTERPOLATION_MISMATCH,
            Mismatch::Precision(_) => MALI_INST_ERROR_PRECISION_MISMATCH,
            Mismatch::Begin(..) => MALI_INST_ERROR_BEGIN_MISMATCH,
            Mismatch::Member => MALI_INST_ERROR_MEMBER_MISMATCH,
            Mismatch::Location(..) => MALI_INST_ERROR_LOCATION_MISMATCH,
            _ => MALI_INST_ERROR_OTHER,
        },
        Error::TooManyVaryings { .. } => MALI_INST_ERROR_TOO_MANY,
        Error::DoesNotFit { .. } => MALI_INST_ERROR_DOES_NOT_FIT,
        Error::NotInEdition { .. } => MALI_INST_ERROR_NOT_IN_EDITION,
        Error::UnknownInstances => MALI_INST_ERROR_UNKNOWN_INSTANCES,
        Error::CapturedVarying { .. }
        | Error::CapturedElement { .. }
        | Error::CapturedComponent { .. }
        | Error::SkippedComponents { .. }
        | Error::SeparateGap { .. } => MALI_INST_ERROR_CAPTURE,
        Error::InvalidSlot { .. } | Error::TooManySlots { .. } | Error::BuiltIn { .. } => {
            MALI_INST_ERROR_SLOT
        }
        Error::DriverArch { .. } | Error::MesaVersion { .. } => MALI_INST_ERROR_DRIVER_ARCH,
        Error::BufferSize { .. } => MALI_INST_ERROR_BUFFER_SIZE,
        Error::Draw(error) => status_of(error),
        _ => MALI_INST_ERROR_OTHER,
    }
}

/// A status as a byte, which it fits.
const fn byte(status: mali_inst_status) -> u8 {
    assert!(status <= 0xff);
    status as u8
}

pub(super) fn status_of(error: &Error) -> mali_inst_status {
    let status: u8 = match error {
        Error::VertexCount { .. } => const { byte(MALI_INST_ERROR_VERTEX_COUNT) },
        Error::BufferIndex { .. } => const { byte(MALI_INST_ERROR_TOO_MANY_BUFFERS) },
        Error::InstanceCount { .. } => const { byte(MALI_INST_ERROR_INSTANCE_COUNT) },
        Error::PaddedCount { .. } | Error::PaddedVertices { .. } => {
            const { byte(MALI_INST_ERROR_PADDED_VERTICES) }
        }
        Error::Reserved { .. } => const { byte(MALI_INST_ERROR_RESERVED) },
        Error::ZeroDivisor => const { byte(MALI_INST_ERROR_ZERO_DIVISOR) },
        Error::Divisor { .. } => const { byte(MALI_INST_ERROR_DIVISOR) },
        Error::MisalignedAddress { .. } => const { byte(MALI_INST_ERROR_MISALIGNED_ADDRESS) },
        Error::AddressRange { .. } => const { byte(MALI_INST_ERROR_ADDRESS_RANGE) },
        Error::Table { .. } => const { byte(MALI_INST_ERROR_TABLE) },
        Error::InvocationBits { .. } => const { byte(MALI_INST_ERROR_INVOCATION_BITS) },
        Error::ProductId { .. } | Error::GpuId { .. } => const { byte(MALI_INST_ERROR_GPU_ID) },
        Error::AttributeBufferArch { .. } => const { byte(MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH) },
        Error::IdvsArch { .. } => const { byte(MALI_INST_ERROR_IDVS_ARCH) },
        Error::BufferSize { .. } => const { byte(MALI_INST_ERROR_BUFFER_SIZE) },
        Error::Unused { .. } => const { byte(MALI_INST_ERROR_UNUSED) },
        _ => const { byte(MALI_INST_ERROR_OTHER) },
    };
    // Otherwise the compiler widens the whole table, to four bytes for each error.
    core::hint::black_box(status).into()
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
            #[cfg(any(feature = "planner", feature = "varyings"))]
            Self::Uninitialised { argument } => {
                write!(
                    formatter,
                    "{argument} was not initialised: call the function that fills it"
                )
            }
            #[cfg(any(feature = "planner", feature = "varyings"))]
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
            #[cfg(feature = "planner")]
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
