//! The tables of V4 to V7. The printer calls the descriptors of both "Attribute".

use mali_instancing::descriptor::{Attribute, AttributeBuffer, Field};

use super::draw::{PrintedAttributes, Unchecked, UncheckedPart, unchecked_table};
use super::fields::{INVALID, PrintedDescriptor, word};
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

const CONTINUATION: &str = "Continuation";

/// The fields that a buffer's first descriptor has, the last one last.
const NEEDED_OF_BUFFER: &[&str] = &[
    "Type",
    "Pointer",
    "Stride",
    "Size",
    "Divisor R",
    "Divisor P",
    "Divisor E",
];

/// The fields that a continuation has, the last one last.
const NEEDED_OF_CONTINUATION: &[&str] = &["Type", "Divisor Numerator", "Divisor"];

/// Whether a buffer has a field of that name.
fn is_of_buffer(name: &str) -> bool {
    let others = ["Special", "Divisor Numerator", "Divisor"];
    others.contains(&name) || BUFFER.position(name).is_some()
}

/// The fields that were read of a descriptor, or of its continuation.
#[derive(Debug)]
struct Half<'a> {
    needed: &'static [&'static str],
    names: Vec<&'a str>,
}

impl<'a> Half<'a> {
    fn new(needed: &'static [&'static str]) -> Self {
        let names = Vec::new();
        Self { needed, names }
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    /// Adds a name. Returns whether it is the first of that name.
    fn add(&mut self, name: &'a str) -> bool {
        let is_new = !self.has(name);
        self.names.push(name);
        is_new
    }

    /// Whether it has a field that is not a type.
    fn is_begun(&self) -> bool {
        self.names
            .iter()
            .any(|name| !["Special", "Type"].contains(name))
    }

    /// Whether it has its last field.
    fn is_complete(&self) -> bool {
        self.needed.last().is_some_and(|last| self.has(last))
    }

    fn missing(&self) -> impl Iterator<Item = &'static str> {
        self.needed
            .iter()
            .copied()
            .filter(|needed| !self.has(needed))
    }
}

/// Attributes, and the descriptors of buffers.
#[derive(Debug, Default)]
pub(super) struct AttributeTables {
    pub(super) attributes: PrintedWords,
    pub(super) buffers: PrintedWords,
    /// The descriptors that were printed as the continuation of the one before and are none, with their lines.
    swallowed: Vec<(usize, usize)>,
    /// The number of the shader's attributes, by its state, after the line that has it.
    pub(super) count: Option<(usize, usize)>,
    /// Whether a descriptor was printed with `Special`. All or none of a dump are.
    has_specials: bool,
    /// The descriptors without a type that were printed without `Special`, with their lines.
    without_special: Vec<(usize, usize)>,
}

impl AttributeTables {
    /// Reads the descriptor whose heading is `Attribute:`. Its first field shows the table. If the heading of the next
    /// descriptor is lost, its fields follow directly, and it is read too.
    pub(super) fn read(&mut self, heading: &Line, lines: &mut LineReader) {
        let is_any = |name: &str| is_of_buffer(name) || ATTRIBUTE.position(name).is_some();
        while let Some((_, name, _)) = lines.clone().field(heading, is_any, false) {
            if is_of_buffer(name) {
                self.read_buffer(heading, lines);
            } else if self.buffers.words.is_empty() {
                let begin = self.attributes.add(ATTRIBUTE_WORDS, heading.number);
                ATTRIBUTE.read(&mut self.attributes, begin, heading, lines);
            } else {
                // All attributes come before the first buffer: this is a varying's.
                break;
            }
        }
    }

