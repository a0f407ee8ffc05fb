//! The kernel that writes the words of draws.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use mali_instancing::Padding;
use mali_instancing::draw::AttributeSource;

use super::binding::{Binding, BoundBuffer, Work, kernel};
use super::command::has_command;
use super::destination::Destination;
use super::draw_words::DrawWords;
use super::literals::constant;
use super::rows::BoundsPlace;
use super::vertex_buffers::VertexBuffers;
use crate::indices::IndirectIndices;
use crate::indirect_draw::{Count, IndirectDraw, IndirectVertices};

/// The writer of the kernel's statements.
pub(super) struct DrawsKernel<'a> {
    pub(super) draw: &'a IndirectDraw<'a>,
    pub(super) buffers: VertexBuffers<'a>,
    pub(super) words: DrawWords<'a>,
    pub(super) destination: Destination<'a>,
}

impl DrawsKernel<'_> {
    pub(super) fn buffers(&self) -> Vec<BoundBuffer> {
        let commands = [Binding::Commands, Binding::DrawCount, Binding::Parameters];
        let vertex_buffers = self.buffers.are_in_memory();
        let vertex_buffers = vertex_buffers.then_some(BoundBuffer::read(Binding::VertexBuffers));
        let commands = commands.into_iter().map(BoundBuffer::read);
        commands
            .chain(self.destination.buffers())
            .chain(vertex_buffers)
            .collect()
    }

    pub(super) fn source(&self) -> String {
        let mut text = String::new();
        // Writing to a String never fails.
        let _ = self.statements(&mut text);
        kernel(
            self.destination.language,
            Work::InvocationPerDraw,
            &self.buffers(),
            self.destination.counter().as_deref(),
            &text,
        )
    }

    fn statements(&self, text: &mut String) -> core::fmt::Result {
        // Whatever the parameters are, a draw whose words are not within their buffer is not written, and nothing is read
        // of one without a command: the buffers can be shorter than a command, or than the bounds of the draw.
        let Destination { language, .. } = self.destination;
        let place = self.destination.bounds_place();
        let is_outside = self.destination.is_outside();
        write!(
            text,
            "    if ((draw >= parameters[0]) || ({is_outside})) {{
        return;
    }}
{}",
            has_command(
                language,
                self.draw.command_bytes() / 4,
                self.draw.searched_indices().map(|_| &place),
            ),
        )?;
        // Before the two checks that can end the draw, and then write its status to the place that this finds.
        self.destination.find(text)?;
        let empty = self.destination.not_drawn("MALI_INST_EMPTY");
        write!(
            text,
            "    if (has_command == 0u) {{
{empty}    }}
    let command: u32 = parameters[2] + (draw * parameters[3]);
"
        )?;
        let length = Binding::VertexBuffers.words(language);
        self.buffers.write_loads(text, &length, &empty)?;
        // Numbers are computed before the status is checked: the functions divide by none of them, and do not loop.
        self.counts(text)?;
        // After the counts, because a draw with a place outside of the buffer is `Empty`, whatever its counts are.
        self.destination.check(text);
        if self.draw.pipeline.arch.has_attribute_buffers() {
            text.push_str(
                "    let invocation: MaliInstPair = mali_inst_invocation(vertices, instances);
    if (status == MALI_INST_DRAWN) {
        status = invocation.status;
    }
",
            );
        }
        if self.draw.has(AttributeSource::InstanceId) {
            // Before the offsets, in the order of the library's checks.
            text.push_str(
                "    if (status == MALI_INST_DRAWN) {
        status = mali_inst_instance_id_status(vertices, instances);
    }
",
            );
        }
        for (number, attribute) in self.draw.attributes.iter().enumerate() {
            self.words.attribute_offset(text, number, attribute)?;
        }
        if let Some(lacks_counter) = self.destination.lacks_counter() {
            write!(
                text,
                "    if ((status == MALI_INST_DRAWN) && ({lacks_counter})) {{
        status = MALI_INST_VARYINGS;
    }}
