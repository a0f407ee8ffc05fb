//! What can be wrong with a call: a number for a program, a text for a person.

use core::ffi::c_char;
use core::fmt;
use core::mem::MaybeUninit;

use mali_instancing::draw::DrawError;
use mali_instancing::{DecodeError, Error};

use crate::border::text;

/// What a function answers: `MALI_OK`, or what is wrong.
pub type mali_status = u32;

/// All is well.
pub const MALI_OK: mali_status = 0;
/// A pointer is null where something must be.
pub const MALI_ERROR_NULL: mali_status = 1;
/// A pointer is not aligned to the type that it points to.
pub const MALI_ERROR_MISALIGNED: mali_status = 2;
/// An array has more elements than are allowed.
pub const MALI_ERROR_TOO_MANY: mali_status = 3;
/// An array has fewer elements than are needed.
pub const MALI_ERROR_TOO_SHORT: mali_status = 4;
/// A number that stands for one of some values stands for none.
pub const MALI_ERROR_VALUE: mali_status = 5;
/// No record begins at a word.
pub const MALI_ERROR_NO_RECORD: mali_status = 6;
/// There is no index but those that restart a primitive, so that nothing is drawn.
pub const MALI_ERROR_NO_INDICES: mali_status = 7;
/// Words are not a record.
pub const MALI_ERROR_DECODE: mali_status = 8;

/// Memory that no function has initialised.
pub const MALI_ERROR_UNINITIALISED: mali_status = 9;

/// A draw of no vertices, or of more than can be padded.
pub const MALI_ERROR_VERTEX_COUNT: mali_status = 16;
/// A draw of no instances, or of more threads than ids of 32 bits can number.
pub const MALI_ERROR_INSTANCE_COUNT: mali_status = 17;
/// A divisor of 0 with `MALI_RATE_INSTANCE`.
pub const MALI_ERROR_ZERO_DIVISOR: mali_status = 18;
/// A divisor whose product with the padded vertex count does not fit 32 bits.
pub const MALI_ERROR_DIVISOR: mali_status = 19;
/// An address of a single record that is not a multiple of 64.
pub const MALI_ERROR_MISALIGNED_ADDRESS: mali_status = 20;
/// An address of more than 56 bits.
pub const MALI_ERROR_ADDRESS_RANGE: mali_status = 21;
/// A resource table above 63.
pub const MALI_ERROR_TABLE: mali_status = 22;
/// An invocation whose dimensions take more than 32 bits.
pub const MALI_ERROR_INVOCATION_BITS: mali_status = 23;
/// A product id that belongs to no known Mali.
pub const MALI_ERROR_GPU_ID: mali_status = 24;
/// An attribute buffer on an architecture that has no such record.
pub const MALI_ERROR_ATTRIBUTE_BUFFER_ARCH: mali_status = 25;
/// Index-driven vertex shading on an architecture that does not have it.
pub const MALI_ERROR_IDVS_ARCH: mali_status = 26;
/// A size that does not fit 32 bits when the unaligned part of the address is added.
pub const MALI_ERROR_BUFFER_SIZE: mali_status = 27;
/// More buffers than an attribute's index can name.
pub const MALI_ERROR_TOO_MANY_BUFFERS: mali_status = 28;
/// An attribute of a buffer that does not exist.
pub const MALI_ERROR_UNKNOWN_BUFFER: mali_status = 29;
/// A format that the architecture cannot fetch.
pub const MALI_ERROR_FORMAT: mali_status = 30;
/// An attribute's offset that does not fit 32 bits with all that is added to it.
pub const MALI_ERROR_OFFSET: mali_status = 31;
/// A vertex or instance ID as an attribute, where shaders have them in registers.
pub const MALI_ERROR_BUILT_IN_ID: mali_status = 32;
/// The instance ID of one instance of more than 2^31 vertices.
pub const MALI_ERROR_INSTANCE_ID: mali_status = 33;
/// An index that is no vertex when the base vertex is added.
pub const MALI_ERROR_BASE_VERTEX: mali_status = 34;
/// Indices that span 2^32 vertices.
pub const MALI_ERROR_INDEX_BOUNDS: mali_status = 35;
/// More or fewer ranges than buffers.
pub const MALI_ERROR_BUFFER_COUNT: mali_status = 36;
/// Work that is older than what was planned or finished.
pub const MALI_ERROR_SEQUENCE: mali_status = 64;
/// What the plan needs is still read by the GPU: it goes when that has finished.
pub const MALI_ERROR_IN_FLIGHT: mali_status = 65;
/// A plan without new memory that needs some.
pub const MALI_ERROR_NO_MEMORY: mali_status = 66;
/// A plan that was never made, was committed, or is older than what was committed last.
pub const MALI_ERROR_OUTDATED_PLAN: mali_status = 67;
/// A draw of no vertices or no instances, a buffer or a change of no bytes, or a buffer that is moved to address 0.
pub const MALI_ERROR_ZERO: mali_status = 68;
/// Data past the end of its buffer.
pub const MALI_ERROR_PAST_END: mali_status = 69;
/// Memory that a callback has not got.
pub const MALI_ERROR_NO_ACCESS: mali_status = 70;
/// A plan that was never made, or that draws nothing: it has no tables.
pub const MALI_ERROR_EMPTY_PLAN: mali_status = 71;
/// What else can be wrong; the text says it.
pub const MALI_ERROR_OTHER: mali_status = 255;

