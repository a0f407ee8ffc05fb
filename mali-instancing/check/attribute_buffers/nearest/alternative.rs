//! A right draw that the words are near to.

use super::choice::Choice;
use super::counts::{DrawCounts, StatedCounts, jobs_differ};
use super::given::Given;
use super::places::Indexing;
use super::table::Table;
use crate::check::nearest::Index;
use crate::descriptor::{AttributeBuffer, AttributeFields};
use crate::fetch::InputRate;
use crate::padded_count::PaddedCount;

/// The part of a right draw from which its words follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alternative {
    pub(super) cost: u32,
    pub(super) indexing: Indexing,
    /// The padded count of the draw; `None` for one instance.
    pub(super) padded_vertices: Option<PaddedCount>,
    pub(super) table: TableOf,
    /// The number of a descriptor that has another choice than the nearest, and the number of that choice.
    pub(super) other: Option<(usize, usize)>,
}

/// One of the nearest draws.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) draw: Alternative,
    /// Whether a thread reads another element than in this draw. It is asked for its place among the others, and for the
    /// report.
    pub(super) is_read: bool,
}

/// The draw that the whole table is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableOf {
    ThisDraw,
    OneInstance,
    /// Another draw of several instances, with this padded count.
    AnotherCount(PaddedCount),
}

impl TableOf {
    /// The padded count of the draw; `None` for one instance.
    pub(super) fn padded_vertices(self, own: Option<PaddedCount>) -> Option<PaddedCount> {
        match self {
            Self::ThisDraw => own,
            Self::OneInstance => None,
            Self::AnotherCount(padded) => Some(padded),
        }
    }
}

/// A descriptor and its right words.
#[derive(Clone, Copy)]
pub(super) struct Right {
    pub(super) given: Given,
    pub(super) choice: Choice,
    /// Whether a statement differs.
    pub(super) differs: bool,
}

/// The change of an offset to that of a right draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OffsetChange {
    /// It is too large by these bytes for the size.
    TooLarge(u32),
    /// With offset enable, these bytes were subtracted.
    Added(i64),
}

impl OffsetChange {
    /// The right offset of an attribute.
    pub(super) fn apply(self, attribute: AttributeFields) -> i32 {
        let offset = attribute.offset;
        match self {
            Self::TooLarge(excess) => match i32::try_from(excess) {
                // A smaller offset does not include these bytes.
                Ok(excess) if offset >= excess => offset - excess,
                _ => offset,
            },
            // Only an offset below 0 shows that a driver subtracted the bytes.
            Self::Added(added) if attribute.offset_enable && offset < 0 => {
                i32::try_from(i64::from(offset) + added).unwrap_or(offset)
            }
            Self::Added(_) => offset,
        }
    }
}

impl Right {
    /// The words of the nearest draw: the given ones if no statement differs.
    pub(super) fn words(&self) -> [u32; 8] {
        if self.differs {
            self.choice.words
        } else {
            self.given.words
        }
    }

    /// Whether the words are wrong for an attribute of another rate.
    pub(super) fn differs_at(
        &self,
        table: &Table<'_>,
        counts: DrawCounts,
        rate: InputRate,
    ) -> bool {
        let other = Given {
            words: self.words(),
            has_room: self.given.has_room,
            rate: Some(rate),
            ..self.given
        };
        !other.is_right(table, counts)
    }

    pub(super) fn is_npot(&self) -> bool {
        AttributeBuffer::TYPE.read(&self.words()) == AttributeBuffer::NPOT_DIVISOR
    }

    /// Whether the descriptor needs a continuation for which its place has no room.
    pub(super) fn must_move(&self) -> bool {
        self.differs && self.is_npot() && (!self.given.has_room || self.given.number % 2 == 1)
    }

    /// Whether the whole table is that of one instance, in a draw of several: one element does not show which stride and
    /// which divisor the buffer has.
    pub(super) fn has_lost_its_stride(&self, draw: &Alternative) -> bool {
        let is_per_instance = !matches!(
            self.given.rate,
            Some(InputRate::Vertex | InputRate::Constant)
        );
        draw.table == TableOf::OneInstance && self.given.words[2] == 0 && is_per_instance
    }

    /// The bytes that the offsets of the descriptor's attributes are changed by.
    pub(super) fn offset_change(&self, table: &Table<'_>) -> Option<OffsetChange> {
        if !self.differs {
            return None;
        }
        if self.choice.moves_offsets {
            let size = self.choice.size?;
            // `Search::needed` returns only sizes above the given one.
            return Some(OffsetChange::TooLarge(size - self.given.words[3]));
        }
        // The offset start is not added to one element, so that it is not subtracted either.
        let [stride, right] = [self.given.words[2], self.choice.words[2]];
        let offset_start = table.state.draw.map_or(0, |draw| draw[1]);
        let added = i64::from(offset_start as i32) * i64::from(stride);
        let is_added = self.given.divides() && right == 0 && added != 0;
        is_added.then_some(OffsetChange::Added(added))
    }

    /// The right size, if the buffer's is too small.
    pub(super) fn size(&self) -> Option<u32> {
        let is_short = !self.choice.moves_offsets && self.differs;
        self.choice.size.filter(|_| is_short)
    }
}

