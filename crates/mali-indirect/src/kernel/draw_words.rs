//! The words of a draw: constants, and expressions for the others.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::num::NonZeroU32;

use mali_instancing::Rounding;
use mali_instancing::draw::{AttributeSource, Dependencies, VertexAttribute};

use super::literals::{constant, two_words};
use super::vertex_buffers::{BufferValues, VertexBuffers};
use crate::indirect_draw::{Count, DrawLayout, IndirectDraw, IndirectVertices};

/// The writer of statements that compute the words.
pub(super) struct DrawWords<'a> {
    pub(super) draw: &'a IndirectDraw<'a>,
    pub(super) layout: &'a DrawLayout,
    /// The words of a draw with the known numbers. Words that depend on nothing else are the same in every draw.
    pub(super) sample: &'a [u32],
    pub(super) buffers: VertexBuffers<'a>,
}

impl DrawWords<'_> {
    /// The dependencies on what differs from draw to draw: words with these must be computed.
    fn indirect(&self) -> Dependencies {
        let mut indirect = self.buffers.dependencies();
        let mut add = |count, dependency| {
            if count == Count::Indirect {
                indirect = indirect.and(dependency);
            }
        };
        add(self.draw.instances, Dependencies::COUNTS);
        add(self.draw.first_instance, Dependencies::FIRST_INSTANCE);
        match self.draw.vertices {
            IndirectVertices::InOrder {
                vertices,
                first_vertex,
            } => {
                add(vertices, Dependencies::COUNTS);
                add(first_vertex, Dependencies::FIRST_VERTEX);
            }
            // The bounds of the indices give the vertices and the first one, whatever else is known.
            IndirectVertices::Indexed(_) => {
                let both = Dependencies::COUNTS.and(Dependencies::FIRST_VERTEX);
                add(Count::Indirect, both);
            }
        }
        indirect
    }

    /// Writes the computation of an attribute's offset, if it is not a constant.
    pub(super) fn attribute_offset(
        &self,
        text: &mut String,
        number: usize,
        attribute: &VertexAttribute,
    ) -> core::fmt::Result {
        let AttributeSource::Buffer(buffer) = attribute.source else {
            return Ok(());
        };
        let pipeline = self.draw.pipeline;
        let dependencies = self.buffers.of_attribute(&pipeline, attribute);
        let indirect = self.indirect();
        // Otherwise the offset is that of the sample, whose packing has shown that it fits.
        if !dependencies.iter().any(|word| word.intersects(indirect)) {
            return Ok(());
        }
        if pipeline.arch.has_attribute_buffers() {
            let values = self.values(buffer);
            writeln!(
                text,
                "    let offset{number}: MaliInstPair = mali_inst_attribute_offset(
        thread_count, {}, {}, first_instance, first_vertex, {},
        {}
    );",
                values.rate,
                values.divisor,
                values.stride,
                self.buffers.offset(buffer, attribute.offset),
            )?;
        } else {
            self.moved_offset(text, number, attribute.offset, buffer)?;
        }
        writeln!(
            text,
            "    if (status == MALI_INST_DRAWN) {{
        status = offset{number}.status;
    }}"
        )
    }

    /// Writes the computation of an offset on V9 and later, to which the first instance is added.
    fn moved_offset(
        &self,
        text: &mut String,
        number: usize,
        offset: u32,
        buffer: usize,
    ) -> core::fmt::Result {
        let offset = two_words(offset.into());
        let (first_instance, stride) = match self.buffers {
            // The offset of an attribute per vertex is a constant.
            VertexBuffers::Constant { buffers, .. } => (
                String::from("first_instance"),
                format!("{}u", buffers[buffer].stride),
            ),
            VertexBuffers::InMemory { .. } => {
                write!(
                    text,
                    "    var added{number}: u32 = first_instance;
    if (rate{buffer} == MALI_INST_RATE_VERTEX) {{
        added{number} = 0u;
    }}
"
                )?;
                (format!("added{number}"), format!("stride{buffer}"))
            }
        };
        writeln!(
            text,
            "    let offset{number}: MaliInstPair = mali_inst_moved_offset({first_instance}, 0u, {stride}, {offset});"
        )
    }

    /// A buffer of V4 to V7.
    fn values(&self, number: usize) -> BufferValues {
        // Word 3 of a buffer's first descriptor: its size from the aligned address on. Buffers in memory do not use it.
        let size = self.sample[8 * number + 3];
        self.buffers.values(number, size)
    }

    /// Writes the computation of an attribute of V9 and later in a buffer in memory.
    fn valhall_attribute(
        &self,
        text: &mut String,
        number: usize,
        buffer: usize,
        first: usize,
    ) -> core::fmt::Result {
        let pipeline = self.draw.pipeline;
        let (rounding, table) = (rounding(pipeline.rounding), pipeline.resource_table);
        // The format is in bits 10 to 31 of word 0.
        let format = constant(self.sample[first] >> 10);
        writeln!(
            text,
            "    let attribute{number}: MaliInstDescriptor = mali_inst_valhall_attribute(
        rate{buffer}, divisor{buffer}, {rounding}, {format}, {table}u, {buffer}u, stride{buffer}, offset{number}.words.x
    );"
        )
    }

    /// Writes the statements that compute words, and returns the expression of each word of a draw.
    pub(super) fn write(&self, text: &mut String) -> Result<Vec<String>, core::fmt::Error> {
        let pipeline = self.draw.pipeline;
        let indirect = self.indirect();
        // Constants first; what depends on a command is then replaced, word by word.
        let mut words: Vec<String> = self.sample.iter().map(|word| constant(*word)).collect();
        let mut set =
            |first: usize, dependencies: &[Dependencies], value: &dyn Fn(usize) -> String| {
                let mut is_computed = false;
                for (word, dependency) in dependencies.iter().enumerate() {
                    if dependency.intersects(indirect) {
                        words[first + word] = value(word);
                        is_computed = true;
                    }
                }
                is_computed
            };
        for (number, attribute) in self.draw.attributes.iter().enumerate() {
            let length = pipeline.arch.attribute_words();
            let first = self.layout.attributes.start + number * length;
            let dependencies = self.buffers.of_attribute(&pipeline, attribute);
            let has_enable = pipeline.arch.has_attribute_buffers();
            // From V9 on the rate, divisor and stride of a buffer are in the words of its attributes.
            if let (AttributeSource::Buffer(buffer), VertexBuffers::InMemory { .. }, false) =
                (attribute.source, self.buffers, has_enable)
            {
                self.valhall_attribute(text, number, buffer, first)?;
                set(first, &dependencies, &|word| {
                    lane("attribute", number, word)
                });
                continue;
            }
            // A start that is far from the buffer clears the offset enable, so that this bit comes with the offset.
            let others = constant(self.sample[first] & !OFFSET_ENABLE);
            set(first, &dependencies[..length], &|word| {
                if word == 0 && has_enable {
                    format!("{others} | offset{number}.words.y")
                } else {
                    // Word 1 on V4 to V7, and word 2 from V9 on: no other word depends on a command.
                    format!("offset{number}.words.x")
                }
            });
        }
        for number in 0..self.buffers.count() {
            let dependencies = self.buffers.of_buffer(&pipeline, number);
            if !pipeline.arch.has_attribute_buffers() {
                // Of the eight words only 1 to 3 have dependencies: the size and the address.
                set(8 * number, &dependencies, &|word| match word {
                    1 => format!("size{number}"),
                    _ => format!("address{number}.{}", LANES[word - 2]),
                });
            } else if set(8 * number, &dependencies, &|word| {
                lane("buffer", number, word)
            }) {
                self.buffer(text, number)?;
            }
        }
        if !pipeline.arch.has_attribute_buffers() {
            return Ok(words);
        }
        // Each buffer has two descriptors in a kernel, of V4 to V7: a descriptor's index cannot depend on the counts.
        let mut descriptor = 8 * self.buffers.count();
        if self.draw.has(AttributeSource::VertexId) && pipeline.arch.has_id_descriptors() {
            let lane = |word: usize| format!("vertex_id.{}", LANES[word]);
            if set(descriptor, &Dependencies::OF_VERTEX_ID, &lane) {
                text.push_str(
                    "    let vertex_id: vec4<u32> = mali_inst_vertex_id(thread_count);\n",
                );
            }
            descriptor += 4;
        }
        if self.draw.has(AttributeSource::InstanceId) && pipeline.arch.has_id_descriptors() {
            let lane = |word: usize| format!("instance_id.{}", LANES[word]);
            if set(descriptor, &Dependencies::OF_INSTANCE_ID, &lane) {
                let rounding = rounding(pipeline.rounding);
                writeln!(
                    text,
                    "    let instance_id: vec4<u32> = mali_inst_instance_id(thread_count, {rounding});"
                )?;
            }
        }
        let primitive_vertices = self.draw.primitive_vertices.map_or(0, NonZeroU32::get);
        let lane = |word: usize| format!("descriptor.{}", LANES[word]);
        if set(self.layout.draw, &Dependencies::OF_DRAW, &lane) {
            writeln!(
                text,
                "    let descriptor: vec2<u32> = \
                 mali_inst_draw(thread_count, vertices, first_vertex, {primitive_vertices}u);"
            )?;
        }
        let lane = |word: usize| format!("invocation.words.{}", LANES[word]);
        set(self.layout.invocation, &Dependencies::OF_INVOCATION, &lane);
        // The sample has zeros for the words that follow, so they are always computed.
        let (minimum, count) = match self.draw.vertices {
            IndirectVertices::InOrder { .. } => ("0u", "vertices"),
            IndirectVertices::Indexed(_) => ("minimum", "index_count"),
        };
        writeln!(
            text,
            "    let primitive: vec2<u32> = mali_inst_primitive({minimum}, {count});"
        )?;
        words[self.layout.primitive] = String::from("primitive.x");
        words[self.layout.primitive + 1] = String::from("primitive.y");
        if let IndirectVertices::Indexed(_) = self.draw.vertices {
            words[self.layout.first_index] = String::from("first_index");
        }
        words[self.layout.first_instance] = String::from("first_instance");
        if self.draw.varyings != 0 {
            words[self.layout.varyings] = String::from("place");
            words[self.layout.varyings + 1] = String::from("varyings.words.x");
        }
        Ok(words)
    }

    /// Writes the computation of the descriptors of a buffer of V4 to V7.
    fn buffer(&self, text: &mut String, number: usize) -> core::fmt::Result {
        let rounding = rounding(self.draw.pipeline.rounding);
        let values = self.values(number);
        writeln!(
            text,
            "    let buffer{number}: MaliInstDescriptor = mali_inst_attribute_buffer(
        thread_count, {}, {}, {rounding},
        {}, {}, {}
    );",
            values.rate, values.divisor, values.address, values.stride, values.size,
        )
    }
}

/// Offset enable in the first word of an attribute of V4 to V7.
const OFFSET_ENABLE: u32 = 1 << 9;

const LANES: [&str; 4] = ["x", "y", "z", "w"];

/// A word of the descriptor of that number.
fn lane(descriptor: &str, number: usize, word: usize) -> String {
    let half = ["first", "second"][word / 4];
    format!("{descriptor}{number}.{half}.{}", LANES[word % 4])
}

const fn rounding(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::RoundDown => "MALI_INST_ROUNDING_ROUND_DOWN",
        Rounding::Nearest => "MALI_INST_ROUNDING_NEAREST",
    }
}
