use core::fmt;

/// The type of a draw's indices: GL's `GL_UNSIGNED_BYTE`, `GL_UNSIGNED_SHORT` and
/// `GL_UNSIGNED_INT`, Vulkan's `VkIndexType`.
///
/// ```
/// use mali_buffers::IndexType;
///
/// assert_eq!(IndexType::U16.size(), 2);
/// assert_eq!(IndexType::U16.largest(), 0xffff);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum IndexType {
    /// 8 bits.
    U8,
    /// 16 bits.
    U16,
    /// 32 bits.
    U32,
}

impl IndexType {
    /// The size of an index, in bytes.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }

    /// The index whose bits are all set: the restart index of Vulkan and GL ES, and of GL's fixed
    /// index, if a draw restarts primitives.
    #[must_use]
    pub const fn largest(self) -> u32 {
        match self {
            Self::U8 => u8::MAX as u32,
            Self::U16 => u16::MAX as u32,
            Self::U32 => u32::MAX,
        }
    }

    /// The size of `count` indices, in bytes.
    pub(crate) const fn size_of(self, count: u32) -> u64 {
        count as u64 * self.size() as u64
    }
}

/// Writes `8-bit`, `16-bit` or `32-bit`.
impl fmt::Display for IndexType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-bit", 8 * self.size())
    }
}
