use core::fmt;

use crate::arch::Arch;
use crate::error::{Argument, Error, Message, Part, Place};
use crate::format::Format;

/// The reason why a draw's vertex input cannot be packed.
///
/// Buffers and attributes are counted from 0, in the order in which they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
// As of `Error`, for short copies.
#[repr(u32)]
pub enum DrawError {
    /// An error in the draw itself: in its vertices, its instances, or an argument that its architecture does not have.
    Draw(Error),
    /// An error in a buffer's divisor or address.
    Buffer {
        /// The buffer.
        buffer: usize,
        /// The error in it.
        error: Error,
    },
    /// A buffer without a size, neither its own nor its range's. An empty buffer has size 0.
    MissingBufferSize {
        /// The buffer.
        buffer: usize,
    },
    /// A buffer whose size does not fit 32 bits when the unaligned part of its address is added.
    BufferSize {
        /// The buffer.
        buffer: usize,
        /// Its size, in bytes.
        size: u32,
        /// The unaligned part of its address, in bytes.
        remainder: u32,
    },
    /// More buffers than a draw may have.
    TooManyBuffers {
        /// The number of buffers.
        buffers: usize,
        /// The largest number of buffers.
        maximum: usize,
    },
    /// More buffers or attributes than a [`VertexInputState`](super::VertexInputState) can have.
    StateTooSmall {
        /// The first one that does not fit.
        part: Part,
        /// The number that was given.
        given: usize,
    },
    /// An attribute of a buffer that does not exist.
    UnknownBuffer {
        /// The attribute.
        attribute: usize,
        /// The buffer that it names.
        buffer: usize,
        /// The number of buffers.
        buffers: usize,
    },
    /// A format that the architecture cannot fetch.
    Format {
        /// The attribute.
        attribute: usize,
        /// Its format.
        format: Format,
        /// The architecture.
        arch: Arch,
    },
    /// An attribute whose offset is not a multiple of its format's [alignment](Format::alignment).
    UnalignedOffset {
        /// The attribute.
        attribute: usize,
        /// Its offset, in bytes.
        offset: u32,
        /// Its format.
        format: Format,
    },
    /// A buffer whose stride or address is not a multiple of the alignment that an attribute in it has, so that not all
    /// elements are aligned.
    UnalignedBuffer {
        /// The buffer.
        buffer: usize,
        /// The argument: the stride or the address.
        argument: Argument,
        /// The stride or the address, in bytes.
        value: u64,
        /// The largest alignment of an attribute in it, in bytes.
        alignment: u32,
    },
    /// An attribute that reaches into the next element.
    AttributeExceedsStride {
        /// The attribute.
        attribute: usize,
        /// Its end in the element, in bytes.
        end: u64,
        /// The buffer's stride, in bytes.
        stride: u32,
    },
    /// An attribute whose offset does not fit a signed number of 32 bits, with the first instance, the offset
    /// start and the unaligned part of its buffer's address included.
    Offset {
        /// The attribute.
        attribute: usize,
        /// The sum, in bytes.
        offset: i64,
    },
    /// A first instance whose element is too far from the start of its buffer for an offset of 32 bits.
    FirstInstance {
        /// The first attribute that is in such a buffer.
        attribute: usize,
        /// The distance, in bytes, with the unaligned part of the buffer's address.
        bytes: u64,
    },
    /// A vertex or instance ID as an attribute, on an architecture that has them in registers.
    BuiltInId {
        /// The attribute.
        attribute: usize,
        /// The architecture.
        arch: Arch,
    },
    /// The instance ID of a draw of one instance and more than 2^31 vertices. With its descriptor, the
    /// last vertices would have instance 1.
    InstanceId {
        /// The attribute.
        attribute: usize,
        /// The number of vertices.
        vertices: u32,
    },
    /// Attributes with more or fewer words than the architecture's attributes have.
    AttributeWords {
        /// The number of words that was given.
        words: usize,
        /// The architecture.
        arch: Arch,
    },
    /// More or fewer buffers than the draw has.
    BufferCount {
        /// The number that was given.
        given: usize,
        /// The number of buffers in the draw.
        needed: usize,
    },
    /// A slice that is too short for the tables.
    OutputTooSmall {
        /// Its length, in words.
        given: usize,
        /// The length that is needed, in words.
        needed: usize,
    },
    /// An index that gives a vertex above 2^32 − 1 or, where that is not allowed, below 0, when the base vertex is
    /// added.
    BaseVertex {
        /// The smallest or the largest index.
        index: u32,
        /// The number that is added to every index.
        base_vertex: i32,
    },
    /// Index bounds of which the first is above the second, or that have 2^32 vertices.
    IndexBounds {
        /// The smallest index.
        minimum: u32,
        /// The largest index.
        maximum: u32,
    },
}

