use core::fmt;

use super::decode_error::DecodeError;
use super::field::{Field, FieldKind, FieldValue, used_bits};
use crate::divisor::{MagicDivisor, PowerOfTwo, Rounding};
use crate::error::Error;
use crate::fetch::{self, InputRate};
use crate::lookup;
use crate::padded_count::PaddedCount;

const DESCRIPTOR_TYPES: &[FieldValue] = &[FieldValue::new(5, "attribute")];
pub(crate) const LINEAR: FieldValue = FieldValue::new(1, fetch::LINEAR);
pub(crate) const POWER_OF_TWO_DIVISOR: FieldValue = FieldValue::new(2, fetch::POWER_OF_TWO_DIVISOR);
pub(crate) const OTHER_DIVISOR: FieldValue = FieldValue::new(3, fetch::OTHER_DIVISOR);
pub(crate) const VERTEX_PACKET: FieldValue = FieldValue::new(6, "vertex packet");
pub(crate) const VERTEX: FieldValue = FieldValue::new(0, "vertex");
pub(crate) const INSTANCE: FieldValue = FieldValue::new(1, "instance");

const DESCRIPTOR_TYPE: u32 = DESCRIPTOR_TYPES[0].number;
const DESCRIPTOR_TYPE_MASK: u32 = ValhallAttribute::DESCRIPTOR_TYPE.mask(0);
const TYPE_LINEAR: u32 = LINEAR.number << ValhallAttribute::ATTRIBUTE_TYPE.shift();
const TYPE_POWER_OF_TWO_DIVISOR: u32 =
    POWER_OF_TWO_DIVISOR.number << ValhallAttribute::ATTRIBUTE_TYPE.shift();
const TYPE_OTHER_DIVISOR: u32 = OTHER_DIVISOR.number << ValhallAttribute::ATTRIBUTE_TYPE.shift();
const TYPE_VERTEX_PACKET: u32 = VERTEX_PACKET.number << ValhallAttribute::ATTRIBUTE_TYPE.shift();
const ATTRIBUTE_TYPE_MASK: u32 = ValhallAttribute::ATTRIBUTE_TYPE.mask(0);
const OFFSET_ENABLE_SHIFT: u32 = ValhallAttribute::OFFSET_ENABLE.shift();
const FORMAT_SHIFT: u32 = ValhallAttribute::FORMAT.shift();
const FORMAT_BITS: u32 = ValhallAttribute::FORMAT.width;

const TABLE_MASK: u32 = ValhallAttribute::TABLE.mask(1);
const FREQUENCY_VERTEX: u32 = VERTEX.number << ValhallAttribute::FREQUENCY.shift();
const FREQUENCY_INSTANCE: u32 = INSTANCE.number << ValhallAttribute::FREQUENCY.shift();
const FREQUENCY_MASK: u32 = ValhallAttribute::FREQUENCY.mask(1);
const DIVISOR_R_SHIFT: u32 = ValhallAttribute::DIVISOR_R.shift();
const DIVISOR_R_MASK: u32 = ValhallAttribute::DIVISOR_R.mask(1);
const DIVISOR_E_SHIFT: u32 = ValhallAttribute::DIVISOR_E.shift();
const DIVISOR_E_MASK: u32 = ValhallAttribute::DIVISOR_E.mask(1);

const STRIDE: usize = ValhallAttribute::STRIDE.word();
const STRIDES: usize = ValhallAttribute::ATTRIBUTE_STRIDE.word();
const ATTRIBUTE_STRIDE_MASK: u32 = ValhallAttribute::ATTRIBUTE_STRIDE.mask(STRIDES);
const PACKET_STRIDE_SHIFT: u32 = ValhallAttribute::PACKET_STRIDE.shift();
const DIVISOR_D: usize = ValhallAttribute::DIVISOR_D.word();

const USED_BY_LINEAR: [u32; 8] = used_bits(ValhallAttribute::FIELDS, LINEAR.number);
const USED_BY_POWER_OF_TWO_DIVISOR: [u32; 8] =
    used_bits(ValhallAttribute::FIELDS, POWER_OF_TWO_DIVISOR.number);
const USED_BY_OTHER_DIVISOR: [u32; 8] = used_bits(ValhallAttribute::FIELDS, OTHER_DIVISOR.number);
const USED_BY_VERTEX_PACKET: [u32; 8] = used_bits(ValhallAttribute::FIELDS, VERTEX_PACKET.number);

