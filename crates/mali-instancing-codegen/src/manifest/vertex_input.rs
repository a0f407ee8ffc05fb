//! `[[vertex_input]]`: a draw's vertex input.

use mali_indirect::IndexType;
use mali_instancing::data::{BufferRangeKeys, Keys, VertexAttributeKeys, VertexBufferKeys};
use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer};

use super::draw_keys::DrawKeys;
#[cfg(feature = "schemars")]
use super::draw_keys::{INDIRECT, with_a_count};
use super::table::table;
use super::value::{FormatOrField, named};

table! {
    /// `[[vertex_input]]`: a draw's vertex input, or the part that indirect draws have in common. Without
    /// `vertices` it is a pipeline's, to which each draw adds its counts.
    ///
    /// ```
    /// use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexBuffer};
    /// use mali_instancing::{Arch, InputRate};
    /// use mali_instancing_codegen::VertexInput;
    ///
    /// let range = BufferRange::new(0x1000_0000, 1400);
    /// let cube = VertexInput::new("cube", Pipeline::new(Arch::V7), DrawCounts::any_instances(70))
    ///     .with_buffer("mesh", VertexBuffer::new(20, InputRate::Vertex), Some(range));
    /// assert_eq!(cube.buffers[0].name, "mesh");
    /// ```
    pub struct VertexInput
    of {
        /// The draw: its counts, rules and architecture.
        draw: DrawKeys = DrawKeys::KEYS,
    }
    with {
        /// In an indirect draw: the bytes of a vertex's varyings. Absent: 0.
        varyings: u32,
        /// In an indirect draw: the type of its indices. Absent: it has none.
        index_type: IndexType,
        /// In an indirect draw: the index that restarts a primitive.
        restart_index: u32,
        /// In an indirect draw: the smallest index of all draws.
        minimum_index: u32,
        /// In an indirect draw: the largest index of all draws.
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
            { "required": ["first_instance"], "properties": { "first_instance": { "const": INDIRECT } } },
            {
                "not": { "anyOf": with_a_count() },
                "properties": { "buffers": { "items": { "not": { "required": ["address"] } } } }
            }
        ]
    }
}

table! {
    /// A buffer of a [`VertexInput`].
    pub struct InputBuffer
    of {
        /// The stride, the rate and the size.
        buffer: VertexBufferKeys = VertexBufferKeys::KEYS,
        /// The address. Absent: 0, to be patched by the program.
        range: BufferRangeKeys = &["address"],
    }
    needs { "required": ["stride"] }
}

table! {
    /// An attribute of a [`VertexInput`].
    pub struct InputAttribute
    of {
        /// The offset, and the source of an attribute that is in no buffer.
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

impl VertexInput {
    /// A draw without buffers and attributes.
    #[must_use]
    pub fn new(name: impl Into<String>, pipeline: Pipeline, counts: DrawCounts) -> Self {
        Self {
            name: name.into(),
            draw: DrawKeys::new(pipeline, counts),
            ..Self::default()
        }
    }

    /// A pipeline without buffers and attributes.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::Pipeline;
    /// use mali_instancing_codegen::VertexInput;
    ///
    /// assert!(VertexInput::of_pipeline("cube", Pipeline::new(Arch::V7)).is_pipeline());
    /// ```
    #[must_use]
    pub fn of_pipeline(name: impl Into<String>, pipeline: Pipeline) -> Self {
        let mut input = Self::new(name, pipeline, DrawCounts::any_instances(0));
        input.draw.counts.vertices = None;
        input
    }

    /// This vertex input with another buffer. Without a range, the program must patch its address.
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
                size: range.map_or(buffer.size, |range| buffer.size_in(&range)),
                ..buffer.into()
            },
            range: BufferRangeKeys {
                address: range.map(|range| range.address),
                ..BufferRangeKeys::default()
            },
        });
        self
    }

    /// This vertex input with another attribute, in a buffer that was added before.
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

    /// Whether it is a pipeline's: one without `vertices`, to which each draw adds its counts.
    ///
    /// ```
    /// use mali_instancing_codegen::{Descriptor, Manifest};
    ///
    /// let toml = "[[vertex_input]]\nname = \"cube\"\nbuffers = [{ name = \"mesh\", stride = 20 }]\n";
    /// let manifest = Manifest::from_toml("cube.toml", toml)?;
    /// assert!(matches!(&manifest.descriptors[0], Descriptor::VertexInput(cube) if cube.is_pipeline()));
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    #[must_use]
    pub fn is_pipeline(&self) -> bool {
        self.draw.counts.vertices.is_none() && !self.is_indirect()
    }
}
