//! The tables of V4 to V7. The printer calls the descriptors of both "Attribute".

use mali_instancing::descriptor::{Attribute, AttributeBuffer, Field};

use super::fields::{PrintedDescriptor, number};
use super::line::{Line, LineReader, PrintedField};
use super::words::PrintedWords;

const ATTRIBUTE: PrintedDescriptor = PrintedDescriptor {
    fields: Attribute::FIELDS,
    values: &[],
};

const BUFFER: PrintedDescriptor = PrintedDescriptor {
    fields: fields_of_first_descriptor(),
    #[rustfmt::skip]
    values: &[
        ("1D", 1), ("1D POT Divisor", 2), ("1D Modulus", 3), ("1D NPOT Divisor", 4), ("3D Linear", 5),
        ("3D Interleaved", 6), ("1D Primitive Index Buffer", 7), ("1D POT Divisor Write Reduction", 10),
        ("1D Modulus Write Reduction", 11), ("1D NPOT Divisor Write Reduction", 12), ("Continuation", 32),
        // Those of "Special".
        ("Point Coord Min Y", 33), ("Vertex ID", 34), ("Instance ID", 36), ("Frag Coord", 37),
        ("Front Facing", 38),
    ],
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

/// Attributes, and the descriptors of buffers.
#[derive(Debug, Default)]
pub(super) struct AttributeTables {
    pub(super) attributes: PrintedWords,
    pub(super) buffers: PrintedWords,
    /// The descriptors that are no continuation and were printed as that of the one before, and their lines.
    swallowed: Vec<(usize, usize)>,
}

impl AttributeTables {
    /// Reads a descriptor whose heading is `Attribute:`.
    pub(super) fn read(&mut self, heading: &Line, lines: &mut LineReader) {
        let (mut attribute, mut buffer, mut continuation) = (None, None, None);
        while let Some(field @ (line, name, value)) = lines.field(heading) {
            match (name, buffer) {
                // A buffer begins with its type, which V4 and V5 print twice.
                ("Special" | "Type", None) if attribute.is_none() => {
                    let begin = self.buffers.add(DESCRIPTOR_WORDS, heading.number);
                    self.set_type(begin, field);
                    buffer = Some((begin, name));
                }
                ("Type", Some((begin, "Special"))) => {
                    self.set_type(begin, field);
                    buffer = Some((begin, name));
                }
                ("Type", Some(_)) => {
                    let next = self.buffers.add(DESCRIPTOR_WORDS, line);
                    BUFFER.set(&mut self.buffers, next, field);
                    if value != "Continuation" {
                        self.swallowed.push((next / DESCRIPTOR_WORDS, line));
                    }
                    continuation = Some(next);
                }
                (_, Some((begin, _))) => match (continuation, name, number(value)) {
                    (None, _, _) => {
                        BUFFER.set(&mut self.buffers, begin, field);
                    }
                    (Some(next), "Divisor Numerator", Some(value)) => {
                        self.buffers.set_word(next + 1, value as u32, line);
                    }
                    (Some(next), "Divisor", Some(value)) => {
                        self.buffers.set_word(next + 3, value as u32, line);
                    }
                    _ => {}
                },
                (_, None) => {
                    let add = || self.attributes.add(ATTRIBUTE_WORDS, heading.number);
                    let begin = *attribute.get_or_insert_with(add);
                    ATTRIBUTE.set(&mut self.attributes, begin, field);
                }
            }
        }
    }

    /// Sets a type that is printed by both its names, one of which is none.
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

    /// Which of the attributes that are read can be checked, and those that cannot, see
    /// [`lost`](Self::lost).
    pub(super) fn checked(
        &self,
        read_attributes: Option<u64>,
    ) -> (Option<u64>, Vec<(usize, usize)>) {
        let lost = self.lost(read_attributes);
        if lost.is_empty() {
            return (read_attributes, lost);
        }
        let bit = |attribute: usize| 1_u64.checked_shl(attribute as u32);
        let attributes = bit(self.attributes.words.len() / ATTRIBUTE_WORDS);
        let all = attributes.map_or(u64::MAX, |end| end - 1);
        let lost_bits = lost.iter().filter_map(|(attribute, _)| bit(*attribute));
        let mask = lost_bits.fold(read_attributes.unwrap_or(all), |mask, bit| mask & !bit);
        (Some(mask), lost)
    }

    /// The attributes that are read whose buffer was printed as the continuation of one that nothing
    /// reads, and the line of that.
    ///
    /// Gaps between descriptors hold what was in memory before. Where that looks like the first half of a
    /// pair, the printer takes the descriptor after the gap for the second half, and prints half of it.
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
