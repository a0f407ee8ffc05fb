//! `[[vertex_input]]`: a draw's vertex input.

use std::num::NonZeroU32;

use mali_instancing::data::{BuiltInId, Rate};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, Pipeline, TableLayout, VertexAttribute, VertexBuffer,
};
use mali_instancing::{Arch, Argument, Error, InputRate, PaddedCount, Padding, Rounding};

use super::table::{Table, table};
use super::value::{FormatOrField, IndexTypeNames, NumberOrIndirect, padded_count};
use crate::choice::Named;
use crate::read::Number;

/// The counts besides `vertices`, which a draw has and a pipeline does not.
// The first of the fields is `vertices`.
pub(crate) const COUNTS: &[&str] = DrawCounts::FIELDS.split_at(1).1;

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
    #[cfg_attr(
        feature = "schemars",
        schemars(inline, extend("anyOf" = [
            { "required": ["vertices"] },
            { "required": ["instances"], "properties": { "instances": { "const": "indirect" } } },
            { "required": ["first_vertex"], "properties": { "first_vertex": { "const": "indirect" } } },
            { "required": ["first_instance"], "properties": { "first_instance": { "const": "indirect" } } },
            {
                "not": { "anyOf": [
                    { "required": ["instances"] },
                    { "required": ["first_vertex"] },
                    { "required": ["first_instance"] },
                    { "required": ["primitive_vertices"] },
                    { "required": ["padded_vertices"] },
                ] },
                "properties": { "buffers": { "items": { "not": { "required": ["address"] } } } },
            },
        ]))
    )]
    pub struct VertexInput {
        /// The name, which differs from all other names in the array.
        pub name: String,
        /// The GPU's architecture. Absent: the manifest's.
        pub arch: Option<Arch>,
        /// The rule by which the vertex count is padded. V4 to V7 only.
        pub padding: Option<Padding>,
        /// The rule by which multipliers are rounded.
        pub rounding: Option<Rounding>,
        /// Whether the draw uses index-driven vertex shading. V6 and V7 only.
        pub idvs: Option<bool>,
        /// The resource table that holds the buffers, 0 to 63. V9 and later only.
        #[cfg_attr(feature = "schemars", schemars(range(max = 63)))]
        pub resource_table: Option<Number<u32>>,
        /// The layout of the buffers' table: in the layout `fixed`, no word moves with the counts. V4 to V7 only.
        pub layout: Option<TableLayout>,
        /// The number of the driver's own descriptors in the table of buffers, after those of buffers and IDs.
        #[cfg_attr(feature = "schemars", schemars(range(max = Pipeline::MAX_RESERVED)))]
        pub reserved_buffers: Option<Number<u32>>,
        /// The number of the driver's own descriptors at the end of the table of attributes.
        #[cfg_attr(feature = "schemars", schemars(range(max = Pipeline::MAX_RESERVED)))]
        pub reserved_attributes: Option<Number<u32>>,
        /// Whether strides are bound with the addresses, as after `vkCmdBindVertexBuffers2`. Only for a pipeline.
        pub bound_strides: Option<bool>,
        /// Whether elements that need no conversion may be unaligned: those of 32-bit floats and integers. V4 and V5 only.
        pub unaligned: Option<bool>,
        /// The number of vertices.
        #[cfg_attr(feature = "schemars", schemars(schema_with = "NumberOrIndirect::schema_of_positive"))]
        pub vertices: Option<NumberOrIndirect>,
        /// The number of instances. Absent: an instanced draw whose number is not known yet.
        #[cfg_attr(feature = "schemars", schemars(schema_with = "NumberOrIndirect::schema_of_positive"))]
        pub instances: Option<NumberOrIndirect>,
        /// The first vertex: GL's `first`, Vulkan's `firstVertex`. Of an indexed draw, the smallest index plus the base
        /// vertex. V4 to V7 only.
        pub first_vertex: Option<NumberOrIndirect>,
        /// Vulkan's `firstInstance`, GL's `baseinstance`.
        pub first_instance: Option<NumberOrIndirect>,
        /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points. Absent: an instance
        /// primitive size of 1. V4 to V7 only.
        pub primitive_vertices: Option<Number<NonZeroU32>>,
        /// The padded vertex count, if it is known already: 1, 3, 5, 7 or 9 times a power of two. V4 to V7 only.
        #[cfg_attr(feature = "schemars", schemars(with = "Number<u32>"))]
        #[serde(deserialize_with = "padded_count")]
        pub padded_vertices: Option<PaddedCount>,
        /// In an indirect draw: the bytes of a vertex's varyings. Absent: 0.
        pub varyings: Option<Number<u32>>,
        /// In an indirect draw: the type of its indices. Absent: it has none.
        pub index_type: Option<Named<IndexTypeNames>>,
        /// In an indirect draw: the index that restarts a primitive.
        pub restart_index: Option<Number<u32>>,
        /// In an indirect draw: the smallest index of all draws.
        pub minimum_index: Option<Number<u32>>,
        /// In an indirect draw: the largest index of all draws.
        pub maximum_index: Option<Number<u32>>,
        /// The buffers, in the order of their numbers.
        pub buffers: Vec<InputBuffer>,
        /// The attributes, in the order of their numbers.
        pub attributes: Vec<InputAttribute>,
    }
}

