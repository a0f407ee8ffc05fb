use mali_instancing::draw::IndexValue;

/// A number as it is in memory that the GPU reads: the least significant byte first, at any address.
pub(crate) trait LittleEndian: Copy {
    /// The size of the number, in bytes.
    const SIZE: usize;

    /// Reads all whole numbers from the first byte on.
    fn read(bytes: &[u8]) -> impl Iterator<Item = Self> + Clone;

    /// Writes numbers from the first byte on, until the numbers or the space end.
    fn write(bytes: &mut [u8], numbers: impl Iterator<Item = Self>);
}

macro_rules! little_endian {
    ($($number:ty)*) => {$(
        impl LittleEndian for $number {
            const SIZE: usize = size_of::<Self>();

            #[inline]
            fn read(bytes: &[u8]) -> impl Iterator<Item = Self> + Clone {
                // The chunk has the number's length, which the compiler can see.
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
