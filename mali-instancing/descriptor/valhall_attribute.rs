use core::fmt;

use super::decode_error::DecodeError;
use super::field::{FieldValue, used_bits};
use crate::divisor::{MagicDivisor, PowerOfTwo, Rounding};
use crate::error::{Error, tri};
use crate::fetch::InputRate;
use crate::lookup::Multipliers;
use crate::padded_count::PaddedCount;

/// The way in which the unit of V9 and later gets from vertex and instance index to an element's index.
///
/// The hardware has both indices. So nothing is padded, and the mode does not depend on the
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
    /// The index is the instance's, shifted right.
    PotDivisor(PowerOfTwo),
    /// The index is the instance's, divided by multiplying.
    NpotDivisor(MagicDivisor),
    /// A fragment shader's varying: the index is the vertex's index in a packet. A packet holds the outputs of vertex
    /// shaders.
    VertexPacket {
        /// The number of bytes that a vertex takes in a packet: 16 for its position, and its attribute stride.
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
        Self::by(Multipliers::new(PaddedCount::ONE, rounding), rate)
    }

    /// The mode for a rate, by the multipliers of [`PaddedCount::ONE`], which all buffers of a draw share.
    #[inline]
    pub(crate) const fn by(multipliers: Multipliers, rate: InputRate) -> Self {
        match rate {
            InputRate::Vertex => Self::Vertex,
            InputRate::Constant => Self::Constant,
            InputRate::Instance { divisor } => match PowerOfTwo::new(divisor) {
                // The index itself, for which Mesa's drivers write the type `linear`.
                Some(power) if power.divisor_r() == 0 => Self::Instance,
                Some(power) => Self::PotDivisor(power),
                // Nothing is padded, so the product with the padded count is the divisor.
                None => Self::NpotDivisor(multipliers.of(divisor, divisor)),
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

/// Writes the mode's name, `pot-divisor`, without its numbers.
impl fmt::Display for ValhallFetchMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Vertex => "linear, per vertex",
            Self::Instance => "linear, per instance",
            Self::Constant => "linear, per instance, with stride 0",
            Self::PotDivisor(_) | Self::NpotDivisor(_) | Self::VertexPacket { .. } => self.name(),
        })
    }
}

descriptor! {
    /// One `Attribute` of V9 and later.
    ///
    /// | word | bits | field | value | types |
    /// |---|---|---|---|---|
    fields {
        DESCRIPTOR_TYPE:  0 | 0..=3   | "descriptor type"  | [ATTRIBUTE = 5 "attribute"] | ;
        TYPE:             0 | 4..=7   | "attribute type"   | [
            LINEAR = 1 "linear", POT_DIVISOR = 2 "pot-divisor", NPOT_DIVISOR = 3 "npot-divisor",
            VERTEX_PACKET = 6 "vertex-packet"
        ] | ;
        OFFSET_ENABLE:    0 | 8       | "offset enable"    | Flag        | ;
        FORMAT:           0 | 10..=31 | "format"           | Format      | ;
        TABLE:            1 | 0..=5   | "table"            | Number      | ;
        FREQUENCY:        1 | 6..=7   | "frequency"        | [VERTEX = 0 "vertex", INSTANCE = 1 "instance"] | ;
        DIVISOR_R:        1 | 24..=28 | "divisor R"        | Number      | 2, 3;
        DIVISOR_E:        1 | 29      | "divisor E"        | Flag        | 3;
        OFFSET:           2 | 0..=31  | "offset"           | SignedBytes | ;
        BUFFER_INDEX:     3 | 0..=31  | "buffer index"     | Number      | ;
        STRIDE:           4 | 0..=31  | "stride"           | Bytes       | 1, 2, 3;
        ATTRIBUTE_STRIDE: 4 | 0..=15  | "attribute stride" | Bytes       | 6;
        PACKET_STRIDE:    4 | 16..=31 | "packet stride"    | Bytes       | 6;
        DIVISOR_D:        5 | 0..=30  | "divisor D"        | Hexadecimal | 3;
    }
    ///
    /// Offset enable is set in an attribute per vertex. It is not set in one per instance or in a vertex packet.
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

/// The fields of a [`ValhallAttribute`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ValhallAttributeFields {
    /// The way to an element's index.
    pub mode: ValhallFetchMode,
    /// The 22-bit format field.
    pub format: u32,
    /// The number of the resource table that holds the buffer, 0 to 63.
    pub table: u32,
    /// The offset of the attribute in its element, in bytes.
    pub offset: i32,
    /// The index of the buffer in that table.
    pub buffer_index: u32,
    /// The distance between elements, in bytes; at most 65,535 in a vertex packet.
    pub stride: u32,
}

