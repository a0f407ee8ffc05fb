//! The tables of V9 and later, and the shaders that read them.

use mali_instancing::check::Counts;
use mali_instancing::descriptor::{Buffer, ValhallAttribute};

use super::draw::{DumpedDraw, PrintedAttributes, unchecked_table};
use super::fields::{PrintedDescriptor, number};
use super::shader::AttributeReads;
use super::text::{FIELD_INDENT, Line, LineReader};
use super::words::PrintedWords;

const ATTRIBUTE: PrintedDescriptor = PrintedDescriptor {
    // A vertex packet has these fields in the bits of the stride, and older printers garble them.
    ignored: &["attribute stride", "packet stride"],
    #[rustfmt::skip]
    values: &[
        ("Attribute", 5), ("1D", 1), ("1D POT Divisor", 2), ("1D NPOT Divisor", 3),
        ("1D Primitive Index Buffer", 5), ("Vertex packet", 6), ("Vertex", 0), ("Instance", 1),
    ],
    ..PrintedDescriptor::of(ValhallAttribute::FIELDS)
};

/// A buffer. The printer does not print the field that V9 and V10 do not have.
const BUFFER: PrintedDescriptor = PrintedDescriptor {
    optional: &["size hi"],
    #[rustfmt::skip]
    values: &[
        ("Buffer", 9), ("Simple", 1), ("Tiler heap", 2), ("Structure", 3), ("Vertex packet", 4),
    ],
    ..PrintedDescriptor::of(Buffer::FIELDS)
};

const DESCRIPTOR_WORDS: usize = 8;
const DESCRIPTOR_BYTES: usize = 4 * DESCRIPTOR_WORDS;

/// A shader's vertex input, and its tables.
#[derive(Debug, Default)]
pub(super) struct ShaderEnvironment {
    /// The printer's name of the shader, if it has one.
    pub(super) name: Option<&'static str>,
    reads: AttributeReads,
    tables: Vec<Table>,
}

/// A table of descriptors of any kind.
#[derive(Debug, Default)]
struct Table {
    number: u64,
    /// The line of its heading, and the number of spaces before that.
    line: usize,
    indent: usize,
    /// The number of its descriptors, by its size.
    slots: Option<usize>,
    /// Whether a line after its heading was read.
    is_begun: bool,
    /// Whether the printer prints addresses.
    has_addresses: bool,
    attributes: PrintedWords,
    has_attributes: bool,
    /// The same slots, with zeros in slots without a buffer.
    buffers: PrintedWords,
}

impl ShaderEnvironment {
    /// Reads a line, and the lines of a table after it.
    pub(super) fn read(&mut self, line: &Line, lines: &mut LineReader) {
        self.reads.look(line);
        let heading = line.text.strip_prefix("Entry ").and_then(|rest| {
            let number = number(rest.split([' ', ':']).next()?)?;
            Some((number, line.indent, rest.contains(" @")))
        });
        let last = self.tables.last();
        let begun = match heading {
            Some((number, ..)) if last.is_some_and(|last| last.is_blank(number)) => return,
            Some(heading) => Some(heading),
            // Its heading is lost.
            None => (last.filter(|last| last.is_after(line)))
                .map(|last| (last.number + 1, last.indent, last.has_addresses)),
        };
        if let Some((number, indent, has_addresses)) = begun {
            self.tables.push(Table {
                number,
                line: line.number,
                indent,
                has_addresses,
                ..Table::default()
            });
        }
        if let (None, Some(table)) = (heading, self.tables.last_mut()) {
            table.read(line, lines);
        }
    }

    /// The shader's part of a draw. Without a disassembly, its attributes are in the first table that has any.
    fn draw(&self, line: usize, counts: Counts) -> DumpedDraw {
        let mut draw = DumpedDraw {
            line,
            counts: Some(counts),
            read_attributes: self.reads.mask(),
            shaders: self.name.into_iter().collect(),
            ..DumpedDraw::default()
        };
        let numbered = |number| self.tables.iter().find(|table| table.number == number);
        let table = match self.reads.table {
            Some(number) => numbered(number),
            None => self.tables.iter().find(|table| table.has_attributes),
        };
        let mask = draw.read_attributes;
        let all_unchecked = |draw: &mut DumpedDraw, line, reason| {
            let count = match mask {
                Some(_) => u64::BITS as usize,
                None => draw.attributes.words.len() / DESCRIPTOR_WORDS,
            };
            (draw.read_attributes, draw.unchecked) = unchecked_table(mask, count, line, reason);
        };
        if let Some(table) = table {
            draw.attributes.clone_from(&table.attributes);
            draw.table = table.first_buffer_table(mask);
            let buffers = draw.table.and_then(|table| numbered(table.into()));
            if let Some(table) = buffers {
                draw.buffers.clone_from(&table.buffers);
            }
            let tables = [Some(table), buffers];
            if let Some((line, reason)) = tables.into_iter().flatten().find_map(Table::lost) {
                all_unchecked(&mut draw, line, reason);
            } else if let (Some(number), None) = (draw.table, buffers) {
                let reason = format!("the dump does not have table {number} of its resources");
                all_unchecked(&mut draw, table.line, reason);
            } else {
                let attributes = PrintedAttributes {
                    attributes: &draw.attributes,
                    length: DESCRIPTOR_WORDS,
                    buffers: &draw.buffers,
                };
                let buffer = |words: &[u32]| {
                    // The word that is the buffer index.
                    let index = words[3];
                    (index as usize).saturating_mul(DESCRIPTOR_WORDS)
                };
                let (mask, unchecked) = attributes.checked(mask, buffer);
                (draw.read_attributes, draw.unchecked) = (mask, unchecked);
            }
        } else if let (Some(number), true) = (self.reads.table, mask != Some(0)) {
            let reason = format!("the dump does not have table {number} of its resources");
            all_unchecked(&mut draw, line, reason);
        }
        draw.unchecked.extend(self.reads.unchecked());
        draw
    }
}

