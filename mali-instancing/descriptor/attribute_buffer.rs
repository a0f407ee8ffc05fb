use core::fmt;
use core::num::NonZeroU32;

use super::buffer_address::BufferAddress;
use super::decode_error::{DecodeError, DecodeErrorKind};
use super::field::used_bits;
use crate::divisor::{MagicDivisor, PowerOfTwo};
use crate::error::tri;
use crate::fetch::FetchMode;
use crate::padded_count::PaddedCount;

descriptor! {
    /// One `Attribute Buffer` of V4 to V7, as the hardware reads it.
    ///
    /// It has eight words: a descriptor of four words, and the continuation of the mode `npot-divisor`. In other
    /// modes, the continuation's words are 0, and a table can leave them out. In the table, a descriptor with a
    /// continuation begins at an even index, others at any index. The table itself must be aligned to 64 bytes.
    ///
    /// | word | bits | field | value | types |
    /// |---|---|---|---|---|
    fields {
        TYPE:              0    | 0..=5          | "type"      | [
            LINEAR = 1 "linear", POT_DIVISOR = 2 "pot-divisor", MODULUS = 3 "modulus",
            NPOT_DIVISOR = 4 "npot-divisor"
        ] | ;
        POINTER:           0, 1 | 6..=31, 0..=23 | "pointer"   | Address / 64 | ;
        DIVISOR_R:         1    | 24..=28        | "divisor R" | Number       | 2, 3, 4;
        DIVISOR_P:         1    | 29..=31        | "divisor P" | Number       | 3;
        DIVISOR_E:         1    | 29             | "divisor E" | Flag         | 4;
        STRIDE:            2    | 0..=31         | "stride"    | Bytes        | ;
        SIZE:              3    | 0..=31         | "size"      | Bytes        | ;
        CONTINUATION_TYPE: 4    | 0..=5          | "type"      | [CONTINUATION = 0x20 "continuation"] | 4;
        DIVISOR_D:         5    | 0..=30         | "divisor D" | Hexadecimal  | 4;
        DIVISOR:           7    | 0..=31         | "divisor"   | Number       | 4;
    }
    ///
    /// Words 4 to 7 are the continuation. Its divisor is the application's, which the hardware does
    /// not read.
    ///
    /// ```
    /// use mali_instancing::{
    ///     AttributeBuffer, BufferAddress, ThreadCount, FetchMode, InputRate, PaddedCount, Padding, Rounding,
    /// };
    ///
    /// let thread_count = ThreadCount::for_any_instance_count(PaddedCount::new(70, Padding::Hardware)?);
    /// let mode = FetchMode::new(thread_count, InputRate::instance(3)?, Rounding::RoundDown)?;
    /// let buffer = AttributeBuffer::new(mode, BufferAddress::NULL, 64, 0);
    /// assert_eq!(buffer.words(), [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[repr(C, align(32))]
    pub struct AttributeBuffer {
        words: [u32; 8],
    }
}

/// The position of the field "divisor R" in words 0 and 1.
const DIVISOR_SHIFT: u32 = AttributeBuffer::DIVISOR_R.start;

/// The number of its bits. The fields "P" and "E" are after it.
const R_BITS: u32 = AttributeBuffer::DIVISOR_R.width;

/// The fields of an [`AttributeBuffer`], see [`AttributeBuffer::decode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct AttributeBufferFields {
    /// The way from a linear id to an element's index.
    pub mode: FetchMode,
    /// The buffer's address.
    pub address: BufferAddress,
    /// The distance between elements, in bytes.
    pub stride: u32,
    /// The buffer's size, in bytes.
    pub size: u32,
}

