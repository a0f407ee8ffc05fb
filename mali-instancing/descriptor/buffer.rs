use super::decode_error::{DecodeError, Fault};

/// Descriptor type 9, buffer type 1 ("simple").
const TYPE: u32 = 0x19;
const TYPE_MASK: u32 = 0xff;

record! {
    /// One `Buffer` of V9 and later, to which a [`ValhallAttribute`](super::ValhallAttribute) points.
    ///
    /// | word | bits | field |
    /// |---|---|---|
    /// | 0 | 0..3 | descriptor type: 9 |
    /// | 0 | 4..7 | buffer type: 1, "simple" |
    /// | 1 | | size in bytes |
    /// | 2, 3 | | address, of any alignment |
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
                TYPE,
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
    ///
    /// ```
    /// use mali_instancing::descriptor::Buffer;
    ///
    /// assert_eq!(Buffer::new(0, 6400).words()[1], 6400);
    /// ```
    #[must_use]
    pub const fn words(&self) -> [u32; 8] {
        self.words
    }

    /// The fields of any eight words.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] with the position of the word that no buffer has there.
    ///
    /// ```
    /// use mali_instancing::descriptor::Buffer;
    ///
    /// assert_eq!(Buffer::decode([0x19, 6400, 0x54, 0x12, 0, 0, 0, 0])?.address, 0x12_0000_0054);
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 8]) -> Result<BufferFields, DecodeError> {
        if words[0] & TYPE_MASK != TYPE {
            let allowed = "0x19 (a simple buffer)";
            return Err(DecodeError::new(&words, 0, Fault::Type { allowed }));
        }
        let used = [TYPE_MASK, u32::MAX, u32::MAX, u32::MAX, 0, 0, 0, 0];
        match DecodeError::check_unused(&words, &used) {
            Err(error) => Err(error),
            Ok(()) => Ok(BufferFields {
                address: words[2] as u64 | (words[3] as u64) << 32,
                size: words[1],
            }),
        }
    }
}
