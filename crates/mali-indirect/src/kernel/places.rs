//! The places of a draw's words in the driver's own memory, for kernels that patch jobs and tables in place.

use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use mali_instancing::draw::AttributeSource;

use super::draws::DrawsKernel;
use crate::indirect_draw::IndirectVertices;

/// The number of words of a draw's places.
pub(super) const WORDS: u32 = 16;

/// The word of a draw's places that has the smallest index in GLSL ES. The next one has the largest.
pub(super) const BOUNDS: usize = 14;

/// The place of a part that the driver does not have.
const NOWHERE: u32 = u32::MAX;

/// The positions of a draw's words in the buffer of the draws, in words, for a kernel of
/// [`Kernel::in_place`](super::Kernel::in_place). `None` is a part that the kernel does not write.
///
/// The driver's own words stay as they are: the flags of a `Draw`, reserved descriptors, the other words of a
/// `Primitive` and of the jobs.
///
/// ```
/// use mali_indirect::{DrawPlaces, JobPlaces};
///
/// // A job at word 64: its header has 8 words, `Invocation` 2, and `Draw` is at its byte 64.
/// let job = JobPlaces { header: Some(64 + 4), draw: Some(64 + 16), invocation: Some(64 + 8) };
/// let places = DrawPlaces { buffers: Some(128), jobs: [job, JobPlaces::default()], ..DrawPlaces::default() };
/// assert_eq!(places.words()[6..9], [68, 80, 72]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawPlaces {
    /// The table of buffers.
    pub buffers: Option<u32>,
    /// The table of attributes.
    pub attributes: Option<u32>,
    /// The [`Status`](crate::Status), one word.
    pub status: Option<u32>,
    /// The first instance, one word, which shaders add to the number of an instance. V4 to V7 only; so are the fields
    /// after it, except the headers of jobs.
    pub first_instance: Option<u32>,
    /// Two words: the position of the varyings in their memory, in units of 64 bytes, and their size in bytes.
    pub varyings: Option<u32>,
    /// Word 0 of the `Primitive`, whose words 1 and 3 are written. In an indexed draw its words 4 and 5 get the address
    /// of the draw's first index.
    pub primitive: Option<u32>,
    /// The parts of jobs: of a vertex job and a tiler job, or the two `Draw`s of an indexed vertex job.
    pub jobs: [JobPlaces; 2],
    /// The address at which the GPU sees index 0 of the index buffer, from which commands count their first index.
    pub index_address: u64,
}

/// The positions of a job's words in the buffer of the draws, in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobPlaces {
    /// Word 4 of the job's header. Its job type becomes Null if the draw must not run.
    pub header: Option<u32>,
    /// Word 0 of the `Draw`. Bits 16 to 31 of word 0 are written, and word 1.
    pub draw: Option<u32>,
    /// The two words of the `Invocation`.
    pub invocation: Option<u32>,
}

impl DrawPlaces {
    /// The number of words that [`words`](Self::words) returns: the distance between the places of two draws.
    pub const WORDS: usize = WORDS as usize;

    /// The words that the kernel reads: those of draw n are in the buffer of the draws, from word
    /// [`first_place`](super::Parameters::first_place) + 16 · n on. In GLSL ES, the kernel of the bounds writes the last
    /// two.
    #[must_use]
    pub const fn words(&self) -> [u32; Self::WORDS] {
        let [first, second] = &self.jobs;
        [
            word(self.buffers),
            word(self.attributes),
            word(self.status),
            word(self.first_instance),
            word(self.varyings),
            word(self.primitive),
            word(first.header),
            word(first.draw),
            word(first.invocation),
            word(second.header),
            word(second.draw),
            word(second.invocation),
            self.index_address as u32,
            (self.index_address >> 32) as u32,
            0,
            0,
        ]
    }
}

const fn word(place: Option<u32>) -> u32 {
    match place {
        Some(word) => word,
        None => NOWHERE,
    }
}

/// The comments about the words of places, at the top of a source.
pub(super) const DESCRIPTION: &str = "\
// Each draw has sixteen words of places: the positions of its parts in `draws`, or 0xffffffff for none.
//
//   0   table of buffers
//   1   table of attributes
//   2   status: MALI_INST_DRAWN, or the reason why the draw must not run
//   3   the first instance, for shaders
//   4   the varyings' first unit of 64 bytes, and their bytes
//   5   the primitive descriptor, whose words 1 and 3 are written, and with indices 4 and 5
//   6   word 4 of a job's header, whose type becomes Null if the draw must not run
//   7   words 0 and 1 of its draw descriptor. Bits 0 to 15 stay as they are
//   8   its invocation
//   9   the same of a second job, three words
//  12   the address of index 0, not a position, two words
//  14   in GLSL ES, the bounds of the draw's indices
";

/// The variable with the position of a part.
#[derive(Clone, Copy)]
struct Part {
    name: &'static str,
    /// The word of the places.
    word: u32,
    /// The number of words that the part takes.
    length: usize,
}

/// Words of a table that are the driver's own: they are between the descriptors and the null terminator.
struct Table {
    name: &'static str,
    /// The position of the table in a draw's words.
    first: usize,
    length: usize,
    own: core::ops::Range<usize>,
}

const HEADERS: [&str; 2] = ["at_header0", "at_header1"];
const DRAWS: [&str; 2] = ["at_draw0", "at_draw1"];
const INVOCATIONS: [&str; 2] = ["at_invocation0", "at_invocation1"];