impl DrawError {
    /// The part of the draw that is wrong, and its argument.
    ///
    /// ```
    /// use mali_instancing::draw::{DrawCounts, Pipeline, VertexAttribute, VertexInput};
    /// use mali_instancing::{Arch, Argument, Part, Place};
    ///
    /// let pipeline = Pipeline::new(Arch::V7);
    /// let counts = DrawCounts::any_instances(70);
    /// let error = VertexInput::<0, 1, 2>::new(pipeline, counts, [], [VertexAttribute::VERTEX_ID]).unwrap_err();
    /// assert_eq!(error.place(), Place { part: Part::Attribute(0), argument: Argument::Source });
    /// ```
    #[must_use]
    pub const fn place(self) -> Place {
        let (part, argument) = match self {
            Self::Draw(error) => (Part::Draw, argument_of_a_draw(error)),
            Self::Buffer { buffer, error } => (Part::Buffer(buffer), error.place().argument),
            Self::MissingBufferSize { buffer } | Self::BufferSize { buffer, .. } => {
                (Part::Buffer(buffer), Argument::Size)
            }
            // The first buffer that is too many.
            Self::TooManyBuffers { maximum, .. } => (Part::Buffer(maximum), Argument::Buffers),
            Self::StateTooSmall { part, .. } => match part {
                Part::Attribute(_) => (part, Argument::Source),
                _ => (part, Argument::Buffers),
            },
            Self::UnknownBuffer { attribute, .. } => (Part::Attribute(attribute), Argument::Buffer),
            Self::Format { attribute, .. } => (Part::Attribute(attribute), Argument::Format),
            Self::UnalignedBuffer {
                buffer, argument, ..
            } => (Part::Buffer(buffer), argument),
            Self::AttributeExceedsStride { attribute, .. }
            | Self::UnalignedOffset { attribute, .. }
            | Self::Offset { attribute, .. } => (Part::Attribute(attribute), Argument::Offset),
            Self::FirstInstance { .. } => (Part::Draw, Argument::FirstInstance),
            Self::BuiltInId { attribute, .. } | Self::InstanceId { attribute, .. } => {
                (Part::Attribute(attribute), Argument::Source)
            }
            Self::AttributeWords { .. } => (Part::Draw, Argument::Arch),
            Self::BufferCount { .. } => (Part::Draw, Argument::Buffers),
            Self::OutputTooSmall { .. } => (Part::Draw, Argument::Words),
            Self::BaseVertex { .. } => (Part::Draw, Argument::BaseVertex),
            Self::IndexBounds { .. } => (Part::Draw, Argument::MaximumIndex),
        };
        Place { part, argument }
    }

    /// The text, which a constant can panic with. It begins with the buffer or the attribute and its
    /// number.
    ///
    /// ```
    /// use mali_instancing::draw::DrawError;
    ///
    /// let error = DrawError::BufferSize { buffer: 2, size: u32::MAX, remainder: 1 };
    /// assert!(error.message().as_str().starts_with("buffer 2: 4294967295 bytes, and 1 more "));
    /// ```
    #[must_use]
    pub const fn message(self) -> Message {
        let part = match self.place().part {
            Part::Draw => return self.reason(),
            Part::Buffer(number) => Message::new("buffer ").decimal(number as u64),
            Part::Attribute(number) => Message::new("attribute ").decimal(number as u64),
        };
        part.text(": ").text(self.reason().as_str())
    }

