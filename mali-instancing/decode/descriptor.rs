use crate::arch::Arch;
use crate::descriptor::{
    Attribute, AttributeBuffer, AttributeBufferFields, AttributeFields, Buffer, BufferFields, Draw,
    DrawFields, Field, InstanceId, Invocation, InvocationFields, ValhallAttribute,
    ValhallAttributeFields, VertexId,
};
use crate::divisor::MagicDivisor;
use crate::padded_count::PaddedCount;

/// The kind of table that words are read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Kind {
    /// A table of buffers: attribute buffers, vertex and instance ID on V4 to V7, buffer
    /// descriptors from V9 on.
    Buffers,
    /// A table of attributes.
    Attributes,
    /// Words 0 and 1 of `Draw` descriptors. V4 to V7 only.
    Draw,
    /// `Invocation` descriptors. V4 to V7 only.
    Invocation,
}

/// One descriptor, by its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Descriptor {
    /// An attribute buffer and, in the mode `npot-divisor`, its continuation.
    AttributeBuffer(AttributeBufferFields),
    /// A vertex ID, and the padded vertex count of its draw if that is instanced.
    VertexId(Option<PaddedCount>),
    /// An instance ID, and the division that computes it.
    InstanceId(MagicDivisor),
    /// A descriptor of zeros. On V4 to V7 it is the null terminator of a table of attribute buffers, or fills a place
    /// in the table. From V9 on it is a gap in a table of either kind, genxml's "Null Descriptor".
    Empty,
    /// An attribute of V4 to V7.
    Attribute(AttributeFields),
    /// Words 0 and 1 of a draw.
    Draw(DrawFields),
    /// An invocation.
    Invocation(InvocationFields),
    /// An attribute of V9 and later.
    ValhallAttribute(ValhallAttributeFields),
    /// A buffer of V9 and later.
    Buffer(BufferFields),
}

impl Descriptor {
    /// The fields that this kind of descriptor has on an architecture. A descriptor may have only some of them,
    /// depending on its type, see [`Field::is_in`].
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::decode::{Kind, descriptors};
    ///
    /// let words = [0x2b00_4202, 12];
    /// let attribute = descriptors(Arch::V7, Kind::Attributes, &words).next().unwrap()?;
    /// let mut values = attribute.descriptor.fields(Arch::V7).iter().map(|field| field.get(&words));
    /// assert!(values.eq([Some(2), Some(1), Some(0x0a_c010), Some(12)]));
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    #[must_use]
    pub const fn fields(&self, arch: Arch) -> &'static [Field] {
        match self {
            Self::AttributeBuffer(_) => AttributeBuffer::FIELDS,
            Self::VertexId(_) => VertexId::FIELDS,
            Self::InstanceId(_) => InstanceId::FIELDS,
            Self::Empty => &[],
            Self::Attribute(_) => Attribute::FIELDS,
            Self::Draw(_) => Draw::FIELDS,
            Self::Invocation(_) => Invocation::FIELDS,
            Self::ValhallAttribute(_) => ValhallAttribute::FIELDS,
            Self::Buffer(_) => Buffer::fields(arch),
        }
    }

    /// The first word, in the table of buffers, of the descriptor that an attribute names. `None` for a descriptor
    /// that is not an attribute.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::decode::{Kind, descriptors};
    ///
    /// let attribute = descriptors(Arch::V7, Kind::Attributes, &[0x2b00_4202, 12]).next().unwrap()?;
    /// assert_eq!(attribute.descriptor.buffer_word(), Some(8)); // descriptor 2, four words each
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    #[must_use]
    pub const fn buffer_word(&self) -> Option<usize> {
        match self {
            Self::Attribute(fields) => Some(4 * fields.buffer_index as usize),
            Self::ValhallAttribute(fields) => {
                // The index has 32 bits, and `usize` may have no more: a product that saturates is after the end, too.
                Some((fields.buffer_index as usize).saturating_mul(8))
            }
            _ => None,
        }
    }
}

/// A descriptor and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Decoded {
    /// The position of its first word.
    pub word: usize,
    /// The number of its words.
    pub length: usize,
    /// Its fields.
    pub descriptor: Descriptor,
}
