//! The tables of V4 to V7. The printer calls the descriptors of both "Attribute".

use mali_instancing::descriptor::{Attribute, AttributeBuffer, Field};

use super::draw::{PrintedAttributes, Unchecked, unchecked_table};
use super::fields::{INVALID, PrintedDescriptor, word};
use super::text::Section;
use super::words::{PrintedWords, Unread};

const ATTRIBUTE: PrintedDescriptor = PrintedDescriptor::of(Attribute::FIELDS);

const BUFFER: PrintedDescriptor = PrintedDescriptor {
    #[rustfmt::skip]
    values: &[
        ("1D", 1), ("1D POT Divisor", 2), ("1D Modulus", 3), ("1D NPOT Divisor", 4), ("3D Linear", 5),
        ("3D Interleaved", 6), ("1D Primitive Index Buffer", 7), ("1D POT Divisor Write Reduction", 10),
        ("1D Modulus Write Reduction", 11), ("1D NPOT Divisor Write Reduction", 12), ("Continuation", 32),
        // The values of "Special".
        ("Point Coord Min Y", 33), ("Vertex ID", 34), ("Instance ID", 36), ("Frag Coord", 37),
        ("Front Facing", 38),
    ],
    ..PrintedDescriptor::of(fields_of_first_descriptor())
};

/// A buffer's descriptor without its continuation.
const fn fields_of_first_descriptor() -> &'static [Field] {
    let mut fields = AttributeBuffer::FIELDS;
    // A continuation is read apart: a buffer without one has no lines for these fields, and the printer writes a line
    // `Divisor` for the first half, too.
    while let [rest @ .., last] = fields {
        if last.word() < DESCRIPTOR_WORDS {
            break;
        }
        fields = rest;
    }
    fields
}

const ATTRIBUTE_WORDS: usize = 2;
const DESCRIPTOR_WORDS: usize = 4;

/// The field that only a continuation has.
const NUMERATOR: &str = "Divisor Numerator";

/// Attributes, and the descriptors of buffers.
#[derive(Debug, Default)]
pub(super) struct AttributeTables {
    pub(super) attributes: PrintedWords,
    pub(super) buffers: PrintedWords,
    /// The number of the shader's attributes, by its state, after the line that has it.
    pub(super) count: Option<(usize, usize)>,
    /// Whether the printer prints `Special` of every buffer, as it does on V4 and V5.
    has_specials: bool,
    /// The section in which the heading of another descriptor is lost: from there on, numbers are not certain.
    lost: Option<Unread>,
}

impl AttributeTables {
    pub(super) fn new(has_specials: bool) -> Self {
        Self {
            has_specials,
            ..Self::default()
        }
    }

    /// Reads the section of an attribute or of a buffer, whose fields show which one it is.
    pub(super) fn add_section(&mut self, section: &Section) {
        let line = section.heading.number;
        let has = |descriptor: &PrintedDescriptor| {
            let mut fields = section.fields();
            fields.any(|(_, name, _)| descriptor.position(name).is_some())
        };
        let is_lost = match (has(&ATTRIBUTE), has(&BUFFER)) {
            (false, true) => self.read_buffer(section),
            // All attributes come before the first buffer.
            (true, false) if self.buffers.words.is_empty() => {
                let begin = self.attributes.add(ATTRIBUTE_WORDS, line);
                let read = ATTRIBUTE.read_fields(&mut self.attributes, begin, section);
                self.attributes.note(begin, read);
                false
            }
            _ => true,
        };
        if is_lost {
            let reason = "a heading near this one is missing".to_owned();
            self.lost.get_or_insert(Unread::new(line, reason));
        }
    }

