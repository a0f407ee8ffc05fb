use core::fmt;

use super::decode_error::{DecodeError, Fault};
use crate::divisor::{MagicDivisor, PowerOfTwo, Rounding};
use crate::error::Error;
use crate::fetch::InputRate;

const DESCRIPTOR_TYPE: u32 = 5;
const ATTRIBUTE_TYPE_SHIFT: u32 = 4;
const ATTRIBUTE_TYPE_LINEAR: u32 = 1;
const ATTRIBUTE_TYPE_POWER_OF_TWO_DIVISOR: u32 = 2;
const ATTRIBUTE_TYPE_OTHER_DIVISOR: u32 = 3;
const OFFSET_ENABLE_SHIFT: u32 = 8;
const FORMAT_SHIFT: u32 = 10;
const FORMAT_BITS: u32 = u32::BITS - FORMAT_SHIFT;

const TABLE_MASK: u32 = 0x3f;
const FREQUENCY_SHIFT: u32 = 6;
const FREQUENCY_VERTEX: u32 = 0;
const FREQUENCY_INSTANCE: u32 = 1;
const DIVISOR_R_SHIFT: u32 = 24;
const DIVISOR_E_SHIFT: u32 = 29;

/// How the unit of V9 and later gets from vertex and instance index to an element's index.
///
/// The hardware gets both indices directly, so nothing is padded, and the number of instances
/// changes nothing.
///
/// ```
/// use mali_instancing::descriptor::ValhallFetchMode;
/// use mali_instancing::{InputRate, Rounding};
///
/// let mode = |divisor| {
///     ValhallFetchMode::new(InputRate::from_vulkan_divisor(divisor), Rounding::RoundDown)
/// };
/// assert_eq!(mode(1), ValhallFetchMode::Instance);
/// assert!(matches!(mode(4), ValhallFetchMode::PowerOfTwoDivisor(_)));
/// assert!(matches!(mode(3), ValhallFetchMode::OtherDivisor(_)));
/// assert_eq!(mode(0), ValhallFetchMode::Constant);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ValhallFetchMode {
    /// The index is the vertex's.
    Vertex,
    /// The index is the instance's: a divisor of 1.
    Instance,
    /// All instances read one element: as [`Instance`](Self::Instance), with a stride of 0.
    Constant,
    /// The index is the instance's shifted right.
    PowerOfTwoDivisor(PowerOfTwo),
    /// The index is the instance's divided, by multiplying.
    OtherDivisor(MagicDivisor),
}

impl ValhallFetchMode {
    /// The mode for a rate.
    ///
    /// ```
    /// use mali_instancing::descriptor::ValhallFetchMode;
    /// use mali_instancing::{InputRate, Rounding};
    ///
    /// let mode = ValhallFetchMode::new(InputRate::Vertex, Rounding::RoundDown);
    /// assert_eq!(mode, ValhallFetchMode::Vertex);
    /// ```
    #[must_use]
    pub const fn new(rate: InputRate, rounding: Rounding) -> Self {
        match rate {
            InputRate::Vertex => Self::Vertex,
            InputRate::Constant => Self::Constant,
            InputRate::Instance { divisor } => match PowerOfTwo::new(divisor) {
                Some(power) if power.divisor_r() == 0 => Self::Instance,
                Some(power) => Self::PowerOfTwoDivisor(power),
                None => Self::OtherDivisor(MagicDivisor::new(divisor, rounding)),
            },
        }
    }

    /// The name of the record's type in JSON: `linear`, `linear-instance`, `pot-divisor` or
    /// `npot-divisor`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertex => "linear",
            Self::Instance | Self::Constant => "linear-instance",
            Self::PowerOfTwoDivisor(_) => "pot-divisor",
            Self::OtherDivisor(_) => "npot-divisor",
        }
    }

    /// The stride that the record needs for an application's stride: 0 for
    /// [`Constant`](Self::Constant).
    ///
    /// ```
    /// use mali_instancing::descriptor::ValhallFetchMode;
    ///
    /// assert_eq!(ValhallFetchMode::Constant.stride(64), 0);
    /// ```
    #[must_use]
    pub const fn stride(self, stride: u32) -> u32 {
        match self {
            Self::Constant => 0,
            _ => stride,
        }
    }
}

/// Writes the mode's name, `power-of-two divisor`, without its numbers.
impl fmt::Display for ValhallFetchMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Vertex => "linear, per vertex",
            Self::Instance => "linear, per instance",
            Self::Constant => "linear, per instance, with stride 0",
            Self::PowerOfTwoDivisor(_) => "power-of-two divisor",
            Self::OtherDivisor(_) => "other divisor",
        })
    }
}