    /// The text without the buffer or the attribute, for callers that have names for them.
    ///
    /// ```
    /// use mali_instancing::draw::DrawError;
    ///
    /// let error = DrawError::BufferSize { buffer: 2, size: u32::MAX, remainder: 1 };
    /// let text = format!("buffer `mesh`: {}", error.reason());
    /// assert!(text.starts_with("buffer `mesh`: 4294967295 bytes, and 1 more "));
    /// ```
    #[must_use]
    pub const fn reason(self) -> Message {
        match self {
            Self::Draw(error) | Self::Buffer { error, .. } => error.message(),
            Self::MissingBufferSize { .. } => Message::new(
                "it has no size: give one to the buffer, or to the range that a draw binds. An empty buffer has size 0",
            ),
            Self::BufferSize { size, remainder, .. } => Message::new("")
                .decimal(size as u64)
                .text(" bytes, and ")
                .decimal(remainder as u64)
                .text(" more because its address is unaligned, do not fit 32 bits: at most ")
                .decimal((u32::MAX - if remainder < 64 { remainder } else { 63 }) as u64)
                .text(" bytes are allowed"),
            Self::TooManyBuffers { buffers, maximum } => Message::new("")
                .decimal(buffers as u64)
                .text(" buffers are too many for a draw: at most ")
                .decimal(maximum as u64)
                .text(" are allowed"),
            Self::StateTooSmall { part, given } => Message::new("")
                .decimal(given as u64)
                .text(" are more than fit the state: at most ")
                .decimal(match part {
                    Part::Draw => 0,
                    Part::Buffer(maximum) | Part::Attribute(maximum) => maximum as u64,
                })
                .text(" are allowed"),
            Self::UnknownBuffer { buffer, buffers, .. } => Message::new("buffer ")
                .decimal(buffer as u64)
                .text(" does not exist: there are ")
                .decimal(buffers as u64)
                .text(", counted from 0"),
            Self::Format { format, arch, .. } => Message::new("Mali V")
                .decimal(arch.number() as u64)
                .text(" cannot fetch ")
                .text(format.name())
                .text(": formats with 8-, 16- or 32-bit components and packed ones are allowed"),
            Self::UnalignedOffset { offset, format, .. } => Message::new("offset ")
                .decimal(offset as u64)
                .text(" is not a multiple of ")
                .decimal(format.alignment() as u64)
                .text(": a Mali converts unaligned elements of ")
                .text(format.name())
                .text(" wrongly"),
            Self::UnalignedBuffer { argument, value, alignment, .. } => {
                let message = Message::new(argument.name()).text(" ");
                let message = match argument {
                    Argument::Address => message.hexadecimal(value),
                    _ => message.decimal(value),
                };
                message
                    .text(" is not a multiple of ")
                    .decimal(alignment as u64)
                    .text(", the alignment of an attribute in the buffer: a Mali converts unaligned elements wrongly")
            }
            Self::AttributeExceedsStride { end, stride, .. } => Message::new("it ends at byte ")
                .decimal(end)
                .text(" of an element of ")
                .decimal(stride as u64)
                .text(" bytes: it must end within the element, or set `overlap` to reach into the next one"),
            Self::Offset { offset, .. } => Message::new("offset ")
                .signed(offset)
                .text(" does not fit 32 bits: -2147483648 to 2147483647 are allowed, with the first instance, the offset start and an unaligned address included"),
            Self::FirstInstance { attribute, bytes } => Message::new("the element of the first instance is ")
                .decimal(bytes)
                .text(" bytes after the start of the buffer of attribute ")
                .decimal(attribute as u64)
                .text(": at most 2147483647 are allowed, with an unaligned address included"),
            Self::BuiltInId { arch, .. } => Message::new("Mali V")
                .decimal(arch.number() as u64)
                .text(" has vertex and instance ID in registers, not as attributes: V4 and V5 have them as attributes"),
            Self::InstanceId { vertices, .. } => Message::new("")
                .decimal(vertices as u64)
                .text(" vertices are too many for an instance ID in a draw of one instance: at most 2147483648 are allowed"),
            Self::AttributeWords { words, arch } => Message::new("")
                .decimal(words as u64)
                .text(" words for each attribute are wrong: on Mali V")
                .decimal(arch.number() as u64)
                .text(" an attribute has ")
                .decimal(arch.attribute_words() as u64),
            Self::BufferCount { given, needed } => Message::new("wrong number of buffers: ")
                .decimal(given as u64)
                .text(" given, and the draw has ")
                .decimal(needed as u64),
            Self::OutputTooSmall { given, needed } => Message::new("")
                .decimal(given as u64)
                .text(" words are too few for the tables: ")
                .decimal(needed as u64)
                .text(" are needed"),
            Self::BaseVertex { index, base_vertex } => Message::new("index ")
                .decimal(index as u64)
                .text(" and base vertex ")
                .signed(base_vertex as i64)
                .text(" make a vertex that is not in 0 to 4294967295"),
            Self::IndexBounds { minimum, maximum } => Message::new("indices from ")
                .decimal(minimum as u64)
                .text(" to ")
                .decimal(maximum as u64)
                .text(": the first must not be above the second, and at most 4294967295 vertices are allowed"),
        }
    }
}

/// The argument of a draw for an error in one of its descriptors.
const fn argument_of_a_draw(error: Error) -> Argument {
    match error {
        // The vertices alone fit, so the instances are too many.
        Error::InvocationBits { .. } => Argument::Instances,
        error => error.place().argument,
    }
}

impl fmt::Display for DrawError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.message().as_str())
    }
}

impl core::error::Error for DrawError {}