    /// Reads a descriptor, and its continuation, which the printer writes after the types that have one, and after no
    /// other. Returns whether the section has fields of several descriptors.
    fn read_buffer(&mut self, section: &Section) -> bool {
        let line = section.heading.number;
        let begin = self.buffers.add(DESCRIPTOR_WORDS, line);
        // Both halves are below one heading. The second one begins with the second `Type`, which is after the
        // pointer.
        let (first, second) = section.split("Pointer", "Type");
        let mut read = BUFFER.read_fields(&mut self.buffers, begin, &first);
        if self.has_specials && read.is_ok() {
            read = self.read_special(begin, &first);
        }
        let mut types = first.fields().filter(|(_, name, _)| *name == "Type");
        let kind = types.next().map_or("", |(.., kind)| kind);
        let is_3d = kind.starts_with("3D");
        let is_pair = is_3d || kind.contains("NPOT");
        let number_of = |section: &Section, name| {
            let names = section.fields().filter(|(_, found, _)| *found == name);
            names.count()
        };
        let mut is_lost = ["Pointer", "Size"]
            .iter()
            .any(|name| number_of(section, *name) > 1);
        if let Some(second) = &second {
            // A second half after a type without one, or with a pointer, is the next descriptor, whose heading is
            // lost.
            is_lost |= read.is_ok() && !is_pair || number_of(second, "Pointer") > 0;
            let next = self.buffers.add(DESCRIPTOR_WORDS, line);
            if is_3d {
                let reason = "the printer prints it as dimensions".to_owned();
                self.buffers.note(next, Err(Unread::new(line, reason)));
            } else {
                // Attributes name the first half, so it has the reason of both.
                read = read.and(self.read_continuation(next, second));
            }
        } else if is_pair || number_of(&first, NUMERATOR) > 0 {
            // It takes two numbers, whichever of its lines is lost.
            self.buffers.add(DESCRIPTOR_WORDS, line);
            read = read.and(Err(Unread::missing(line, "Type: Continuation")));
        }
        self.buffers.note(begin, read);
        is_lost
    }

    /// Reads the other name of a type, of which one is invalid.
    fn read_special(&mut self, begin: usize, section: &Section) -> Result<(), Unread> {
        let [(line, _, special)] = section.values(["Special"])?;
        if special == INVALID {
            return Ok(());
        }
        BUFFER.set(&mut self.buffers, begin, (line, "Type", special))
    }

    /// Reads a continuation. Gaps between descriptors hold old words: if these look like a descriptor with a
    /// continuation, the printer takes the descriptor after the gap for the continuation, and prints half of it.
    fn read_continuation(&mut self, next: usize, section: &Section) -> Result<(), Unread> {
        let names = ["Type", NUMERATOR, "Divisor"];
        let [kind, numerator, divisor] = section.values(names)?;
        // A continuation has its type in the same bits as a buffer.
        BUFFER.set(&mut self.buffers, next, kind)?;
        // The multiplier D is word 1 of a continuation, the application's divisor word 3.
        let words = [(next + 1, numerator), (next + 3, divisor)];
        for (position, (line, _, value)) in words {
            self.buffers.set_word(position, word(value), line)?;
        }
        if kind.2 != "Continuation" {
            let reason = "the printer did not find its buffer".to_owned();
            self.buffers.note(next, Err(Unread::new(kind.0, reason)));
        }
        Ok(())
    }

    /// Adds the descriptor of zeros that V6 and V7 read after the last one.
    pub(super) fn add_null_terminator(&mut self, line: usize) {
        self.buffers.add(DESCRIPTOR_WORDS, line);
    }

    /// The attributes that are read and can be checked, and the reason why others cannot.
    pub(super) fn checked(
        &mut self,
        read_attributes: Option<u64>,
    ) -> (Option<u64>, Vec<Unchecked>) {
        let number = self.attributes.words.len() / ATTRIBUTE_WORDS;
        let (line, count) = self.count.unwrap_or((0, number));
        // Where the heading of a descriptor is lost, all later ones have other numbers. The attribute count in the
        // shader's state shows it.
        let lost = self.lost.take().or_else(|| {
            let line = self.attributes.line(0, 0).unwrap_or(line);
            let reason = format!("the shader has {count} attributes, and the dump {number}");
            (count != number).then(|| Unread::new(line, reason))
        });
        if let Some(lost) = lost {
            return unchecked_table(read_attributes, count.max(number), lost);
        }
        let attributes = PrintedAttributes {
            attributes: &self.attributes,
            length: ATTRIBUTE_WORDS,
            buffers: &self.buffers,
        };
        let buffer = |words: &[u32]| {
            let words = words.first_chunk().copied().unwrap_or_default();
            Attribute::decode(words).buffer_index as usize * DESCRIPTOR_WORDS
        };
        attributes.checked(read_attributes, buffer)
    }
}
