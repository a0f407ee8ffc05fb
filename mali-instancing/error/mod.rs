//! The errors of invalid counts, divisors and addresses.
//!
//! The text of an error is the same at run time, from [`Display`](core::fmt::Display), and at
//! compile time, when rustc prints it because a constant cannot be evaluated.

// `argument.rs` has the names of arguments. `place.rs` has the place of an error: a part of a draw, and the argument.
// `message.rs` composes the text. `tri.rs` returns an error from a `const fn`.

mod argument;
mod message;
mod place;
mod tri;

use core::fmt;

use crate::padded_count::PaddedCount;
pub use argument::Argument;
pub use message::Message;
pub use place::{Part, Place};
pub(crate) use tri::tri;

/// An invalid number: no descriptor can have it.
///
/// Each variant has the invalid numbers. Its text says what is allowed.
///
/// ```
/// use mali_instancing::{Error, PaddedCount, Padding};
///
/// let error = PaddedCount::new(0xe000_0000, Padding::Hardware).unwrap_err();
/// assert_eq!(error, Error::VertexCount { vertices: 0xe000_0000, maximum: 0xdfff_ffff });
/// assert!(error.to_string().contains("3758096384"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
// With a number of one byte, the rest of an error begins at an odd address, and a copy of it takes a `memcpy` of any
// alignment: 740 bytes of firmware.
#[repr(u32)]
pub enum Error {
    /// A draw of no vertices, or of more than can be padded.
    VertexCount {
        /// The number of vertices that was given.
        vertices: u32,
        /// The largest number that the padding rule can pad.
        maximum: u32,
    },
    /// A number that is not 1, 3, 5, 7 or 9 times a power of two, or not below 2^32.
    PaddedCount {
        /// The number that is no padded count.
        count: u32,
    },
    /// A draw with more vertices than the padded count that was given for it.
    PaddedVertices {
        /// The number of vertices.
        vertices: u32,
        /// The padded count.
        padded_vertices: PaddedCount,
    },
    /// A draw of no instances, or of more threads than a linear id of 32 bits can number.
    InstanceCount {
        /// The number of instances that was given.
        instances: u32,
        /// The number of threads that each instance takes.
        padded_vertices: PaddedCount,
    },
    /// An instance divisor of 0.
    ///
    /// GL and Vulkan allow 0, with different meanings, see [`InputRate`](crate::InputRate).
    ZeroDivisor,
    /// An instance divisor whose product with the padded vertex count is not below 2^32, in a draw whose
    /// number of instances is not known.
    Divisor {
        /// The application's divisor.
        divisor: u32,
        /// The padded vertex count that multiplies it.
        padded_vertices: PaddedCount,
    },
    /// A primitive of 0 vertices.
    PrimitiveVertices,
    /// An address that is not a multiple of 64.
    MisalignedAddress {
        /// The address, in bytes.
        address: u64,
    },
    /// An address of more than 56 bits.
    AddressRange {
        /// The address, in bytes.
        address: u64,
    },
    /// An index of the table of attribute buffers above 511.
    BufferIndex {
        /// The index, in descriptors.
        index: u32,
    },
    /// A format field of more than 22 bits.
    FormatField {
        /// The field's value.
        format: u32,
    },
    /// A table above 63.
    Table {
        /// The table's number.
        table: u32,
    },
    /// More than 255 of the driver's own descriptors in a table.
    Reserved {
        /// The argument of the table: `reserved_buffers` or `reserved_attributes`.
        argument: Argument,
        /// The number of descriptors that was given.
        descriptors: u32,
    },
    /// Strides that are bound at the draw, where the words have the strides of the buffers already: in a
    /// [`VertexInput`](crate::draw::VertexInput) and in an indirect draw.
    BoundStrides,
    /// A stride of a vertex packet that has more than 16 bits.
    AttributeStride {
        /// The stride, in bytes.
        stride: u32,
    },
    /// A dimension of 0 in an invocation.
    InvocationDimension {
        /// The dimension's number, from 0: sizes x, y and z, then workgroups x, y and z.
        dimension: usize,
    },
    /// An invocation whose dimensions take more than 32 bits.
    InvocationBits {
        /// The number of bits that they take.
        bits: u32,
        /// The largest dimension, counted as in [`Error::InvocationDimension`].
        largest: usize,
    },
    /// A compute job whose workgroups x would begin above bit 15.
    InvocationSplit {
        /// The bit at which they would begin.
        bit: u32,
        /// The number of the largest of the sizes x, y and z, from 0.
        largest: usize,
    },
    /// A product id that belongs to no known Mali GPU.
    ProductId {
        /// The 16-bit product id.
        id: u16,
    },
    /// A value of the register `GPU_ID` that belongs to no known Mali GPU.
    GpuId {
        /// The register's value.
        id: u64,
    },
    /// An architecture that has no attribute buffer descriptors.
    AttributeBufferArch {
        /// The architecture's number: 9 for V9.
        arch: u8,
    },
    /// An architecture that has no buffer descriptors: V4 to V7 have attribute buffer descriptors instead.
    BufferArch {
        /// The architecture's number: 7 for V7.
        arch: u8,
    },
    /// A buffer of 2^32 bytes or more on V9 or V10, whose buffer descriptors have a size of 32 bits.
    BufferSize {
        /// The architecture's number: 9 for V9.
        arch: u8,
        /// The size, in bytes.
        size: u64,
    },
    /// Index-driven vertex shading on an architecture that does not have it.
    IdvsArch {
        /// The architecture's number: 4 for V4.
        arch: u8,
    },
    /// An architecture that is not in the build: see [`Arch::OF_BUILD`](crate::Arch::OF_BUILD).
    OtherArch {
        /// The architecture's number: 9 for V9.
        arch: u8,
        /// The number of the oldest architecture of the build.
        first: u8,
        /// The number of the newest architecture of the build.
        last: u8,
    },
    /// An argument that changes nothing on the architecture.
    Unused {
        /// The argument.
        argument: Argument,
        /// The architecture's number: 9 for V9.
        arch: u8,
    },
}

