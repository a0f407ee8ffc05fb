use core::fmt;

use mali_instancing::Argument;
use mali_instancing::draw::DrawError;

use crate::status::Status;

/// An error of an indirect draw, or of its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndirectError {
    /// The draw must not run.
    NotDrawn(Status),
    /// A buffer of commands that ends within one.
    CommandBytes {
        /// The number of bytes from the beginning of the command.
        given: usize,
        /// The length of a command.
        needed: usize,
    },
    /// A distance between commands that is below a command's length, or not a multiple of 4.
    CommandStride {
        /// The distance, in bytes.
        stride: u32,
        /// The length of a command.
        minimum: u32,
    },
    /// More draws than 32 bits can number: the words of all draws, and of all commands, have 32-bit numbers.
    TooManyDraws {
        /// The largest number of draws.
        maximum: u32,
        /// The number of draws that is allowed.
        allowed: u32,
    },
    /// A mistake that does not depend on the command: an unknown buffer, a format, an address.
    Draw(DrawError),
    /// A table of buffers whose words move with the counts, which are not known when a kernel is made.
    TableLayout,
    /// Varyings of a draw on V9 or later, where the GPU takes memory for them.
    Varyings {
        /// The architecture's number.
        arch: u8,
    },
    /// A slice that is too short for the words of a draw.
    TooShort {
        /// Its length, in words.
        given: usize,
        /// The length that is needed, in words.
        needed: usize,
    },
}

impl From<DrawError> for IndirectError {
    fn from(error: DrawError) -> Self {
        Self::of_draw(error)
    }
}

impl IndirectError {
    pub(crate) const fn of_draw(error: DrawError) -> Self {
        match Status::of_error(error) {
            Some(status) => Self::NotDrawn(status),
            None => Self::Draw(error),
        }
    }

    /// The name of the argument that is wrong: that of [`DrawError::place`], or an argument that only indirect draws
    /// have.
    ///
    /// ```
    /// use mali_indirect::IndirectError;
    ///
    /// assert_eq!(IndirectError::Varyings { arch: 9 }.argument(), "varyings");
    /// ```
    #[must_use]
    pub const fn argument(self) -> &'static str {
        let argument = match self {
            Self::Draw(error) => error.place().argument,
            Self::NotDrawn(status) => match status {
                Status::Drawn | Status::Empty | Status::VertexCount => Argument::Vertices,
                Status::InstanceCount | Status::Invocation => Argument::Instances,
                // A status does not contain the part.
                Status::Offset | Status::InstanceId => Argument::Attributes,
                Status::Indices => Argument::MaximumIndex,
                Status::Varyings => return "varyings",
            },
            Self::TableLayout => Argument::Layout,
            Self::CommandBytes { .. } | Self::TooManyDraws { .. } => return "commands",
            Self::CommandStride { .. } => return "command_stride",
            Self::Varyings { .. } => return "varyings",
            Self::TooShort { .. } => Argument::Words,
        };
        argument.name()
    }
}

impl fmt::Display for IndirectError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDrawn(status) => write!(
                formatter,
                "the draw is not drawn: {status:?}, status {}",
                status.word()
            ),
            Self::CommandBytes { given, needed } => write!(
                formatter,
                "the commands end within one: it has {given} bytes of {needed}. Give whole commands"
            ),
            Self::CommandStride { stride, minimum } => write!(
                formatter,
                "commands {stride} bytes apart: a multiple of 4 from {minimum} on is allowed"
            ),
            Self::TooManyDraws { maximum, allowed } => write!(
                formatter,
                "{maximum} draws are too many: a kernel can number 2^32 words of draws and of commands. At most {allowed} draws are \
                 allowed here"
            ),
            Self::Draw(error) => error.fmt(formatter),
            Self::TableLayout => formatter.write_str(
                "the tables of indirect draws have the layout `fixed`, whose words do not move with the counts",
            ),
            Self::Varyings { arch } => write!(
                formatter,
                "Mali V{arch} takes memory for varyings itself: give their size on V4 to V7 only"
            ),
            Self::TooShort { given, needed } => write!(
                formatter,
                "{given} words are too few for a draw: {needed} are needed"
            ),
        }
    }
}

impl core::error::Error for IndirectError {}
