//! The statements that write a draw's words to places of their own.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use mali_instancing::draw::AttributeSource;

use super::places::{INDEX_ADDRESS, NOWHERE, Part};
use crate::indirect_draw::{DrawLayout, IndirectDraw, IndirectVertices};

/// The writer of these statements.
pub(super) struct InPlace<'a> {
    pub(super) draw: &'a IndirectDraw<'a>,
    pub(super) layout: &'a DrawLayout,
}

impl InPlace<'_> {
    /// Writes the statements that read the places of a draw from the words that begin at `begin`. `is_outside` is 1 if a
    /// part is not within the buffer, whose length is `held`; such a part is written nowhere.
    pub(super) fn read(&self, text: &mut String, held: &str, begin: &str) -> core::fmt::Result {
        write!(
            text,
            "    let held: u32 = {held};
    let at: u32 = {begin};
    var is_outside: u32 = 0u;
"
        )?;
        for (word, part) in Part::ALL.into_iter().enumerate() {
            let (name, length) = (part.name(), self.length(part));
            if length == 0 {
                continue;
            }
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
        let headers = [0, 1].map(|job| {
            let name = Part::Header(job).name();
            let header = format!("draws[{name}] = mali_inst_job_header(draws[{name}], {why});");
            indented(&guarded(name, &[header]))
        });
        let status = indented(&guarded(
            Part::Status.name(),
            &[format!("draws[at_status] = {why};")],
        ));
        format!("{status}{}        return;\n", headers.concat())
    }

    /// Writes the statements that store the words of a draw at their places.
    pub(super) fn store(&self, text: &mut String, words: &[String]) {
        for part in Part::ALL {
            let stored = if self.length(part) == 0 {
                Vec::new()
            } else {
                self.stored(part, words)
            };
            if !stored.is_empty() {
                text.push_str(&guarded(part.name(), &stored));
            }
        }
    }

    /// The number of words of a part; 0 for a part that draws of this kind do not have.
    fn length(&self, part: Part) -> usize {
        let has_jobs = self.draw.call.arch.has_attribute_buffers();
        match part {
            Part::Buffers => self.layout.buffers.len(),
            Part::Attributes => self.draw.attributes.len() * self.draw.call.arch.attribute_words(),
            Part::Status | Part::Header(_) => 1,
            Part::Varyings if self.draw.varyings != 0 => 2,
            Part::FirstInstance if has_jobs => 1,
            Part::Primitive if has_jobs => match self.draw.vertices {
                IndirectVertices::InOrder { .. } => 4,
                IndirectVertices::Indexed(_) => 6,
            },
            Part::Draw(_) | Part::Invocation(_) if has_jobs => 2,
            Part::Varyings
            | Part::FirstInstance
            | Part::Primitive
            | Part::Draw(_)
            | Part::Invocation(_) => 0,
        }
    }

    /// The statements that store a part of a draw that runs.
    fn stored(&self, part: Part, words: &[String]) -> Vec<String> {
        let (name, layout) = (part.name(), self.layout);
        let store = |word: usize, value: &str| format!("draws[{name} + {word}u] = {value};");
        let both = |first: usize| vec![store(0, &words[first]), store(1, &words[first + 1])];
        let one = |word: usize| vec![format!("draws[{name}] = {};", words[word])];
        let table = |first: usize| {
            let own = self.own_words(part);
            let stored = (0..self.length(part)).filter(move |word| !own.contains(word));
            stored
                .map(|word| store(word, &words[first + word]))
                .collect()
        };
        match part {
            Part::Buffers => table(layout.buffers.start),
            Part::Attributes => table(layout.attributes.start),
            Part::Status => one(layout.status),
            Part::FirstInstance => one(layout.first_instance),
            Part::Varyings => both(layout.varyings),
            Part::Primitive => self.primitive(words),
            Part::Header(_) => Vec::new(),
            Part::Draw(_) => {
                let flags = format!("(draws[{name}] & 0xffffu) | ({})", words[layout.draw]);
                vec![store(0, &flags), store(1, &words[layout.draw + 1])]
            }
            Part::Invocation(_) => both(layout.invocation),
        }
    }

    /// The words of a table that are the driver's own: its reserved descriptors, before the null terminator of the
    /// buffers.
    fn own_words(&self, table: Part) -> core::ops::Range<usize> {
        let (draw, call) = (self.draw, self.draw.call);
        if table != Part::Buffers {
            return 0..0;
        }
        let is_id = |source| call.arch.has_id_descriptors() && draw.has(source);
        let ids = [AttributeSource::VertexId, AttributeSource::InstanceId];
        let ids = ids.into_iter().filter(|source| is_id(*source)).count();
        let descriptor_words = if call.arch.has_attribute_buffers() {
            4
        } else {
            8
        };
        let first = 8 * draw.buffers.len() + 4 * ids;
        first..first + call.reserved_buffers as usize * descriptor_words
    }

    fn primitive(&self, words: &[String]) -> Vec<String> {
        let name = Part::Primitive.name();
        let first = self.layout.primitive;
        let mut stored = vec![
            format!("draws[{name} + 1u] = {};", words[first]),
            format!("draws[{name} + 3u] = {};", words[first + 1]),
        ];
        if let IndirectVertices::Indexed(indices) = self.draw.vertices {
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
    let mut indented = String::new();
    for line in text.lines() {
        indented.push_str("    ");
        indented.push_str(line);
        indented.push('\n');
    }
    indented
}
