use core::num::NonZeroU32;

use super::decode_error::{DecodeError, DecodeErrorKind};
use super::field::{Field, FieldKind, FieldValue, used_bits};
use crate::divisor::{MagicDivisor, Rounding};
use crate::lookup;
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

pub(crate) const VERTEX_ID: FieldValue = FieldValue::new(0x22, "vertex ID");
pub(crate) const INSTANCE_ID: FieldValue = FieldValue::new(0x24, "instance ID");

const VERTEX_ID_TYPES: &[FieldValue] = &[VERTEX_ID];
const INSTANCE_ID_TYPES: &[FieldValue] = &[INSTANCE_ID];

const USED_BY_VERTEX_ID: [u32; 4] = used_bits(VertexId::FIELDS, VERTEX_ID.number);
const USED_BY_INSTANCE_ID: [u32; 4] = used_bits(InstanceId::FIELDS, INSTANCE_ID.number);

const TYPE_MASK: u32 = VertexId::TYPE.mask(0);
const DIVISOR_R_SHIFT: u32 = VertexId::DIVISOR_R.shift();
const DIVISOR_R_MASK: u32 = VertexId::DIVISOR_R.mask(1);
const DIVISOR_P_SHIFT: u32 = VertexId::DIVISOR_P.shift();
const DIVISOR_E_SHIFT: u32 = InstanceId::DIVISOR_E.shift();
const DIVISOR_E_MASK: u32 = InstanceId::DIVISOR_E.mask(1);

/// R and P of a draw that is not instanced: 9 · 2^31, a modulus that every linear id is below.
const NOT_INSTANCED: u32 = 31 << DIVISOR_R_SHIFT | 4 << DIVISOR_P_SHIFT;

/// The division of a draw that is not instanced: 0 for every id below 2^31.
pub(crate) const NOT_INSTANCED_DIVISION: MagicDivisor =
    match MagicDivisor::from_fields(31, true, u32::MAX >> 1) {
        Some(magic) => magic,
        None => panic!("R and D are in range"),
    };

descriptor! {
    /// The `Vertex ID` of V4 and V5, a descriptor of the table of attribute buffers: the attribute that
    /// reads it is the vertex's number.
    ///
    /// From V6 on, shaders get the number in a register.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    /// | 0 | 0..5 | type | 0x22 (vertex ID) |
    /// | 1 | 24..28 | divisor R | a number |
    /// | 1 | 29..31 | divisor P | a number |
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
    const TYPE: Field = Field::new("type", (0, 0), 6, FieldKind::Named(VERTEX_ID_TYPES));
    pub(crate) const DIVISOR_R: Field = Field::new("divisor R", (1, 24), 5, FieldKind::Number);
    pub(crate) const DIVISOR_P: Field = Field::new("divisor P", (1, 29), 3, FieldKind::Number);

    /// The descriptor's fields, from its first bit to its last.
    pub const FIELDS: &[Field] = &[Self::TYPE, Self::DIVISOR_R, Self::DIVISOR_P];

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

    /// Packs what [`VertexId::decode`] answers: a padded vertex count, or `None` for a draw that is
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
        let parameters = match padded_vertices {
            Some(padded) => (padded.to_bits() as u32) << DIVISOR_R_SHIFT,
            None => NOT_INSTANCED,
        };
        Self {
            words: [VERTEX_ID.number, parameters, 0, 0],
        }
    }

    /// The four words, in memory order.
    #[must_use]
    pub const fn words(&self) -> [u32; 4] {
        self.words
    }

    /// The padded vertex count that four words hold; `None` for a draw that is not instanced.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names the word which cannot stand there in this descriptor.
    ///
    /// ```
    /// use mali_instancing::descriptor::VertexId;
    ///
    /// assert_eq!(VertexId::decode([0x22, 0x8300_0000, 0, 0])?.unwrap().get(), 72);
    /// assert!(VertexId::decode([0x22, 0x8300_0000, 1, 0]).is_err());
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 4]) -> Result<Option<PaddedCount>, DecodeError> {
        if words[0] & TYPE_MASK != VERTEX_ID.number {
            return Err(DecodeError::value(&words, &Self::TYPE, VERTEX_ID_TYPES));
        }
        if DecodeError::has_reserved_bits(&words, &USED_BY_VERTEX_ID) {
            return Err(DecodeError::first_reserved_bits(&words, &USED_BY_VERTEX_ID));
        }
        if words[1] == NOT_INSTANCED {
            return Ok(None);
        }
        match PaddedCount::from_bits((words[1] >> DIVISOR_R_SHIFT) as u8) {
            Some(padded) => Ok(Some(padded)),
            None => Err(DecodeError::new(&words, 1, DecodeErrorKind::PaddedCount)),
        }
    }
}