impl ValhallAttribute {
    /// The largest table.
    pub(crate) const MAX_TABLE: u32 = Self::TABLE.max();

    /// Packs an attribute. `stride` is the application's, see [`ValhallFetchMode::stride`].
    ///
    /// # Errors
    ///
    /// [`Error::FormatField`] for a format of more than 22 bits, [`Error::Table`] for a table above 63,
    /// [`Error::AttributeStride`] for a stride of more than 16 bits in a vertex packet.
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
    #[inline]
    pub const fn new(fields: ValhallAttributeFields) -> Result<Self, Error> {
        let ValhallAttributeFields {
            mode,
            format,
            table,
            stride,
            ..
        } = fields;
        if format > Self::FORMAT.max() {
            return Err(Error::FormatField { format });
        }
        if table > Self::MAX_TABLE {
            return Err(Error::Table { table });
        }
        if matches!(mode, ValhallFetchMode::VertexPacket { .. })
            && stride > Self::ATTRIBUTE_STRIDE.max()
        {
            return Err(Error::AttributeStride { stride });
        }
        Ok(Self::from_known(fields))
    }

    /// An attribute whose fields are known to fit.
    #[inline]
    pub(crate) const fn from_known(fields: ValhallAttributeFields) -> Self {
        let ValhallAttributeFields { mode, stride, .. } = fields;
        let at_vertices = matches!(
            mode,
            ValhallFetchMode::Vertex | ValhallFetchMode::VertexPacket { .. }
        );
        let attribute = Self::ZERO
            .with(Self::DESCRIPTOR_TYPE, Self::ATTRIBUTE)
            .with(Self::TABLE, fields.table)
            .with(Self::FREQUENCY, frequency(at_vertices))
            .with(Self::OFFSET, fields.offset as u32)
            .with(Self::BUFFER_INDEX, fields.buffer_index)
            .with_format(fields.format);
        if let ValhallFetchMode::VertexPacket { packet_stride } = mode {
            return attribute
                .with(Self::TYPE, Self::VERTEX_PACKET)
                .with(Self::ATTRIBUTE_STRIDE, stride)
                .with(Self::PACKET_STRIDE, packet_stride as u32);
        }
        let attribute = attribute.with(Self::STRIDE, mode.stride(stride));
        match mode {
            // The types that divide are per instance, so offset enable stays 0.
            ValhallFetchMode::PotDivisor(power) => attribute
                .with(Self::TYPE, Self::POT_DIVISOR)
                .with(Self::DIVISOR_R, power.divisor_r()),
            ValhallFetchMode::NpotDivisor(magic) => attribute
                .with(Self::TYPE, Self::NPOT_DIVISOR)
                .with(Self::DIVISOR_R, magic.divisor_r())
                .with(Self::DIVISOR_E, magic.divisor_e() as u32)
                .with(Self::DIVISOR_D, magic.divisor_d()),
            _ => attribute
                .with(Self::TYPE, Self::LINEAR)
                .with(Self::OFFSET_ENABLE, at_vertices as u32),
        }
    }

    /// The attribute of words that are known to be valid.
    #[inline]
    pub(crate) const fn from_words(words: [u32; 8]) -> Self {
        Self { words }
    }

    /// This attribute with another format field, which is known to fit.
    #[inline]
    pub(crate) const fn with_format(self, format: u32) -> Self {
        self.with(Self::FORMAT, format)
    }

