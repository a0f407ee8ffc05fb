use mali_instancing::draw::IndexValue;

/// A number as it lies in memory that the GPU reads: the least byte first, at any address.
pub(crate) trait LittleEndian: Copy {
    /// Its bytes, in the order of memory.
    type Bytes: Copy;

    /// As many as there are whole, from the first byte on.
    fn chunks(bytes: &[u8]) -> &[Self::Bytes];

    /// The same, to be written.
    fn chunks_mut(bytes: &mut [u8]) -> &mut [Self::Bytes];

    fn from_bytes(bytes: Self::Bytes) -> Self;

    fn into_bytes(self) -> Self::Bytes;
}

macro_rules! little_endian {
    ($($number:ty)*) => {$(
        impl LittleEndian for $number {
            type Bytes = [u8; size_of::<Self>()];

            #[inline]
            fn chunks(bytes: &[u8]) -> &[Self::Bytes] {
                bytes.as_chunks().0
            }

            #[inline]
            fn chunks_mut(bytes: &mut [u8]) -> &mut [Self::Bytes] {
                bytes.as_chunks_mut().0
            }

            #[inline]
            fn from_bytes(bytes: Self::Bytes) -> Self {
                Self::from_le_bytes(bytes)
            }

            #[inline]
            fn into_bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }
        }
    )*};
}

little_endian!(u8 u16 u32 f32 f64);

/// An index of a draw.
pub(crate) trait Index: LittleEndian + IndexValue {}

impl Index for u8 {}
impl Index for u16 {}
impl Index for u32 {}