record! {
    /// One `Attribute` of V9 and later.
    ///
    /// | word | bits | field |
    /// |---|---|---|
    /// | 0 | 0..3 | descriptor type: 5 |
    /// | 0 | 4..7 | attribute type: 1 linear, 2 power-of-two divisor, 3 other divisor |
    /// | 0 | 8 | offset enable: 1 per vertex, 0 per instance |
    /// | 0 | 10..31 | format, see [`Format::hardware`](crate::Format::hardware) |
    /// | 1 | 0..5 | table |
    /// | 1 | 6..7 | frequency: 0 vertex, 1 instance |
    /// | 1 | 24..28 | divisor R |
    /// | 1 | 29 | divisor E |
    /// | 2 | | offset in bytes, signed |
    /// | 3 | | buffer index, in the table of buffer descriptors |
    /// | 4 | | stride in bytes |
    /// | 5 | | divisor D |
    ///
    /// ```
    /// use mali_instancing::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
    /// use mali_instancing::{Arch, Format, InputRate, Rounding};
    ///
    /// let row = ValhallAttribute::new(ValhallAttributeFields {
    ///     mode: ValhallFetchMode::new(InputRate::from_vulkan_divisor(3), Rounding::RoundDown),
    ///     format: Format::R32G32B32A32_SFLOAT.hardware(Arch::V9).unwrap(),
    ///     table: 0,
    ///     offset: 16,
    ///     buffer_index: 1,
    ///     stride: 64,
    /// })?;
    /// assert_eq!(row.words(), [0x2fc0_0035, 0x2100_0040, 16, 1, 64, 0x2aaa_aaaa, 0, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[repr(C, align(32))]
    pub struct ValhallAttribute {
        words: [u32; 8],
    }
}

/// What a [`ValhallAttribute`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ValhallAttributeFields {
    /// How an element's index is found.
    pub mode: ValhallFetchMode,
    /// The 22-bit format field.
    pub format: u32,
    /// The table that holds the buffer, 0 to 63.
    pub table: u32,
    /// Where the attribute begins in its element, in bytes.
    pub offset: i32,
    /// The buffer, in that table.
    pub buffer_index: u32,
    /// The distance between elements, in bytes.
    pub stride: u32,
}

impl ValhallAttribute {
    /// The largest table.
    pub(crate) const MAX_TABLE: u32 = TABLE_MASK;

    /// Packs an attribute. `stride` is the application's, see [`ValhallFetchMode::stride`].
    ///
    /// # Errors
    ///
    /// [`Error::FormatField`] above 22 bits, [`Error::Table`] above 63.
    ///
    /// ```
    /// use mali_instancing::Error;
    /// use mali_instancing::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
    ///
    /// let fields = ValhallAttributeFields {
    ///     mode: ValhallFetchMode::Vertex,
    ///     format: 1 << 22,
    ///     table: 0,
    ///     offset: 0,
    ///     buffer_index: 0,
    ///     stride: 12,
    /// };
    /// assert_eq!(ValhallAttribute::new(fields), Err(Error::FormatField { format: 1 << 22 }));
    /// ```
    pub const fn new(fields: ValhallAttributeFields) -> Result<Self, Error> {
        let ValhallAttributeFields {
            mode,
            format,
            table,
            offset,
            buffer_index,
            stride,
        } = fields;
        if format >> FORMAT_BITS != 0 {
            return Err(Error::FormatField { format });
        }
        if table > Self::MAX_TABLE {
            return Err(Error::Table { table });
        }
        let attribute_type = match mode {
            ValhallFetchMode::Vertex | ValhallFetchMode::Instance | ValhallFetchMode::Constant => {
                ATTRIBUTE_TYPE_LINEAR
            }
            ValhallFetchMode::PowerOfTwoDivisor(_) => ATTRIBUTE_TYPE_POWER_OF_TWO_DIVISOR,
            ValhallFetchMode::OtherDivisor(_) => ATTRIBUTE_TYPE_OTHER_DIVISOR,
        };
        let per_vertex = matches!(mode, ValhallFetchMode::Vertex);
        let frequency = frequency_of(per_vertex);
        let [divisor_r, divisor_e, divisor_d] = match mode {
            ValhallFetchMode::PowerOfTwoDivisor(power) => [power.divisor_r(), 0, 0],
            ValhallFetchMode::OtherDivisor(magic) => [
                magic.divisor_r(),
                magic.divisor_e() as u32,
                magic.divisor_d(),
            ],
            _ => [0; 3],
        };
        Ok(Self {
            words: [
                DESCRIPTOR_TYPE
                    | attribute_type << ATTRIBUTE_TYPE_SHIFT
                    | (per_vertex as u32) << OFFSET_ENABLE_SHIFT
                    | format << FORMAT_SHIFT,
                table
                    | frequency << FREQUENCY_SHIFT
                    | divisor_r << DIVISOR_R_SHIFT
                    | divisor_e << DIVISOR_E_SHIFT,
                offset.cast_unsigned(),
                buffer_index,
                mode.stride(stride),
                divisor_d,
                0,
                0,
            ],
        })
    }