impl AttributeBuffer {
    /// Packs a buffer at `address`, of `size` bytes, whose elements are `stride` bytes apart.
    ///
    /// `stride` is the application's. If all threads read one element, the descriptor gets a stride of 0, see
    /// [`FetchMode::stride`].
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// let address = BufferAddress::new(0x1000_0000)?;
    /// let buffer = AttributeBuffer::new(FetchMode::Linear, address, 20, 1400);
    /// assert_eq!(buffer.words(), [0x1000_0001, 0, 20, 1400, 0, 0, 0, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(mode: FetchMode, address: BufferAddress, stride: u32, size: u32) -> Self {
        let (fields, divisor_d) = Self::fields_of_mode(mode);
        let [low, high] = Self::header(fields, address);
        let stride = mode.stride(stride);
        // One array: an assignment to each field takes twice the steps, in every constant of a user.
        let [word_4, word_7] = match mode {
            FetchMode::NpotDivisor { divisor, .. } => [Self::CONTINUATION, divisor.get()],
            _ => [0; 2],
        };
        Self {
            words: [low, high, stride, size, word_4, divisor_d, 0, word_7],
        }
    }

    /// The position of the type above R, P and E in the fields of a mode.
    pub(crate) const TYPE_OF_MODE: u32 = u64::BITS - DIVISOR_SHIFT;

    /// The fields that a mode decides: R, P and E below the type, and D.
    #[inline]
    pub(crate) const fn fields_of_mode(mode: FetchMode) -> (u32, u32) {
        match mode {
            FetchMode::Linear | FetchMode::Constant => (Self::LINEAR << Self::TYPE_OF_MODE, 0),
            // The byte has R in bits 0..4 and P in bits 5..7, in the order of the descriptor.
            FetchMode::Modulus(PaddedCount(r_and_p)) => {
                (Self::MODULUS << Self::TYPE_OF_MODE | r_and_p as u32, 0)
            }
            FetchMode::PotDivisor(power) => {
                let fields = Self::POT_DIVISOR << Self::TYPE_OF_MODE | power.divisor_r();
                (fields, 0)
            }
            FetchMode::NpotDivisor { magic, .. } => {
                // E is bit 31 of the reciprocal. Shifted down and up again, it is the bit after R.
                let r_and_e = magic.shift as u32 | magic.reciprocal >> 31 << R_BITS;
                let divisor_d = magic.reciprocal & u32::MAX >> 1;
                (
                    Self::NPOT_DIVISOR << Self::TYPE_OF_MODE | r_and_e,
                    divisor_d,
                )
            }
        }
    }

    /// The first two words, of a mode's fields and an address: R, P and E go around to the highest bits.
    #[inline]
    pub(crate) const fn header(fields: u32, address: BufferAddress) -> [u32; 2] {
        // Bits 0..7 become bits 56..63, and the type, from bit 8 on, becomes the lowest bits. An address has none of
        // these bits: it is a multiple of 64 below 2^56.
        let header = (fields as u64).rotate_right(Self::TYPE_OF_MODE) | address.0;
        [header as u32, (header >> u32::BITS) as u32]
    }

    /// The descriptor of words that are known to be valid.
    pub(crate) const fn from_words(words: [u32; 8]) -> Self {
        Self { words }
    }

    /// The 32 bytes as they are in the GPU's memory, whatever the byte order of the host.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// let buffer = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 0x0102, 0);
    /// assert_eq!(buffer.to_le_bytes()[8..12], [0x02, 0x01, 0, 0]);
    /// ```
    #[must_use]
    pub const fn to_le_bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let mut at = 0;
        while at < bytes.len() {
            bytes[at] = (self.words[at / 4] >> (at % 4 * 8)) as u8;
            at += 1;
        }
        bytes
    }

    /// This descriptor with a buffer at `address`.
    ///
    /// The size stays: one of 0, as of a constant without a size, reads nothing until
    /// [`with_size`](Self::with_size) sets it.
    ///
    /// `*descriptor = descriptor.with_address(address)` changes a descriptor in place, with two stores.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// const MESH: AttributeBuffer =
    ///     AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 1400);
    /// let mesh = MESH.with_address(BufferAddress::new(0x12_3456_7880)?);
    /// assert_eq!(mesh.words()[..2], [0x3456_7881, 0x12]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_address(self, address: BufferAddress) -> Self {
        self.with_wide(Self::POINTER, address.get())
    }

    /// This descriptor with elements `stride` bytes apart.
    ///
    /// The stride is not changed for the mode: pass the result of [`FetchMode::stride`], which is 0 if all threads read
    /// one element.
    #[must_use]
    pub const fn with_stride(self, stride: u32) -> Self {
        self.with(Self::STRIDE, stride)
    }

    /// This descriptor with a buffer of `size` bytes.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// let mesh = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 0);
    /// assert_eq!(mesh.with_size(1400).words()[3], 1400);
    /// ```
    #[must_use]
    pub const fn with_size(self, size: u32) -> Self {
        self.with(Self::SIZE, size)
    }

    /// The fields of any eight words.
    ///
    /// The fields pack to the same words again, because the bits that a type does not use must be 0. A
    /// linear descriptor with a stride of 0 is [`FetchMode::Constant`].
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names a word which is invalid in an attribute buffer.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, DecodeError, FetchMode};
    ///
    /// let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
    /// let FetchMode::NpotDivisor { magic, divisor } = AttributeBuffer::decode(words)?.mode else {
    ///     panic!("type 4 is \"npot-divisor\"");
    /// };
    /// assert_eq!((magic.divide(216), divisor.get()), (1, 3));
    ///
    /// let error = AttributeBuffer::decode([9, 0, 0, 0, 0, 0, 0, 0]).unwrap_err();
    /// assert_eq!((error.word, error.found), (0, 9));
    /// # Ok::<(), DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 8]) -> Result<AttributeBufferFields, DecodeError> {
        let [stride, size] = [Self::STRIDE.read(&words), Self::SIZE.read(&words)];
        let divisor_r = Self::DIVISOR_R.read(&words);
        let mode = match Self::TYPE.read(&words) {
            Self::LINEAR => {
                let used = const { &used_bits(Self::FIELDS, Self::LINEAR) };
                tri!(DecodeError::check_reserved(&words, used));
                // The unit has no mode for a constant: linear with a stride of 0 reads the same element for every id.
                match stride {
                    0 => FetchMode::Constant,
                    _ => FetchMode::Linear,
                }
            }
            Self::POT_DIVISOR => {
                let used = const { &used_bits(Self::FIELDS, Self::POT_DIVISOR) };
                tri!(DecodeError::check_reserved(&words, used));
                match PowerOfTwo::from_divisor_r(divisor_r) {
                    Some(power) => FetchMode::PotDivisor(power),
                    // Not reached: R has five bits.
                    None => return Err(DecodeError::reserved_bits(&words, 1, !used[1])),
                }
            }
            Self::MODULUS => {
                let used = const { &used_bits(Self::FIELDS, Self::MODULUS) };
                tri!(DecodeError::check_reserved(&words, used));
                match PaddedCount::from_fields(divisor_r, Self::DIVISOR_P.read(&words)) {
                    Some(padded) => FetchMode::Modulus(padded),
                    None => return Err(DecodeError::new(&words, 1, DecodeErrorKind::PaddedCount)),
                }
            }
            Self::NPOT_DIVISOR => {
                // Before the reserved bits: without a continuation, words 4 to 7 may be those of another descriptor.
                // The whole word is compared, since the type is the only field in it.
                let continuation = Self::CONTINUATION_TYPE.word();
                if words[continuation] != Self::CONTINUATION {
                    let kind = DecodeErrorKind::Continuation;
                    return Err(DecodeError::new(&words, continuation, kind));
                }
                let used = const { &used_bits(Self::FIELDS, Self::NPOT_DIVISOR) };
                tri!(DecodeError::check_reserved(&words, used));
                let divisor_e = Self::DIVISOR_E.read(&words) != 0;
                let divisor_d = Self::DIVISOR_D.read(&words);
                // Never `None`, since R has five bits and D has 31.
                let Some(magic) = MagicDivisor::from_fields(divisor_r, divisor_e, divisor_d) else {
                    let word = Self::DIVISOR_D.word();
                    return Err(DecodeError::reserved_bits(&words, word, !used[word]));
                };
                // The hardware does not read it, but no application has a divisor of 0 in this mode.
                let Some(divisor) = NonZeroU32::new(Self::DIVISOR.read(&words)) else {
                    let (word, kind) = (Self::DIVISOR.word(), DecodeErrorKind::ZeroDivisor);
                    return Err(DecodeError::new(&words, word, kind));
                };
                FetchMode::NpotDivisor { magic, divisor }
            }
            _ => return Err(DecodeError::unnamed(&words, &Self::TYPE)),
        };
        Ok(AttributeBufferFields {
            mode,
            address: BufferAddress::from_field(Self::POINTER.read_wide(&words)),
            stride,
            size,
        })
    }
}

/// Writes the mode's name, `pot-divisor`, without its numbers.
impl fmt::Display for FetchMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Constant => "linear, with stride 0",
            _ => self.name(),
        })
    }
}