table! {
    /// A buffer of a [`VertexInput`].
    #[cfg_attr(feature = "schemars", schemars(extend("required" = ["name", "stride"])))]
    pub struct InputBuffer {
        /// The name, which differs from all other names in the array.
        pub name: String,
        /// The rate at which elements change.
        pub rate: Option<Rate>,
        /// The number of instances that share an element.
        pub divisor: Option<Number<u32>>,
        /// The distance between elements, in bytes.
        pub stride: Option<Number<u32>>,
        /// The size in bytes, if it is known before the buffer is bound.
        pub size: Option<Number<u32>>,
        /// The address of the first byte, aligned for the attributes in the buffer. Absent: 0, to be patched by the
        /// program.
        pub address: Option<Number<u64>>,
    }
}

table! {
    /// An attribute of a [`VertexInput`].
    #[cfg_attr(
        feature = "schemars",
        schemars(extend("oneOf" = [
            { "required": ["buffer", "format"], "not": { "required": ["source"] } },
            { "required": ["source"], "maxProperties": 2 },
        ]))
    )]
    pub struct InputAttribute {
        /// The name, which differs from all other names in the array.
        pub name: String,
        /// The vertex's or the instance's number. V4 and V5 only.
        pub source: Option<BuiltInId>,
        /// Its offset in the element, in bytes. Absent: 0.
        pub offset: Option<Number<u32>>,
        /// The name of the buffer.
        pub buffer: Option<String>,
        /// The format.
        pub format: Option<FormatOrField>,
        /// Whether the attribute may end in the next element.
        pub overlap: Option<bool>,
    }
}