/// The fields of a resource table's entry, in their order. The printer writes them once for each.
const ENTRY_FIELDS: [&str; 3] = ["Address", "Contains descriptors", "Size"];

impl Table {
    /// Whether nothing but the heading of this number was read.
    fn is_blank(&self, number: u64) -> bool {
        self.number == number && !self.is_begun
    }

    /// Whether a line begins the table after this one.
    fn is_after(&self, line: &Line) -> bool {
        let is_first = line
            .field()
            .is_some_and(|(name, _)| name == ENTRY_FIELDS[0]);
        is_first && self.slots.is_some() && line.indent == self.indent + FIELD_INDENT
    }

    /// The line and the reason if the numbers of its descriptors are not certain.
    fn lost(&self) -> Option<(usize, String)> {
        let printed = self.attributes.words.len() / DESCRIPTOR_WORDS;
        let slots = self.slots.filter(|slots| *slots != printed)?;
        let reason = format!("the table has {slots} descriptors, and the dump {printed}");
        Some((self.line, reason))
    }

    fn read(&mut self, line: &Line, lines: &mut LineReader) {
        let field = line.field().filter(|(name, _)| ENTRY_FIELDS.contains(name));
        if let Some((name, value)) = field {
            if line.indent == self.indent + FIELD_INDENT {
                self.is_begun = true;
                if name == ENTRY_FIELDS[2] {
                    let bytes = number(value).and_then(|bytes| usize::try_from(bytes).ok());
                    self.slots = bytes.map(|bytes| bytes / DESCRIPTOR_BYTES);
                }
            }
            return;
        }
        let is_heading = |descriptor: &str| {
            line.is_heading(descriptor) && line.text.contains(" @") == self.has_addresses
        };
        // The printer prints this for a slot of zeros.
        let is_empty = line.text.starts_with("Unknown descriptor type ");
        let (is_attribute, is_buffer) = (is_heading("Attribute"), is_heading("Buffer"));
        // A texture's heading has no colon if it has an address.
        let is_texture = self.has_addresses && line.text.starts_with("Texture @");
        let is_other = is_heading("Sampler") || is_heading("Texture") || is_texture;
        if !(is_empty || is_attribute || is_buffer || is_other) {
            return;
        }
        let begin = self.attributes.add(DESCRIPTOR_WORDS, line.number);
        self.buffers.add(DESCRIPTOR_WORDS, line.number);
        self.has_attributes |= is_attribute;
        if !is_attribute && !is_buffer {
            return;
        }
        if is_buffer {
            BUFFER.read(&mut self.buffers, begin, line, lines);
        } else {
            ATTRIBUTE.read(&mut self.attributes, begin, line, lines);
        }
    }

    /// The table in which the first attribute that is read has its buffer.
    fn first_buffer_table(&self, read_attributes: Option<u64>) -> Option<u32> {
        let slots = self.attributes.words.chunks_exact(DESCRIPTOR_WORDS);
        let mask = read_attributes.unwrap_or(u64::MAX);
        let mut slots = slots.take(64).enumerate();
        let is_read = |slot: usize| mask >> slot & 1 != 0;
        let is_known = |slot: usize| self.attributes.unread(slot * DESCRIPTOR_WORDS).is_none();
        let read = slots.find(|(slot, words)| is_read(*slot) && is_known(*slot) && words[0] != 0);
        read.map(|(_, words)| words[1] & 0x3f)
    }
}

/// The draws of shaders that run one after the other: a single draw if they have the same tables.
pub(super) fn draws(
    environments: &[ShaderEnvironment],
    line: usize,
    counts: Counts,
) -> Vec<DumpedDraw> {
    let mut draws: Vec<DumpedDraw> = Vec::new();
    for environment in environments {
        let draw = environment.draw(line, counts);
        let tables = [&draw.attributes.words, &draw.buffers.words];
        let is_whole = draw.unchecked.is_empty();
        let same = |other: &&mut DumpedDraw| {
            let others = [&other.attributes.words, &other.buffers.words];
            is_whole && other.unchecked.is_empty() && others == tables
        };
        if let Some(other) = draws.iter_mut().find(same) {
            let both = other.read_attributes.zip(draw.read_attributes);
            other.read_attributes = both.map(|(one, other)| one | other);
            other.shaders.extend(draw.shaders);
        } else if draws.is_empty() || !draw.attributes.words.is_empty() {
            draws.push(draw);
        }
    }
    draws
}