    /// The eight words, in memory order.
    ///
    /// ```
    /// use mali_instancing::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
    ///
    /// let fields = ValhallAttributeFields {
    ///     mode: ValhallFetchMode::Vertex,
    ///     format: 0,
    ///     table: 0,
    ///     offset: -4,
    ///     buffer_index: 2,
    ///     stride: 12,
    /// };
    /// let words = ValhallAttribute::new(fields)?.words();
    /// assert_eq!(words, [0x115, 0, 0xffff_fffc, 2, 12, 0, 0, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn words(&self) -> [u32; 8] {
        self.words
    }

    /// The fields of any eight words. Per instance with a stride of 0 is
    /// [`ValhallFetchMode::Constant`].
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] with the position of the word that no attribute has there.
    ///
    /// ```
    /// use mali_instancing::descriptor::{ValhallAttribute, ValhallFetchMode};
    ///
    /// let fields = ValhallAttribute::decode([0x115, 0, 0xffff_fffc, 2, 12, 0, 0, 0])?;
    /// assert_eq!((fields.mode, fields.offset), (ValhallFetchMode::Vertex, -4));
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 8]) -> Result<ValhallAttributeFields, DecodeError> {
        if words[0] & 0xf != DESCRIPTOR_TYPE {
            return Err(DecodeError::new(
                &words,
                0,
                Fault::Type {
                    allowed: "5 (attribute)",
                },
            ));
        }
        let per_vertex = words[0] >> OFFSET_ENABLE_SHIFT & 1 != 0;
        let frequency = words[1] >> FREQUENCY_SHIFT & 0b11;
        if frequency != frequency_of(per_vertex) {
            let allowed = "frequency 0 (vertex) with offset enable, and 1 (instance) without";
            return Err(DecodeError::new(&words, 1, Fault::Type { allowed }));
        }
        let divisor_r = words[1] >> DIVISOR_R_SHIFT & 0x1f;
        let divisor_e = words[1] >> DIVISOR_E_SHIFT & 1 != 0;
        let (mode, parameters, divisor_d_used) = match words[0] >> ATTRIBUTE_TYPE_SHIFT & 0xf {
            ATTRIBUTE_TYPE_LINEAR if per_vertex => (ValhallFetchMode::Vertex, 0, 0),
            ATTRIBUTE_TYPE_LINEAR if words[4] == 0 => (ValhallFetchMode::Constant, 0, 0),
            ATTRIBUTE_TYPE_LINEAR => (ValhallFetchMode::Instance, 0, 0),
            ATTRIBUTE_TYPE_POWER_OF_TWO_DIVISOR if !per_vertex => {
                match PowerOfTwo::from_divisor_r(divisor_r) {
                    Some(power) => (
                        ValhallFetchMode::PowerOfTwoDivisor(power),
                        0x1f << DIVISOR_R_SHIFT,
                        0,
                    ),
                    None => return Err(DecodeError::reserved_bits(&words, 1, 0xc000_0000)),
                }
            }
            ATTRIBUTE_TYPE_OTHER_DIVISOR if !per_vertex => {
                match MagicDivisor::from_fields(divisor_r, divisor_e, words[5]) {
                    Some(magic) => (
                        ValhallFetchMode::OtherDivisor(magic),
                        0x1f << DIVISOR_R_SHIFT | 1 << DIVISOR_E_SHIFT,
                        u32::MAX,
                    ),
                    None => return Err(DecodeError::reserved_bits(&words, 5, 0x8000_0000)),
                }
            }
            _ => {
                let allowed = "attribute types 1 (linear) and, per instance, 2 (power-of-two \
                               divisor) and 3 (other divisor)";
                return Err(DecodeError::new(&words, 0, Fault::Type { allowed }));
            }
        };
        let used = [
            !(1 << (OFFSET_ENABLE_SHIFT + 1)),
            TABLE_MASK | 0b11 << FREQUENCY_SHIFT | parameters,
            u32::MAX,
            u32::MAX,
            u32::MAX,
            divisor_d_used,
            0,
            0,
        ];
        match DecodeError::check_unused(&words, &used) {
            Err(error) => Err(error),
            Ok(()) => Ok(ValhallAttributeFields {
                mode,
                format: words[0] >> FORMAT_SHIFT,
                table: words[1] & TABLE_MASK,
                offset: words[2].cast_signed(),
                buffer_index: words[3],
                stride: words[4],
            }),
        }
    }
}

const fn frequency_of(per_vertex: bool) -> u32 {
    if per_vertex {
        FREQUENCY_VERTEX
    } else {
        FREQUENCY_INSTANCE
    }
}
