//! The tables of V4 to V7. The printer calls the descriptors of both "Attribute".

use mali_instancing::descriptor::{Attribute, AttributeBuffer, Field};

use super::draw::{PrintedAttributes, Unchecked, UncheckedPart};
use super::fields::{PrintedDescriptor, word};
use super::text::{Line, LineReader, PrintedField};
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

/// The last field of a buffer, and of its continuation.
const LAST_OF_BUFFER: &str = "Divisor E";
const LAST_OF_CONTINUATION: &str = "Divisor";

/// The fields that a buffer's first descriptor has.
#[rustfmt::skip]
const NEEDED_OF_BUFFER: [&str; 7] =
    ["Type", "Pointer", "Stride", "Size", "Divisor R", "Divisor P", LAST_OF_BUFFER];

/// Whether a buffer has a field of that name.
fn is_of_buffer(name: &str) -> bool {
    let others = ["Special", "Divisor Numerator", "Divisor"];
    others.contains(&name) || BUFFER.position(name).is_some()
}

/// Attributes, and the descriptors of buffers.
#[derive(Debug, Default)]
pub(super) struct AttributeTables {
    pub(super) attributes: PrintedWords,
    pub(super) buffers: PrintedWords,
    /// The descriptors that were printed as the continuation of the one before and are none, with their lines.
    swallowed: Vec<(usize, usize)>,
}

impl AttributeTables {
    /// Reads a descriptor whose heading is `Attribute:`. Its first field shows the table.
    pub(super) fn read(&mut self, heading: &Line, lines: &mut LineReader) {
        let is_any = |name: &str| is_of_buffer(name) || ATTRIBUTE.position(name).is_some();
        match lines.clone().field(heading, is_any, false) {
            Some((_, name, _)) if is_of_buffer(name) => self.read_buffer(heading, lines),
            Some(_) => {
                let begin = self.attributes.add(ATTRIBUTE_WORDS, heading.number);
                ATTRIBUTE.read(&mut self.attributes, begin, heading, lines);
            }
            None => {}
        }
    }

    fn read_buffer(&mut self, heading: &Line, lines: &mut LineReader) {
        let begin = self.buffers.add(DESCRIPTOR_WORDS, heading.number);
        let mut names = Vec::new();
        let mut continuation = None;
        let mut has_continuation = false;
        loop {
            let is_first_whole = continuation.is_none() && !has_continuation;
            let last = names.last().copied();
            let is_complete = last == Some(LAST_OF_BUFFER) && is_first_whole
                || last == Some(LAST_OF_CONTINUATION) && continuation.is_some();
            let Some(field) = lines.field(heading, is_of_buffer, is_complete) else {
                break;
            };
            let (line, name, value) = field;
            let is_continuation = name == "Type"
                && names.contains(&name)
                && continuation.is_none()
                && (has_continuation || value == "Continuation");
            if names.contains(&name) && !is_continuation {
                self.buffers.is_twice(begin, line, name);
            } else if is_continuation {
                let next = self.buffers.add(DESCRIPTOR_WORDS, line);
                BUFFER.set(&mut self.buffers, next, field);
                if value != "Continuation" {
                    self.swallowed.push((next / DESCRIPTOR_WORDS, line));
                }
                continuation = Some(next);
                // The names of a continuation are its own.
                names.clear();
            } else if name == "Special" || name == "Type" {
                self.set_type(begin, field);
                has_continuation |= name == "Type" && value.contains("NPOT");
            } else {
                self.read_field(begin, continuation, field);
            }
            names.push(name);
        }
        let needed: &[&str] = match continuation {
            None => &NEEDED_OF_BUFFER,
            Some(_) => &["Divisor Numerator", LAST_OF_CONTINUATION],
        };
        if let Some(missing) = needed.iter().find(|needed| !names.contains(needed)) {
            let reason = format!("`{missing}` is missing");
            self.buffers.is_unread(begin, heading.number, reason);
        }
    }