",
            )?;
        }
        // Last, because a draw that must not run takes no memory.
        if self.draw.varyings != 0 {
            take_varyings(text, self.draw.varyings)?;
        }
        write!(
            text,
            "    if (status != MALI_INST_DRAWN) {{\n{}    }}\n",
            self.destination.not_drawn("status")
        )?;
        let words = self.words.write(text)?;
        self.destination.store(text, &words)?;
        text.push_str("}\n");
        Ok(())
    }

    /// Writes the statements that read the command, and that set the status of a draw with invalid counts.
    fn counts(&self, text: &mut String) -> core::fmt::Result {
        let has_padding = self.draw.pipeline.arch.has_attribute_buffers();
        let (first_instance, mut reasons) = match self.draw.vertices {
            IndirectVertices::InOrder {
                vertices,
                first_vertex,
            } => {
                number(text, "vertices", vertices, 0)?;
                if has_padding {
                    number(text, "first_vertex", first_vertex, 2)?;
                }
                // The word of the first instance in a command. With indices, the base vertex is before it.
                (3, String::new())
            }
            IndirectVertices::Indexed(indices) => {
                number(text, "index_count", Count::Indirect, 0)?;
                let reasons = if has_padding {
                    number(text, "first_index", Count::Indirect, 2)?;
                    indexed(text, indices, &self.destination.bounds_place())?
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
            let pipeline = self.draw.pipeline;
            let padding = match pipeline.padding {
                Padding::Hardware => "MALI_INST_PADDING_HARDWARE",
                Padding::Tight => "MALI_INST_PADDING_TIGHT",
                Padding::Mesa => "MALI_INST_PADDING_MESA",
            };
            let idvs = u32::from(pipeline.idvs);
            write!(
                text,
                "    let thread_count: MaliInstThreadCount = \
                 mali_inst_thread_count(vertices, instances, {padding}, {idvs}u);
    var status: u32 = thread_count.status;
"
            )?;
        } else {
            // From V9 on nothing is padded and there is no invocation, so no count is too large.
            text.push_str("    var status: u32 = MALI_INST_DRAWN;\n");
        }
        // A statement of `reasons` that applies replaces the status before it. So the check that the reference makes
        // first comes last.
        let counted = match self.draw.vertices {
            IndirectVertices::InOrder { .. } => "vertices",
            IndirectVertices::Indexed(_) => "index_count",
        };
        write!(
            reasons,
            "    if (({counted} == 0u) || (instances == 0u)) {{
        status = MALI_INST_EMPTY;
    }}
"
        )?;
        text.push_str(&reasons);
        Ok(())
    }
}

/// Writes the declaration of a number: a word of the draw's command, or known.
fn number(text: &mut String, name: &str, count: Count, word: u32) -> core::fmt::Result {
    match count {
        Count::Known(number) => writeln!(text, "    let {name}: u32 = {number}u;"),
        Count::Indirect if word == 0 => writeln!(text, "    let {name}: u32 = commands[command];"),
        Count::Indirect => writeln!(text, "    let {name}: u32 = commands[command + {word}u];"),
    }
}

/// Writes the statements that count the vertices of an indexed draw, and returns those that set its status.
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
        // After the check above, which takes the bounds of no indices, 0xffffffff and 0, for `Indices`.
        reasons.push_str(
            "    if ((minimum == 0xffffffffu) && (maximum == 0u)) {
        status = MALI_INST_EMPTY;
    }
",
        );
    }
    Ok(reasons)
}

/// Writes the statements that take memory for varyings of so many bytes for each vertex.
fn take_varyings(text: &mut String, bytes: u32) -> core::fmt::Result {
    // The counter is exchanged, and not added to, because a draw that finds too little memory takes none. The
    // exchange of 0 for 0 only reads. A draw that runs has threads, so its bytes are not 0, and `bytes - 1` does
    // not wrap.
    write!(
        text,
        "    let varyings: MaliInstPair = mali_inst_varyings_size(thread_count, {bytes}u);
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
"
    )
}
