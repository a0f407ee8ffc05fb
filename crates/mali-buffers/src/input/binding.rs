use super::constant_value::ConstantValue;
use crate::types::DataSource;
use mali_instancing::{Format, InputRate};

/// Memory that elements are read from: `glBindVertexBuffer` and `glVertexBindingDivisor`, or a binding of Vulkan.
///
/// ```
/// use mali_buffers::{Binding, BufferId, DataSource};
/// use mali_instancing::InputRate;
///
/// let mesh = Binding::new(DataSource::Buffer(BufferId::new(1)), 20);
/// assert_eq!((mesh.offset, mesh.rate), (0, InputRate::Vertex));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Binding {
    /// The place of the data.
    pub source: DataSource,
    /// The offset of the first element, in bytes.
    pub offset: u64,
    /// The distance between elements, in bytes. If it is 0, all vertices and instances read the element at `offset`,
    /// whatever the rate and the first instance are.
    pub stride: u32,
    /// The rate at which a draw steps from one element to the next.
    pub rate: InputRate,
}

impl Binding {
    /// Elements `stride` bytes apart, from byte 0 on, one per vertex.
    #[must_use]
    pub const fn new(source: DataSource, stride: u32) -> Self {
        Self {
            source,
            offset: 0,
            stride,
            rate: InputRate::Vertex,
        }
    }

    /// This binding, from byte `offset` on.
    #[must_use]
    pub const fn with_offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// This binding, with the rate `rate`.
    #[must_use]
    pub const fn with_rate(mut self, rate: InputRate) -> Self {
        self.rate = rate;
        self
    }

    /// The rate at which the hardware steps.
    pub(crate) const fn stepped(&self) -> InputRate {
        // One element for all needs neither a modulus nor a hardware divisor.
        if self.stride == 0 {
            InputRate::Constant
        } else {
            self.rate
        }
    }
}

/// An attribute of a draw: `glVertexAttribFormat` and `glVertexAttribBinding`, an attribute of Vulkan, or a vertex
/// element of Gallium.
///
/// ```
/// use mali_buffers::Element;
/// use mali_instancing::Format;
///
/// // The second of two attributes of 12 and 8 bytes.
/// let uv = Element::new(0, Format::R32G32_SFLOAT, 12);
/// assert!(matches!(uv, Element::Bound { binding: 0, offset: 12, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Element {
    /// Data of a binding.
    Bound {
        /// The binding, counted from 0.
        binding: u8,
        /// The format of the data.
        format: Format,
        /// The offset of the data in each element of the binding, in bytes.
        offset: u32,
    },
    /// One value for all vertices: an array that is not enabled, `glVertexAttrib4f`.
    Constant(ConstantValue),
    /// The vertex's number, as V4 and V5 pass it to a shader: counted from the draw's first vertex.
    VertexId,
    /// The instance's number, as V4 and V5 pass it to a shader.
    InstanceId,
}

impl Element {
    /// Data at byte `offset` of each element of a binding.
    #[must_use]
    pub const fn new(binding: u8, format: Format, offset: u32) -> Self {
        Self::Bound {
            binding,
            format,
            offset,
        }
    }

    /// Whether both are the same, except for the value of a constant.
    #[inline]
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Constant(one), Self::Constant(other)) => one.format() == other.format(),
            (one, other) => one == other,
        }
    }
}
