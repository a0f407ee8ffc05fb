//! The tables of V9 and later, and the shaders that read them.

use mali_instancing::check::Counts;
use mali_instancing::descriptor::{Buffer, ValhallAttribute};

use super::draw::{DumpedDraw, PrintedAttributes, is_read, unchecked_table};
use super::fields::{PrintedDescriptor, number};
use super::shader::AttributeReads;
use super::text::Section;
use super::words::{PrintedWords, Unread};

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
#[derive(Debug)]
struct Table {
    number: u64,
    /// The line of its heading.
    line: usize,
    /// The number of its descriptors, by its size.
    slots: Result<usize, Unread>,
    /// Whether the printer prints addresses.
    has_addresses: bool,
    attributes: PrintedWords,
    has_attributes: bool,
    /// The same slots, with zeros in slots without a buffer.
    buffers: PrintedWords,
}

impl ShaderEnvironment {
    /// Adds what a section has: the shader itself, the beginning of a table, or a descriptor.
    pub(super) fn add_section(&mut self, section: &Section) {
        let instructions = section.lines.iter().filter(|line| line.field().is_none());
        instructions.for_each(|line| self.reads.look(line));
        if let Some(table) = Table::new(section) {
            self.tables.push(table);
        } else if let Some(table) = self.tables.last_mut() {
            table.add_section(section);
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
        let all_unchecked = |draw: &mut DumpedDraw, unread| {
            let count = match mask {
                // A mask says which attributes are read. The count must leave all of its bits.
                Some(_) => u64::BITS as usize,
                None => draw.attributes.words.len() / DESCRIPTOR_WORDS,
            };
            (draw.read_attributes, draw.unchecked) = unchecked_table(mask, count, unread);
        };
        let without_table = |line, number| {
            let reason = format!("the dump does not have table {number} of its resources");
            Unread::new(line, reason)
        };
        if let Some(table) = table {
            draw.attributes.clone_from(&table.attributes);
            draw.table = table.first_buffer_table(mask);
            let buffers = draw.table.and_then(|table| numbered(table.into()));
            if let Some(table) = buffers {
                draw.buffers.clone_from(&table.buffers);
            }
            let tables = [Some(table), buffers];
            if let Some(lost) = tables.into_iter().flatten().find_map(Table::lost) {
                all_unchecked(&mut draw, lost);
            } else if let (Some(number), None) = (draw.table, buffers) {
                all_unchecked(&mut draw, without_table(table.line, number.into()));
            } else {
                let attributes = PrintedAttributes {
                    attributes: &draw.attributes,
                    length: DESCRIPTOR_WORDS,
                    buffers: &draw.buffers,
                };
                let buffer = |words: &[u32]| {
                    // The word that is the buffer index.
                    let index = words[3];
                    // The index has 32 bits, and `usize` has no more in WebAssembly.
                    (index as usize).saturating_mul(DESCRIPTOR_WORDS)
                };
                (draw.read_attributes, draw.unchecked) = attributes.checked(mask, buffer);
            }
        } else if let (Some(number), true) = (self.reads.table, mask != Some(0)) {
            all_unchecked(&mut draw, without_table(line, number));
        }
        draw.unchecked.extend(self.reads.unchecked());
        draw
    }
}

impl Table {
    /// Reads the entry of a resource table.
    fn new(entry: &Section) -> Option<Self> {
        let rest = entry.heading.text.strip_prefix("Entry ")?;
        let size = entry.values(["Address", "Contains descriptors", "Size"]);
        let slots = size.and_then(|[.., (line, name, size)]| {
            let bytes = number(size).and_then(|bytes| usize::try_from(bytes).ok());
            let bytes = bytes.ok_or_else(|| Unread::garbled(line, name))?;
            Ok(bytes / DESCRIPTOR_BYTES)
        });
        Some(Self {
            number: number(rest.split([' ', ':']).next()?)?,
            line: entry.heading.number,
            slots,
            has_addresses: rest.contains(" @"),
            attributes: PrintedWords::default(),
            has_attributes: false,
            buffers: PrintedWords::default(),
        })
    }

    /// The reason if the numbers of its descriptors are not certain.
    fn lost(&self) -> Option<Unread> {
        let printed = self.attributes.words.len() / DESCRIPTOR_WORDS;
        // Where the heading of a descriptor is lost, all later ones have other numbers. The size of the table in its
        // entry shows it.
        match &self.slots {
            Ok(slots) if *slots == printed => None,
            Ok(slots) => {
                let reason = format!("the table has {slots} descriptors, and the dump {printed}");
                Some(Unread::new(self.line, reason))
            }
            Err(unread) => Some(unread.clone()),
        }
    }

    /// Adds the descriptor of a section.
    fn add_section(&mut self, section: &Section) {
        let line = &section.heading;
        let is_heading = |descriptor: &str| {
            // With addresses, `Texture @dc1b5940` is the slot, and a heading `Texture:` with the fields of the same
            // slot follows.
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
        // A buffer index counts slots of any kind, so each slot gets its words in both.
        let begin = self.attributes.add(DESCRIPTOR_WORDS, line.number);
        self.buffers.add(DESCRIPTOR_WORDS, line.number);
        self.has_attributes |= is_attribute;
        let (descriptor, words) = if is_attribute {
            (ATTRIBUTE, &mut self.attributes)
        } else if is_buffer {
            (BUFFER, &mut self.buffers)
        } else {
            return;
        };
        let read = descriptor.read_fields(words, begin, section);
        words.note(begin, read);
    }

    /// The table in which the first attribute that is read has its buffer.
    fn first_buffer_table(&self, read_attributes: Option<u64>) -> Option<u32> {
        let slots = self.attributes.words.chunks_exact(DESCRIPTOR_WORDS);
        let is_known = |slot: usize| self.attributes.unread(slot * DESCRIPTOR_WORDS).is_none();
        // A slot without an attribute has zeros here, which would name table 0.
        let read = slots.enumerate().find(|(slot, words)| {
            is_read(read_attributes, *slot) && is_known(*slot) && words[0] != 0
        });
        // The field "table": bits 0 to 5 of word 1.
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
            // If the reads of one shader are not known, all attributes count as read.
            let both = other.read_attributes.zip(draw.read_attributes);
            other.read_attributes = both.map(|(one, other)| one | other);
            other.shaders.extend(draw.shaders);
        } else if draws.is_empty() || !draw.attributes.words.is_empty() {
            // A shader without attributes adds nothing, but a draw without any is a draw, too.
            draws.push(draw);
        }
    }
    draws
}
