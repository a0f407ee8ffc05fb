//! The right draw of V4 to V7 that is nearest to the words.
//!
//! All words share one count, the padded vertices or one instance, and each buffer has a rate of its own. So the
//! draws that are tried have a count that some word states, or that pads the vertices, and for each buffer the rate
//! that costs least. The right words are the packer's.
//!
//! The files, in the order of the data:
//!
//! * `places.rs` finds the descriptors with which buffers begin. Where an attribute names another one, it offers the
//!   ways to read the indices (`Indexing`), each with its cost.
//! * `table.rs` has the tables with one such reading: the descriptors that attributes mean, each once.
//! * `given.rs` is one of these descriptors, with the count that its words state and the index that the unit computes.
//! * `counts.rs` is a count that all words may share, and the cost of the draw's own descriptors with it.
//! * `choice.rs` has for a descriptor and a count the right words of each rate (`Choice`), and their cost.
//! * `search.rs` adds these costs for every reading and every count, and keeps the draws that cost least.
//! * `alternative.rs` is such a draw. It has no words, since there is no memory for those of 512 descriptors, but the
//!   parts that they follow from: a reading, the draw's own count, the count that the table is made for, and the one
//!   descriptor that has another choice than its nearest.
//! * `report.rs` compares the words of each alternative with the given ones, field by field.
//!
//! An alternative means what it says only with the table of its own reading: see `Table::with_indexing`.

mod alternative;
mod choice;
mod counts;
mod given;
mod places;
mod report;
mod search;
mod table;

use super::table::fields;
use crate::check::state::{DrawState, ReadAttribute};
use crate::descriptor::AttributeFields;
use alternative::{Alternative, Right};
pub(super) use counts::{DrawCounts, is_padded};
use search::Alternatives;
use table::Table;

/// The words of a draw, as the nearest right draw has them.
#[derive(Clone, Copy)]
pub(in crate::check) struct Nearest<'a> {
    /// With the indices that the attributes have in the nearest draw.
    table: Table<'a>,
    /// The draws that are as near as the nearest, which is the first. None if the words are those of a right draw.
    found: Alternatives,
}

impl<'a> Nearest<'a> {
    pub(in crate::check) fn of(state: &'a DrawState<'a>) -> Self {
        let table = Table::new(state);
        let found = search::nearest(&table);
        let first = found.get(0);
        let indexing = first.map_or(table.indexing, |first| first.draw.indexing);
        Self {
            table: table.with_indexing(indexing),
            found,
        }
    }

    /// The words as they are.
    pub(super) fn state(&self) -> &'a DrawState<'a> {
        self.table.state
    }

    fn first(&self) -> Option<&Alternative> {
        self.found.get(0).map(|first| &first.draw)
    }

    /// The counts of the nearest draw, if its own are not right.
    pub(super) fn counts(&self) -> Option<DrawCounts> {
        Some(self.first()?.counts(self.table.stated))
    }

    /// The number of the descriptor that an attribute means.
    pub(super) fn number(&self, read: ReadAttribute<'_>) -> usize {
        self.table.places.number(self.table.indexing, read)
    }

    /// The number of the descriptor that an attribute means, and its right words; `None` after the end of the table. A
    /// size that is too small is as it was.
    pub(super) fn descriptor(&self, read: ReadAttribute<'_>) -> Option<(usize, [u32; 8])> {
        let number = self.number(read);
        let given = self.table.descriptor(number)?;
        let right = self.right(number);
        Some((number, right.map_or(given.words, |right| right.words())))
    }

    fn right(&self, number: usize) -> Option<Right> {
        let first = self.first()?;
        // `Table::descriptor` leaves out the rate, without which an attribute buffer has other choices.
        first.right(&self.table, self.table.named_descriptor(number)?)
    }

    /// An attribute's fields, as the nearest draw has them.
    pub(super) fn attribute(&self, read: ReadAttribute<'_>) -> AttributeFields {
        let given = fields(read);
        if self.first().is_none() {
            return given;
        }
        let number = self.number(read);
        let right = self.right(number);
        let change = right.and_then(|right| right.offset_change(&self.table));
        AttributeFields {
            buffer_index: number as u32,
            offset: change.map_or(given.offset, |change| change.apply(given)),
            ..given
        }
    }
}