/// What `element` of an error is where no element of an array is meant.
pub const MALI_NO_ELEMENT: u32 = u32::MAX;

/// How long the text of an error can be, with its end.
pub const MALI_ERROR_TEXT_SIZE: usize = 256;

/// What is wrong, with its numbers. A function that fails fills it; a function that does not leaves it alone.
#[repr(C)]
pub struct mali_error {
    /// What the function answered.
    pub status: mali_status,
    /// The buffer or attribute that is at fault, or the word; else `MALI_NO_ELEMENT`.
    pub element: u32,
    /// With `MALI_ERROR_IN_FLIGHT`, the work that the GPU must have finished first; else 0.
    pub work: u64,
    /// A sentence with the offending numbers, which says what is allowed. It ends with a 0.
    pub text: [c_char; MALI_ERROR_TEXT_SIZE],
}

/// Why a call does nothing.
pub(crate) enum Failure {
    Null {
        argument: &'static str,
    },
    Misaligned {
        argument: &'static str,
        alignment: usize,
    },
    Uninitialised {
        argument: &'static str,
    },
    TooMany {
        argument: &'static str,
        given: usize,
        maximum: usize,
    },
    Value {
        argument: &'static str,
        element: Option<usize>,
        value: u32,
        allowed: &'static str,
    },
    /// An instance divisor of 0, of a buffer or an attribute.
    ZeroDivisor {
        element: usize,
    },
    NoRecord {
        word: usize,
    },
    NoIndices,
    Draw(DrawError),
    Decode(DecodeError),
    #[cfg(feature = "planner")]
    Planner(mali_buffers::Error),
    #[cfg(feature = "planner")]
    EmptyPlan,
    #[cfg(feature = "planner")]
    ZeroAddress,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Draw(DrawError::Draw(error))
    }
}

impl From<DrawError> for Failure {
    fn from(error: DrawError) -> Self {
        Self::Draw(error)
    }
}

impl From<DecodeError> for Failure {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

#[cfg(feature = "planner")]
impl From<mali_buffers::Error> for Failure {
    fn from(error: mali_buffers::Error) -> Self {
        match error {
            mali_buffers::Error::Draw(error) => Self::Draw(error),
            error => Self::Planner(error),
        }
    }
}

impl Failure {
    fn status(&self) -> mali_status {
        match self {
            Self::Null { .. } => MALI_ERROR_NULL,
            Self::Misaligned { .. } => MALI_ERROR_MISALIGNED,
            Self::Uninitialised { .. } => MALI_ERROR_UNINITIALISED,
            Self::TooMany { .. } => MALI_ERROR_TOO_MANY,
            Self::Value { .. } => MALI_ERROR_VALUE,
            Self::ZeroDivisor { .. } => MALI_ERROR_ZERO_DIVISOR,
            Self::NoRecord { .. } => MALI_ERROR_NO_RECORD,
            Self::NoIndices => MALI_ERROR_NO_INDICES,
            Self::Draw(error) => status_of_draw(error),
            Self::Decode(_) => MALI_ERROR_DECODE,
            #[cfg(feature = "planner")]
            Self::Planner(error) => status_of_planner(error),
            #[cfg(feature = "planner")]
            Self::EmptyPlan => MALI_ERROR_EMPTY_PLAN,
            #[cfg(feature = "planner")]
            Self::ZeroAddress => MALI_ERROR_ZERO,
        }
    }

    fn element(&self) -> u32 {
        let element = match self {
            Self::Value { element, .. } => *element,
            Self::ZeroDivisor { element } => Some(*element),
            Self::Draw(
                DrawError::Buffer { buffer, .. }
                | DrawError::NoSize { buffer }
                | DrawError::BufferSize { buffer, .. },
            ) => Some(*buffer),
            Self::Draw(
                DrawError::UnknownBuffer { attribute, .. }
                | DrawError::Format { attribute, .. }
                | DrawError::Offset { attribute, .. }
                | DrawError::BuiltInId { attribute, .. }
                | DrawError::InstanceId { attribute, .. },
            ) => Some(*attribute),
            Self::Decode(error) => Some(error.word),
            #[cfg(feature = "planner")]
            Self::Planner(mali_buffers::Error::AttributePastEnd { attribute, .. }) => {
                Some(*attribute)
            }
            _ => None,
        };
        element
            .and_then(|element| u32::try_from(element).ok())
            .unwrap_or(MALI_NO_ELEMENT)
    }

    fn work(&self) -> u64 {
        match self {
            #[cfg(feature = "planner")]
            Self::Planner(mali_buffers::Error::InFlight { until }) => until.get(),
            _ => 0,
        }
    }

