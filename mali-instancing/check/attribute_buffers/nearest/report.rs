//! The statements of the words that differ from the nearest draws.

use core::array;

use super::Nearest;
use super::alternative::{Alternative, Found, OffsetChange, Right, TableOf};
use super::counts::DrawCounts;
use super::places::Indexing;
use super::table::Table;
use crate::check::finding::{Detail, Expected, Finding, Location, NearestDraw, Table as Words};
use crate::check::reporter::Reporter;
use crate::check::rule::{Rule, Severity};
use crate::descriptor::{Attribute, AttributeBuffer, Draw, Field, InstanceId, VertexId};
use crate::fetch::InputRate;

use super::super::table::{DESCRIPTOR_WORDS, fields};

impl Nearest<'_> {
    /// Reports the statements that differ from each of the nearest draws.
    pub(in crate::check::attribute_buffers) fn report(&self, reporter: &mut Reporter<'_>) {
        // Any of the nearest draws may be the one that was meant, so that an error in one is an error in all.
        let severity = Severity::error_if(self.found.iter().any(|found| found.is_read));
        for (number, Found { draw, is_read }) in self.found.iter().enumerate() {
            let table = self.table.with_indexing(draw.indexing);
            let report = Report {
                number: number as u32,
                draw,
                counts: draw.counts(table.stated),
                is_read: *is_read,
                table: &table,
                severity,
            };
            report.draw(reporter);
            report.invocation(reporter);
            report.indices(reporter);
            for given in table.descriptors() {
                let Some(right) = draw.right(&table, given) else {
                    continue;
                };
                if right.differs || right.has_lost_its_stride(draw) {
                    // A word that is wrong and gives every thread its element is a note, whatever the others are.
                    let of_descriptor = Report {
                        severity: Severity::error_if(self.is_read_of(given.number)),
                        ..report
                    };
                    of_descriptor.descriptor(&right, reporter);
                }
            }
        }
        self.report_mixed_rates(reporter);
    }

    /// Whether a thread reads another element of a descriptor than in one of the nearest draws.
    fn is_read_of(&self, number: usize) -> bool {
        self.found.iter().any(|Found { draw, .. }| {
            let table = self.table.with_indexing(draw.indexing);
            let given = table.named_descriptor(number);
            given.is_none_or(|given| draw.is_read_of(&table, given))
        })
    }

    /// Reports attributes of other rates than the first that names their descriptor.
    fn report_mixed_rates(&self, reporter: &mut Reporter<'_>) {
        let state = self.table.state;
        if state.rates.is_empty() {
            return;
        }
        let draw = match self.first() {
            Some(first) => *first,
            None => Alternative::of_own_counts(self.table.stated),
        };
        for (read, number) in self.table.reads() {
            let Some(rate) = read.rate else { continue };
            // The words are right for the first rate. Here they are compared with those of the other.
            let given = self.table.named_descriptor(number);
            let Some(right) = given.and_then(|given| draw.right(&self.table, given)) else {
                continue;
            };
            if right.given.rate != Some(rate)
                && right.differs_at(&self.table, draw.counts(self.table.stated), rate)
            {
                let location = read.location(state.arch);
                let field = Attribute::BUFFER_INDEX;
                reporter.found(location.field(Rule::NearestDraw, field, Expected::Other));
            }
        }
    }
}

/// The report of one draw.
#[derive(Clone, Copy)]
struct Report<'a> {
    number: u32,
    draw: &'a Alternative,
    counts: DrawCounts,
    is_read: bool,
    table: &'a Table<'a>,
    severity: Severity,
}

