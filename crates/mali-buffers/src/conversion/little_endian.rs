use mali_instancing::draw::IndexValue;

/// A number as it lies in memory that the GPU reads: the least byte first, at any address.
pub(crate) trait LittleEndian: Copy {
    /// Its size, in bytes.
    const SIZE: usize;

    /// As many as there are whole, from the first byte on.
    fn read(bytes: &[u8]) -> impl Iterator<Item = Self> + Clone;

    /// Writes as many as there are and as there is space for, from the first byte on.
    fn write(bytes: &mut [u8], numbers: impl Iterator<Item = Self>);
}

macro_rules! little_endian {
    ($($number:ty)*) => {$(
        impl LittleEndian for $number {
            const SIZE: usize = size_of::<Self>();

            #[inline]
            fn read(bytes: &[u8]) -> impl Iterator<Item = Self> + Clone {
                // A chunk is as long as the number, which the compiler sees.
                let number = |chunk: &[u8]| Self::from_le_bytes(chunk.try_into().unwrap_or_default());
                bytes.chunks_exact(Self::SIZE).map(number)
            }

            #[inline]
            fn write(bytes: &mut [u8], numbers: impl Iterator<Item = Self>) {
                for (chunk, number) in bytes.chunks_exact_mut(Self::SIZE).zip(numbers) {
                    chunk.copy_from_slice(&number.to_le_bytes());
                }
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
