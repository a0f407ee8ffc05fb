use core::hash::{Hash, Hasher};

use mali_instancing::Format;

/// The value of an attribute that is the same for all vertices: GL's current value of a generic attribute, which a draw
/// reads if the attribute's array is not enabled.
///
/// Values are equal if their types and their bits are: a NaN is equal to itself, and 0 is not equal to −0.
///
/// ```
/// use mali_buffers::ConstantValue;
///
/// assert_eq!(ConstantValue::default(), ConstantValue::Float([0.0, 0.0, 0.0, 1.0]));
/// assert_ne!(ConstantValue::Int([1; 4]), ConstantValue::Uint([1; 4]));
/// ```
///
/// Facts: OpenGL ES 3.2, section 10.2.1, "Current Generic Attributes".
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ConstantValue {
    /// The value of `glVertexAttrib4f` and of the calls that convert to it.
    Float([f32; 4]),
    /// The value of `glVertexAttribI4i`.
    Int([i32; 4]),
    /// The value of `glVertexAttribI4ui`.
    Uint([u32; 4]),
}

impl ConstantValue {
    /// The bytes that are written to memory: the components in their order.
    #[must_use]
    pub const fn to_le_bytes(self) -> [u8; 16] {
        let words = match self {
            Self::Float([x, y, z, w]) => [x.to_bits(), y.to_bits(), z.to_bits(), w.to_bits()],
            Self::Int([x, y, z, w]) => [x as u32, y as u32, z as u32, w as u32],
            Self::Uint(components) => components,
        };
        let [x, y, z, w] = words;
        // The bytes of one 128-bit number are those of the four words in their order.
        let all = x as u128 | (y as u128) << 32 | (z as u128) << 64 | (w as u128) << 96;
        all.to_le_bytes()
    }

    /// The format of those bytes.
    #[must_use]
    pub const fn format(self) -> Format {
        match self {
            Self::Float(_) => Format::R32G32B32A32_SFLOAT,
            Self::Int(_) => Format::R32G32B32A32_SINT,
            Self::Uint(_) => Format::R32G32B32A32_UINT,
        }
    }
}

/// GL's initial value: the floats 0, 0, 0 and 1.
impl Default for ConstantValue {
    fn default() -> Self {
        Self::Float([0.0, 0.0, 0.0, 1.0])
    }
}

impl PartialEq for ConstantValue {
    fn eq(&self, other: &Self) -> bool {
        self.format() == other.format() && self.to_le_bytes() == other.to_le_bytes()
    }
}

impl Eq for ConstantValue {}

impl Hash for ConstantValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.format().hash(state);
        self.to_le_bytes().hash(state);
    }
}