descriptor! {
    /// The `Instance ID` of V4 and V5, a descriptor of the table of attribute buffers: the attribute that
    /// reads it is the instance's number, found by dividing by the padded vertex count.
    ///
    /// From V6 on, shaders get the number in a register.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    /// | 0 | 0..5 | type | 0x24 (instance ID) |
    /// | 1 | 24..28 | divisor R | a number |
    /// | 1 | 29 | divisor E | 0 or 1 |
    /// | 2 | 0..30 | divisor D | hexadecimal |
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
    const TYPE: Field = Field::new("type", (0, 0), 6, FieldKind::Named(INSTANCE_ID_TYPES));
    pub(crate) const DIVISOR_R: Field = VertexId::DIVISOR_R;
    pub(crate) const DIVISOR_E: Field = Field::new("divisor E", (1, 29), 1, FieldKind::Flag);
    pub(crate) const DIVISOR_D: Field = Field::new("divisor D", (2, 0), 31, FieldKind::Hexadecimal);

    /// The descriptor's fields, from its first bit to its last.
    pub const FIELDS: &[Field] = &[
        Self::TYPE,
        Self::DIVISOR_R,
        Self::DIVISOR_E,
        Self::DIVISOR_D,
    ];

    /// Packs the descriptor for a draw.
    ///
    /// For a draw that is not instanced, every id below 2^31 is divided to 0.
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

    /// Packs what [`InstanceId::decode`] answers.
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
        let parameters = division.divisor_r() << DIVISOR_R_SHIFT
            | (division.divisor_e() as u32) << DIVISOR_E_SHIFT;
        Self {
            words: [INSTANCE_ID.number, parameters, division.divisor_d(), 0],
        }
    }

    /// The four words, in memory order.
    #[must_use]
    pub const fn words(&self) -> [u32; 4] {
        self.words
    }

    /// The division that four words hold.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names the word which cannot stand there in this descriptor.
    ///
    /// ```
    /// use mali_instancing::descriptor::InstanceId;
    ///
    /// let magic = InstanceId::decode([0x24, 0x2600_0000, 0x638e_38e3, 0])?;
    /// assert_eq!(magic.divide(72 * 5), 5);
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 4]) -> Result<MagicDivisor, DecodeError> {
        if words[0] & TYPE_MASK != INSTANCE_ID.number {
            return Err(DecodeError::value(&words, &Self::TYPE, INSTANCE_ID_TYPES));
        }
        if DecodeError::has_reserved_bits(&words, &USED_BY_INSTANCE_ID) {
            return Err(DecodeError::first_reserved_bits(
                &words,
                &USED_BY_INSTANCE_ID,
            ));
        }
        let divisor_r = (words[1] & DIVISOR_R_MASK) >> DIVISOR_R_SHIFT;
        let divisor_e = words[1] & DIVISOR_E_MASK != 0;
        match MagicDivisor::from_fields(divisor_r, divisor_e, words[2]) {
            Some(magic) => Ok(magic),
            None => Err(DecodeError::reserved_bits(
                &words,
                2,
                !USED_BY_INSTANCE_ID[2],
            )),
        }
    }
}