/// The dimensions of an invocation, in the order in which it packs them.
const DIMENSIONS: [(Argument, &str); 6] = [
    (Argument::SizeX, "size x"),
    (Argument::SizeY, "size y"),
    (Argument::SizeZ, "size z"),
    (Argument::WorkgroupsX, "the number of workgroups x"),
    (
        Argument::WorkgroupsY,
        "the number of workgroups y (of vertices, in a draw)",
    ),
    (
        Argument::WorkgroupsZ,
        "the number of workgroups z (of instances, in a draw)",
    ),
];

const fn dimension(number: usize) -> (Argument, &'static str) {
    // The number is a public field, and any value must give a text without a panic.
    DIMENSIONS[if number < DIMENSIONS.len() { number } else { 0 }]
}

impl Error {
    /// The argument that is wrong, of a descriptor or of a whole draw.
    ///
    /// ```
    /// use mali_instancing::descriptor::Invocation;
    /// use mali_instancing::Argument;
    ///
    /// let error = Invocation::compute([8, 8, 1], [4, 0, 1]).unwrap_err();
    /// assert_eq!(error.place().argument, Argument::WorkgroupsY);
    /// ```
    #[must_use]
    pub const fn place(self) -> Place {
        let argument = match self {
            Self::VertexCount { .. } => Argument::Vertices,
            Self::PaddedCount { .. } | Self::PaddedVertices { .. } => Argument::PaddedVertices,
            Self::InstanceCount { .. } => Argument::Instances,
            Self::ZeroDivisor | Self::Divisor { .. } => Argument::Divisor,
            Self::PrimitiveVertices => Argument::PrimitiveVertices,
            Self::MisalignedAddress { .. } | Self::AddressRange { .. } => Argument::Address,
            Self::BufferIndex { .. } => Argument::BufferIndex,
            Self::FormatField { .. } => Argument::Format,
            Self::Table { .. } => Argument::ResourceTable,
            Self::BoundStrides => Argument::BoundStrides,
            Self::AttributeStride { .. } => Argument::AttributeStride,
            Self::InvocationDimension { dimension: number }
            | Self::InvocationBits {
                largest: number, ..
            }
            | Self::InvocationSplit {
                largest: number, ..
            } => dimension(number).0,
            Self::ProductId { .. } => Argument::ProductId,
            Self::GpuId { .. } => Argument::GpuId,
            Self::AttributeBufferArch { .. } | Self::BufferArch { .. } | Self::OtherArch { .. } => {
                Argument::Arch
            }
            Self::BufferSize { .. } => Argument::Size,
            Self::IdvsArch { .. } => Argument::Idvs,
            Self::Unused { argument, .. } | Self::Reserved { argument, .. } => argument,
        };
        Place {
            part: Part::Draw,
            argument,
        }
    }

