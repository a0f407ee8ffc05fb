use super::built_in_id::BuiltInId;
use super::draw::unless;
use super::error::KeyError;
use super::keys::keys;
use crate::draw::{AttributeSource, VertexAttribute};
use crate::error::Argument;
use crate::format::Format;

keys! {
    /// The keys of an [`AttributeSource`], exactly one of which is present.
    ///
    /// ```
    /// use mali_instancing::draw::AttributeSource;
    ///
    /// let source: AttributeSource = toml::from_str("buffer = 1\n")?;
    /// assert_eq!(source, AttributeSource::Buffer(1));
    /// let source: AttributeSource = toml::from_str("source = \"vertex-id\"\n")?;
    /// assert_eq!(source, AttributeSource::VertexId);
    /// # Ok::<(), toml::de::Error>(())
    /// ```
    pub struct AttributeSourceKeys of AttributeSource, "a table of an attribute's source" {
        /// A buffer of the draw, counted from 0. In manifests, its name.
        buffer: usize,
        /// The vertex's or the instance's number. V4 and V5 only.
        source: BuiltInId,
    }
    needs [buffer] or [source]
}

impl TryFrom<AttributeSourceKeys> for AttributeSource {
    type Error = KeyError;

    fn try_from(keys: AttributeSourceKeys) -> Result<Self, KeyError> {
        match (keys.buffer, keys.source) {
            (Some(buffer), None) => Ok(Self::Buffer(buffer)),
            (None, Some(id)) => Ok(id.into()),
            (Some(_), Some(_)) => Err(KeyError::BufferAndSource),
            (None, None) => Err(KeyError::Missing {
                argument: Argument::Buffer,
            }),
        }
    }
}

impl From<AttributeSource> for AttributeSourceKeys {
    fn from(source: AttributeSource) -> Self {
        let id = |id| Self {
            buffer: None,
            source: Some(id),
        };
        match source {
            AttributeSource::Buffer(buffer) => Self {
                buffer: Some(buffer),
                source: None,
            },
            AttributeSource::VertexId => id(BuiltInId::VertexId),
            AttributeSource::InstanceId => id(BuiltInId::InstanceId),
        }
    }
}

keys! {
    /// The keys of a [`VertexAttribute`]. `format` is required, except for an attribute with a `source`, whose format
    /// is [`VertexAttribute::VERTEX_ID`]'s.
    ///
    /// ```
    /// use mali_instancing::Format;
    /// use mali_instancing::draw::VertexAttribute;
    ///
    /// let text = "buffer = 0\nformat = \"R16G16_UNORM\"\noffset = 12\n";
    /// let uv: VertexAttribute = toml::from_str(text)?;
    /// assert_eq!(uv, VertexAttribute::new(0, Format::R16G16_UNORM, 12));
    /// let vertex: VertexAttribute = toml::from_str("source = \"vertex-id\"\n")?;
    /// assert_eq!(vertex, VertexAttribute::VERTEX_ID);
    /// # Ok::<(), toml::de::Error>(())
    /// ```
    pub struct VertexAttributeKeys of VertexAttribute, "a table of an attribute"
    with {
        /// The source of its value: the keys `buffer` and `source`.
        source: AttributeSourceKeys,
    }
    {
        /// The format of its bytes.
        format: Format,
        /// Its offset in the element, in bytes. Absent: 0.
        offset: u32,
    }
    needs [buffer, format] or [source]
}

impl TryFrom<VertexAttributeKeys> for VertexAttribute {
    type Error = KeyError;

    fn try_from(keys: VertexAttributeKeys) -> Result<Self, KeyError> {
        let source = keys.source.try_into()?;
        Ok(Self {
            source,
            format: keys.format.or(format_of(source)).ok_or(KeyError::Missing {
                argument: Argument::Format,
            })?,
            offset: keys.offset.unwrap_or(0),
        })
    }
}

impl From<VertexAttribute> for VertexAttributeKeys {
    fn from(attribute: VertexAttribute) -> Self {
        Self {
            source: attribute.source.into(),
            format: match format_of(attribute.source) {
                Some(format) => unless(attribute.format, format),
                None => Some(attribute.format),
            },
            offset: unless(attribute.offset, 0),
        }
    }
}

/// The format of a source that has only one, so that the key can be left out.
const fn format_of(source: AttributeSource) -> Option<Format> {
    match source {
        AttributeSource::Buffer(_) => None,
        AttributeSource::VertexId => Some(VertexAttribute::VERTEX_ID.format),
        AttributeSource::InstanceId => Some(VertexAttribute::INSTANCE_ID.format),
    }
}
