use core::fmt;

use crate::error::Message;
use crate::format::Format;

/// A value that a conversion from or to another crate's types cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConversionError {
    /// A format of GL that Vulkan does not have.
    NotInVulkan {
        /// The format.
        format: Format,
    },
    /// A `VkFormat` that is not in [`Format::ALL`].
    Format {
        /// Vulkan's number for the format.
        format: i32,
    },
    /// An attribute with a `VkFormat` that is not in [`Format::ALL`].
    AttributeFormat {
        /// The attribute's location in the shader.
        location: u32,
        /// Vulkan's number for the format.
        format: i32,
    },
    /// A `VkVertexInputRate` that is neither per vertex nor per instance.
    InputRate {
        /// The binding.
        binding: u32,
        /// Vulkan's number for the rate.
        rate: i32,
    },
    /// A divisor for a binding that is per vertex.
    VertexRateDivisor {
        /// The binding.
        binding: u32,
        /// The divisor.
        divisor: u32,
    },
    /// An attribute whose binding the pipeline does not have.
    UnknownBinding {
        /// The attribute's location in the shader.
        location: u32,
        /// The binding.
        binding: u32,
    },
    /// A stride that does not fit 32 bits.
    Stride {
        /// The stride, in bytes.
        stride: u64,
    },
    /// An attribute whose offset does not fit 32 bits.
    Offset {
        /// The attribute's location in the shader.
        location: u32,
        /// The offset, in bytes.
        offset: u64,
    },
}

impl ConversionError {
    /// The text, which a constant can panic with.
    #[must_use]
    pub const fn message(self) -> Message {
        match self {
            Self::NotInVulkan { format } => Message::new("Vulkan has no format ")
                .text(format.name())
                .text(": its own formats are allowed, with 32 bits UINT, SINT and SFLOAT"),
            Self::Format { format } => Message::new("").unknown_format(format),
            Self::AttributeFormat { location, format } => Message::new("attribute at location ")
                .decimal(location as u64)
                .text(": ")
                .unknown_format(format),
            Self::InputRate { binding, rate } => Message::new("binding ")
                .decimal(binding as u64)
                .text(": input rate ")
                .signed(rate as i64)
                .text(" is unknown: 0 (vertex) and 1 (instance) are allowed"),
            Self::VertexRateDivisor { binding, divisor } => Message::new("binding ")
                .decimal(binding as u64)
                .text(": divisor ")
                .decimal(divisor as u64)
                .text(" is given for the input rate vertex: only the input rate instance may have one"),
            Self::UnknownBinding { location, binding } => Message::new("attribute at location ")
                .decimal(location as u64)
                .text(": the pipeline has no binding ")
                .decimal(binding as u64)
                .text(": an attribute must be in one of the pipeline's bindings"),
            Self::Stride { stride } => Message::new("stride ")
                .decimal(stride)
                .text(" does not fit 32 bits: at most 4294967295 is allowed"),
            Self::Offset { location, offset } => Message::new("attribute at location ")
                .decimal(location as u64)
                .text(": offset ")
                .decimal(offset)
                .text(" does not fit 32 bits: at most 4294967295 is allowed"),
        }
    }
}

impl Message {
    const fn unknown_format(self, format: i32) -> Self {
        self.text("VkFormat ")
            .signed(format as i64)
            .text(" is no known vertex format: those of `Format::ALL` are allowed")
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.message().as_str())
    }
}

impl core::error::Error for ConversionError {}
