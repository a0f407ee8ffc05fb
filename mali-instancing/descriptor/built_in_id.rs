use super::decode_error::{DecodeError, Fault};
use crate::dispatch::Dispatch;
use crate::divisor::{MagicDivisor, Rounding};
use crate::padded_count::PaddedCount;

const TYPE_VERTEX_ID: u32 = 0x22;
const TYPE_INSTANCE_ID: u32 = 0x24;
const DIVISOR_R_SHIFT: u32 = 24;
const DIVISOR_P_SHIFT: u32 = 29;
const DIVISOR_E_SHIFT: u32 = 29;

/// R and P of a draw that is not instanced: 9 · 2^31, a modulus that every linear id is below.
const NOT_INSTANCED: u32 = 31 << DIVISOR_R_SHIFT | 4 << DIVISOR_P_SHIFT;

/// The division of a draw that is not instanced: 0 for every id below 2^31.
const NOT_INSTANCED_DIVISION: MagicDivisor =
    match MagicDivisor::from_fields(31, true, u32::MAX >> 1) {
        Some(magic) => magic,
        None => panic!("R and D are in range"),
    };

record! {
    /// The `Vertex ID` of V4 and V5, a record of the table of attribute buffers: the attribute that
    /// reads it is the vertex's number.
    ///
    /// From V6 on, shaders get the number in a register.
    ///
    /// ```
    /// use mali_instancing::descriptor::VertexId;
    /// use mali_instancing::{Dispatch, PaddedCount};
    ///
    /// let dispatch = Dispatch::new(PaddedCount::exactly(72)?, 100)?;
    /// assert_eq!(VertexId::new(dispatch).words(), [0x22, 0x8300_0000, 0, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[repr(C, align(16))]
    pub struct VertexId {
        words: [u32; 4],
    }
}

impl VertexId {
    /// Packs the record for a draw.
    ///
    /// ```
    /// use mali_instancing::descriptor::VertexId;
    /// use mali_instancing::{Dispatch, PaddedCount};
    ///
    /// let not_instanced = Dispatch::new(PaddedCount::exactly(72)?, 1)?;
    /// assert_eq!(VertexId::new(not_instanced).words(), [0x22, 0x9f00_0000, 0, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn new(dispatch: Dispatch) -> Self {
        if dispatch.is_instanced() {
            Self::from_fields(Some(dispatch.padded_vertices()))
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
    /// let record = VertexId::from_fields(Some(PaddedCount::exactly(72)?));
    /// assert_eq!(record.words()[1], 0x8300_0000);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn from_fields(padded_vertices: Option<PaddedCount>) -> Self {
        let parameters = match padded_vertices {
            Some(padded) => (padded.to_bits() as u32) << DIVISOR_R_SHIFT,
            None => NOT_INSTANCED,
        };
        Self {
            words: [TYPE_VERTEX_ID, parameters, 0, 0],
        }
    }

    /// The four words, in memory order.
    ///
    /// ```
    /// use mali_instancing::descriptor::VertexId;
    /// use mali_instancing::{Dispatch, PaddedCount};
    ///
    /// let dispatch = Dispatch::for_any_instance_count(PaddedCount::exactly(72)?);
    /// assert_eq!(VertexId::new(dispatch).words()[0], 0x22);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn words(&self) -> [u32; 4] {
        self.words
    }

    /// The padded vertex count of any four words; `None` for a draw that is not instanced.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] with the position of the word that this record never has there.
    ///
    /// ```
    /// use mali_instancing::descriptor::VertexId;
    ///
    /// assert_eq!(VertexId::decode([0x22, 0x8300_0000, 0, 0])?.unwrap().get(), 72);
    /// assert!(VertexId::decode([0x22, 0x8300_0000, 1, 0]).is_err());
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 4]) -> Result<Option<PaddedCount>, DecodeError> {
        if words[0] != TYPE_VERTEX_ID {
            return Err(DecodeError::new(
                &words,
                0,
                Fault::Type {
                    allowed: "0x22 (vertex ID)",
                },
            ));
        }
        let used = [TYPE_VERTEX_ID, 0xff00_0000, 0, 0];
        if let Err(error) = DecodeError::check_unused(&words, &used) {
            return Err(error);
        }
        if words[1] == NOT_INSTANCED {
            return Ok(None);
        }
        match PaddedCount::from_bits((words[1] >> DIVISOR_R_SHIFT) as u8) {
            Some(padded) => Ok(Some(padded)),
            None => Err(DecodeError::new(&words, 1, Fault::PaddedCount)),
        }
    }
}