/// How the unit of V9 and later gets from vertex and instance index to an element's index.
///
/// The hardware gets both indices directly. So nothing is padded, and the mode does not depend on the
/// number of instances.
///
/// ```
/// use mali_instancing::descriptor::ValhallFetchMode;
/// use mali_instancing::{InputRate, Rounding};
///
/// let mode = |divisor| {
///     ValhallFetchMode::new(InputRate::from_vulkan_divisor(divisor), Rounding::RoundDown)
/// };
/// assert_eq!(mode(1), ValhallFetchMode::Instance);
/// assert!(matches!(mode(4), ValhallFetchMode::PotDivisor(_)));
/// assert!(matches!(mode(3), ValhallFetchMode::NpotDivisor(_)));
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
    PotDivisor(PowerOfTwo),
    /// The index is the instance's divided, by multiplying.
    NpotDivisor(MagicDivisor),
    /// A fragment shader's varying: the index is that of the vertex in a packet, which the hardware
    /// holds the outputs of vertex shaders in.
    VertexPacket {
        /// How many bytes of a packet a vertex takes: its position's 16, and its attribute stride.
        packet_stride: u16,
    },
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
    #[inline]
    pub const fn new(rate: InputRate, rounding: Rounding) -> Self {
        match rate {
            InputRate::Vertex => Self::Vertex,
            InputRate::Constant => Self::Constant,
            InputRate::Instance { divisor } => match PowerOfTwo::new(divisor) {
                Some(power) if power.divisor_r() == 0 => Self::Instance,
                Some(power) => Self::PotDivisor(power),
                None => Self::NpotDivisor(lookup::rounded(
                    PaddedCount::ONE,
                    divisor,
                    divisor,
                    rounding,
                )),
            },
        }
    }

    /// The name of the descriptor's type in JSON: `linear`, `linear-instance`, `pot-divisor`,
    /// `npot-divisor` or `vertex-packet`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertex => "linear",
            Self::Instance | Self::Constant => "linear-instance",
            Self::PotDivisor(_) => "pot-divisor",
            Self::NpotDivisor(_) => "npot-divisor",
            Self::VertexPacket { .. } => "vertex-packet",
        }
    }

    /// The stride that the descriptor needs for an application's stride: 0 for
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
            Self::PotDivisor(_) => POWER_OF_TWO_DIVISOR.name,
            Self::NpotDivisor(_) => OTHER_DIVISOR.name,
            Self::VertexPacket { .. } => VERTEX_PACKET.name,
        })
    }
}

descriptor! {
    /// One `Attribute` of V9 and later.
    ///
    /// | word | bits | field | value | types |
    /// |---|---|---|---|---|
    /// | 0 | 0..3 | descriptor type | 5 (attribute) | |
    /// | 0 | 4..7 | attribute type | 1 (linear), 2 (power-of-two divisor), 3 (other divisor), 6 (vertex packet) | |
    /// | 0 | 8 | offset enable | 0 or 1 | |
    /// | 0 | 10..31 | format | [`Format::hardware`](crate::Format::hardware) | |
    /// | 1 | 0..5 | table | a number | |
    /// | 1 | 6..7 | frequency | 0 (vertex), 1 (instance) | |
    /// | 1 | 24..28 | divisor R | a number | 2, 3 |
    /// | 1 | 29 | divisor E | 0 or 1 | 3 |
    /// | 2 | 0..31 | offset | bytes, signed | |
    /// | 3 | 0..31 | buffer index | a number | |
    /// | 4 | 0..31 | stride | bytes | 1, 2, 3 |
    /// | 4 | 0..15 | attribute stride | bytes | 6 |
    /// | 4 | 16..31 | packet stride | bytes | 6 |
    /// | 5 | 0..30 | divisor D | hexadecimal | 3 |
    ///
    /// The offset start is enabled per vertex, and neither per instance nor in a vertex packet.
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
    /// The distance between elements, in bytes; at most 65,535 in a vertex packet.
    pub stride: u32,
}

