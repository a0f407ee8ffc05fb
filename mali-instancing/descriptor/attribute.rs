use crate::error::Error;

descriptor! {
    /// One `Attribute` of V4 to V7: the bytes of an element that a shader's attribute has.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    fields {
        BUFFER_INDEX:  0 | 0..=8   | "buffer index"  | Number;
        OFFSET_ENABLE: 0 | 9       | "offset enable" | Flag;
        FORMAT:        0 | 10..=31 | "format"        | Format;
        OFFSET:        1 | 0..=31  | "offset"        | SignedBytes;
    }
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

/// The fields of an [`Attribute`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct AttributeFields {
    /// The index of a descriptor in the table of attribute buffers, 0 to 511.
    pub buffer_index: u32,
    /// Whether the draw's offset start is added to the element's index.
    pub offset_enable: bool,
    /// The 22-bit format field.
    pub format: u32,
    /// The offset of the attribute in its element, in bytes.
    pub offset: i32,
}

impl Attribute {
    /// The largest buffer index.
    pub const MAX_BUFFER_INDEX: u32 = Self::BUFFER_INDEX.max();

    /// Packs an attribute.
    ///
    /// # Errors
    ///
    /// [`Error::BufferIndex`] for an index above 511, [`Error::FormatField`] for a format of more than 22 bits.
    ///
    /// ```
    /// use mali_instancing::Error;
    /// use mali_instancing::descriptor::{Attribute, AttributeFields};
    ///
    /// let fields =
    ///     AttributeFields { buffer_index: 512, offset_enable: true, format: 0, offset: -4 };
    /// assert_eq!(Attribute::new(fields), Err(Error::BufferIndex { index: 512 }));
    /// ```
    #[inline]
    pub const fn new(fields: AttributeFields) -> Result<Self, Error> {
        let AttributeFields {
            buffer_index: index,
            format,
            ..
        } = fields;
        if index > Self::MAX_BUFFER_INDEX {
            return Err(Error::BufferIndex { index });
        }
        if format > Self::FORMAT.max() {
            return Err(Error::FormatField { format });
        }
        Ok(Self::from_known(fields))
    }

    /// An attribute whose fields are known to fit.
    #[inline]
    pub(crate) const fn from_known(fields: AttributeFields) -> Self {
        Self::ZERO
            .with(Self::BUFFER_INDEX, fields.buffer_index)
            .with(Self::OFFSET_ENABLE, fields.offset_enable as u32)
            .with(Self::FORMAT, fields.format)
            .with(Self::OFFSET, fields.offset as u32)
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
            buffer_index: Self::BUFFER_INDEX.read(&words),
            offset_enable: Self::OFFSET_ENABLE.read(&words) != 0,
            format: Self::FORMAT.read(&words),
            offset: Self::OFFSET.read(&words) as i32,
        }
    }
}
