use super::field::{Field, FieldKind};
use crate::error::Error;

const BUFFER_INDEX_MASK: u32 = Attribute::BUFFER_INDEX.mask(0);
const OFFSET_ENABLE_SHIFT: u32 = Attribute::OFFSET_ENABLE.shift();
const FORMAT_SHIFT: u32 = Attribute::FORMAT.shift();
const FORMAT_BITS: u32 = Attribute::FORMAT.width;

descriptor! {
    /// One `Attribute` of V4 to V7: which bytes of an element a shader's attribute is.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    /// | 0 | 0..8 | buffer index | a number |
    /// | 0 | 9 | offset enable | 0 or 1 |
    /// | 0 | 10..31 | format | [`Format::hardware`](crate::Format::hardware) |
    /// | 1 | 0..31 | offset | bytes, signed |
    ///
    /// ```
    /// use mali_instancing::descriptor::{Attribute, AttributeFields};
    /// use mali_instancing::{Arch, Format};
    ///
    /// let uv = Attribute::new(AttributeFields {
    ///     buffer_index: 2,
    ///     offset_enable: true,
    ///     format: Format::R16G16_UNORM.hardware(Arch::V7).unwrap(),
    ///     offset: 12,
    /// })?;
    /// assert_eq!(uv.words(), [0x2b00_4202, 12]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[repr(C, align(8))]
    pub struct Attribute {
        words: [u32; 2],
    }
}

/// What an [`Attribute`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct AttributeFields {
    /// The descriptor of the table of attribute buffers, 0 to 511. Buffer i of a draw is descriptor 2·i.
    pub buffer_index: u32,
    /// Whether the draw's offset start is added to the element's index.
    pub offset_enable: bool,
    /// The 22-bit format field.
    pub format: u32,
    /// Where the attribute begins in its element, in bytes.
    pub offset: i32,
}

impl Attribute {
    pub(crate) const BUFFER_INDEX: Field = Field::new("buffer index", (0, 0), 9, FieldKind::Number);
    pub(crate) const OFFSET_ENABLE: Field = Field::new("offset enable", (0, 9), 1, FieldKind::Flag);
    pub(crate) const FORMAT: Field = Field::new("format", (0, 10), 22, FieldKind::Format);
    pub(crate) const OFFSET: Field = Field::new("offset", (1, 0), 32, FieldKind::SignedBytes);

    /// The descriptor's fields, from its first bit to its last.
    pub const FIELDS: &[Field] = &[
        Self::BUFFER_INDEX,
        Self::OFFSET_ENABLE,
        Self::FORMAT,
        Self::OFFSET,
    ];

    /// The largest buffer index.
    pub const MAX_BUFFER_INDEX: u32 = BUFFER_INDEX_MASK;

    /// Packs an attribute.
    ///
    /// # Errors
    ///
    /// [`Error::BufferIndex`] above 511, [`Error::FormatField`] above 22 bits.
    ///
    /// ```
    /// use mali_instancing::Error;
    /// use mali_instancing::descriptor::{Attribute, AttributeFields};
    ///
    /// let fields =
    ///     AttributeFields { buffer_index: 512, offset_enable: true, format: 0, offset: -4 };
    /// assert_eq!(Attribute::new(fields), Err(Error::BufferIndex { index: 512 }));
    /// ```
    pub const fn new(fields: AttributeFields) -> Result<Self, Error> {
        let AttributeFields {
            buffer_index: index,
            offset_enable,
            format,
            offset,
        } = fields;
        if index > Self::MAX_BUFFER_INDEX {
            return Err(Error::BufferIndex { index });
        }
        if format >> FORMAT_BITS != 0 {
            return Err(Error::FormatField { format });
        }
        let word = index | (offset_enable as u32) << OFFSET_ENABLE_SHIFT | format << FORMAT_SHIFT;
        Ok(Self {
            words: [word, offset as u32],
        })
    }

    /// The two words, in memory order.
    #[must_use]
    pub const fn words(&self) -> [u32; 2] {
        self.words
    }

    /// The fields of two words. Any two words are an attribute.
    ///
    /// ```
    /// use mali_instancing::descriptor::Attribute;
    ///
    /// let fields = Attribute::decode([0x2b00_4202, 12]);
    /// assert_eq!((fields.buffer_index, fields.format), (2, 0x0a_c010));
    /// ```
    #[must_use]
    pub const fn decode(words: [u32; 2]) -> AttributeFields {
        AttributeFields {
            buffer_index: words[0] & BUFFER_INDEX_MASK,
            offset_enable: words[0] >> OFFSET_ENABLE_SHIFT & 1 != 0,
            format: words[0] >> FORMAT_SHIFT,
            offset: words[1] as i32,
        }
    }
}