impl ValhallAttribute {
    pub(crate) const DESCRIPTOR_TYPE: Field = Field::new(
        "descriptor type",
        (0, 0),
        4,
        FieldKind::Named(DESCRIPTOR_TYPES),
    );
    pub(crate) const ATTRIBUTE_TYPE: Field = Field::new(
        "attribute type",
        (0, 4),
        4,
        FieldKind::Named(&[LINEAR, POWER_OF_TWO_DIVISOR, OTHER_DIVISOR, VERTEX_PACKET]),
    );
    pub(crate) const OFFSET_ENABLE: Field = Field::new("offset enable", (0, 8), 1, FieldKind::Flag);
    pub(crate) const FORMAT: Field = Field::new("format", (0, 10), 22, FieldKind::Format);
    pub(crate) const TABLE: Field = Field::new("table", (1, 0), 6, FieldKind::Number);
    pub(crate) const FREQUENCY: Field = Field::new(
        "frequency",
        (1, 6),
        2,
        FieldKind::Named(&[VERTEX, INSTANCE]),
    );
    pub(crate) const DIVISOR_R: Field = Field::new("divisor R", (1, 24), 5, FieldKind::Number)
        .only(
            &Self::ATTRIBUTE_TYPE,
            &[POWER_OF_TWO_DIVISOR, OTHER_DIVISOR],
        );
    pub(crate) const DIVISOR_E: Field = Field::new("divisor E", (1, 29), 1, FieldKind::Flag)
        .only(&Self::ATTRIBUTE_TYPE, &[OTHER_DIVISOR]);
    pub(crate) const OFFSET: Field = Field::new("offset", (2, 0), 32, FieldKind::SignedBytes);
    pub(crate) const BUFFER_INDEX: Field =
        Field::new("buffer index", (3, 0), 32, FieldKind::Number);
    pub(crate) const STRIDE: Field = Field::new("stride", (4, 0), 32, FieldKind::Bytes).only(
        &Self::ATTRIBUTE_TYPE,
        &[LINEAR, POWER_OF_TWO_DIVISOR, OTHER_DIVISOR],
    );
    const ATTRIBUTE_STRIDE: Field = Field::new("attribute stride", (4, 0), 16, FieldKind::Bytes)
        .only(&Self::ATTRIBUTE_TYPE, &[VERTEX_PACKET]);
    const PACKET_STRIDE: Field = Field::new("packet stride", (4, 16), 16, FieldKind::Bytes)
        .only(&Self::ATTRIBUTE_TYPE, &[VERTEX_PACKET]);
    pub(crate) const DIVISOR_D: Field = Field::new("divisor D", (5, 0), 31, FieldKind::Hexadecimal)
        .only(&Self::ATTRIBUTE_TYPE, &[OTHER_DIVISOR]);

    /// The descriptor's fields, from its first bit to its last.
    pub const FIELDS: &[Field] = &[
        Self::DESCRIPTOR_TYPE,
        Self::ATTRIBUTE_TYPE,
        Self::OFFSET_ENABLE,
        Self::FORMAT,
        Self::TABLE,
        Self::FREQUENCY,
        Self::DIVISOR_R,
        Self::DIVISOR_E,
        Self::OFFSET,
        Self::BUFFER_INDEX,
        Self::STRIDE,
        Self::ATTRIBUTE_STRIDE,
        Self::PACKET_STRIDE,
        Self::DIVISOR_D,
    ];

    /// The largest table.
    pub(crate) const MAX_TABLE: u32 = TABLE_MASK;

