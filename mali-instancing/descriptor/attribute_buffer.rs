use core::num::NonZeroU32;

use super::buffer_address::BufferAddress;
use super::decode_error::{DecodeError, DecodeErrorKind};
use super::field::{Field, FieldKind, FieldValue, used_bits};
use crate::divisor::{MagicDivisor, PowerOfTwo};
use crate::fetch::{self, FetchMode};
use crate::padded_count::PaddedCount;

pub(crate) const LINEAR: FieldValue = FieldValue::new(1, fetch::LINEAR);
pub(crate) const POWER_OF_TWO_DIVISOR: FieldValue = FieldValue::new(2, fetch::POWER_OF_TWO_DIVISOR);
pub(crate) const MODULUS: FieldValue = FieldValue::new(3, fetch::MODULUS);
pub(crate) const OTHER_DIVISOR: FieldValue = FieldValue::new(4, fetch::OTHER_DIVISOR);
pub(crate) const CONTINUATION: FieldValue = FieldValue::new(0x20, "continuation");

const TYPES: &[FieldValue] = &[LINEAR, POWER_OF_TWO_DIVISOR, MODULUS, OTHER_DIVISOR];

const TYPE_LINEAR: u64 = LINEAR.number as u64;
const TYPE_POWER_OF_TWO_DIVISOR: u64 = POWER_OF_TWO_DIVISOR.number as u64;
const TYPE_MODULUS: u64 = MODULUS.number as u64;
const TYPE_OTHER_DIVISOR: u64 = OTHER_DIVISOR.number as u64;
const TYPE_CONTINUATION: u32 = CONTINUATION.number;

/// Where the fields of the descriptor's first two words lie among their 64 bits.
const TYPE_MASK: u64 = AttributeBuffer::TYPE.mask(0) as u64;
const POINTER_MASK: u64 = AttributeBuffer::POINTER.mask(0) as u64
    | (AttributeBuffer::POINTER.mask(1) as u64) << u32::BITS;
const DIVISOR_R_SHIFT: u32 = AttributeBuffer::DIVISOR_R.start;
const DIVISOR_R_MASK: u32 =
    AttributeBuffer::DIVISOR_R.mask(1) >> AttributeBuffer::DIVISOR_R.shift();
const DIVISOR_P_SHIFT: u32 = AttributeBuffer::DIVISOR_P.start;
const DIVISOR_E_SHIFT: u32 = AttributeBuffer::DIVISOR_E.start;

const STRIDE: usize = AttributeBuffer::STRIDE.word();
const SIZE: usize = AttributeBuffer::SIZE.word();
const CONTINUATION_TYPE: usize = AttributeBuffer::CONTINUATION_TYPE.word();
const DIVISOR_D: usize = AttributeBuffer::DIVISOR_D.word();
const DIVISOR: usize = AttributeBuffer::DIVISOR.word();

const USED_BY_LINEAR: [u32; 8] = used_bits(AttributeBuffer::FIELDS, LINEAR.number);
const USED_BY_POWER_OF_TWO_DIVISOR: [u32; 8] =
    used_bits(AttributeBuffer::FIELDS, POWER_OF_TWO_DIVISOR.number);
const USED_BY_MODULUS: [u32; 8] = used_bits(AttributeBuffer::FIELDS, MODULUS.number);
const USED_BY_OTHER_DIVISOR: [u32; 8] = used_bits(AttributeBuffer::FIELDS, OTHER_DIVISOR.number);

descriptor! {
    /// One `Attribute Buffer` of V4 to V7, as the hardware reads it.
    ///
    /// It has eight words: a descriptor of four words, and the continuation of the mode "other divisor".
    /// In other modes, zeros stand in the place of the continuation. So every buffer takes two descriptors,
    /// and buffer i of a table is descriptor 2·i: the pair begins at an even descriptor, as it must. The table
    /// itself must be aligned to 64 bytes.
    ///
    /// | word | bits | field | value | types |
    /// |---|---|---|---|---|
    /// | 0 | 0..5 | type | 1 (linear), 2 (power-of-two divisor), 3 (modulus), 4 (other divisor) | |
    /// | 0, 1 | 6..31, 0..23 | pointer | bytes / 64 | |
    /// | 1 | 24..28 | divisor R | a number | 2, 3, 4 |
    /// | 1 | 29..31 | divisor P | a number | 3 |
    /// | 1 | 29 | divisor E | 0 or 1 | 4 |
    /// | 2 | 0..31 | stride | bytes | |
    /// | 3 | 0..31 | size | bytes | |
    /// | 4 | 0..5 | type | 0x20 (continuation) | 4 |
    /// | 5 | 0..30 | divisor D | hexadecimal | 4 |
    /// | 7 | 0..31 | divisor | a number | 4 |
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

/// What an [`AttributeBuffer`] says, see [`AttributeBuffer::decode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct AttributeBufferFields {
    /// How a linear id becomes an element's index.
    pub mode: FetchMode,
    /// Where the buffer begins.
    pub address: BufferAddress,
    /// The distance between elements, in bytes.
    pub stride: u32,
    /// The buffer's size, in bytes.
    pub size: u32,
}

