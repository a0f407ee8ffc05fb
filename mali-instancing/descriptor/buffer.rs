use super::decode_error::{DecodeError, DecodeErrorKind};
use super::field::{Field, used_bits};
use crate::arch::Arch;
use crate::error::{Error, tri};

descriptor! {
    /// One `Buffer` of V9 and later, to which a [`ValhallAttribute`](super::ValhallAttribute) points.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    fields {
        DESCRIPTOR_TYPE: 0    | 0..=3          | "descriptor type" | [BUFFER = 9 "buffer"];
        BUFFER_TYPE:     0    | 4..=7          | "buffer type"     | [SIMPLE = 1 "simple"];
        SIZE:            1    | 0..=31         | "size"            | Bytes;
        ADDRESS:         2, 3 | 0..=31, 0..=31 | "address"         | Address;
        SIZE_HI:         5    | 0..=31         | "size hi"         | Number;
    }
    ///
    /// The size has 64 bits from V11 on: word 5 holds the upper half, in units of 2^32 bytes. On V9 and
    /// V10 word 5 is reserved, and a buffer is smaller than 2^32 bytes. Nothing else differs from V9 to
    /// V15.
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

/// The fields of a [`Buffer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BufferFields {
    /// The buffer's address.
    pub address: u64,
    /// Its size, in bytes.
    pub size: u64,
}

impl Buffer {
    /// The fields that the descriptor has on an architecture: all from V11 on, and all except the last one before.
    pub(crate) const fn fields(arch: Arch) -> &'static [Field] {
        match Self::FIELDS {
            // The last one is the upper half of the size.
            [fields @ .., _] if !arch.has_64_bit_buffer_sizes() => fields,
            fields => fields,
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
        Ok(Self::below_4_gib(address, size as u32).with(Self::SIZE_HI, size_hi))
    }

    /// A buffer of less than 2^32 bytes, which is valid on every architecture from V9 on.
    #[inline]
    pub(crate) const fn below_4_gib(address: u64, size: u32) -> Self {
        Self::ZERO
            .with(Self::DESCRIPTOR_TYPE, Self::BUFFER)
            .with(Self::BUFFER_TYPE, Self::SIMPLE)
            .with(Self::SIZE, size)
            .with_wide(Self::ADDRESS, address)
    }

    /// The fields of any eight words.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names a word which is invalid in a buffer of the
    /// architecture. Before V9 there are no such buffers.
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
        if Self::DESCRIPTOR_TYPE.read(&words) != Self::BUFFER {
            return Err(DecodeError::unnamed(&words, &Self::DESCRIPTOR_TYPE));
        }
        if Self::BUFFER_TYPE.read(&words) != Self::SIMPLE {
            return Err(DecodeError::unnamed(&words, &Self::BUFFER_TYPE));
        }
        let used = if arch.has_64_bit_buffer_sizes() {
            // The 0 is not used: no field of a buffer depends on a type.
            const { &used_bits(Self::fields(Arch::V11), 0) }
        } else {
            const { &used_bits(Self::fields(Arch::V9), 0) }
        };
        tri!(DecodeError::check_reserved(&words, used));
        let [size, size_hi] = [
            Self::SIZE.read_wide(&words),
            Self::SIZE_HI.read_wide(&words),
        ];
        Ok(BufferFields {
            address: Self::ADDRESS.read_wide(&words),
            size: size | size_hi << 32,
        })
    }
}
