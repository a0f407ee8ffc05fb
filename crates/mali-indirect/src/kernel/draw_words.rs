//! The words of a draw: constants, and expressions for the others.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use mali_instancing::draw::{
    AttributeSource, BufferRange, Dependencies, VertexAttribute, VertexBuffer,
    attribute_dependencies, buffer_dependencies,
};
use mali_instancing::{InputRate, Rounding};

use super::draws::DrawsKernel;
use super::literals::{Words, constant};
use crate::indirect_draw::{Count, IndirectVertices};

impl DrawsKernel<'_> {
    /// The dependencies on numbers from commands: words with these must be computed.
    fn indirect(&self) -> Dependencies {
        let mut indirect = Dependencies::NOTHING;
        let mut add = |count, dependency| {
            if count == Count::Indirect {
                indirect = indirect.and(dependency);
            }
        };
        if self.are_buffers_in_memory {
            add(Count::Indirect, Dependencies::ADDRESS);
        }
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
        let buffer_number = match attribute.source {
            AttributeSource::Buffer(buffer) => buffer,
            AttributeSource::VertexId | AttributeSource::InstanceId => return Ok(()),
        };
        let offset = attribute.offset;
        if self.are_buffers_in_memory {
            self.offset_in_memory(text, number, offset, buffer_number)?;
        } else {
            let dependencies =
                attribute_dependencies(&self.draw.call.pipeline(), attribute, self.buffers);
            if !dependencies
                .iter()
                .any(|word| word.intersects(self.indirect()))
            {
                return Ok(());
            }
            self.constant_offset(text, number, offset, buffer_number)?;
        }
        writeln!(
            text,
            "    if (status == MALI_INST_DRAWN) {{
        status = offset{number}.status;
    }}"
        )
    }

    /// Writes the computation of an offset in a buffer whose address and stride are constants.
    fn constant_offset(
        &self,
        text: &mut String,
        number: usize,
        offset: u32,
        buffer: usize,
    ) -> core::fmt::Result {
        let (buffer, range) = (self.buffers[buffer], self.draw.ranges[buffer]);
        let mut offset = u64::from(offset);
        let stride = buffer.stride;
        if self.draw.call.arch.has_attribute_buffers() {
            offset += range.address % ALIGNMENT;
            let (rate, divisor) = rate(&buffer);
            write!(
                text,
                "    let offset{number}: MaliInstPair = mali_inst_attribute_offset(
        thread_count, {rate}, {divisor}u, first_instance, first_vertex, {stride}u, {}
    );
",
                Words(offset)
            )
        } else {
            writeln!(
                text,
                "    let offset{number}: MaliInstPair = mali_inst_moved_offset(first_instance, 0u, {stride}u, {});",
                Words(offset)
            )
        }
    }

    /// Writes the computation of an offset in a buffer whose address and stride are in memory.
    fn offset_in_memory(
        &self,
        text: &mut String,
        number: usize,
        offset: u32,
        buffer: usize,
    ) -> core::fmt::Result {
        // Less than 2^31, so that the sum is less than 2^32.
        let offset = constant(offset);
        if self.draw.call.arch.has_attribute_buffers() {
            write!(
                text,
                "    let offset{number}: MaliInstPair = mali_inst_attribute_offset(
        thread_count, rate{buffer}, divisor{buffer}, first_instance, first_vertex, stride{buffer},
        vec2<u32>({offset} + (address{buffer}.x & {}u), 0u)
    );
",
                ALIGNMENT - 1
            )
        } else {
            write!(
                text,
                "    var added{number}: u32 = first_instance;
    if (rate{buffer} == MALI_INST_PER_VERTEX) {{
        added{number} = 0u;
    }}
    let offset{number}: MaliInstPair = mali_inst_moved_offset(added{number}, 0u, stride{buffer}, vec2<u32>({offset}, 0u));
"
            )
        }
    }

    /// Writes the computation of an attribute of V9 and later in a buffer in memory.
    fn valhall_attribute(
        &self,
        text: &mut String,
        number: usize,
        buffer: usize,
        first: usize,
    ) -> core::fmt::Result {
        let call = self.draw.call;
        let (rounding, table) = (rounding(call.rounding), call.resource_table);
        let format = constant(self.sample[first] >> 10);
        writeln!(
            text,
            "    let attribute{number}: MaliInstDescriptor = mali_inst_valhall_attribute(
        rate{buffer}, divisor{buffer}, {rounding}, {format}, {table}u, {buffer}u, stride{buffer}, offset{number}.words.x
    );"
        )
    }

    /// Writes the statements that compute words, and returns the expression of each word of a draw.
    pub(super) fn words(&self, text: &mut String) -> Result<Vec<String>, core::fmt::Error> {
        let call = self.draw.call;
        let indirect = self.indirect();
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
            let length = call.arch.attribute_words();
            let first = self.layout.attributes.start + number * length;
            let has_enable = call.arch.has_attribute_buffers();
            let dependencies = match attribute.source {
                AttributeSource::Buffer(buffer) if self.are_buffers_in_memory => {
                    if !has_enable {
                        self.valhall_attribute(text, number, buffer, first)?;
                        set(first, &IN_MEMORY, &|word| lane("attribute", number, word));
                        continue;
                    }
                    IN_MEMORY
                }
                _ => attribute_dependencies(&call.pipeline(), attribute, self.buffers),
            };
            let others = constant(self.sample[first] & !OFFSET_ENABLE);
            set(first, &dependencies[..length], &|word| {
                if word == 0 && has_enable {
                    format!("{others} | offset{number}.words.y")
                } else {
                    format!("offset{number}.words.x")
                }
            });
        }
        if self.are_buffers_in_memory {
            for number in 0..self.buffers.len() {
                if !call.arch.has_attribute_buffers() {
                    set(8 * number + 1, &IN_MEMORY[..3], &|word| match word {
                        0 => format!("size{number}"),
                        _ => format!("address{number}.{}", LANES[word - 1]),
                    });
                    continue;
                }
                set(8 * number, &IN_MEMORY, &|word| lane("buffer", number, word));
                self.buffer_in_memory(text, number)?;
            }
        }
        let constants = if self.are_buffers_in_memory {
            &[]
        } else {
            self.draw.ranges
        };
        for (number, (buffer, range)) in self.buffers.iter().zip(constants).enumerate() {
            let dependencies = buffer_dependencies(&call.pipeline(), buffer);
            let descriptor = |word: usize| lane("buffer", number, word);
            if set(8 * number, &dependencies, &descriptor) {
                self.buffer(text, number, buffer, *range)?;
            }
        }
        if !call.arch.has_attribute_buffers() {
            return Ok(words);
        }
        let mut descriptor = 8 * self.buffers.len();
        if self.draw.has(AttributeSource::VertexId) && call.arch.has_id_descriptors() {
            let lane = |word: usize| format!("vertex_id.{}", LANES[word]);
            if set(descriptor, &Dependencies::OF_VERTEX_ID, &lane) {
                text.push_str(
                    "    let vertex_id: vec4<u32> = mali_inst_vertex_id(thread_count);\n",
                );
            }
            descriptor += 4;
        }
        if self.draw.has(AttributeSource::InstanceId) && call.arch.has_id_descriptors() {
            let lane = |word: usize| format!("instance_id.{}", LANES[word]);
            if set(descriptor, &Dependencies::OF_INSTANCE_ID, &lane) {
                let rounding = rounding(call.rounding);
                writeln!(
                    text,
                    "    let instance_id: vec4<u32> = mali_inst_instance_id(thread_count, {rounding});"
                )?;
            }
        }
        let primitive_vertices = call
            .primitive_vertices
            .map_or(0, core::num::NonZeroU32::get);
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
        let (minimum, count) = match self.draw.vertices {
            IndirectVertices::InOrder { .. } => ("0u", "vertices"),
            IndirectVertices::Indexed(_) => ("minimum", "index_count"),
        };
        writeln!(
            text,
            "    let primitive: vec2<u32> = mali_inst_primitive({minimum}, {count});"
        )?;
        let lane = |word: usize| format!("primitive.{}", LANES[word]);
        for word in 0..2 {
            words[self.layout.primitive + word] = lane(word);
        }
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

    fn buffer_in_memory(&self, text: &mut String, number: usize) -> core::fmt::Result {
        let rounding = rounding(self.draw.call.rounding);
        let remainder = ALIGNMENT - 1;
        writeln!(
            text,
            "    let buffer{number}: MaliInstDescriptor = mali_inst_attribute_buffer(
        thread_count, rate{number}, divisor{number}, {rounding},
        vec2<u32>(address{number}.x - (address{number}.x & {remainder}u), address{number}.y & 0xffffffu),
        stride{number}, size{number} + (address{number}.x & {remainder}u)
    );"
        )
    }

    fn buffer(
        &self,
        text: &mut String,
        number: usize,
        buffer: &VertexBuffer,
        range: BufferRange,
    ) -> core::fmt::Result {
        let (rate, divisor) = rate(buffer);
        let rounding = rounding(self.draw.call.rounding);
        let address = Words(range.address / ALIGNMENT * ALIGNMENT);
        let (stride, size) = (buffer.stride, self.sample[8 * number + 3]);
        writeln!(
            text,
            "    let buffer{number}: MaliInstDescriptor = mali_inst_attribute_buffer(
        thread_count, {rate}, {divisor}u, {rounding}, {address}, {stride}u, {size}u
    );"
        )
    }
}

