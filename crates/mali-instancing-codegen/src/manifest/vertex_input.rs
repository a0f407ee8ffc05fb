//! `[[vertex_input]]`: everything that one draw's vertex input needs.

use mali_indirect::IndexType;
use mali_instancing::data::{
    BufferRangeKeys, DrawCallKeys, KeyError, Keys, VertexAttributeKeys, VertexBufferKeys,
};
use mali_instancing::draw::{BufferRange, DrawCall, VertexAttribute, VertexBuffer, check_overlap};
use mali_instancing::{Arch, Part};

use super::draw_keys::DrawKeys;
#[cfg(feature = "schemars")]
use super::draw_keys::INDIRECT;
use super::format::FormatOrField;
use super::kind::{Kind, Wrong};
use super::table::{named, table};
use crate::pack::PackedDraw;
use crate::suggestion::unknown;

table! {
    /// `[[vertex_input]]`: everything that one draw's vertex input needs, or what indirect draws have in common.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{BufferRange, DrawCall, VertexBuffer};
    /// use mali_instancing::InputRate;
    /// use mali_instancing_codegen::VertexInput;
    ///
    /// let range = BufferRange { address: 0x1000_0000, size: Some(1400) };
    /// let cube = VertexInput::new("cube", DrawCall::new(Arch::V7, 70))
    ///     .with_buffer("mesh", VertexBuffer::new(20, InputRate::Vertex), Some(range));
    /// assert_eq!(cube.buffers[0].name, "mesh");
    /// ```
    pub struct VertexInput
    of {
        /// The draw: its counts, rules and architecture.
        draw: DrawKeys = DrawKeys::KEYS,
    }
    with {
        /// Of an indirect draw: the bytes of a vertex's varyings. Absent: 0.
        varyings: u32,
        /// Of an indirect draw: the type of its indices. Absent: it has none.
        index_type: IndexType,
        /// Of an indirect draw: the index that restarts a primitive.
        restart_index: u32,
        /// Of an indirect draw: the smallest index of all draws.
        minimum_index: u32,
        /// Of an indirect draw: the largest index of all draws.
        maximum_index: u32,
    }
    and {
        /// The buffers, in the order of their numbers.
        buffers: InputBuffer,
        /// The attributes, in the order of their numbers.
        attributes: InputAttribute,
    }
    needs {
        "anyOf": [
            { "required": ["vertices"] },
            { "required": ["instances"], "properties": { "instances": { "const": INDIRECT } } },
            { "required": ["first_vertex"], "properties": { "first_vertex": { "const": INDIRECT } } },
            { "required": ["first_instance"], "properties": { "first_instance": { "const": INDIRECT } } }
        ]
    }
}

table! {
    /// A buffer of a [`VertexInput`].
    pub struct InputBuffer
    of {
        /// The stride, the rate and the size.
        buffer: VertexBufferKeys = VertexBufferKeys::KEYS,
        /// The address. Absent: 0, to be patched.
        range: BufferRangeKeys = &["address"],
    }
    needs { "required": ["stride"] }
}

table! {
    /// An attribute of a [`VertexInput`].
    pub struct InputAttribute
    of {
        /// The offset, and the source of what comes from no buffer.
        attribute: VertexAttributeKeys = &["source", "offset"],
    }
    with {
        /// The name of the buffer.
        buffer: String,
        /// The format.
        format: FormatOrField,
        /// Whether the attribute may end in the next element.
        overlap: bool,
    }
    needs {
        "oneOf": [
            { "required": ["buffer", "format"], "not": { "required": ["source"] } },
            { "required": ["source"], "maxProperties": 2 }
        ]
    }
}

named!(IndexType: U8 = "u8", U16 = "u16", U32 = "u32");

/// What is put together of the tables of a vertex input.
pub(crate) struct Parts {
    pub(crate) buffers: Vec<VertexBuffer>,
    pub(crate) ranges: Vec<BufferRange>,
    pub(crate) attributes: Vec<VertexAttribute>,
}

impl VertexInput {
    pub(super) const KIND: Kind = Kind {
        name: "vertex_input",
        alignment: 64,
        archs: Arch::ALL[0]..=Arch::ALL[Arch::ALL.len() - 1],
        default_arch: None,
    };

    /// A draw without buffers and attributes.
    #[must_use]
    pub fn new(name: impl Into<String>, call: DrawCall) -> Self {
        Self {
            name: name.into(),
            draw: call.into(),
            ..Self::default()
        }
    }

    /// The same with one buffer more. Without a range, its address is to be patched.
    #[must_use]
    pub fn with_buffer(
        mut self,
        name: impl Into<String>,
        buffer: VertexBuffer,
        range: Option<BufferRange>,
    ) -> Self {
        self.buffers.push(InputBuffer {
            name: name.into(),
            buffer: VertexBufferKeys {
                size: buffer.size.or(range.and_then(|range| range.size)),
                ..buffer.into()
            },
            range: BufferRangeKeys {
                address: range.map(|range| range.address),
                size: None,
            },
        });
        self
    }

