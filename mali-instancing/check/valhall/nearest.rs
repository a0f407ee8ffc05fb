//! The right draw of V9 and later that is nearest to the words.
//!
//! Each attribute states its own mode, with type, frequency and offset enable. The attributes of a buffer state its
//! stride, and all of them the table of the buffers. So each attribute has the choices that cost least, by the stride
//! and the table that most attributes have.

use super::buffer::start_of;
use super::choice::{Choice, choices, is_read};
use crate::check::finding::{Detail, Expected, Finding, Location, NearestDraw, Table};
use crate::check::nearest::{ALTERNATIVES, Few, STATEMENT};
use crate::check::reporter::Reporter;
use crate::check::rule::{Rule, Severity};
use crate::check::state::{DrawState, ReadAttribute};
use crate::descriptor::{Buffer, Field, ValhallAttribute};

/// The fields that state an attribute's mode and its buffer. Nothing repeats the others, the format and the offset.
const STATED: [Field; 9] = [
    ValhallAttribute::TYPE,
    ValhallAttribute::OFFSET_ENABLE,
    ValhallAttribute::TABLE,
    ValhallAttribute::FREQUENCY,
    ValhallAttribute::DIVISOR_R,
    ValhallAttribute::DIVISOR_E,
    ValhallAttribute::BUFFER_INDEX,
    ValhallAttribute::STRIDE,
    ValhallAttribute::DIVISOR_D,
];

/// A right draw that the words are near to.
#[derive(Clone, Copy)]
struct Alternative {
    cost: u32,
    /// Whether the second of as frequent strides is right.
    has_second_strides: bool,
    /// The attribute that has another choice than the nearest, and the number of that choice.
    other: Option<(usize, usize)>,
}

impl Alternative {
    /// The right choice of an attribute, if a statement of it differs.
    fn choice(&self, state: &DrawState<'_>, read: ReadAttribute<'_>) -> Option<Choice> {
        let number = match self.other {
            Some((attribute, number)) if attribute == read.number => number,
            _ => 0,
        };
        let choices = choices(state, read, self.has_second_strides);
        choices
            .get(number)
            .copied()
            // Below the cost of a statement, no statement differs.
            .filter(|choice| choice.cost >= STATEMENT)
    }

    fn is_read(&self, state: &DrawState<'_>) -> bool {
        let mut reads = state.read_attributes();
        reads.any(|read| self.is_read_of(state, read))
    }

    /// Whether a thread reads another element of an attribute than in this draw.
    fn is_read_of(&self, state: &DrawState<'_>, read: ReadAttribute<'_>) -> bool {
        let choice = self.choice(state, read);
        let choice = choice.zip(read.words.first_chunk());
        choice.is_some_and(|(choice, given)| is_read(state, given, &choice))
    }

    fn has_words_of(&self, state: &DrawState<'_>, other: &Self) -> bool {
        state.read_attributes().all(|read| {
            let words = |draw: &Self| {
                draw.choice(state, read)
                    .map(|choice| (choice.words, choice.size))
            };
            words(self) == words(other)
        })
    }
}

/// The words of a draw, as the nearest right draw has them.
pub(in crate::check) struct Nearest<'a> {
    state: &'a DrawState<'a>,
    /// The draws that are as near as the nearest, which is the first. None if the words are those of a right draw.
    found: Few<Alternative, ALTERNATIVES>,
}