    /// Packs an attribute. `stride` is the application's, see [`ValhallFetchMode::stride`].
    ///
    /// # Errors
    ///
    /// [`Error::FormatField`] above 22 bits, [`Error::Table`] above 63, [`Error::AttributeStride`] for a
    /// stride above 16 bits in a vertex packet.
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
                TYPE_LINEAR
            }
            ValhallFetchMode::PotDivisor(_) => TYPE_POWER_OF_TWO_DIVISOR,
            ValhallFetchMode::NpotDivisor(_) => TYPE_OTHER_DIVISOR,
            ValhallFetchMode::VertexPacket { .. } => TYPE_VERTEX_PACKET,
        };
        let enables_offset = matches!(mode, ValhallFetchMode::Vertex);
        let in_packet = matches!(mode, ValhallFetchMode::VertexPacket { .. });
        let frequency = frequency_of(enables_offset || in_packet);
        let strides = match mode {
            ValhallFetchMode::VertexPacket { packet_stride } => {
                if stride > ATTRIBUTE_STRIDE_MASK {
                    return Err(Error::AttributeStride { stride });
                }
                stride | (packet_stride as u32) << PACKET_STRIDE_SHIFT
            }
            _ => mode.stride(stride),
        };
        let [divisor_r, divisor_e, divisor_d] = match mode {
            ValhallFetchMode::PotDivisor(power) => [power.divisor_r(), 0, 0],
            ValhallFetchMode::NpotDivisor(magic) => [
                magic.divisor_r(),
                magic.divisor_e() as u32,
                magic.divisor_d(),
            ],
            _ => [0; 3],
        };
        Ok(Self {
            words: [
                DESCRIPTOR_TYPE
                    | attribute_type
                    | (enables_offset as u32) << OFFSET_ENABLE_SHIFT
                    | format << FORMAT_SHIFT,
                table | frequency | divisor_r << DIVISOR_R_SHIFT | divisor_e << DIVISOR_E_SHIFT,
                offset as u32,
                buffer_index,
                strides,
                divisor_d,
                0,
                0,
            ],
        })
    }

    /// The eight words, in memory order.
    #[must_use]
    pub const fn words(&self) -> [u32; 8] {
        self.words
    }

    /// The fields of any eight words. An attribute that steps per instance with a stride of 0 is
    /// [`ValhallFetchMode::Constant`].
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names the word which cannot stand there in an attribute.
    ///
    /// ```
    /// use mali_instancing::descriptor::{ValhallAttribute, ValhallFetchMode};
    ///
    /// let fields = ValhallAttribute::decode([0x115, 0, 0xffff_fffc, 2, 12, 0, 0, 0])?;
    /// assert_eq!((fields.mode, fields.offset), (ValhallFetchMode::Vertex, -4));
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 8]) -> Result<ValhallAttributeFields, DecodeError> {
        if words[0] & DESCRIPTOR_TYPE_MASK != DESCRIPTOR_TYPE {
            let (field, allowed) = (&Self::DESCRIPTOR_TYPE, DESCRIPTOR_TYPES);
            return Err(DecodeError::value(&words, field, allowed));
        }
        let per_vertex = words[0] >> OFFSET_ENABLE_SHIFT & 1 != 0;
        let attribute_type = words[0] & ATTRIBUTE_TYPE_MASK;
        let divides = matches!(
            attribute_type,
            TYPE_POWER_OF_TWO_DIVISOR | TYPE_OTHER_DIVISOR
        );
        let in_packet = attribute_type == TYPE_VERTEX_PACKET;
        if attribute_type != TYPE_LINEAR && (per_vertex || !(divides || in_packet)) {
            let allowed: &[FieldValue] = if per_vertex {
                &[LINEAR]
            } else {
                &[LINEAR, POWER_OF_TWO_DIVISOR, OTHER_DIVISOR, VERTEX_PACKET]
            };
            return Err(DecodeError::value(&words, &Self::ATTRIBUTE_TYPE, allowed));
        }
        let at_vertices = per_vertex || in_packet;
        if words[1] & FREQUENCY_MASK != frequency_of(at_vertices) {
            let allowed: &[FieldValue] = if at_vertices { &[VERTEX] } else { &[INSTANCE] };
            return Err(DecodeError::value(&words, &Self::FREQUENCY, allowed));
        }
        let divisor_r = (words[1] & DIVISOR_R_MASK) >> DIVISOR_R_SHIFT;
        let divisor_e = words[1] & DIVISOR_E_MASK != 0;
        let mode = match attribute_type {
            TYPE_LINEAR => {
                let used = &USED_BY_LINEAR;
                if DecodeError::has_reserved_bits(&words, used) {
                    return Err(DecodeError::first_reserved_bits(&words, used));
                }
                match words[STRIDE] {
                    _ if per_vertex => ValhallFetchMode::Vertex,
                    0 => ValhallFetchMode::Constant,
                    _ => ValhallFetchMode::Instance,
                }
            }
            TYPE_POWER_OF_TWO_DIVISOR => {
                let used = &USED_BY_POWER_OF_TWO_DIVISOR;
                if DecodeError::has_reserved_bits(&words, used) {
                    return Err(DecodeError::first_reserved_bits(&words, used));
                }
                match PowerOfTwo::from_divisor_r(divisor_r) {
                    Some(power) => ValhallFetchMode::PotDivisor(power),
                    None => return Err(DecodeError::reserved_bits(&words, 1, !used[1])),
                }
            }
            TYPE_VERTEX_PACKET => {
                let used = &USED_BY_VERTEX_PACKET;
                if DecodeError::has_reserved_bits(&words, used) {
                    return Err(DecodeError::first_reserved_bits(&words, used));
                }
                ValhallFetchMode::VertexPacket {
                    packet_stride: (words[STRIDES] >> PACKET_STRIDE_SHIFT) as u16,
                }
            }
            _ => {
                let used = &USED_BY_OTHER_DIVISOR;
                if DecodeError::has_reserved_bits(&words, used) {
                    return Err(DecodeError::first_reserved_bits(&words, used));
                }
                match MagicDivisor::from_fields(divisor_r, divisor_e, words[DIVISOR_D]) {
                    Some(magic) => ValhallFetchMode::NpotDivisor(magic),
                    None => {
                        let reserved = !used[DIVISOR_D];
                        return Err(DecodeError::reserved_bits(&words, DIVISOR_D, reserved));
                    }
                }
            }
        };
        Ok(ValhallAttributeFields {
            mode,
            format: words[0] >> FORMAT_SHIFT,
            table: words[1] & TABLE_MASK,
            offset: words[Self::OFFSET.word()] as i32,
            buffer_index: words[Self::BUFFER_INDEX.word()],
            stride: if in_packet {
                words[STRIDES] & ATTRIBUTE_STRIDE_MASK
            } else {
                words[STRIDE]
            },
        })
    }
}

const fn frequency_of(per_vertex: bool) -> u32 {
    if per_vertex {
        FREQUENCY_VERTEX
    } else {
        FREQUENCY_INSTANCE
    }
}
