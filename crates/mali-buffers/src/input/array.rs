use super::constant_value::ConstantValue;
use crate::types::DataSource;
use mali_instancing::{Format, InputRate};

/// An attribute that is read from an array: `glVertexAttribPointer`, `glVertexAttribDivisor`.
///
/// ```
/// use mali_buffers::{BufferId, DataSource, AttributeArray};
/// use mali_instancing::{Format, InputRate};
///
/// let source = DataSource::Buffer(BufferId::new(1));
/// let position = AttributeArray::new(source, Format::R32G32B32_SFLOAT);
/// assert_eq!(position.stride, 12);
/// assert_eq!(position.with_stride(20).stride, 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct AttributeArray {
    /// The place of its data.
    pub source: DataSource,
    /// The format of its bytes.
    pub format: Format,
    /// The distance between elements, in bytes, as in `glBindVertexBuffer` and Vulkan. If it is 0, all vertices and
    /// instances read the element at `offset`, whatever the rate and the first instance are. For a stride of 0 in
    /// `glVertexAttribPointer`, it is the size of an element.
    pub stride: u32,
    /// The offset of the first element, in bytes.
    pub offset: u64,
    /// The rate at which the attribute steps from one element to the next.
    pub rate: InputRate,
}

impl AttributeArray {
    /// An array without gaps that begins at offset 0, with one element per vertex.
    #[must_use]
    pub const fn new(source: DataSource, format: Format) -> Self {
        Self {
            source,
            format,
            stride: format.size(),
            offset: 0,
            rate: InputRate::Vertex,
        }
    }

    /// This array, with elements `stride` bytes apart. A stride of 0 means that all read one element.
    #[must_use]
    pub const fn with_stride(mut self, stride: u32) -> Self {
        self.stride = stride;
        self
    }

    /// This array, from byte `offset` on.
    #[must_use]
    pub const fn with_offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// This array, with the rate `rate`.
    #[must_use]
    pub const fn with_rate(mut self, rate: InputRate) -> Self {
        self.rate = rate;
        self
    }
}

/// An attribute of a draw, as an application states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Attribute {
    /// An enabled attribute: an element of an array.
    Array(AttributeArray),
    /// A disabled attribute: one value for all vertices, `glVertexAttrib4f`.
    Constant(ConstantValue),
    /// The vertex's number, as V4 and V5 pass it to a shader: counted from the draw's first vertex.
    VertexId,
    /// The instance's number, as V4 and V5 pass it to a shader.
    InstanceId,
}
