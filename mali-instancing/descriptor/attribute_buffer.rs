use core::num::NonZeroU32;

use super::decode_error::Fault;
use super::{BufferAddress, DecodeError};
use crate::divisor::{MagicDivisor, PowerOfTwo};
use crate::fetch::FetchMode;
use crate::padded_count::PaddedCount;

const TYPE_LINEAR: u64 = 1;
const TYPE_POWER_OF_TWO_DIVISOR: u64 = 2;
const TYPE_MODULUS: u64 = 3;
const TYPE_OTHER_DIVISOR: u64 = 4;
const TYPE_CONTINUATION: u32 = 0x20;

const TYPES: &str = "1 (linear), 2 (power-of-two divisor), 3 (modulus) and 4 (other divisor)";

const TYPE_MASK: u64 = 0x3f;
const DIVISOR_R_SHIFT: u32 = 56;
const DIVISOR_P_SHIFT: u32 = 61;
const DIVISOR_E_SHIFT: u32 = 61;

record! {
    /// One `Attribute Buffer` of V4 to V7, as the hardware reads it.
    ///
    /// Eight words: the record of four, and behind it the continuation that the mode "other divisor"
    /// needs, else zeros. Every buffer has both, so buffer i of a table is record 2·i, and the pair
    /// begins at an even record as it must. The table itself must be aligned to 64 bytes.
    ///
    /// | words | bits | field |
    /// |---|---|---|
    /// | 0 | 0..5 | type: 1 linear, 2 power-of-two divisor, 3 modulus, 4 other divisor |
    /// | 0, 1 | 6..55 | pointer / 64 |
    /// | 1 | 56..60 | divisor R |
    /// | 1 | 61..63 | divisor P (modulus), or in bit 61 divisor E (other divisor) |
    /// | 2 | | stride in bytes |
    /// | 3 | | size in bytes |
    /// | 4 | | continuation: 0x20 |
    /// | 5 | | continuation: divisor D |
    /// | 6 | | 0 |
    /// | 7 | | continuation: the application's divisor |
    ///
    /// ```
    /// use mali_instancing::{
    ///     AttributeBuffer, BufferAddress, Dispatch, FetchMode, InputRate, PaddedCount, Padding, Rounding,
    /// };
    ///
    /// let dispatch = Dispatch::for_any_instance_count(PaddedCount::new(70, Padding::Hardware)?);
    /// let mode = FetchMode::new(dispatch, InputRate::instance(3)?, Rounding::RoundDown)?;
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
            FetchMode::PowerOfTwoDivisor(power) => {
                TYPE_POWER_OF_TWO_DIVISOR | (power.divisor_r() as u64) << DIVISOR_R_SHIFT
            }
            FetchMode::OtherDivisor { magic, .. } => {
                TYPE_OTHER_DIVISOR
                    | (magic.divisor_r() as u64) << DIVISOR_R_SHIFT
                    | (magic.divisor_e() as u64) << DIVISOR_E_SHIFT
            }
        } | address.get();
        let [continuation, divisor_d, application_divisor] = match mode {
            FetchMode::OtherDivisor { magic, divisor } => {
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

    /// The record of words that are known to be one.
    pub(crate) const fn from_words(words: [u32; 8]) -> Self {
        Self { words }
    }

    /// The eight words, in memory order.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// let buffer = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 1400);
    /// assert_eq!(buffer.words()[2..4], [20, 1400]);
    /// ```
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

    /// This record with its buffer at `address`.
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
        self.set_address(address);
        self
    }

    /// Moves the buffer to `address`: two stores.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// let mut mesh = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 1400);
    /// mesh.set_address(BufferAddress::new(0x40)?);
    /// assert_eq!(mesh.words()[0], 0x41);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[inline]
    pub const fn set_address(&mut self, address: BufferAddress) {
        let header = header(&self.words) & !BufferAddress::MASK | address.get();
        self.words[0] = header as u32;
        self.words[1] = (header >> 32) as u32;
    }

    /// This record with elements `stride` bytes apart.
    ///
    /// The word is written as it is. For a record whose threads all read one element it must stay
    /// 0, which [`FetchMode::stride`] sees to.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// let mesh = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 1400);
    /// assert_eq!(mesh.with_stride(32).words()[2], 32);
    /// ```
    #[must_use]
    pub const fn with_stride(mut self, stride: u32) -> Self {
        self.set_stride(stride);
        self
    }

    /// Sets the distance between elements in bytes, as [`AttributeBuffer::with_stride`] does.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// let mut mesh = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 1400);
    /// mesh.set_stride(32);
    /// assert_eq!(mesh.words()[2], 32);
    /// ```
    pub const fn set_stride(&mut self, stride: u32) {
        self.words[2] = stride;
    }

    /// This record with a buffer of `size` bytes.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// let mesh = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 0);
    /// assert_eq!(mesh.with_size(1400).words()[3], 1400);
    /// ```
    #[must_use]
    pub const fn with_size(mut self, size: u32) -> Self {
        self.set_size(size);
        self
    }

    /// Sets the buffer's size in bytes.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
    ///
    /// let mut mesh = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 0);
    /// mesh.set_size(1400);
    /// assert_eq!(mesh.words()[3], 1400);
    /// ```
    pub const fn set_size(&mut self, size: u32) {
        self.words[3] = size;
    }

    /// The fields of any eight words.
    ///
    /// What is answered packs to the same words again: bits that a type leaves 0 must be 0. A
    /// linear record with a stride of 0 is [`FetchMode::Constant`].
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] with the position of the word that no attribute buffer has there.
    ///
    /// ```
    /// use mali_instancing::{AttributeBuffer, DecodeError, FetchMode};
    ///
    /// let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
    /// let FetchMode::OtherDivisor { magic, divisor } = AttributeBuffer::decode(words)?.mode else {
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
        let divisor_r = (header >> DIVISOR_R_SHIFT) as u32 & 0x1f;
        let divisor_p = (header >> DIVISOR_P_SHIFT) as u32;
        let mode = match header & TYPE_MASK {
            TYPE_LINEAR => {
                if divisor_r != 0 || divisor_p != 0 {
                    return Err(DecodeError::reserved_bits(&words, 1, 0xff00_0000));
                }
                if words[2] == 0 {
                    FetchMode::Constant
                } else {
                    FetchMode::Linear
                }
            }
            TYPE_MODULUS => match PaddedCount::from_bits((header >> DIVISOR_R_SHIFT) as u8) {
                Some(padded) => FetchMode::Modulus(padded),
                None => {
                    return Err(DecodeError::new(&words, 1, Fault::PaddedCount));
                }
            },
            TYPE_POWER_OF_TWO_DIVISOR => match PowerOfTwo::from_divisor_r(divisor_r) {
                Some(power) if divisor_p == 0 => FetchMode::PowerOfTwoDivisor(power),
                _ => return Err(DecodeError::reserved_bits(&words, 1, 0xe000_0000)),
            },
            TYPE_OTHER_DIVISOR => {
                if divisor_p > 1 {
                    return Err(DecodeError::reserved_bits(&words, 1, 0xc000_0000));
                }
                if words[4] != TYPE_CONTINUATION {
                    return Err(DecodeError::new(&words, 4, Fault::Continuation));
                }
                let Some(magic) = MagicDivisor::from_fields(divisor_r, divisor_p == 1, words[5])
                else {
                    return Err(DecodeError::reserved_bits(&words, 5, 0x8000_0000));
                };
                let Some(divisor) = NonZeroU32::new(words[7]) else {
                    return Err(DecodeError::new(&words, 7, Fault::ZeroDivisor));
                };
                FetchMode::OtherDivisor { magic, divisor }
            }
            _ => return Err(DecodeError::new(&words, 0, Fault::Type { allowed: TYPES })),
        };
        let has_continuation = matches!(mode, FetchMode::OtherDivisor { .. });
        let mut word = 4;
        while word < words.len() {
            if words[word] != 0 && (word == 6 || !has_continuation) {
                return Err(DecodeError::reserved_bits(&words, word, u32::MAX));
            }
            word += 1;
        }
        Ok(AttributeBufferFields {
            mode,
            address: BufferAddress::masked(header),
            stride: words[2],
            size: words[3],
        })
    }
}

/// The record's first two words, in which type, pointer and parameters share 64 bits.
const fn header(words: &[u32; 8]) -> u64 {
    words[0] as u64 | (words[1] as u64) << 32
}