impl AttributeBuffer {
    pub(crate) const TYPE: Field = Field::new("type", (0, 0), 6, FieldKind::Named(TYPES));
    pub(crate) const POINTER: Field =
        Field::new("pointer", (0, 6), 50, FieldKind::Address).scaled(64);
    pub(crate) const DIVISOR_R: Field = Field::new("divisor R", (1, 24), 5, FieldKind::Number)
        .only(&Self::TYPE, &[POWER_OF_TWO_DIVISOR, MODULUS, OTHER_DIVISOR]);
    pub(crate) const DIVISOR_P: Field =
        Field::new("divisor P", (1, 29), 3, FieldKind::Number).only(&Self::TYPE, &[MODULUS]);
    pub(crate) const DIVISOR_E: Field =
        Field::new("divisor E", (1, 29), 1, FieldKind::Flag).only(&Self::TYPE, &[OTHER_DIVISOR]);
    pub(crate) const STRIDE: Field = Field::new("stride", (2, 0), 32, FieldKind::Bytes);
    pub(crate) const SIZE: Field = Field::new("size", (3, 0), 32, FieldKind::Bytes);
    const CONTINUATION_TYPE: Field =
        Field::new("type", (4, 0), 6, FieldKind::Named(&[CONTINUATION]))
            .only(&Self::TYPE, &[OTHER_DIVISOR]);
    pub(crate) const DIVISOR_D: Field = Field::new("divisor D", (5, 0), 31, FieldKind::Hexadecimal)
        .only(&Self::TYPE, &[OTHER_DIVISOR]);
    pub(crate) const DIVISOR: Field =
        Field::new("divisor", (7, 0), 32, FieldKind::Number).only(&Self::TYPE, &[OTHER_DIVISOR]);

    /// The descriptor's fields, from its first bit to its last, those of the continuation included.
    pub const FIELDS: &[Field] = &[
        Self::TYPE,
        Self::POINTER,
        Self::DIVISOR_R,
        Self::DIVISOR_P,
        Self::DIVISOR_E,
        Self::STRIDE,
        Self::SIZE,
        Self::CONTINUATION_TYPE,
        Self::DIVISOR_D,
        Self::DIVISOR,
    ];