    fn read_buffer(&mut self, heading: &Line, lines: &mut LineReader) {
        let begin = self.buffers.add(DESCRIPTOR_WORDS, heading.number);
        let mut first = Half::new(NEEDED_OF_BUFFER);
        let mut continuation: Option<(usize, Half)> = None;
        let mut has_continuation = false;
        loop {
            let is_complete = match &continuation {
                None => !has_continuation && first.is_complete(),
                Some((_, second)) => second.is_complete(),
            };
            let mut ahead = lines.clone();
            let Some(field) = ahead.field(heading, is_of_buffer, is_complete) else {
                break;
            };
            let (line, name, value) = field;
            let is_type = name == "Type" || name == "Special";
            let begins_continuation = continuation.is_none()
                && match name {
                    "Type" => first.is_begun() && (has_continuation || value == CONTINUATION),
                    // Its type is lost.
                    "Divisor Numerator" => true,
                    _ => false,
                };
            if is_complete && is_type && !begins_continuation {
                break;
            }
            *lines = ahead;
            if begins_continuation {
                let next = self.buffers.add(DESCRIPTOR_WORDS, line);
                if is_type && value != CONTINUATION {
                    self.swallowed.push((next / DESCRIPTOR_WORDS, line));
                }
                continuation = Some((next, Half::new(NEEDED_OF_CONTINUATION)));
            }
            let half = match &mut continuation {
                None => &mut first,
                Some((_, second)) => second,
            };
            if !half.add(name) {
                self.buffers.is_twice(begin, line, name);
                continue;
            }
            match continuation {
                None if is_type => {
                    self.set_type(begin, field);
                    has_continuation |= value.contains("NPOT");
                }
                // The number of a divisor in the first half has no meaning.
                None => {
                    BUFFER.set(&mut self.buffers, begin, field);
                }
                Some((next, _)) => self.read_continuation(begin, next, field),
            }
        }
        let halves = [
            Some(&first),
            continuation.as_ref().map(|(_, second)| second),
        ];
        let mut missing = halves.into_iter().flatten().flat_map(Half::missing);
        let missing = missing.next();
        // The printer prints a continuation after this type, and after no other.
        let other_half = match continuation {
            None if has_continuation => Some("Type: Continuation"),
            Some(_) if !has_continuation => Some("Type: 1D NPOT Divisor"),
            _ => None,
        };
        if let Some(missing) = missing.or(other_half) {
            let reason = format!("`{missing}` is missing");
            self.buffers.is_unread(begin, heading.number, reason);
        } else if first.has("Special") {
            self.has_specials = true;
        } else if self.buffers.words[begin] == 0 {
            self.without_special.push((begin, heading.number));
        }
    }

    /// Reads a field of the continuation at `next` of the descriptor at `begin`.
    fn read_continuation(&mut self, begin: usize, next: usize, field: PrintedField) {
        let (line, name, value) = field;
        match name {
            "Type" => {
                BUFFER.set(&mut self.buffers, next, field);
                if let Some(unread) = self.buffers.unread(next).cloned() {
                    self.buffers.is_unread(begin, line, unread.reason);
                }
            }
            "Divisor Numerator" => self.buffers.set_word(begin, next + 1, word(value), line),
            "Divisor" => self.buffers.set_word(begin, next + 3, word(value), line),
            _ => self.buffers.is_twice(begin, line, name),
        }
    }

    /// Sets a type that is printed with both names of its field, one of which is invalid.
    fn set_type(&mut self, begin: usize, (line, name, value): PrintedField) {
        let is_garbled = value == INVALID;
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
    pub(super) fn checked(
        &mut self,
        read_attributes: Option<u64>,
    ) -> (Option<u64>, Vec<Unchecked>) {
        let number = self.attributes.words.len() / ATTRIBUTE_WORDS;
        if let Some((line, count)) = self.count.filter(|(_, count)| *count != number) {
            let reason = format!("the shader has {count} attributes, and the dump {number}");
            let line = self.attributes.line(0, 0).unwrap_or(line);
            return unchecked_table(read_attributes, count.max(number), line, reason);
        }
        for (begin, line) in self.without_special.drain(..).filter(|_| self.has_specials) {
            let reason = "`Special` is missing".to_owned();
            self.buffers.is_unread(begin, line, reason);
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
            unread: Unread::new(line, "the printer did not find its buffer".to_owned()),
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
