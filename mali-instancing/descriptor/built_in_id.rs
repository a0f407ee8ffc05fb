use core::num::NonZeroU32;

use super::decode_error::{DecodeError, DecodeErrorKind};
use super::field::used_bits;
use crate::divisor::{MagicDivisor, Rounding};
use crate::error::tri;
use crate::lookup;
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// R and P of a draw that is not instanced: 9 · 2^31, a modulus above every linear id.
const NOT_INSTANCED: [u32; 2] = [31, 4];

/// The division of a draw that is not instanced. Its quotient is 0 for every id below 2^31.
// ((id + 1) · (2^32 − 1)) >> 63: the product reaches 2^63 at the id 2^31.
pub(crate) const NOT_INSTANCED_DIVISION: MagicDivisor =
    match MagicDivisor::from_fields(31, true, u32::MAX >> 1) {
        Some(magic) => magic,
        None => panic!("R and D are in range"),
    };

descriptor! {
    /// The `Vertex ID` of V4 and V5, a descriptor in the table of attribute buffers. The value of an attribute that
    /// names it is the vertex's number.
    ///
    /// From V6 on, shaders get the number in a register.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    fields {
        TYPE:      0 | 0..=5   | "type"      | [VERTEX_ID = 0x22 "vertex ID"];
        DIVISOR_R: 1 | 24..=28 | "divisor R" | Number;
        DIVISOR_P: 1 | 29..=31 | "divisor P" | Number;
    }
    ///
    /// ```
    /// use mali_instancing::descriptor::VertexId;
    /// use mali_instancing::{ThreadCount, PaddedCount};
    ///
    /// let thread_count = ThreadCount::new(PaddedCount::from_exact(72)?, 100)?;
    /// assert_eq!(VertexId::new(thread_count).words(), [0x22, 0x8300_0000, 0, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[repr(C, align(16))]
    pub struct VertexId {
        words: [u32; 4],
    }
}

impl VertexId {
    /// Packs the descriptor for a draw.
    ///
    /// ```
    /// use mali_instancing::descriptor::VertexId;
    /// use mali_instancing::{ThreadCount, PaddedCount};
    ///
    /// let not_instanced = ThreadCount::new(PaddedCount::from_exact(72)?, 1)?;
    /// assert_eq!(VertexId::new(not_instanced).words(), [0x22, 0x9f00_0000, 0, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn new(thread_count: ThreadCount) -> Self {
        if thread_count.is_instanced() {
            Self::from_fields(Some(thread_count.padded_vertices()))
        } else {
            Self::from_fields(None)
        }
    }

    /// Packs the fields that [`VertexId::decode`] returns: a padded vertex count, or `None` for a draw that is
    /// not instanced.
    ///
    /// ```
    /// use mali_instancing::PaddedCount;
    /// use mali_instancing::descriptor::VertexId;
    ///
    /// let descriptor = VertexId::from_fields(Some(PaddedCount::from_exact(72)?));
    /// assert_eq!(descriptor.words()[1], 0x8300_0000);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn from_fields(padded_vertices: Option<PaddedCount>) -> Self {
        let [divisor_r, divisor_p] = match padded_vertices {
            Some(padded) => [padded.shift(), padded.odd() / 2],
            None => NOT_INSTANCED,
        };
        Self::ZERO
            .with(Self::TYPE, Self::VERTEX_ID)
            .with(Self::DIVISOR_R, divisor_r)
            .with(Self::DIVISOR_P, divisor_p)
    }

    /// The padded vertex count that four words hold; `None` for a draw that is not instanced.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names a word which is invalid in this descriptor.
    ///
    /// ```
    /// use mali_instancing::descriptor::VertexId;
    ///
    /// assert_eq!(VertexId::decode([0x22, 0x8300_0000, 0, 0])?.unwrap().get(), 72);
    /// assert!(VertexId::decode([0x22, 0x8300_0000, 1, 0]).is_err());
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 4]) -> Result<Option<PaddedCount>, DecodeError> {
        if Self::TYPE.read(&words) != Self::VERTEX_ID {
            return Err(DecodeError::unnamed(&words, &Self::TYPE));
        }
        let used = const { &used_bits(Self::FIELDS, Self::VERTEX_ID) };
        tri!(DecodeError::check_reserved(&words, used));
        match [Self::DIVISOR_R.read(&words), Self::DIVISOR_P.read(&words)] {
            // Before `from_fields`, for which 9 · 2^31 has too many bits.
            NOT_INSTANCED => Ok(None),
            [divisor_r, divisor_p] => match PaddedCount::from_fields(divisor_r, divisor_p) {
                Some(padded) => Ok(Some(padded)),
                None => Err(DecodeError::new(&words, 1, DecodeErrorKind::PaddedCount)),
            },
        }
    }
}