    /// The fields of any eight words. An attribute that steps per instance with a stride of 0 is
    /// [`ValhallFetchMode::Constant`].
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] that names a word which is invalid in an attribute.
    ///
    /// ```
    /// use mali_instancing::descriptor::{ValhallAttribute, ValhallFetchMode};
    ///
    /// let fields = ValhallAttribute::decode([0x115, 0, 0xffff_fffc, 2, 12, 0, 0, 0])?;
    /// assert_eq!((fields.mode, fields.offset), (ValhallFetchMode::Vertex, -4));
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 8]) -> Result<ValhallAttributeFields, DecodeError> {
        if Self::DESCRIPTOR_TYPE.read(&words) != Self::ATTRIBUTE {
            return Err(DecodeError::unnamed(&words, &Self::DESCRIPTOR_TYPE));
        }
        let per_vertex = Self::OFFSET_ENABLE.read(&words) != 0;
        let attribute_type = Self::TYPE.read(&words);
        let in_packet = attribute_type == Self::VERTEX_PACKET;
        // Offset enable tells `linear` per vertex from `linear` per instance. The frequency says the same again, and is
        // compared below.
        if per_vertex && attribute_type != Self::LINEAR {
            let linear = const { &[Self::TYPE.value(Self::LINEAR)] };
            return Err(DecodeError::value(&words, &Self::TYPE, linear));
        }
        if !matches!(
            attribute_type,
            Self::LINEAR | Self::POT_DIVISOR | Self::NPOT_DIVISOR | Self::VERTEX_PACKET
        ) {
            return Err(DecodeError::unnamed(&words, &Self::TYPE));
        }
        let at_vertices = per_vertex || in_packet;
        if Self::FREQUENCY.read(&words) != frequency(at_vertices) {
            let allowed: &[FieldValue] = if at_vertices {
                const { &[Self::FREQUENCY.value(Self::VERTEX)] }
            } else {
                const { &[Self::FREQUENCY.value(Self::INSTANCE)] }
            };
            return Err(DecodeError::value(&words, &Self::FREQUENCY, allowed));
        }
        let mut stride = Self::STRIDE.read(&words);
        let divisor_r = Self::DIVISOR_R.read(&words);
        let mode = match attribute_type {
            Self::LINEAR => {
                let used = const { &used_bits(Self::FIELDS, Self::LINEAR) };
                tri!(DecodeError::check_reserved(&words, used));
                match stride {
                    _ if per_vertex => ValhallFetchMode::Vertex,
                    // The words do not tell a divisor of 1 from Vulkan's 0 here, and both read the same element.
                    0 => ValhallFetchMode::Constant,
                    _ => ValhallFetchMode::Instance,
                }
            }
            Self::POT_DIVISOR => {
                let used = const { &used_bits(Self::FIELDS, Self::POT_DIVISOR) };
                tri!(DecodeError::check_reserved(&words, used));
                match PowerOfTwo::from_divisor_r(divisor_r) {
                    Some(power) => ValhallFetchMode::PotDivisor(power),
                    // Not reached: R has five bits.
                    None => return Err(DecodeError::reserved_bits(&words, 1, !used[1])),
                }
            }
            Self::VERTEX_PACKET => {
                let used = const { &used_bits(Self::FIELDS, Self::VERTEX_PACKET) };
                tri!(DecodeError::check_reserved(&words, used));
                stride = Self::ATTRIBUTE_STRIDE.read(&words);
                let packet_stride = Self::PACKET_STRIDE.read(&words) as u16;
                ValhallFetchMode::VertexPacket { packet_stride }
            }
            _ => {
                // The only type that is left, as unknown ones are refused above.
                let used = const { &used_bits(Self::FIELDS, Self::NPOT_DIVISOR) };
                tri!(DecodeError::check_reserved(&words, used));
                let divisor_e = Self::DIVISOR_E.read(&words) != 0;
                let divisor_d = Self::DIVISOR_D.read(&words);
                match MagicDivisor::from_fields(divisor_r, divisor_e, divisor_d) {
                    Some(magic) => ValhallFetchMode::NpotDivisor(magic),
                    None => {
                        // Not reached: R has five bits and D has 31.
                        let word = Self::DIVISOR_D.word();
                        return Err(DecodeError::reserved_bits(&words, word, !used[word]));
                    }
                }
            }
        };
        Ok(ValhallAttributeFields {
            mode,
            format: Self::FORMAT.read(&words),
            table: Self::TABLE.read(&words),
            offset: Self::OFFSET.read(&words) as i32,
            buffer_index: Self::BUFFER_INDEX.read(&words),
            stride,
        })
    }
}

/// The frequency of an attribute per vertex, or else per instance.
const fn frequency(at_vertices: bool) -> u32 {
    if at_vertices {
        ValhallAttribute::VERTEX
    } else {
        ValhallAttribute::INSTANCE
    }
}
