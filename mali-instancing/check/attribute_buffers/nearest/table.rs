//! The descriptors of a draw, with the numbers that its attributes mean.

use core::array;

use super::super::table::{DESCRIPTOR_WORDS, fields};
use super::counts::StatedCounts;
use super::given::Given;
use super::places::{Indexing, Numbers, Places, is_buffer, is_terminator, states_product};
use crate::check::format::format_size;
use crate::check::state::{DrawState, ReadAttribute};
use crate::descriptor::AttributeBuffer;

/// The attributes whose formats' sizes are looked up once.
const LOOKED_UP: usize = 32;

/// The tables of a draw, and a way to read their indices.
#[derive(Clone, Copy)]
pub(in crate::check::attribute_buffers) struct Table<'a> {
    pub(super) state: &'a DrawState<'a>,
    /// Decoded once, since each draw that is tried is compared with them.
    pub(super) stated: StatedCounts,
    pub(super) places: Places,
    pub(super) indexing: Indexing,
    /// The descriptors that attributes mean.
    named: Numbers,
    /// The sizes of the formats of the first attributes; 0 for an unknown format. The search asks for them with every
    /// count and every rate that it tries.
    sizes: [u8; LOOKED_UP],
}

impl<'a> Table<'a> {
    pub(super) fn new(state: &'a DrawState<'a>) -> Self {
        let mut sizes = [0; LOOKED_UP];
        for read in state.read_attributes() {
            if let Some(size) = sizes.get_mut(read.number) {
                let found = format_size(state.arch, fields(read).format);
                *size = found.and_then(|size| u8::try_from(size).ok()).unwrap_or(0);
            }
        }
        let places = Places::of(state);
        Self {
            state,
            stated: StatedCounts::of(state),
            places,
            indexing: Indexing::Given,
            named: places.read,
            sizes,
        }
    }

    pub(super) fn with_indexing(self, indexing: Indexing) -> Self {
        let mut table = Self { indexing, ..self };
        // The draws of one check have `Given` alone, or only other readings. So a table that is asked for `Given` has
        // the numbers of `new`.
        if indexing != Indexing::Given {
            table.named = table.reads().map(|(_, number)| number).collect();
        }
        table
    }

    /// The attributes that are read, each with the number of its descriptor.
    pub(super) fn reads(&self) -> impl Iterator<Item = (ReadAttribute<'a>, usize)> + '_ {
        let reads = self.state.read_attributes();
        reads.map(|read| (read, self.places.number(self.indexing, read)))
    }

    pub(super) fn format_size(&self, read: ReadAttribute<'_>) -> Option<u32> {
        match self.sizes.get(read.number) {
            Some(size) => Some(u32::from(*size)).filter(|size| *size != 0),
            None => format_size(self.state.arch, fields(read).format),
        }
    }

    /// The descriptors that attributes name, each once.
    pub(super) fn descriptors(&self) -> impl Iterator<Item = Given> + '_ {
        let mut before = Numbers::NONE;
        let first = self
            .reads()
            .filter(move |(_, number)| before.insert(*number));
        first.filter_map(|(_, number)| {
            let mut same = self.reads().filter(|(_, other)| *other == number);
            let rate = if self.state.rates.is_empty() {
                None
            } else {
                // The first rate. Attributes of other rates are reported by `report_mixed_rates`.
                same.find_map(|(read, _)| read.rate)
            };
            self.descriptor(number).map(|given| Given { rate, ..given })
        })
    }

    /// A descriptor with the rate of the attributes that name it; `None` if none does.
    pub(super) fn named_descriptor(&self, number: usize) -> Option<Given> {
        self.descriptors().find(|given| given.number == number)
    }

    /// A descriptor, without the rate of its attributes; `None` after the last one.
    pub(super) fn descriptor(&self, number: usize) -> Option<Given> {
        let rest = self.state.buffers.get(number * DESCRIPTOR_WORDS..)?;
        if rest.len() < DESCRIPTOR_WORDS {
            return None;
        }
        // Zeros after the end of the table are no continuation.
        let mut words: [u32; 8] = array::from_fn(|word| rest.get(word).copied().unwrap_or(0));
        if self.indexing == (Indexing::Exchanged { number }) {
            // The continuation was written before its descriptor.
            words.rotate_left(DESCRIPTOR_WORDS);
        }
        let next = AttributeBuffer::CONTINUATION_TYPE.read(&words);
        let is_npot = AttributeBuffer::TYPE.read(&words) == AttributeBuffer::NPOT_DIVISOR;
        // One of the two types may be the wrong word. If it is the continuation's, its words must begin no other
        // buffer, or be those of the product.
        let is_free = next == AttributeBuffer::CONTINUATION
            || is_npot && (!is_buffer(next) || states_product(&words));
        // Words that an attribute names, or that end the table, are no continuation.
        let is_kept = self.named.contains(number + 1) || is_terminator(self.state, number + 1);
        Some(Given {
            number,
            words,
            has_room: rest.len() >= words.len() && is_free && !is_kept,
            rate: None,
        })
    }
}