impl VertexInput {
    /// A draw without buffers and attributes.
    #[must_use]
    pub fn new(name: impl Into<String>, pipeline: Pipeline, counts: DrawCounts) -> Self {
        let number = NumberOrIndirect::Number;
        Self {
            vertices: Some(number(counts.vertices)),
            instances: counts.instances.map(number),
            first_vertex: unless(counts.first_vertex, 0).map(number),
            first_instance: unless(counts.first_instance, 0).map(number),
            primitive_vertices: counts.primitive_vertices.map(Number),
            padded_vertices: counts.padded_vertices,
            ..Self::of_pipeline(name, pipeline)
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
        let absent = Pipeline::new(pipeline.arch);
        let number = |number| unless(number, 0).map(Number);
        Self {
            name: name.into(),
            arch: Some(pipeline.arch),
            padding: unless(pipeline.padding, absent.padding),
            rounding: unless(pipeline.rounding, absent.rounding),
            idvs: unless(pipeline.idvs, absent.idvs),
            resource_table: number(pipeline.resource_table),
            layout: unless(pipeline.layout, absent.layout),
            reserved_buffers: number(pipeline.reserved_buffers),
            reserved_attributes: number(pipeline.reserved_attributes),
            bound_strides: unless(pipeline.bound_strides, absent.bound_strides),
            unaligned: unless(pipeline.unaligned, absent.unaligned),
            ..Self::default()
        }
    }

    /// This vertex input with another buffer. Without a range, the program must patch its address.
    #[must_use]
    pub fn with_buffer(
        mut self,
        name: impl Into<String>,
        buffer: VertexBuffer,
        range: Option<BufferRange>,
    ) -> Self {
        let (rate, divisor) = match buffer.rate {
            InputRate::Vertex => (Rate::Vertex, None),
            InputRate::Instance { divisor } => (Rate::Instance, Some(divisor.get())),
            InputRate::Constant => (Rate::Constant, None),
        };
        // The table has one size: the smaller one of the buffer's and the range's.
        let size = range.map_or(buffer.size, |range| buffer.size_in(&range));
        self.buffers.push(InputBuffer {
            name: name.into(),
            rate: Some(rate),
            divisor: divisor.map(Number),
            stride: Some(Number(buffer.stride)),
            size: size.map(Number),
            address: range.map(|range| Number(range.address)),
        });
        self
    }

    /// This vertex input with another attribute, in a buffer that was added before.
    #[must_use]
    pub fn with_attribute(mut self, name: impl Into<String>, attribute: VertexAttribute) -> Self {
        let (source, buffer, only_format) = match attribute.source {
            AttributeSource::Buffer(number) => {
                let buffer = self.buffers.get(number);
                // A buffer that was not added is named by its number, so packing reports it as unknown.
                let name = buffer.map_or_else(|| number.to_string(), |one| one.name.clone());
                (None, Some(name), None)
            }
            AttributeSource::VertexId => {
                let only_format = VertexAttribute::VERTEX_ID.format;
                (Some(BuiltInId::VertexId), None, Some(only_format))
            }
            AttributeSource::InstanceId => {
                let only_format = VertexAttribute::INSTANCE_ID.format;
                (Some(BuiltInId::InstanceId), None, Some(only_format))
            }
        };
        self.attributes.push(InputAttribute {
            name: name.into(),
            source,
            offset: unless(attribute.offset, 0).map(Number),
            buffer,
            // Of a buffer's attribute `only_format` is `None`, from which every format differs, so its format is always
            // written.
            format: unless(Some(attribute.format), only_format)
                .flatten()
                .map(Into::into),
            overlap: None,
        });
        self
    }

    /// Whether only the GPU knows a count of the draw.
    #[must_use]
    pub fn is_indirect(&self) -> bool {
        self.indirect().is_some()
    }

    /// The first count that only the GPU knows, by the names of counts.
    pub(crate) fn indirect(&self) -> Option<&'static str> {
        let counts = [
            ("first_instance", self.first_instance),
            ("first_vertex", self.first_vertex),
            ("instances", self.instances),
            ("vertices", self.vertices),
        ];
        let mut counts = counts.into_iter();
        let indirect = counts.find(|(_, count)| *count == Some(NumberOrIndirect::Indirect));
        indirect.map(|(key, _)| key)
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
        self.vertices.is_none() && !self.is_indirect()
    }

    /// Checks that each key that is present has an effect.
    pub(crate) fn check_arguments(&self, arch: Arch) -> Result<(), Error> {
        let keys = self.present().into_iter();
        // A key that is no argument of the core, as `varyings`, is left to the packing.
        let mut arguments = keys.filter_map(Argument::from_name);
        arguments.try_for_each(|argument| arch.check_argument(argument))
    }

