//! The kernel that writes the words of draws.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use mali_instancing::draw::{
    AttributeSource, BufferRange, Dependencies, VertexAttribute, VertexBuffer,
    attribute_dependencies, buffer_dependencies,
};
use mali_instancing::{InputRate, Padding, Rounding};

use super::binding::{Binding, BoundBuffer, Work, kernel};
use super::bounds_place::BoundsPlace;
use super::command::HasCommand;
use super::vertex_buffers;
use crate::indices::IndirectIndices;
use crate::indirect_draw::{Count, DrawLayout, IndirectDraw, IndirectVertices};
use crate::shader::Language;

/// The statements, one after the other.
pub(super) struct DrawsKernel<'a> {
    pub(super) draw: &'a IndirectDraw<'a>,
    pub(super) layout: &'a DrawLayout,
    /// The words of a draw of the known numbers. Those that depend on nothing else are every draw's.
    pub(super) sample: &'a [u32],
    /// The buffers as they are bound. Those in memory only count.
    pub(super) buffers: &'a [VertexBuffer],
    pub(super) are_buffers_in_memory: bool,
}

impl DrawsKernel<'_> {
    pub(super) fn buffers(&self, language: Language) -> Vec<BoundBuffer> {
        let mut buffers = Vec::from([
            BoundBuffer::read(Binding::Commands),
            BoundBuffer::read(Binding::DrawCount),
            BoundBuffer::read(Binding::Parameters),
            BoundBuffer::written(Binding::Draws),
        ]);
        // In GLSL ES bounds and counter are among the draws' words.
        let has_own = language != Language::GlslEs;
        if has_own && self.draw.searched_indices().is_some() {
            buffers.push(BoundBuffer::read(Binding::Bounds));
        }
        if has_own && self.draw.varyings != 0 {
            buffers.push(BoundBuffer::written(Binding::Heap));
        }
        if self.are_buffers_in_memory {
            buffers.push(BoundBuffer::read(Binding::VertexBuffers));
        }
        buffers
    }

    pub(super) fn source(&self, language: Language) -> String {
        let mut text = String::new();
        // A String takes all that is written.
        let _ = self.statements(&mut text, language);
        let counter = (self.draw.varyings != 0).then(|| match language {
            Language::GlslEs => format!("draws[parameters[0] * {}u]", self.layout.words),
            Language::Glsl | Language::Wgsl | Language::OpenCl => String::from("heap[0]"),
        });
        kernel(
            language,
            Work::InvocationPerDraw,
            &self.buffers(language),
            counter.as_deref(),
            &text,
        )
    }

    fn statements(&self, text: &mut String, language: Language) -> core::fmt::Result {
        // Whatever the parameters say, a draw has its words within the buffer, and its command.
        let command_words = self.draw.command_bytes() / 4;
        write!(
            text,
            "    if ((draw >= parameters[0]) || (draw >= ({} / {}u))) {{
        return;
    }}
{}    var command: u32 = 0u;
    if (has_command != 0u) {{
        command = parameters[2] + (draw * parameters[3]);
    }}
",
            Binding::Draws.words(language),
            self.layout.words,
            HasCommand {
                language,
                command_words,
                bounds: self
                    .draw
                    .searched_indices()
                    .map(|_| BoundsPlace::new(language, self.layout)),
            },
        )?;
        let DrawLayout { status, words, .. } = self.layout;
        let not_drawn = |why: &str| {
            format!(
                "        var word: u32 = 0u;
        while (word < {words}u) {{
            draws[at + word] = 0u;
            word = word + 1u;
        }}
        draws[at + {status}u] = {why};
        return;
"
            )
        };
        writeln!(text, "    let at: u32 = draw * {words}u;")?;
        if self.are_buffers_in_memory {
            let length = Binding::VertexBuffers.words(language);
            let outside = not_drawn("MALI_INST_EMPTY");
            vertex_buffers::read(text, self.buffers.len(), &length, &outside)?;
        }
        self.counts(text, language)?;
        if self.draw.call.arch.has_attribute_buffers() {
            text.push_str(
                "    let invocation: MaliInstPair = mali_inst_invocation(vertices, instances);
    if (status == MALI_INST_DRAWN) {
        status = invocation.status;
    }
",
            );
        }
        if self.has(AttributeSource::InstanceId) {
            // Before any offset, as the library checks them.
            text.push_str(
                "    if (status == MALI_INST_DRAWN) {
        status = mali_inst_instance_id_status(vertices, instances);
    }
",
            );
        }
        for (number, attribute) in self.draw.attributes.iter().enumerate() {
            self.attribute_offset(text, number, attribute)?;
        }
        if self.draw.varyings != 0 && language == Language::GlslEs {
            // The counter is after the draws. With a draw's words, the buffer has at least one.
            write!(
                text,
                "    if ((status == MALI_INST_DRAWN) && (parameters[0] > (({} - 1u) / {}u))) {{
        status = MALI_INST_VARYINGS;
    }}