record! {
    /// The `Instance ID` of V4 and V5, a record of the table of attribute buffers: the attribute that
    /// reads it is the instance's number, found by dividing by the padded vertex count.
    ///
    /// From V6 on, shaders get the number in a register.
    ///
    /// ```
    /// use mali_instancing::descriptor::InstanceId;
    /// use mali_instancing::{Dispatch, PaddedCount, Rounding};
    ///
    /// let dispatch = Dispatch::new(PaddedCount::exactly(72)?, 100)?;
    /// let record = InstanceId::new(dispatch, Rounding::RoundDown);
    /// assert_eq!(record.words(), [0x24, 0x2600_0000, 0x638e_38e3, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[repr(C, align(16))]
    pub struct InstanceId {
        words: [u32; 4],
    }
}

impl InstanceId {
    /// Packs the record for a draw.
    ///
    /// For a draw that is not instanced, every id below 2^31 is divided to 0.
    ///
    /// ```
    /// use mali_instancing::descriptor::InstanceId;
    /// use mali_instancing::{Dispatch, PaddedCount, Rounding};
    ///
    /// let not_instanced = Dispatch::new(PaddedCount::exactly(72)?, 1)?;
    /// let record = InstanceId::new(not_instanced, Rounding::RoundDown);
    /// assert_eq!(record.words(), [0x24, 0x3f00_0000, 0x7fff_ffff, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn new(dispatch: Dispatch, rounding: Rounding) -> Self {
        if dispatch.is_instanced() {
            let divisor = dispatch.padded_vertices().get_nonzero();
            Self::from_fields(MagicDivisor::new(divisor, rounding))
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
            words: [TYPE_INSTANCE_ID, parameters, division.divisor_d(), 0],
        }
    }

    /// The four words, in memory order.
    ///
    /// ```
    /// use mali_instancing::descriptor::InstanceId;
    /// use mali_instancing::{Dispatch, PaddedCount, Rounding};
    ///
    /// let dispatch = Dispatch::for_any_instance_count(PaddedCount::exactly(72)?);
    /// assert_eq!(InstanceId::new(dispatch, Rounding::RoundDown).words()[0], 0x24);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn words(&self) -> [u32; 4] {
        self.words
    }

    /// The division of any four words.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] with the position of the word that this record never has there.
    ///
    /// ```
    /// use mali_instancing::descriptor::InstanceId;
    ///
    /// let magic = InstanceId::decode([0x24, 0x2600_0000, 0x638e_38e3, 0])?;
    /// assert_eq!(magic.divide(72 * 5), 5);
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 4]) -> Result<MagicDivisor, DecodeError> {
        if words[0] != TYPE_INSTANCE_ID {
            return Err(DecodeError::new(
                &words,
                0,
                Fault::Type {
                    allowed: "0x24 (instance ID)",
                },
            ));
        }
        let used = [TYPE_INSTANCE_ID, 0x3f00_0000, u32::MAX >> 1, 0];
        if let Err(error) = DecodeError::check_unused(&words, &used) {
            return Err(error);
        }
        let divisor_r = words[1] >> DIVISOR_R_SHIFT & 0x1f;
        let divisor_e = words[1] >> DIVISOR_E_SHIFT & 1 != 0;
        match MagicDivisor::from_fields(divisor_r, divisor_e, words[2]) {
            Some(magic) => Ok(magic),
            None => Err(DecodeError::reserved_bits(&words, 2, 0x8000_0000)),
        }
    }
}