    /// The rules, on an architecture.
    pub(crate) fn pipeline(&self, arch: Arch) -> Pipeline {
        let absent = Pipeline::new(arch);
        let number = |number: Option<Number<u32>>| number.map_or(0, |Number(number)| number);
        absent
            .with_padding(self.padding.unwrap_or(absent.padding))
            .with_rounding(self.rounding.unwrap_or(absent.rounding))
            .with_idvs(self.idvs.unwrap_or(absent.idvs))
            .with_resource_table(number(self.resource_table))
            .with_layout(self.layout.unwrap_or(absent.layout))
            .with_reserved_buffers(number(self.reserved_buffers))
            .with_reserved_attributes(number(self.reserved_attributes))
            .with_bound_strides(self.bound_strides.unwrap_or(absent.bound_strides))
            .with_unaligned(self.unaligned.unwrap_or(absent.unaligned))
    }

    /// The counts of a draw that is not indirect; `None` without `vertices`.
    pub(crate) fn counts(&self) -> Option<DrawCounts> {
        let known = |count: Option<NumberOrIndirect>| count?.known();
        let counts = DrawCounts::any_instances(known(self.vertices)?)
            .with_instances(known(self.instances))
            .with_first_vertex(known(self.first_vertex).unwrap_or(0))
            .with_first_instance(known(self.first_instance).unwrap_or(0))
            .with_primitive_vertices(self.primitive_vertices.map(|Number(number)| number))
            .with_padded_vertices(self.padded_vertices);
        Some(counts)
    }
}

/// The value; `None` if it is the value of an absent key.
fn unless<T: Copy + PartialEq>(value: T, absent: T) -> Option<T> {
    (value != absent).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(key: &str, value: &str) -> VertexInput {
        let text = format!("name = \"cube\"\narch = \"v7\"\n{key} = {value}\n");
        toml::from_str(&text).unwrap()
    }

    /// A value that is not that of the absent key.
    fn value(key: &str) -> &'static str {
        match key {
            "padding" => "\"mesa\"",
            "rounding" => "\"nearest\"",
            "layout" => "\"fixed\"",
            "idvs" | "bound_strides" | "unaligned" => "true",
            _ => "36",
        }
    }

    #[test]
    fn each_rule_is_in_the_pipeline_and_back() {
        let absent = Pipeline::new(Arch::V7);
        for key in &Pipeline::FIELDS[1..] {
            let read = read(key, value(key));
            let pipeline = read.pipeline(Arch::V7);
            assert_ne!(pipeline, absent, "{key}");
            assert_eq!(VertexInput::of_pipeline("cube", pipeline), read, "{key}");
        }
        let plain = VertexInput::of_pipeline("cube", absent);
        assert_eq!(plain.present(), ["arch"]);
    }

    #[test]
    fn each_count_is_in_the_counts_and_back() {
        let absent = DrawCounts::any_instances(70);
        for key in COUNTS {
            let mut read = read(key, value(key));
            read.vertices = Some(NumberOrIndirect::Number(70));
            let counts = read.counts().unwrap();
            assert_ne!(counts, absent, "{key}");
            let made = VertexInput::new("cube", Pipeline::new(Arch::V7), counts);
            assert_eq!(made, read, "{key}");
        }
        let plain = VertexInput::new("cube", Pipeline::new(Arch::V7), absent);
        assert_eq!(plain.present(), ["arch", "vertices"]);
        assert_eq!(read("instances", "36").counts(), None);
    }

    #[test]
    fn an_attribute_of_an_id_has_a_format_only_if_it_is_another() {
        let of = |attribute| {
            let input = VertexInput::default().with_attribute("id", attribute);
            input.attributes[0].present()
        };
        let id = VertexAttribute::INSTANCE_ID;
        assert_eq!(of(id), ["source"]);
        assert_eq!(
            of(VertexAttribute { offset: 4, ..id }),
            ["source", "offset"]
        );
        let format = mali_instancing::Format::R8_UINT;
        assert_eq!(of(VertexAttribute { format, ..id }), ["source", "format"]);
    }
}