impl<'a> Nearest<'a> {
    pub(in crate::check) fn of(state: &'a DrawState<'a>) -> Self {
        let mut nearest = Self {
            state,
            found: Few::EMPTY,
        };
        let mut has_other_strides = false;
        let is_right = |read: ReadAttribute<'_>| {
            let choices = choices(state, read, false);
            let Some(first) = choices.get(0) else {
                return true;
            };
            let same = |choice: &Choice| {
                let fields = [ValhallAttribute::STRIDE, ValhallAttribute::TABLE];
                let mut fields = fields.into_iter();
                fields.all(|field| field.get(&choice.words) == field.get(read.words))
            };
            // Of two equally frequent strides or tables, the second is tried only if an attribute lacks the first.
            has_other_strides |= first.cost >= STATEMENT && !choices.iter().all(same);
            first.cost < STATEMENT
        };
        // All are looked at, for their strides.
        if state
            .read_attributes()
            .map(is_right)
            .fold(true, |all, is_right| all & is_right)
        {
            return nearest;
        }
        nearest.insert_all(false);
        if has_other_strides {
            nearest.insert_all(true);
        }
        let least = nearest.found.get(0).map_or(0, |first| first.cost);
        nearest
            .found
            .truncate_where(|other| other.cost < least + STATEMENT);
        nearest
    }

    fn insert_all(&mut self, has_second_strides: bool) {
        let state = self.state;
        let of = |read| choices(state, read, has_second_strides);
        let least = |read| of(read).get(0).map_or(0, |choice| choice.cost);
        let nearest = Alternative {
            cost: state.read_attributes().map(least).sum(),
            has_second_strides,
            other: None,
        };
        self.insert(nearest);
        for read in state.read_attributes() {
            let choices = of(read);
            let least = choices.get(0).map_or(0, |choice| choice.cost);
            // An attribute that is right keeps its words.
            if least < STATEMENT {
                continue;
            }
            for (number, choice) in choices.iter().enumerate().skip(1) {
                self.insert(Alternative {
                    cost: nearest.cost + choice.cost - least,
                    other: Some((read.number, number)),
                    ..nearest
                });
            }
        }
    }

    /// Inserts an alternative, unless one has its words.
    fn insert(&mut self, alternative: Alternative) {
        let (state, found) = (self.state, &mut self.found);
        let same = found
            .iter_mut()
            .find(|other| other.has_words_of(state, &alternative));
        if let Some(same) = same {
            same.cost = same.cost.min(alternative.cost);
        } else {
            found.push_least(alternative, |other| other.cost);
        }
        // Of draws that are equally near, those come first of which a thread reads another element.
        found.sort_by_key(|alternative| (alternative.cost, !alternative.is_read(state)));
    }

    /// Whether a thread reads another element of an attribute than in one of the nearest draws.
    fn is_read_of(&self, read: ReadAttribute<'_>) -> bool {
        let mut draws = self.found.iter();
        draws.any(|draw| draw.is_read_of(self.state, read))
    }

    /// An attribute's words, as the nearest draw has them.
    pub(super) fn words(&self, read: ReadAttribute<'_>) -> Option<[u32; 8]> {
        let given = read.words.first_chunk().copied();
        let first = self.found.get(0);
        let right = first.and_then(|first| first.choice(self.state, read));
        right.map(|choice| choice.words).or(given)
    }

    /// Whether no attribute before a number names a buffer in the nearest draw.
    pub(super) fn is_first(&self, number: usize, buffer_index: u32) -> bool {
        let before = self
            .state
            .read_attributes()
            .take_while(|read| read.number < number);
        let mut words = before.filter_map(|read| self.words(read));
        !words.any(|words| ValhallAttribute::BUFFER_INDEX.read(&words) == buffer_index)
    }

    /// Reports the statements that differ from each of the nearest draws.
    pub(super) fn report(&self, reporter: &mut Reporter<'_>) {
        for (number, draw) in self.found.iter().enumerate() {
            let report = Report {
                state: self.state,
                number: number as u32,
                is_read: draw.is_read(self.state),
            };
            for read in self.state.read_attributes() {
                if let Some(choice) = draw.choice(self.state, read) {
                    let severity = Severity::error_if(self.is_read_of(read));
                    report.attribute(read, &choice, severity, reporter);
                }
            }
        }
    }
}

/// The report of one draw.
struct Report<'a> {
    state: &'a DrawState<'a>,
    number: u32,
    is_read: bool,
}

impl Report<'_> {
    fn attribute(
        &self,
        read: ReadAttribute<'_>,
        choice: &Choice,
        severity: Severity,
        reporter: &mut Reporter<'_>,
    ) {
        let counts = self.state.counts;
        let draw = NearestDraw {
            vertices: counts.and_then(|counts| counts.vertices),
            padded_vertices: None,
            instances: counts.map(|counts| counts.instances),
            rate: Some(choice.rate),
            is_read: self.is_read,
            has_other_table: false,
        };
        let mut found = |finding: Finding| {
            reporter.found(Finding {
                severity,
                alternative: self.number,
                detail: Some(Detail::NearestDraw(draw)),
                ..finding
            });
        };
        let location = read.location(self.state.arch);
        for field in STATED {
            let Some(right) = field.get(&choice.words) else {
                continue;
            };
            // A table that the caller has named is known, and not only the most frequent.
            let is_table = field == ValhallAttribute::TABLE && self.state.table.is_some();
            let rule = if is_table {
                Rule::ResourceTable
            } else {
                Rule::NearestDraw
            };
            let finding = location.field(rule, field, Expected::Value(right));
            if finding.found != right {
                found(finding);
            }
        }
        let start = start_of(ValhallAttribute::BUFFER_INDEX.read(&choice.words));
        let words = self.state.buffers.get(start..).unwrap_or_default();
        // The rule about bounds says so of the nearest draw, with the element that does not fit.
        if let Some(size) = choice.size.filter(|_| self.number > 0) {
            let location = Location {
                table: Table::Buffers,
                attribute: Some(read.number),
                start,
                words,
            };
            let expected = Expected::AtLeast(size);
            found(location.field(Rule::NearestDraw, Buffer::SIZE, expected));
        }
    }
}