    /// Packs a buffer at `address`, of `size` bytes, whose elements are `stride` bytes apart.
    ///
    /// `stride` is the application's; where all threads read one element, 0 is written, see
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
        let header = match mode {
            FetchMode::Linear | FetchMode::Constant => TYPE_LINEAR,
            FetchMode::Modulus(padded) => {
                TYPE_MODULUS
                    | (padded.shift() as u64) << DIVISOR_R_SHIFT
                    | (padded.odd() as u64 / 2) << DIVISOR_P_SHIFT
            }
            FetchMode::PotDivisor(power) => {
                TYPE_POWER_OF_TWO_DIVISOR | (power.divisor_r() as u64) << DIVISOR_R_SHIFT
            }
            FetchMode::NpotDivisor { magic, .. } => {
                TYPE_OTHER_DIVISOR
                    | (magic.divisor_r() as u64) << DIVISOR_R_SHIFT
                    | (magic.divisor_e() as u64) << DIVISOR_E_SHIFT
            }
        } | address.get();
        let [continuation, divisor_d, application_divisor] = match mode {
            FetchMode::NpotDivisor { magic, divisor } => {
                [TYPE_CONTINUATION, magic.divisor_d(), divisor.get()]
            }
            _ => [0; 3],
        };
        Self {
            words: [
                header as u32,
                (header >> 32) as u32,
                mode.stride(stride),
                size,
                continuation,
                divisor_d,
                0,
                application_divisor,
            ],
        }
    }

    /// The descriptor of words that are known to be one.
    pub(crate) const fn from_words(words: [u32; 8]) -> Self {
        Self { words }
    }

    /// The eight words, in memory order.
    #[must_use]
    pub const fn words(&self) -> [u32; 8] {
        self.words
    }

    /// The 32 bytes as they stand in the GPU's memory, whatever the byte order of the host.
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

    /// This descriptor with its buffer at `address`.
    ///
    /// To move the buffer of a descriptor in place, `*descriptor = descriptor.with_address(address)` is two stores.
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
    pub const fn with_address(mut self, address: BufferAddress) -> Self {
        let header = header(&self.words) & !POINTER_MASK | address.get();
        self.words[0] = header as u32;
        self.words[1] = (header >> 32) as u32;
        self
    }

    /// This descriptor with elements `stride` bytes apart.
    ///
    /// The stride is written as it is. In a descriptor whose threads all read one element it must stay 0:
    /// [`FetchMode::stride`] gives the right one.
    #[must_use]
    pub const fn with_stride(mut self, stride: u32) -> Self {
        self.words[STRIDE] = stride;
        self
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
    pub const fn with_size(mut self, size: u32) -> Self {
        self.words[SIZE] = size;
        self
    }

    /// The fields of any eight words.
    ///
    /// The fields pack to the same words again, because bits that a type does not use must be 0. A
    /// linear descriptor with a stride of 0 is [`FetchMode::Constant`].
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names the word which cannot stand there in an attribute buffer.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, DecodeError, FetchMode};
    ///
    /// let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
    /// let FetchMode::NpotDivisor { magic, divisor } = AttributeBuffer::decode(words)?.mode else {
    ///     panic!("type 4 is \"other divisor\"");
    /// };
    /// assert_eq!((magic.divide(216), divisor.get()), (1, 3));
    ///
    /// let error = AttributeBuffer::decode([9, 0, 0, 0, 0, 0, 0, 0]).unwrap_err();
    /// assert_eq!((error.word, error.found), (0, 9));
    /// # Ok::<(), DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 8]) -> Result<AttributeBufferFields, DecodeError> {
        let header = header(&words);
        let divisor_r = (header >> DIVISOR_R_SHIFT) as u32 & DIVISOR_R_MASK;
        let mode = match header & TYPE_MASK {
            TYPE_LINEAR => {
                let used = &USED_BY_LINEAR;
                if DecodeError::has_reserved_bits(&words, used) {
                    return Err(DecodeError::first_reserved_bits(&words, used));
                }
                match words[STRIDE] {
                    0 => FetchMode::Constant,
                    _ => FetchMode::Linear,
                }
            }
            TYPE_POWER_OF_TWO_DIVISOR => {
                let used = &USED_BY_POWER_OF_TWO_DIVISOR;
                if DecodeError::has_reserved_bits(&words, used) {
                    return Err(DecodeError::first_reserved_bits(&words, used));
                }
                match PowerOfTwo::from_divisor_r(divisor_r) {
                    Some(power) => FetchMode::PotDivisor(power),
                    None => return Err(DecodeError::reserved_bits(&words, 1, !used[1])),
                }
            }
            TYPE_MODULUS => {
                if DecodeError::has_reserved_bits(&words, &USED_BY_MODULUS) {
                    return Err(DecodeError::first_reserved_bits(&words, &USED_BY_MODULUS));
                }
                match PaddedCount::from_bits((header >> DIVISOR_R_SHIFT) as u8) {
                    Some(padded) => FetchMode::Modulus(padded),
                    None => return Err(DecodeError::new(&words, 1, DecodeErrorKind::PaddedCount)),
                }
            }
            TYPE_OTHER_DIVISOR => {
                if words[CONTINUATION_TYPE] != TYPE_CONTINUATION {
                    let fault = DecodeErrorKind::Continuation;
                    return Err(DecodeError::new(&words, CONTINUATION_TYPE, fault));
                }
                let used = &USED_BY_OTHER_DIVISOR;
                if DecodeError::has_reserved_bits(&words, used) {
                    return Err(DecodeError::first_reserved_bits(&words, used));
                }
                let divisor_e = header >> DIVISOR_E_SHIFT & 1 != 0;
                let Some(magic) = MagicDivisor::from_fields(divisor_r, divisor_e, words[DIVISOR_D])
                else {
                    let reserved = !used[DIVISOR_D];
                    return Err(DecodeError::reserved_bits(&words, DIVISOR_D, reserved));
                };
                let Some(divisor) = NonZeroU32::new(words[DIVISOR]) else {
                    return Err(DecodeError::new(
                        &words,
                        DIVISOR,
                        DecodeErrorKind::ZeroDivisor,
                    ));
                };
                FetchMode::NpotDivisor { magic, divisor }
            }
            _ => return Err(DecodeError::value(&words, &Self::TYPE, TYPES)),
        };
        Ok(AttributeBufferFields {
            mode,
            address: BufferAddress::masked(header),
            stride: words[STRIDE],
            size: words[SIZE],
        })
    }
}

/// The descriptor's first two words, in which type, pointer and parameters share 64 bits.
const fn header(words: &[u32; 8]) -> u64 {
    words[0] as u64 | (words[1] as u64) << 32
}