    /// The same with one attribute more, of a buffer that is there.
    #[must_use]
    pub fn with_attribute(mut self, name: impl Into<String>, attribute: VertexAttribute) -> Self {
        let mut keys = VertexAttributeKeys::from(attribute);
        let format = keys.format.take().map(FormatOrField::from);
        let buffer = keys.source.buffer.take().map(|number| {
            let buffer = self.buffers.get(number);
            buffer.map_or_else(|| number.to_string(), |buffer| buffer.name.clone())
        });
        self.attributes.push(InputAttribute {
            name: name.into(),
            attribute: keys,
            buffer,
            format,
            overlap: None,
        });
        self
    }

    /// Whether only the GPU knows a count of the draw.
    #[must_use]
    pub fn is_indirect(&self) -> bool {
        !self.draw.indirect.is_empty()
    }

    pub(crate) fn pack(&self, arch: Arch) -> Result<PackedDraw, Wrong> {
        if let Some(count) = self.draw.indirect.first() {
            let reason = "only the GPU knows it, which packs such a draw itself: \
                          `mali-instancing shader --from` writes its kernel";
            return Err(Wrong::new(count.name(), reason));
        }
        for (key, is_there) in [
            ("varyings", self.varyings.is_some()),
            ("index_type", self.index_type.is_some()),
            ("restart_index", self.restart_index.is_some()),
            ("minimum_index", self.minimum_index.is_some()),
            ("maximum_index", self.maximum_index.is_some()),
        ] {
            if is_there {
                let reason = "only an indirect draw has it, with a count that is \"indirect\"";
                return Err(Wrong::new(key, reason));
            }
        }
        let call = DrawCall::try_from(DrawCallKeys {
            arch: Some(arch),
            ..self.draw.call
        })?;
        // What is wrong with the draw is said first.
        call.thread_count()?;
        call.invocation()?;
        Ok(PackedDraw::new(call, self.parts(arch)?)?)
    }

    /// The buffers and the attributes.
    pub(crate) fn parts(&self, arch: Arch) -> Result<Parts, Wrong> {
        self.draw.check_used(arch)?;
        let mut ids = self
            .attributes
            .iter()
            .map(|one| one.attribute.source.source);
        if self.buffers.is_empty() && !ids.any(|id| id.is_some()) {
            let reason =
                "a vertex input has at least one, or on V4 and V5 an attribute with a `source`";
            return Err(Wrong::new("buffers", reason));
        }
        let buffers = self.buffers.iter().enumerate().map(|(index, buffer)| {
            let of_part = |error| Wrong::from(error).of(Part::Buffer(index));
            buffer.buffer().map_err(of_part)
        });
        let buffers = buffers.collect::<Result<Vec<_>, _>>()?;
        let attributes = self
            .attributes
            .iter()
            .enumerate()
            .map(|(index, attribute)| {
                let read = attribute.attribute(arch, &self.buffers);
                read.map_err(|wrong| wrong.of(Part::Attribute(index)))
            });
        let attributes = attributes.collect::<Result<Vec<_>, _>>()?;
        let overlap = self.attributes.iter().map(|one| one.overlap == Some(true));
        check_overlap(&buffers, &attributes, &overlap.collect::<Vec<_>>())?;
        Ok(Parts {
            ranges: self.buffers.iter().map(InputBuffer::range).collect(),
            buffers,
            attributes,
        })
    }
}

impl InputBuffer {
    fn buffer(&self) -> Result<VertexBuffer, KeyError> {
        VertexBuffer::try_from(VertexBufferKeys {
            size: None,
            ..self.buffer
        })
    }

    /// An address that is not there is 0, to be patched.
    fn range(&self) -> BufferRange {
        BufferRange {
            address: self.range.address.unwrap_or(0),
            size: self.buffer.size.or(self.range.size),
        }
    }
}

impl InputAttribute {
    fn attribute(&self, arch: Arch, buffers: &[InputBuffer]) -> Result<VertexAttribute, Wrong> {
        if self.attribute.source.source.is_some() {
            for (key, is_there) in [
                ("buffer", self.buffer.is_some()),
                ("format", self.format.is_some()),
                ("offset", self.attribute.offset.is_some()),
                ("overlap", self.overlap.is_some()),
            ] {
                if is_there {
                    let reason = "an attribute with a `source` has none: leave one of both out";
                    return Err(Wrong::new(key, reason));
                }
            }
            return Ok(self.attribute.try_into()?);
        }
        let name = self.buffer.as_ref().ok_or(Wrong::missing("buffer"))?;
        let buffer = buffers.iter().position(|buffer| buffer.name == *name);
        let buffer = buffer.ok_or_else(|| {
            let names: Vec<&str> = buffers.iter().map(|buffer| &*buffer.name).collect();
            Wrong::new("buffer", unknown(name, &names))
        })?;
        let format = self.format.ok_or(Wrong::missing("format"))?.format(arch);
        let mut keys = self.attribute;
        keys.source.buffer = Some(buffer);
        keys.format = Some(format.map_err(|error| Wrong::new("format", error))?);
        Ok(keys.try_into()?)
    }
}