impl Report<'_> {
    fn found(&self, reporter: &mut Reporter<'_>, finding: Finding, rate: Option<InputRate>) {
        let draw = NearestDraw {
            vertices: self.counts.vertices,
            padded_vertices: self.counts.padded_vertices,
            instances: self.counts.instances,
            rate,
            is_read: self.is_read,
            has_other_table: self.draw.table != TableOf::ThisDraw,
        };
        reporter.found(Finding {
            severity: self.severity,
            alternative: self.number,
            detail: Some(Detail::NearestDraw(draw)),
            ..finding
        });
    }

    /// Reports a field that differs.
    fn field(
        &self,
        location: Location<'_>,
        field: Field,
        right: u64,
        rate: Option<InputRate>,
        reporter: &mut Reporter<'_>,
    ) {
        let finding = location.field(Rule::NearestDraw, field, Expected::Value(right));
        if finding.found != right {
            self.found(reporter, finding, rate);
        }
    }

    fn draw(&self, reporter: &mut Reporter<'_>) {
        if let Some(words) = self.table.state.draw {
            let location = Location::of_draw(Words::Draw, &words);
            let size = self.counts.size().to_bits().into();
            self.field(location, Draw::INSTANCE_SIZE, size, None, reporter);
        }
    }

    /// Reports a number of vertices or of instances: the first word of the invocation stands for the one, the second
    /// for the other.
    fn invocation(&self, reporter: &mut Reporter<'_>) {
        let state = self.table.state;
        let (Some(words), Some(given)) = (state.invocation, self.table.stated.invoked) else {
            return;
        };
        let location = Location::of_draw(Words::Invocation, &words);
        let right = [self.counts.vertices, self.counts.instances];
        for (word, (found, right)) in given.into_iter().zip(right).enumerate() {
            if let Some(right) = right.filter(|right| *right != found) {
                let expected = Expected::Value(right.into());
                let finding = Finding {
                    // A dimension has no field of its own: the decoded count is reported.
                    found: found.into(),
                    ..location.word(Rule::NearestDraw, word, expected)
                };
                self.found(reporter, finding, None);
            }
        }
    }

    fn indices(&self, reporter: &mut Reporter<'_>) {
        if self.draw.indexing == Indexing::Given {
            return;
        }
        let state = self.table.state;
        if let Indexing::Exchanged { number } = self.draw.indexing {
            self.exchanged(number, reporter);
        }
        for (read, number) in self.table.reads() {
            let location = read.location(state.arch);
            self.field(
                location,
                Attribute::BUFFER_INDEX,
                number as u64,
                None,
                reporter,
            );
        }
    }

    /// Reports the words of a descriptor that stands behind its continuation.
    fn exchanged(&self, number: usize, reporter: &mut Reporter<'_>) {
        let start = number * DESCRIPTOR_WORDS;
        let words = self.table.state.buffers.get(start..).unwrap_or_default();
        let location = Location {
            table: Words::Buffers,
            attribute: None,
            start,
            words,
        };
        let Some(right) = self.table.descriptor(number) else {
            return;
        };
        // Where the descriptor differs besides, its report has the right value of every word.
        let given = self.table.named_descriptor(number);
        let of_draw = given.and_then(|given| self.draw.right(self.table, given));
        if of_draw.is_some_and(|of_draw| of_draw.differs) {
            return;
        }
        for (word, right) in right.words.into_iter().enumerate() {
            if words.get(word).is_some_and(|given| *given != right) {
                let expected = Expected::Value(right.into());
                let finding = location.word(Rule::NearestDraw, word, expected);
                self.found(reporter, finding, None);
            }
        }
    }

    fn descriptor(&self, right: &Right, reporter: &mut Reporter<'_>) {
        let state = self.table.state;
        let given = &right.given;
        let rate = Some(right.choice.rate);
        let start = given.number * DESCRIPTOR_WORDS;
        let named_by = self
            .table
            .reads()
            .find(|(_, number)| *number == given.number);
        // The words as they are in the table: those of `given` are exchanged where the pair is.
        let rest = state.buffers.get(start..).unwrap_or_default();
        let words: [u32; 8] = array::from_fn(|word| rest.get(word).copied().unwrap_or(0));
        let location = Location {
            table: Words::Buffers,
            attribute: named_by.map(|(read, _)| read.number),
            start,
            words: &words,
        };
        if let Some(change) = right.offset_change(self.table) {
            self.offsets(given.number, change, rate, reporter);
        }
        // The rule about bounds says so of the nearest draw, with the element that does not fit.
        if let Some(size) = right.size().filter(|_| self.number > 0) {
            let expected = Expected::AtLeast(size.into());
            let finding = location.field(Rule::NearestDraw, AttributeBuffer::SIZE, expected);
            self.found(reporter, finding, rate);
        }
        // The words of one element state no stride: any stride and rate would be right, and none can be printed.
        if right.has_lost_its_stride(self.draw) {
            let field = AttributeBuffer::STRIDE;
            let finding = location.field(Rule::NearestDraw, field, Expected::Other);
            return self.found(reporter, finding, None);
        }
        // No words at this number are right: it is odd, or the next one belongs to another buffer.
        if right.must_move() {
            let field = AttributeBuffer::TYPE;
            let finding = location.field(Rule::NearestDraw, field, Expected::Other);
            return self.found(reporter, finding, rate);
        }
        let words_of_right = right.words();
        let known = match AttributeBuffer::TYPE.read(&words_of_right) {
            VertexId::VERTEX_ID => VertexId::FIELDS,
            InstanceId::INSTANCE_ID => InstanceId::FIELDS,
            _ => AttributeBuffer::FIELDS,
        };
        // The four words after any other descriptor are not its own.
        let length = if right.is_npot() { 8 } else { 4 };
        let right_words = &words_of_right[..length];
        for field in known.iter().filter(|field| field.is_in(right_words)) {
            let Some(value) = field.get(right_words) else {
                continue;
            };
            let finding = location.field(Rule::NearestDraw, *field, Expected::Value(value));
            // The given words are read by the fields of the right type.
            if finding.found == value {
                continue;
            }
            // The type has the lowest bits of the pointer: an address that is not a multiple of 64 was put over it.
            let is_address =
                *field == AttributeBuffer::TYPE && has_bits_of_an_address(&finding, value);
            let rule = if is_address {
                Rule::Alignment
            } else {
                Rule::NearestDraw
            };
            self.found(reporter, Finding { rule, ..finding }, rate);
        }
        // Bits that are no field of this type, or an exchanged word.
        for (word, right) in right_words.iter().enumerate() {
            let fields = known.iter().filter(|field| field.is_in(right_words));
            let is_field = fields.fold(0, |bits, field| bits | field.mask(word));
            if (words[word] ^ right) & !is_field != 0 {
                let expected = Expected::Value((*right).into());
                let finding = location.word(Rule::NearestDraw, word, expected);
                self.found(reporter, finding, rate);
            }
        }
    }

    /// Reports the offsets that are not a right draw's.
    fn offsets(
        &self,
        number: usize,
        change: OffsetChange,
        rate: Option<InputRate>,
        reporter: &mut Reporter<'_>,
    ) {
        for (read, _) in self.table.reads().filter(|(_, other)| *other == number) {
            let attribute = fields(read);
            let offset = change.apply(attribute);
            if offset != attribute.offset {
                let location = read.location(self.table.state.arch);
                let value = i64::from(offset) as u64;
                let expected = match change {
                    OffsetChange::TooLarge(_) => Expected::AtMost(value),
                    OffsetChange::Added(_) => Expected::Value(value),
                };
                let finding = location.field(Rule::NearestDraw, Attribute::OFFSET, expected);
                self.found(reporter, finding, rate);
            }
        }
    }
}

/// Whether a type has all bits of the right one, and bits of an address that is not aligned.
fn has_bits_of_an_address(finding: &Finding, right: u64) -> bool {
    // One of the four types may have been meant: 1, linear, with bit 1 of an address is 3, modulus.
    let is_known = (1..=AttributeBuffer::NPOT_DIVISOR.into()).contains(&finding.found);
    finding.found & right == right && !is_known
}
