use super::decode_error::{DecodeError, DecodeErrorKind};
use super::field::{Field, FieldKind, FieldValue, used_bits};
use crate::arch::Arch;
use crate::error::Error;

const DESCRIPTOR_TYPES: &[FieldValue] = &[FieldValue::new(9, "buffer")];
const BUFFER_TYPES: &[FieldValue] = &[FieldValue::new(1, "simple")];

/// Both types.
const TYPES: u32 = DESCRIPTOR_TYPES[0].number << Buffer::DESCRIPTOR_TYPE.shift()
    | BUFFER_TYPES[0].number << Buffer::BUFFER_TYPE.shift();

/// How many of the fields are in a descriptor of V9 and V10: all but the upper half of the size.
const FIELDS_OF_V9: usize = Buffer::FIELDS.len() - 1;

const USED: [u32; 8] = used_bits(Buffer::fields(Arch::V11), 0);
const USED_OF_V9: [u32; 8] = used_bits(Buffer::fields(Arch::V9), 0);

descriptor! {
    /// One `Buffer` of V9 and later, to which a [`ValhallAttribute`](super::ValhallAttribute) points.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    /// | 0 | 0..3 | descriptor type | 9 (buffer) |
    /// | 0 | 4..7 | buffer type | 1 (simple) |
    /// | 1 | 0..31 | size | bytes |
    /// | 2, 3 | 0..31, 0..31 | address | bytes |
    /// | 5 | 0..31 | size hi | a number |
    ///
    /// The size has 64 bits from V11 on: word 5 holds the upper half, in units of 2^32 bytes. On V9 and
    /// V10 word 5 is reserved, and a buffer is smaller than 2^32 bytes. Nothing else differs from V9 to
    /// V14.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::descriptor::Buffer;
    ///
    /// let buffer = Buffer::new(Arch::V9, 0x12_0000_0054, 6400)?;
    /// assert_eq!(buffer.words(), [0x19, 6400, 0x54, 0x12, 0, 0, 0, 0]);
    /// let large = Buffer::new(Arch::V11, 0x12_0000_0054, 0x3_0000_0100)?;
    /// assert_eq!(large.words(), [0x19, 0x100, 0x54, 0x12, 0, 3, 0, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
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
    pub size: u64,
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
    pub(crate) const ADDRESS: Field = Field::new("address", (2, 0), 64, FieldKind::Address);
    const SIZE_HI: Field = Field::new("size hi", (5, 0), 32, FieldKind::Number);

    /// The descriptor's fields, from its first bit to its last. V9 and V10 do not have the last one,
    /// the size's upper half.
    pub const FIELDS: &[Field] = &[
        Self::DESCRIPTOR_TYPE,
        Self::BUFFER_TYPE,
        Self::SIZE,
        Self::ADDRESS,
        Self::SIZE_HI,
    ];

    /// The fields that the descriptor has on an architecture.
    pub(crate) const fn fields(arch: Arch) -> &'static [Field] {
        if arch.has_64_bit_buffer_sizes() {
            Self::FIELDS
        } else {
            Self::FIELDS.split_at(FIELDS_OF_V9).0
        }
    }

    /// Packs a buffer of `size` bytes at `address`.
    ///
    /// # Errors
    ///
    /// [`Error::BufferArch`] before V9, and [`Error::BufferSize`] for a size of 2^32 or more on V9 and
    /// V10.
    ///
    /// ```
    /// use mali_instancing::descriptor::Buffer;
    /// use mali_instancing::{Arch, Error};
    ///
    /// assert_eq!(Buffer::new(Arch::V9, 0, 64)?.words()[1], 64);
    /// let size = 1 << 32;
    /// assert_eq!(Buffer::new(Arch::V9, 0, size), Err(Error::BufferSize { arch: 9, size }));
    /// assert_eq!(Buffer::new(Arch::V11, 0, size)?.words()[5], 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn new(arch: Arch, address: u64, size: u64) -> Result<Self, Error> {
        if arch.has_attribute_buffers() {
            return Err(Error::BufferArch {
                arch: arch.number(),
            });
        }
        let size_hi = (size >> 32) as u32;
        if size_hi != 0 && !arch.has_64_bit_buffer_sizes() {
            return Err(Error::BufferSize {
                arch: arch.number(),
                size,
            });
        }
        Ok(Self {
            words: [
                TYPES,
                size as u32,
                address as u32,
                (address >> 32) as u32,
                0,
                size_hi,
                0,
                0,
            ],
        })
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
    /// A [`DecodeError`] that names the word which cannot stand there in a buffer of the
    /// architecture. Before V9 there is none.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::descriptor::Buffer;
    ///
    /// let words = [0x19, 6400, 0x54, 0x12, 0, 1, 0, 0];
    /// assert_eq!(Buffer::decode(Arch::V11, words)?.size, 0x1_0000_1900);
    /// assert_eq!(Buffer::decode(Arch::V9, words).unwrap_err().word, 5);
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(arch: Arch, words: [u32; 8]) -> Result<BufferFields, DecodeError> {
        if arch.has_attribute_buffers() {
            return Err(DecodeError::new(&[], 0, DecodeErrorKind::Arch { arch }));
        }
        let types = words[0] ^ TYPES;
        if types & Self::DESCRIPTOR_TYPE.mask(0) != 0 {
            let (field, allowed) = (&Self::DESCRIPTOR_TYPE, DESCRIPTOR_TYPES);
            return Err(DecodeError::value(&words, field, allowed));
        }
        if types & Self::BUFFER_TYPE.mask(0) != 0 {
            return Err(DecodeError::value(&words, &Self::BUFFER_TYPE, BUFFER_TYPES));
        }
        let used = if arch.has_64_bit_buffer_sizes() {
            &USED
        } else {
            &USED_OF_V9
        };
        if DecodeError::has_reserved_bits(&words, used) {
            return Err(DecodeError::first_reserved_bits(&words, used));
        }
        Ok(BufferFields {
            address: words[2] as u64 | (words[3] as u64) << 32,
            size: words[1] as u64 | (words[5] as u64) << 32,
        })
    }
}