    /// Answers the status, and says more where the caller wants to know.
    #[cold]
    pub(crate) fn report(&self, error: Option<&mut MaybeUninit<mali_error>>) -> mali_status {
        let status = self.status();
        if let Some(error) = error {
            error.write(mali_error {
                status,
                element: self.element(),
                work: self.work(),
                text: text::array(self),
            });
        }
        status
    }
}

/// The answer of a function, whose error goes to a caller that wants it.
#[inline]
pub(crate) fn finish(
    result: Result<(), Failure>,
    error: Option<&mut MaybeUninit<mali_error>>,
) -> mali_status {
    match result {
        Ok(()) => MALI_OK,
        Err(failure) => failure.report(error),
    }
}

fn status_of_draw(error: &DrawError) -> mali_status {
    match error {
        DrawError::Draw(error) | DrawError::Buffer { error, .. } => status_of(error),
        DrawError::BufferSize { .. } => MALI_ERROR_BUFFER_SIZE,
        DrawError::TooManyBuffers { .. } => MALI_ERROR_TOO_MANY_BUFFERS,
        DrawError::UnknownBuffer { .. } => MALI_ERROR_UNKNOWN_BUFFER,
        DrawError::Format { .. } => MALI_ERROR_FORMAT,
        DrawError::Offset { .. } => MALI_ERROR_OFFSET,
        DrawError::BuiltInId { .. } => MALI_ERROR_BUILT_IN_ID,
        DrawError::InstanceId { .. } => MALI_ERROR_INSTANCE_ID,
        DrawError::BufferCount { .. } => MALI_ERROR_BUFFER_COUNT,
        DrawError::TooShort { .. } => MALI_ERROR_TOO_SHORT,
        DrawError::BaseVertex { .. } => MALI_ERROR_BASE_VERTEX,
        DrawError::IndexBounds { .. } => MALI_ERROR_INDEX_BOUNDS,
        _ => MALI_ERROR_OTHER,
    }
}

#[cfg(feature = "planner")]
fn status_of_planner(error: &mali_buffers::Error) -> mali_status {
    use mali_buffers::Error;
    match error {
        Error::Sequence { .. } => MALI_ERROR_SEQUENCE,
        Error::InFlight { .. } => MALI_ERROR_IN_FLIGHT,
        Error::NoMemory { .. } => MALI_ERROR_NO_MEMORY,
        Error::OutdatedPlan => MALI_ERROR_OUTDATED_PLAN,
        Error::ZeroCount | Error::ZeroSize => MALI_ERROR_ZERO,
        Error::UnknownBuffer { .. } => MALI_ERROR_UNKNOWN_BUFFER,
        Error::PastEnd { .. } | Error::AttributePastEnd { .. } | Error::IndicesPastEnd { .. } => {
            MALI_ERROR_PAST_END
        }
        Error::TooManyAttributes { .. } => MALI_ERROR_TOO_MANY,
        Error::Unreadable { .. } | Error::Unwritable { .. } | Error::NoAddress { .. } => {
            MALI_ERROR_NO_ACCESS
        }
        Error::TooShort { .. } => MALI_ERROR_TOO_SHORT,
        _ => MALI_ERROR_OTHER,
    }
}

fn status_of(error: &Error) -> mali_status {
    match error {
        Error::VertexCount { .. } => MALI_ERROR_VERTEX_COUNT,
        Error::InstanceCount { .. } => MALI_ERROR_INSTANCE_COUNT,
        Error::ZeroDivisor => MALI_ERROR_ZERO_DIVISOR,
        Error::Divisor { .. } => MALI_ERROR_DIVISOR,
        Error::MisalignedAddress { .. } => MALI_ERROR_MISALIGNED_ADDRESS,
        Error::AddressRange { .. } => MALI_ERROR_ADDRESS_RANGE,
        Error::Table { .. } => MALI_ERROR_TABLE,
        Error::InvocationBits { .. } => MALI_ERROR_INVOCATION_BITS,
        Error::GpuId { .. } => MALI_ERROR_GPU_ID,
        Error::AttributeBufferArch { .. } => MALI_ERROR_ATTRIBUTE_BUFFER_ARCH,
        Error::IdvsArch { .. } => MALI_ERROR_IDVS_ARCH,
        Error::BufferSize { .. } => MALI_ERROR_BUFFER_SIZE,
        _ => MALI_ERROR_OTHER,
    }
}

impl fmt::Display for Failure {
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
                 MALI_RATE_VERTEX. For Vulkan's 0, use MALI_RATE_CONSTANT"
            ),
            Self::NoRecord { word } => write!(formatter, "no record begins at word {word}"),
            Self::NoIndices => formatter.write_str(
                "no index is left to draw: at least one that restarts nothing is needed",
            ),
            Self::Draw(error) => error.fmt(formatter),
            Self::Decode(error) => error.fmt(formatter),
            #[cfg(feature = "planner")]
            Self::Planner(error) => error.fmt(formatter),
            #[cfg(feature = "planner")]
            Self::EmptyPlan => formatter.write_str(
                "there is no draw in this plan: one that mali_planner_prepare made, with `drawn` 1, is needed",
            ),
            #[cfg(feature = "planner")]
            Self::ZeroAddress => formatter.write_str(
                "a buffer cannot be moved to address 0: an address that the GPU sees is needed",
            ),
        }
    }
}