",
                Binding::Draws.words(language),
                self.layout.words,
            )?;
        }
        if self.draw.varyings != 0 {
            write!(text, "{}", Varyings(self.draw.varyings))?;
        }
        write!(
            text,
            "    if (status != MALI_INST_DRAWN) {{\n{}    }}\n",
            not_drawn("status")
        )?;
        let words = self.words(text)?;
        for (number, word) in words.iter().enumerate() {
            writeln!(text, "    draws[at + {number}u] = {word};")?;
        }
        text.push_str("}\n");
        Ok(())
    }

    /// Reads the command, and says why a draw of these counts is not drawn.
    fn counts(&self, text: &mut String, language: Language) -> core::fmt::Result {
        let has_padding = self.draw.call.arch.has_attribute_buffers();
        let (first_instance, mut reasons) = match self.draw.vertices {
            IndirectVertices::InOrder {
                vertices,
                first_vertex,
            } => {
                number(text, "vertices", vertices, 0)?;
                if has_padding {
                    number(text, "first_vertex", first_vertex, 2)?;
                }
                (3, String::new())
            }
            IndirectVertices::Indexed(indices) => {
                number(text, "index_count", Count::Indirect, 0)?;
                let reasons = if has_padding {
                    number(text, "first_index", Count::Indirect, 2)?;
                    indexed(text, indices, &BoundsPlace::new(language, self.layout))?
                } else {
                    text.push_str("    let vertices: u32 = index_count;\n");
                    String::new()
                };
                (4, reasons)
            }
        };
        number(text, "instances", self.draw.instances, 1)?;
        number(
            text,
            "first_instance",
            self.draw.first_instance,
            first_instance,
        )?;
        if has_padding {
            let call = self.draw.call;
            let padding = match call.padding {
                Padding::Hardware => "MALI_INST_PADDING_HARDWARE",
                Padding::Tight => "MALI_INST_PADDING_TIGHT",
                Padding::Mesa => "MALI_INST_PADDING_MESA",
            };
            let idvs = u32::from(call.idvs);
            write!(
                text,
                "    let thread_count: MaliInstThreadCount = \
                 mali_inst_thread_count(vertices, instances, {padding}, {idvs}u);
    var status: u32 = thread_count.status;
"
            )?;
        } else {
            text.push_str("    var status: u32 = MALI_INST_DRAWN;\n");
        }
        let counted = match self.draw.vertices {
            IndirectVertices::InOrder { .. } => "vertices",
            IndirectVertices::Indexed(_) => "index_count",
        };
        write!(
            reasons,
            "    if ((has_command == 0u) || ({counted} == 0u) || (instances == 0u)) {{
        status = MALI_INST_EMPTY;
    }}