descriptor! {
    /// The `Instance ID` of V4 and V5, a descriptor in the table of attribute buffers. The value of an attribute that
    /// names it is the instance's number: the linear id divided by the padded vertex count.
    ///
    /// From V6 on, shaders get the number in a register.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    fields {
        TYPE:      0 | 0..=5   | "type"      | [INSTANCE_ID = 0x24 "instance ID"];
        DIVISOR_R: 1 | 24..=28 | "divisor R" | Number;
        DIVISOR_E: 1 | 29      | "divisor E" | Flag;
        DIVISOR_D: 2 | 0..=30  | "divisor D" | Hexadecimal;
    }
    ///
    /// ```
    /// use mali_instancing::descriptor::InstanceId;
    /// use mali_instancing::{ThreadCount, PaddedCount, Rounding};
    ///
    /// let thread_count = ThreadCount::new(PaddedCount::from_exact(72)?, 100)?;
    /// let descriptor = InstanceId::new(thread_count, Rounding::RoundDown);
    /// assert_eq!(descriptor.words(), [0x24, 0x2600_0000, 0x638e_38e3, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[repr(C, align(16))]
    pub struct InstanceId {
        words: [u32; 4],
    }
}

impl InstanceId {
    /// Packs the descriptor for a draw.
    ///
    /// In a draw that is not instanced, every linear id below 2^31 has instance 0.
    ///
    /// ```
    /// use mali_instancing::descriptor::InstanceId;
    /// use mali_instancing::{ThreadCount, PaddedCount, Rounding};
    ///
    /// let not_instanced = ThreadCount::new(PaddedCount::from_exact(72)?, 1)?;
    /// let descriptor = InstanceId::new(not_instanced, Rounding::RoundDown);
    /// assert_eq!(descriptor.words(), [0x24, 0x3f00_0000, 0x7fff_ffff, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn new(thread_count: ThreadCount, rounding: Rounding) -> Self {
        if thread_count.is_instanced() {
            let padded = thread_count.padded_vertices();
            // This descriptor has no mode that shifts: it divides by a power of two by multiplying, too. With a divisor
            // of 1 the hardware divisor is the padded count itself.
            let product = padded.get_nonzero();
            Self::from_fields(lookup::of_product(
                padded,
                NonZeroU32::MIN,
                product,
                rounding,
            ))
        } else {
            Self::from_fields(NOT_INSTANCED_DIVISION)
        }
    }

    /// Packs the division that [`InstanceId::decode`] returns.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use mali_instancing::descriptor::InstanceId;
    /// use mali_instancing::{MagicDivisor, Rounding};
    ///
    /// let by_72 = MagicDivisor::new(NonZeroU32::new(72).unwrap(), Rounding::RoundDown);
    /// assert_eq!(InstanceId::from_fields(by_72).words(), [0x24, 0x2600_0000, 0x638e_38e3, 0]);
    /// ```
    #[must_use]
    pub const fn from_fields(division: MagicDivisor) -> Self {
        Self::ZERO
            .with(Self::TYPE, Self::INSTANCE_ID)
            .with(Self::DIVISOR_R, division.divisor_r())
            .with(Self::DIVISOR_E, division.divisor_e() as u32)
            .with(Self::DIVISOR_D, division.divisor_d())
    }

    /// The division that four words hold.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names a word which is invalid in this descriptor.
    ///
    /// ```
    /// use mali_instancing::descriptor::InstanceId;
    ///
    /// let magic = InstanceId::decode([0x24, 0x2600_0000, 0x638e_38e3, 0])?;
    /// assert_eq!(magic.divide(72 * 5), 5);
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 4]) -> Result<MagicDivisor, DecodeError> {
        if Self::TYPE.read(&words) != Self::INSTANCE_ID {
            return Err(DecodeError::unnamed(&words, &Self::TYPE));
        }
        let used = const { &used_bits(Self::FIELDS, Self::INSTANCE_ID) };
        tri!(DecodeError::check_reserved(&words, used));
        let divisor_e = Self::DIVISOR_E.read(&words) != 0;
        let [divisor_r, divisor_d] = [Self::DIVISOR_R.read(&words), Self::DIVISOR_D.read(&words)];
        match MagicDivisor::from_fields(divisor_r, divisor_e, divisor_d) {
            Some(magic) => Ok(magic),
            // Not reached: R has five bits and D has 31.
            None => Err(DecodeError::reserved_bits(&words, 2, !used[2])),
        }
    }
}