    /// The text, which a constant can panic with.
    #[must_use]
    pub const fn message(self) -> Message {
        match self {
            Self::VertexCount { vertices: 0, maximum } => {
                Message::new("0 vertices draw nothing: 1 to ").decimal(maximum as u64).text(" are allowed")
            }
            Self::VertexCount { vertices, maximum } => Message::new("")
                .decimal(vertices as u64)
                .text(" vertices are too many to pad: at most ")
                .decimal(maximum as u64)
                .text(" (")
                .hexadecimal(maximum as u64)
                .text(") are allowed"),
            Self::PaddedCount { count } => Message::new("")
                .decimal(count as u64)
                .text(" is not a padded vertex count: 1, 3, 5, 7 or 9 times a power of two is allowed, up to 3758096384"),
            Self::PaddedVertices { vertices, padded_vertices } => Message::new("")
                .decimal(vertices as u64)
                .text(" vertices are more than a padded vertex count of ")
                .decimal(padded_vertices.get() as u64)
                .text(": it must be at least their number"),
            Self::InstanceCount { instances: 0, .. } => {
                Message::new("0 instances draw nothing: at least 1 is allowed. Leave the number out if it is not known yet")
            }
            Self::InstanceCount { instances, padded_vertices } => Message::new("")
                .decimal(instances as u64)
                .text(" instances of ")
                .decimal(padded_vertices.get() as u64)
                .text(" padded vertices are more than 2^32 threads: at most ")
                // 2^32 threads are allowed, since their ids have 32 bits. The product of a divisor must be below 2^32.
                .decimal((1 << 32) / padded_vertices.get() as u64)
                .text(" instances are allowed"),
            Self::ZeroDivisor => Message::new(
                "divisor 0 is not allowed: at least 1 is. For GL's 0 (an element per vertex), leave `divisor` out. For Vulkan's 0 (one element for all), use the rate `constant`",
            ),
            Self::Divisor { divisor, padded_vertices } => Message::new("divisor ")
                .decimal(divisor as u64)
                .text(" times ")
                .decimal(padded_vertices.get() as u64)
                .text(" padded vertices is not below 2^32: at most ")
                .decimal((u32::MAX / padded_vertices.get()) as u64)
                .text(" is allowed, or any divisor if the number of instances is known"),
            Self::PrimitiveVertices => {
                Message::new("0 vertices make no primitive: at least 1 is allowed, 3 for triangles")
            }
            Self::MisalignedAddress { address } => Message::new("address ")
                .hexadecimal(address)
                .text(" is not a multiple of 64: the next lower one is ")
                .hexadecimal(address & !63),
            Self::AddressRange { address } => Message::new("address ")
                .hexadecimal(address)
                .text(" has more than 56 bits: it must be below 0x100000000000000"),
            Self::BufferIndex { index } => Message::new("attribute buffer descriptor ")
                .decimal(index as u64)
                .text(" cannot be named by an attribute: 0 to 511 are allowed"),
            Self::FormatField { format } => Message::new("format ")
                .hexadecimal(format as u64)
                .text(" has more than 22 bits: at most 0x3fffff is allowed"),
            Self::Table { table } => Message::new("table ")
                .decimal(table as u64)
                .text(" does not exist: 0 to 63 are allowed"),
            Self::Reserved { descriptors, .. } => Message::new("")
                .decimal(descriptors as u64)
                .text(" are too many of the driver's own descriptors: at most 255 are allowed"),
            Self::BoundStrides => Message::new(
                "strides can only be bound at the draws of a pipeline's state: leave `bound_strides` out here, and give each buffer its stride",
            ),
            Self::AttributeStride { stride } => Message::new("an attribute stride of ")
                .decimal(stride as u64)
                .text(" bytes does not fit a vertex packet: at most 65535 is allowed"),
            Self::InvocationDimension { dimension: number } => Message::new(dimension(number).1)
                .text(" is 0, which runs nothing: at least 1 is allowed"),
            Self::InvocationBits { bits, .. } => Message::new("sizes and numbers of workgroups take ")
                .decimal(bits as u64)
                .text(" bits: at most 32 are allowed. A number n takes ceil(log2 n)"),
            Self::InvocationSplit { bit, .. } => Message::new("the workgroups begin at bit ")
                .decimal(bit as u64)
                .text(": at most 15 is allowed. A size n takes ceil(log2 n) bits"),
            Self::GpuId { id } => Message::new("GPU_ID ")
                .hexadecimal(id)
                .text(" belongs to no known Mali GPU: bits 16 to 31 have a product id, or bits 28 to 31 are 0xf and bits 56 to 63 are 15. For a product id alone, call `from_product_id`"),
            Self::ProductId { id } => Message::new("product id ")
                .hexadecimal(id as u64)
                .text(" belongs to no known Mali GPU: 0x600, 0x620, 0x6956, 0x720, 0x750, 0x820, 0x830, 0x860 and 0x880 are allowed, and four-digit ids that begin with 6, 7, 9, a, b, c, d or e"),
            Self::AttributeBufferArch { arch } => Message::new("Mali V")
                .decimal(arch as u64)
                .text(" has no attribute buffer descriptors: only V4 to V7 have them. A `vertex_input` is packed for every Mali"),
            Self::BufferArch { arch } => Message::new("Mali V")
                .decimal(arch as u64)
                .text(" has no buffer descriptors: only V9 and later have them"),
            Self::BufferSize { arch, size } => Message::new("a buffer of ")
                .decimal(size)
                .text(" bytes is too large for Mali V")
                .decimal(arch as u64)
                .text(": at most 4294967295 are allowed. V11 and later take any size"),
            Self::IdvsArch { arch } => Message::new("Mali V")
                .decimal(arch as u64)
                .text(" has no index-driven vertex shading: only V6 and later have it"),
            Self::OtherArch { arch, first, last } => {
                let message = Message::new("Mali V")
                    .decimal(arch as u64)
                    .text(" is not in this build: MALI_INSTANCING_ARCH allows only V")
                    .decimal(first as u64);
                if first == last {
                    message
                } else {
                    message.text(" to V").decimal(last as u64)
                }
            }
            Self::Unused { argument, arch } => Message::new("Mali V")
                .decimal(arch as u64)
                .text(argument.unused().0)
                .text(": leave `")
                .text(argument.name())
                .text("` out. ")
                .text(argument.unused().1)
                .text(" use it"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.message().as_str())
    }
}

impl core::error::Error for Error {}