impl DrawsKernel<'_> {
    fn tables(&self) -> [Table; 2] {
        let call = self.draw.call;
        let has = |source| call.arch.has_id_descriptors() && self.has(source);
        let ids = usize::from(has(AttributeSource::VertexId))
            + usize::from(has(AttributeSource::InstanceId));
        let descriptor_words = if call.arch.has_attribute_buffers() {
            4
        } else {
            8
        };
        let buffers = 8 * self.buffers.len() + 4 * ids;
        let reserved = call.reserved_buffers as usize * descriptor_words;
        let attributes = self.draw.attributes.len() * call.arch.attribute_words();
        let length = self.layout.buffers.len();
        [
            Table {
                name: "at_buffers",
                first: self.layout.buffers.start,
                length,
                own: buffers..buffers + reserved,
            },
            Table {
                name: "at_attributes",
                first: self.layout.attributes.start,
                length: attributes,
                own: attributes..attributes,
            },
        ]
    }

    /// The parts that draws of this kind have.
    fn parts(&self) -> impl Iterator<Item = Part> {
        let part = |name, word, length| Part { name, word, length };
        let [buffers, attributes] = self.tables();
        let has_jobs = self.draw.call.arch.has_attribute_buffers();
        let if_jobs = move |length| if has_jobs { length } else { 0 };
        let varyings = if self.draw.varyings == 0 { 0 } else { 2 };
        let primitive = match self.draw.vertices {
            IndirectVertices::InOrder { .. } => 4,
            IndirectVertices::Indexed(_) => 6,
        };
        [
            part(buffers.name, 0, buffers.length),
            part(attributes.name, 1, attributes.length),
            part("at_status", 2, 1),
            part("at_first_instance", 3, if_jobs(1)),
            part("at_varyings", 4, varyings),
            part("at_primitive", 5, if_jobs(primitive)),
            part(HEADERS[0], 6, 1),
            part(DRAWS[0], 7, if_jobs(2)),
            part(INVOCATIONS[0], 8, if_jobs(2)),
            part(HEADERS[1], 9, 1),
            part(DRAWS[1], 10, if_jobs(2)),
            part(INVOCATIONS[1], 11, if_jobs(2)),
        ]
        .into_iter()
        .filter(|part| part.length != 0)
    }

    /// Writes the statements that read the places of a draw. `is_outside` is 1 if a part is not within the buffer,
    /// whose length is `held`; such a part is written nowhere.
    pub(super) fn read_places(&self, text: &mut String, held: &str) -> core::fmt::Result {
        write!(
            text,
            "    let held: u32 = {held};
    let at: u32 = parameters[8] + (draw * {WORDS}u);
    var is_outside: u32 = 0u;
"
        )?;
        for Part { name, word, length } in self.parts() {
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
    pub(super) fn not_drawn_in_place(why: &str) -> String {
        let headers = HEADERS.map(|name| {
            let header = format!("draws[{name}] = mali_inst_job_header(draws[{name}], {why});");
            indented(&part(name, &[header]))
        });
        let status = indented(&part("at_status", &[format!("draws[at_status] = {why};")]));
        format!("{status}{}        return;\n", headers.concat())
    }

    /// Writes the statements that store the words of a draw at their places.
    pub(super) fn write_places(&self, text: &mut String, words: &[String]) {
        let store =
            |name: &str, word: usize, value: &str| format!("draws[{name} + {word}u] = {value};");
        for Table {
            name,
            first,
            length,
            own,
        } in self.tables()
        {
            let stored = (0..length).filter(|word| !own.contains(word));
            let stored: alloc::vec::Vec<_> = stored
                .map(|word| store(name, word, &words[first + word]))
                .collect();
            if !stored.is_empty() {
                text.push_str(&part(name, &stored));
            }
        }
        text.push_str(&part(
            "at_status",
            &[format!("draws[at_status] = {};", words[self.layout.status])],
        ));
        if !self.draw.call.arch.has_attribute_buffers() {
            return;
        }
        let layout = self.layout;
        let of = |name: &str, first: usize| {
            part(
                name,
                &[
                    store(name, 0, &words[first]),
                    store(name, 1, &words[first + 1]),
                ],
            )
        };
        let first_instance = format!(
            "draws[at_first_instance] = {};",
            words[layout.first_instance]
        );
        text.push_str(&part("at_first_instance", &[first_instance]));
        if self.draw.varyings != 0 {
            text.push_str(&of("at_varyings", layout.varyings));
        }
        text.push_str(&self.primitive(words));
        for name in DRAWS {
            let flags = format!("(draws[{name}] & 0xffffu) | ({})", words[layout.draw]);
            let stored = [
                store(name, 0, &flags),
                store(name, 1, &words[layout.draw + 1]),
            ];
            text.push_str(&part(name, &stored));
        }
        for name in INVOCATIONS {
            text.push_str(&of(name, layout.invocation));
        }
    }

    fn primitive(&self, words: &[String]) -> String {
        let name = "at_primitive";
        let first = self.layout.primitive;
        let mut stored = alloc::vec![
            format!("draws[{name} + 1u] = {};", words[first]),
            format!("draws[{name} + 3u] = {};", words[first + 1]),
        ];
        if let IndirectVertices::Indexed(indices) = self.draw.vertices {
            let bytes = indices.index_type.bytes();
            stored.extend([
                String::from("let index_address: u32 = draws[at + 12u];"),
                format!("let first_byte: u32 = first_index * {bytes}u;"),
                String::from("var index_high: u32 = draws[at + 13u];"),
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
        part(name, &stored)
    }
}

/// Statements for a part that the driver has.
fn part(name: &str, statements: &[String]) -> String {
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