"
        )?;
        text.push_str(&reasons);
        Ok(())
    }

    fn has(&self, source: AttributeSource) -> bool {
        let mut attributes = self.draw.attributes.iter();
        attributes.any(|attribute| attribute.source == source)
    }

    /// The numbers that are read from commands: words that depend on them must be computed.
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
                add(first_vertex, Dependencies::OFFSET_START);
            }
            IndirectVertices::Indexed(_) => {
                let both = Dependencies::COUNTS.and(Dependencies::OFFSET_START);
                add(Count::Indirect, both);
            }
        }
        indirect
    }

    /// Computes an attribute's offset, if it is not a constant.
    fn attribute_offset(
        &self,
        text: &mut String,
        number: usize,
        attribute: &VertexAttribute,
    ) -> core::fmt::Result {
        let call = self.draw.call;
        let buffer_number = match attribute.source {
            AttributeSource::Buffer(buffer) => buffer,
            AttributeSource::VertexId | AttributeSource::InstanceId => return Ok(()),
        };
        if self.are_buffers_in_memory {
            return self.offset_in_memory(text, number, attribute.offset, buffer_number);
        }
        let dependencies = attribute_dependencies(&call.pipeline(), attribute, self.buffers);
        if !dependencies
            .iter()
            .any(|word| word.intersects(self.indirect()))
        {
            return Ok(());
        }
        let (buffer, range) = (self.buffers[buffer_number], self.draw.ranges[buffer_number]);
        let mut offset = u64::from(attribute.offset);
        let stride = buffer.stride;
        if call.arch.has_attribute_buffers() {
            offset += range.address % ALIGNMENT;
            let (rate, divisor) = rate(&buffer);
            write!(
                text,
                "    let offset{number}: MaliInstPair = mali_inst_attribute_offset(
        thread_count, {rate}, {divisor}u, first_instance, first_vertex, {stride}u, {}
    );
",
                Words(offset)
            )?;
        } else {
            writeln!(
                text,
                "    let offset{number}: MaliInstPair = mali_inst_moved_offset(first_instance, 0u, {stride}u, {});",
                Words(offset)
            )?;
        }
        writeln!(
            text,
            "    if (status == MALI_INST_DRAWN) {{
        status = offset{number}.status;
    }}"
        )
    }

    /// The same of a buffer in memory.
    fn offset_in_memory(
        &self,
        text: &mut String,
        number: usize,
        offset: u32,
        buffer: usize,
    ) -> core::fmt::Result {
        // Less than 2^31, and so is the sum less than 2^32.
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
            )?;
        } else {
            write!(
                text,
                "    var added{number}: u32 = first_instance;
    if (rate{buffer} == MALI_INST_PER_VERTEX) {{
        added{number} = 0u;
    }}
    let offset{number}: MaliInstPair = mali_inst_moved_offset(added{number}, 0u, stride{buffer}, vec2<u32>({offset}, 0u));
"
            )?;
        }
        writeln!(
            text,
            "    if (status == MALI_INST_DRAWN) {{
        status = offset{number}.status;
    }}"
        )
    }

    /// An attribute of V9 and later, of a buffer in memory.
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

    /// The value of each word of a draw, after the statements that compute the words which are not constants.
    fn words(&self, text: &mut String) -> Result<Vec<String>, core::fmt::Error> {
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
        if self.has(AttributeSource::VertexId) && call.arch.has_id_descriptors() {
            let lane = |word: usize| format!("vertex_id.{}", LANES[word]);
            if set(descriptor, &Dependencies::OF_VERTEX_ID, &lane) {
                text.push_str(
                    "    let vertex_id: vec4<u32> = mali_inst_vertex_id(thread_count);\n",
                );
            }
            descriptor += 4;
        }
        if self.has(AttributeSource::InstanceId) && call.arch.has_id_descriptors() {
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

/// Every word of a descriptor depends on what is in memory.
const IN_MEMORY: [Dependencies; 8] = [Dependencies::ADDRESS; 8];

/// A word of the descriptor of that number.
fn lane(descriptor: &str, number: usize, word: usize) -> String {
    let half = ["first", "second"][word / 4];
    format!("{descriptor}{number}.{half}.{}", LANES[word % 4])
}

fn constant(word: u32) -> String {
    if word < 10 {
        format!("{word}u")
    } else {
        format!("{word:#x}u")
    }
}

/// A number of the draw: a word of its command, or known.
fn number(text: &mut String, name: &str, count: Count, word: u32) -> core::fmt::Result {
    match count {
        Count::Known(number) => writeln!(text, "    let {name}: u32 = {number}u;"),
        Count::Indirect if word == 0 => writeln!(text, "    let {name}: u32 = commands[command];"),
        Count::Indirect => writeln!(text, "    let {name}: u32 = commands[command + {word}u];"),
    }
}

/// Counts the vertices of a draw by its indices, and returns the statements that say why it is not drawn.
fn indexed(
    text: &mut String,
    indices: IndirectIndices,
    place: &BoundsPlace,
) -> Result<String, core::fmt::Error> {
    number(text, "base_vertex", Count::Indirect, 3)?;
    let [minimum, maximum] = match indices.bounds {
        Some(bounds) => [bounds.minimum, bounds.maximum].map(constant),
        None => place.words(),
    };
    write!(
        text,
        "    let minimum: u32 = {minimum};
    let maximum: u32 = {maximum};
    let indexed: MaliInstPair = mali_inst_indexed_vertices(minimum, maximum, base_vertex);
    let vertices: u32 = indexed.words.x;
    let first_vertex: u32 = indexed.words.y;
"
    )?;
    let mut reasons = String::from(
        "    if (indexed.status != MALI_INST_DRAWN) {
        status = indexed.status;
    }
",
    );
    if indices.bounds.is_none() {
        reasons.push_str(
            "    if ((minimum == 0xffffffffu) && (maximum == 0u)) {
        status = MALI_INST_EMPTY;
    }
",
        );
    }
    Ok(reasons)
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

/// A number of 64 bits as two words, the lower first.
struct Words(u64);

impl core::fmt::Display for Words {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [low, high] = [self.0 as u32, (self.0 >> 32) as u32].map(constant);
        write!(formatter, "vec2<u32>({low}, {high})")
    }
}

/// Takes memory for the varyings of so many bytes a vertex.
struct Varyings(u32);

impl core::fmt::Display for Varyings {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            formatter,
            "    let varyings: MaliInstPair = mali_inst_varyings_size(thread_count, {}u);
    if (status == MALI_INST_DRAWN) {{
        status = varyings.status;
    }}
    var place: u32 = 0u;
    if (status == MALI_INST_DRAWN) {{
        let units: u32 = ((varyings.words.x - 1u) / 64u) + 1u;
        var is_placed: u32 = 0u;
        place = heap_exchange(0u, 0u);
        while (is_placed == 0u) {{
            if ((place > parameters[4]) || (units > (parameters[4] - place))) {{
                status = MALI_INST_VARYINGS;
                is_placed = 1u;
            }} else {{
                let found: u32 = heap_exchange(place, place + units);
                if (found == place) {{
                    is_placed = 1u;
                }} else {{
                    place = found;
                }}
            }}
        }}
    }}
",
            self.0
        )
    }
}
