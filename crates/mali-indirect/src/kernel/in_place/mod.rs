//! The statements that write a draw's words to places of their own.

pub(super) mod places;

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use mali_instancing::draw::AttributeSource;

use crate::indirect_draw::{DrawLayout, IndirectDraw, IndirectVertices};
use places::{Content, HEADERS, INDEX_ADDRESS, NOWHERE, PARTS, Part, STATUS};

/// The writer of these statements.
pub(super) struct InPlace<'a> {
    pub(super) draw: &'a IndirectDraw<'a>,
    pub(super) layout: &'a DrawLayout,
}

impl InPlace<'_> {
    /// Writes the statements that read the places of a draw from the words that begin at `begin`. `is_outside` is 1 if a
    /// part is not within the buffer, whose length is `held`; such a part is written nowhere.
    pub(super) fn write_loads(
        &self,
        text: &mut String,
        held: &str,
        begin: &str,
    ) -> core::fmt::Result {
        write!(
            text,
            "    let held: u32 = {held};
    let at: u32 = {begin};
    var is_outside: u32 = 0u;
"
        )?;
        for (word, Part { content, name, .. }) in PARTS.iter().enumerate() {
            let length = self.length(*content);
            if length == 0 {
                continue;
            }
            // A part that is outside becomes `NOWHERE`, so that no part of it is written, not even a status or a
            // header.
            write!(
                text,
                "    var {name}: u32 = draws[at + {word}u];
    if (({name} > held) || ({length}u > (held - {name}))) {{
        if ({name} != {NOWHERE:#x}u) {{
            is_outside = 1u;
        }}
        {name} = {NOWHERE:#x}u;
    }}
"
            )?;
        }
        Ok(())
    }

    /// The statements of a draw that must not run: its status, and the headers of its jobs.
    pub(super) fn not_drawn(why: &str) -> String {
        let headers = HEADERS.map(|name| {
            let header = format!("draws[{name}] = mali_inst_job_header(draws[{name}], {why});");
            indented(&guarded(name, &[header]))
        });
        let status = format!("draws[{STATUS}] = {why};");
        let status = indented(&guarded(STATUS, &[status]));
        format!("{status}{}        return;\n", headers.concat())
    }

    /// Writes the statements that store the words of a draw at their places.
    pub(super) fn store(&self, text: &mut String, words: &[String]) {
        for part in PARTS.iter().filter(|part| self.length(part.content) != 0) {
            let stored = self.stored(part, words);
            if !stored.is_empty() {
                text.push_str(&guarded(part.name, &stored));
            }
        }
    }

    /// The number of words of a part; 0 for a part that draws of this kind do not have.
    fn length(&self, content: Content) -> usize {
        let has_jobs = self.draw.pipeline.arch.has_attribute_buffers();
        match content {
            Content::Buffers => self.layout.buffers.len(),
            // The driver's reserved descriptors come after these, and stay as they are.
            Content::Attributes => {
                self.draw.attributes.len() * self.draw.pipeline.arch.attribute_words()
            }
            Content::Status | Content::Header(_) => 1,
            Content::Varyings if self.draw.varyings != 0 => 2,
            Content::FirstInstance if has_jobs => 1,
            // Up to the last word that is written: word 3, or word 5, the upper half of the indices' address.
            Content::Primitive if has_jobs => match self.draw.vertices {
                IndirectVertices::InOrder { .. } => 4,
                IndirectVertices::Indexed(_) => 6,
            },
            Content::Draw(_) | Content::Invocation(_) if has_jobs => 2,
            Content::Varyings
            | Content::FirstInstance
            | Content::Primitive
            | Content::Draw(_)
            | Content::Invocation(_) => 0,
        }
    }

    /// The statements that store a part of a draw that runs.
    fn stored(&self, part: &Part, words: &[String]) -> Vec<String> {
        let (name, layout) = (part.name, self.layout);
        let store = |word: usize, value: &str| format!("draws[{name} + {word}u] = {value};");
        let both = |first: usize| vec![store(0, &words[first]), store(1, &words[first + 1])];
        let one = |word: usize| vec![format!("draws[{name}] = {};", words[word])];
        let table = |first: usize| {
            let own = self.own_words(part.content);
            let stored = (0..self.length(part.content)).filter(move |word| !own.contains(word));
            stored
                .map(|word| store(word, &words[first + word]))
                .collect()
        };
        match part.content {
            Content::Buffers => table(layout.buffers.start),
            Content::Attributes => table(layout.attributes.start),
            Content::Status => one(layout.status),
            Content::FirstInstance => one(layout.first_instance),
            Content::Varyings => both(layout.varyings),
            Content::Primitive => self.primitive(name, words),
            // A header changes only if the draw must not run.
            Content::Header(_) => Vec::new(),
            Content::Draw(_) => {
                // Bits 0 to 15 are zeros in the computed word, and the driver's flags in memory.
                let flags = format!("(draws[{name}] & 0xffffu) | ({})", words[layout.draw]);
                vec![store(0, &flags), store(1, &words[layout.draw + 1])]
            }
            Content::Invocation(_) => both(layout.invocation),
        }
    }

    /// The words of a table that are the driver's own: its reserved descriptors, before the null terminator of the
    /// buffers.
    fn own_words(&self, table: Content) -> core::ops::Range<usize> {
        let (draw, pipeline) = (self.draw, self.draw.pipeline);
        if table != Content::Buffers {
            return 0..0;
        }
        let is_id = |source| pipeline.arch.has_id_descriptors() && draw.has(source);
        let ids = [AttributeSource::VertexId, AttributeSource::InstanceId];
        let ids = ids.into_iter().filter(|source| is_id(*source)).count();
        let descriptor_words = if pipeline.arch.has_attribute_buffers() {
            4
        } else {
            8
        };
        // A buffer takes eight words: two descriptors on V4 to V7, one from V9 on. The IDs are between both.
        let first = 8 * draw.buffers.len() + 4 * ids;
        first..first + pipeline.reserved_buffers as usize * descriptor_words
    }

    fn primitive(&self, name: &str, words: &[String]) -> Vec<String> {
        let first = self.layout.primitive;
        let mut stored = vec![
            format!("draws[{name} + 1u] = {};", words[first]),
            format!("draws[{name} + 3u] = {};", words[first + 1]),
        ];
        if let IndirectVertices::Indexed(indices) = self.draw.vertices {
            // A `Primitive` has no first index, so the address of the indices moves by it. Address and product have two
            // words each. If the sum of the lower words is below one of them, there is a carry.
            let bytes = indices.index_type.bytes();
            let (low, high) = (INDEX_ADDRESS, INDEX_ADDRESS + 1);
            stored.extend([
                format!("let index_address: u32 = draws[at + {low}u];"),
                format!("let first_byte: u32 = first_index * {bytes}u;"),
                format!("var index_high: u32 = draws[at + {high}u];"),
                format!(
                    "index_high = index_high + mali_inst_multiply_high(first_index, {bytes}u);"
                ),
                String::from("if ((index_address + first_byte) < first_byte) {"),
                String::from("    index_high = index_high + 1u;"),
                String::from("}"),
                format!("draws[{name} + 4u] = index_address + first_byte;"),
                format!("draws[{name} + 5u] = index_high;"),
            ]);
        }
        stored
    }
}

/// Statements for a part that the driver has.
fn guarded(name: &str, statements: &[String]) -> String {
    let statements = indented(&indented(&statements.join("\n")));
    format!("    if ({name} != {NOWHERE:#x}u) {{\n{statements}    }}\n")
}

fn indented(text: &str) -> String {
    let lines = text.lines();
    lines.flat_map(|line| ["    ", line, "\n"]).collect()
}