    /// Reads a field that is not a type.
    fn read_field(&mut self, begin: usize, continuation: Option<usize>, field: PrintedField) {
        let (line, name, value) = field;
        let offset = match name {
            "Divisor Numerator" => 1,
            "Divisor" => 3,
            _ => 0,
        };
        match (continuation, offset) {
            (None, 0) => {
                BUFFER.set(&mut self.buffers, begin, field);
            }
            // Its number has no meaning.
            (None, 3) => {}
            (None, _) => {
                let reason = "`Type: Continuation` is missing".to_owned();
                self.buffers.is_unread(begin, line, reason);
            }
            (Some(_), 0) => self.buffers.is_twice(begin, line, name),
            (Some(next), offset) => {
                let (word, value) = (next + offset, word(value));
                self.buffers.set_word(begin, word, value, line);
            }
        }
    }

    /// Sets a type that is printed with both names of its field, one of which is invalid.
    fn set_type(&mut self, begin: usize, (line, name, value): PrintedField) {
        let is_garbled = value == "XXX: INVALID";
        let is_set = self.buffers.words[begin] != 0;
        if !is_garbled || name == "Type" && !is_set {
            BUFFER.set(&mut self.buffers, begin, (line, "Type", value));
        }
    }

    /// Adds the descriptor of zeros that V6 and V7 read after the last one.
    pub(super) fn add_null_terminator(&mut self, line: usize) {
        self.buffers.add(DESCRIPTOR_WORDS, line);
    }

    /// The attributes that are read and can be checked, and the reason why others cannot.
    pub(super) fn checked(&self, read_attributes: Option<u64>) -> (Option<u64>, Vec<Unchecked>) {
        let attributes = PrintedAttributes {
            attributes: &self.attributes,
            length: ATTRIBUTE_WORDS,
            buffers: &self.buffers,
        };
        let buffer = |words: &[u32]| {
            let words = words.first_chunk().copied().unwrap_or_default();
            Attribute::decode(words).buffer_index as usize * DESCRIPTOR_WORDS
        };
        let (mask, mut unchecked) = attributes.checked(read_attributes, buffer);
        let lost = self.lost(mask);
        if lost.is_empty() {
            return (mask, unchecked);
        }
        let bit = |(attribute, _): &(usize, usize)| 1_u64.checked_shl(*attribute as u32);
        let lost_bits = lost.iter().filter_map(bit);
        let mask = lost_bits.fold(mask.unwrap_or(attributes.all()), |mask, bit| mask & !bit);
        unchecked.extend(lost.into_iter().map(|(attribute, line)| Unchecked {
            part: UncheckedPart::Attribute(attribute),
            unread: Unread {
                line,
                reason: "the printer did not find its buffer".to_owned(),
                is_error: false,
            },
        }));
        (Some(mask), unchecked)
    }

    /// The attributes that are read and whose buffer was printed as the continuation of a descriptor that no attribute
    /// reads, with the line of that.
    ///
    /// Gaps between descriptors hold old words. If these look like a descriptor with a
    /// continuation, the printer takes the descriptor after the gap for the continuation, and prints half of it.
    fn lost(&self, read_attributes: Option<u64>) -> Vec<(usize, usize)> {
        let is_read = |attribute: usize| {
            read_attributes.is_none_or(|mask| attribute < 64 && mask >> attribute & 1 != 0)
        };
        let attributes = self.attributes.words.chunks_exact(ATTRIBUTE_WORDS);
        let named = attributes.enumerate().filter_map(|(attribute, words)| {
            let descriptor = Attribute::decode(*words.first_chunk()?).buffer_index;
            is_read(attribute).then_some((attribute, descriptor as usize))
        });
        let named: Vec<(usize, usize)> = named.collect();
        let is_named = |descriptor| named.iter().any(|(_, named)| *named == descriptor);
        let lost = named.iter().filter_map(|(attribute, descriptor)| {
            let printed = self.swallowed.iter().find(|(next, _)| next == descriptor);
            let (_, line) = printed.filter(|(next, _)| !is_named(next - 1))?;
            Some((*attribute, *line))
        });
        lost.collect()
    }
}