/// The alignment of an address in an attribute buffer, in bytes.
const ALIGNMENT: u64 = mali_instancing::BufferAddress::ALIGNMENT;

/// Offset enable in the first word of an attribute of V4 to V7.
const OFFSET_ENABLE: u32 = 1 << 9;

const LANES: [&str; 4] = ["x", "y", "z", "w"];

/// The dependencies of a descriptor whose buffer is in memory: every word must be computed.
const IN_MEMORY: [Dependencies; 8] = [Dependencies::ADDRESS; 8];

/// A word of the descriptor of that number.
fn lane(descriptor: &str, number: usize, word: usize) -> String {
    let half = ["first", "second"][word / 4];
    format!("{descriptor}{number}.{half}.{}", LANES[word % 4])
}

fn rate(buffer: &VertexBuffer) -> (&'static str, u32) {
    match buffer.rate {
        InputRate::Vertex => ("MALI_INST_PER_VERTEX", 1),
        InputRate::Instance { divisor } => ("MALI_INST_PER_INSTANCE", divisor.get()),
        InputRate::Constant => ("MALI_INST_CONSTANT", 1),
    }
}

const fn rounding(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::RoundDown => "MALI_INST_ROUND_DOWN",
        Rounding::Nearest => "MALI_INST_ROUND_NEAREST",
    }
}
