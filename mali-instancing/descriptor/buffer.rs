use super::decode_error::DecodeError;
use super::field::{Field, FieldKind, FieldValue, used_bits};

const DESCRIPTOR_TYPES: &[FieldValue] = &[FieldValue::new(9, "buffer")];
const BUFFER_TYPES: &[FieldValue] = &[FieldValue::new(1, "simple")];

/// Both types.
const TYPES: u32 = DESCRIPTOR_TYPES[0].number << Buffer::DESCRIPTOR_TYPE.shift()
    | BUFFER_TYPES[0].number << Buffer::BUFFER_TYPE.shift();

const USED: [u32; 8] = used_bits(Buffer::FIELDS, 0);

record! {
    /// One `Buffer` of V9 and later, to which a [`ValhallAttribute`](super::ValhallAttribute) points.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    /// | 0 | 0..3 | descriptor type | 9 (buffer) |
    /// | 0 | 4..7 | buffer type | 1 (simple) |
    /// | 1 | 0..31 | size | bytes |
    /// | 2, 3 | 0..31, 0..31 | address | bytes |
    ///
    /// ```
    /// use mali_instancing::descriptor::Buffer;
    ///
    /// let buffer = Buffer::new(0x12_0000_0054, 6400);
    /// assert_eq!(buffer.words(), [0x19, 6400, 0x54, 0x12, 0, 0, 0, 0]);
    /// ```
    #[repr(C, align(32))]
    pub struct Buffer {
        words: [u32; 8],
    }
}

/// What a [`Buffer`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BufferFields {
    /// Where the buffer begins.
    pub address: u64,
    /// Its size, in bytes.
    pub size: u32,
}

impl Buffer {
    const DESCRIPTOR_TYPE: Field = Field::new(
        "descriptor type",
        (0, 0),
        4,
        FieldKind::Named(DESCRIPTOR_TYPES),
    );
    const BUFFER_TYPE: Field = Field::new("buffer type", (0, 4), 4, FieldKind::Named(BUFFER_TYPES));
    pub(crate) const SIZE: Field = Field::new("size", (1, 0), 32, FieldKind::Bytes);
    const ADDRESS: Field = Field::new("address", (2, 0), 64, FieldKind::Address);

    /// The record's fields, from its first bit to its last.
    pub const FIELDS: &[Field] = &[
        Self::DESCRIPTOR_TYPE,
        Self::BUFFER_TYPE,
        Self::SIZE,
        Self::ADDRESS,
    ];

    /// Packs a buffer.
    ///
    /// ```
    /// use mali_instancing::descriptor::Buffer;
    ///
    /// assert_eq!(Buffer::new(0, 0).words()[0], 0x19);
    /// ```
    #[must_use]
    pub const fn new(address: u64, size: u32) -> Self {
        Self {
            words: [
                TYPES,
                size,
                address as u32,
                (address >> 32) as u32,
                0,
                0,
                0,
                0,
            ],
        }
    }

    /// The eight words, in memory order.
    #[must_use]
    pub const fn words(&self) -> [u32; 8] {
        self.words
    }

    /// The fields of any eight words.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names the word which cannot stand there in a buffer.
    ///
    /// ```
    /// use mali_instancing::descriptor::Buffer;
    ///
    /// assert_eq!(Buffer::decode([0x19, 6400, 0x54, 0x12, 0, 0, 0, 0])?.address, 0x12_0000_0054);
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 8]) -> Result<BufferFields, DecodeError> {
        let types = words[0] ^ TYPES;
        if types & Self::DESCRIPTOR_TYPE.mask(0) != 0 {
            let (field, allowed) = (&Self::DESCRIPTOR_TYPE, DESCRIPTOR_TYPES);
            return Err(DecodeError::value(&words, field, allowed));
        }
        if types & Self::BUFFER_TYPE.mask(0) != 0 {
            return Err(DecodeError::value(&words, &Self::BUFFER_TYPE, BUFFER_TYPES));
        }
        if DecodeError::has_reserved_bits(&words, &USED) {
            return Err(DecodeError::first_reserved_bits(&words, &USED));
        }
        Ok(BufferFields {
            address: words[2] as u64 | (words[3] as u64) << 32,
            size: words[1],
        })
    }
}
