//! The tables of V9 and later, and the shaders that read them.

use mali_instancing::check::Counts;
use mali_instancing::descriptor::{Buffer, ValhallAttribute};

use super::draw::{DumpedDraw, PrintedAttributes};
use super::fields::{PrintedDescriptor, number};
use super::shader::AttributeReads;
use super::text::{Line, LineReader};
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
        self.reads.look(line.text);
        if let Some(rest) = line.text.strip_prefix("Entry ") {
            if let Some(number) = rest.split([' ', ':']).next().and_then(number) {
                let has_addresses = rest.contains(" @");
                self.tables.push(Table {
                    number,
                    has_addresses,
                    ..Table::default()
                });
            }
        } else if let Some(table) = self.tables.last_mut() {
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
        if let Some(table) = table {
            draw.attributes.clone_from(&table.attributes);
            draw.table = table.first_buffer_table(draw.read_attributes);
            if let Some(table) = draw.table.and_then(|table| numbered(table.into())) {
                draw.buffers.clone_from(&table.buffers);
            }
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
            let (mask, unchecked) = attributes.checked(draw.read_attributes, buffer);
            (draw.read_attributes, draw.unchecked) = (mask, unchecked);
        }
        draw
    }
}

impl Table {
    fn read(&mut self, line: &Line, lines: &mut LineReader) {
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
        let read = slots.find(|(slot, words)| mask >> slot & 1 != 0 && words[0] != 0);
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
        let same =
            |other: &&mut DumpedDraw| [&other.attributes.words, &other.buffers.words] == tables;
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