impl Alternative {
    /// The draw of the words' own counts.
    pub(super) fn of_own_counts(stated: StatedCounts) -> Self {
        let is_one = stated.invoked.is_some_and(|[_, instances]| instances == 1);
        let size = stated.instance_size;
        Self {
            cost: 0,
            indexing: Indexing::Given,
            // An instance size of 1 is that of one instance, or of one vertex that `tight` or `mesa` pads to 1: only
            // the invocation shows which.
            padded_vertices: size.filter(|size| !(is_one && *size == PaddedCount::ONE)),
            table: TableOf::ThisDraw,
            other: None,
        }
    }

    pub(super) fn counts(&self, stated: StatedCounts) -> DrawCounts {
        DrawCounts::new(stated, self.padded_vertices)
    }

    /// The right words of a descriptor; `None` if its words show none.
    pub(super) fn right(&self, table: &Table<'_>, given: Given) -> Option<Right> {
        let counts = self.counts(table.stated);
        // The descriptors show their rates in the draw that they were made for.
        let made_for = counts.with_padded(self.table.padded_vertices(self.padded_vertices));
        let choices = given.choices(table, made_for);
        let number = match self.other {
            Some((number, choice)) if number == given.number => choice,
            _ => 0,
        };
        let mut choice = *choices.get(number)?;
        if self.table != TableOf::ThisDraw {
            // The same rate in the draw's own count.
            let same_rate = Given {
                rate: Some(choice.rate),
                ..given
            };
            // With a rate, `is_id` would take an ID for a buffer.
            let own = if given.is_id(table.state.arch) {
                given
            } else {
                same_rate
            };
            choice = *own.choices(table, counts).get(0)?;
        }
        Some(Right {
            given,
            choice,
            differs: choice.differs,
        })
    }

    /// Whether two alternatives are the same words.
    pub(super) fn has_words_of(&self, table: &Table<'_>, other: &Self) -> bool {
        let state = table.state;
        let tables = [self, other].map(|draw| table.with_indexing(draw.indexing));
        let [one, another] = [self, other].map(|draw| {
            let counts = draw.counts(table.stated);
            let size = state.draw.map(|_| counts.size());
            let exchanged = match draw.indexing {
                Indexing::Exchanged { number } => Some(number),
                _ => None,
            };
            (exchanged, size, counts.vertices, counts.instances)
        });
        let [first, second] = &tables;
        let has_same_numbers = || {
            let mut numbers = first.reads().zip(second.reads());
            numbers.all(|((_, one), (_, another))| one == another)
        };
        // Asked only after the numbers are the same, so that both draws have the descriptors of the first table.
        let words = |draw: &Self, given| {
            draw.right(first, given).map(|right| {
                let moved = right.offset_change(first);
                (right.words(), right.size(), moved, right.must_move())
            })
        };
        one == another
            && has_same_numbers()
            && (first.descriptors()).all(|given| words(self, given) == words(other, given))
    }

    /// Whether a statement of the words differs.
    pub(super) fn differs(&self, table: &Table<'_>) -> bool {
        let state = table.state;
        let counts = self.counts(table.stated);
        let is_other_draw =
            state.draw.is_some() && table.stated.instance_size != Some(counts.size());
        let is_other_invocation = is_other_invocation(table.stated, counts);
        self.indexing != Indexing::Given
            || is_other_draw
            || is_other_invocation
            || table
                .descriptors()
                .any(|given| self.right(table, given).is_some_and(|right| right.differs))
    }

    /// Whether a thread of the draw reads another element than in this right draw.
    pub(super) fn is_read(&self, table: &Table<'_>) -> bool {
        let state = table.state;
        let counts = self.counts(table.stated);
        if self.indexing != Indexing::Given || is_other_invocation(table.stated, counts) {
            return true;
        }
        // The threads of the tiler job have other ids than those of the vertex job.
        if jobs_differ(state) && table.stated.instance_size != Some(counts.size()) {
            return true;
        }
        table
            .descriptors()
            .any(|given| self.is_read_of(table, given))
    }

    /// Whether a thread of the draw reads another element of a descriptor than in this right draw.
    pub(super) fn is_read_of(&self, table: &Table<'_>, given: Given) -> bool {
        let counts = self.counts(table.stated);
        let Some(right) = self.right(table, given) else {
            return false;
        };
        if right.size().is_some() || right.choice.moves_offsets && right.differs {
            return true;
        }
        // The GPU numbers the threads by the instance size that is in the draw, right or wrong.
        let size = table.stated.instance_size.unwrap_or(counts.size());
        let ids = counts.ids(size);
        // Where the counts are not known, a draw with two elements decides.
        let ids = ids.unwrap_or_else(|| counts.least_ids(size, right.choice.rate));
        let rate = match self.padded_vertices {
            None if right.choice.rate != InputRate::Vertex => InputRate::Constant,
            _ => right.choice.rate,
        };
        let is_id = given.is_id(table.state.arch);
        // With a stride of 0, every index reads element 0. Word 2 of an ID is no stride.
        let index = if !is_id && given.words[2] == 0 {
            Some(Index::Zero)
        } else {
            given.index(table.state.arch)
        };
        let is_right = index.is_some_and(|index| index.is_right(rate, ids));
        let has_stride = is_id || given.words[2] == right.choice.words[2];
        // Element 0 is the same with every stride.
        let is_first = || {
            right.choice.words[2] == 0
                && index.is_some_and(|index| index.is_right(InputRate::Constant, ids))
        };
        !(is_right && has_stride || is_first())
    }
}

fn is_other_invocation(stated: StatedCounts, counts: DrawCounts) -> bool {
    stated.invoked.is_some_and(|[vertices, instances]| {
        [Some(vertices), Some(instances)] != [counts.vertices, counts.instances]
    })
}
