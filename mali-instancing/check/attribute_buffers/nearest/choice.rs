//! The descriptors that may have been meant: the words of a right draw, for each rate.

use core::num::NonZeroU32;

use super::counts::DrawCounts;
use super::given::Given;
use super::table::Table;
use crate::check::bounds::is_sign_lost;
use crate::check::division::first_wrong_id;
use crate::check::nearest::{Few, ROUNDED, STATEMENT, TOO_SMALL, UNUSUAL, stated_divisor};
use crate::descriptor::{
    Attribute, AttributeBuffer, BufferAddress, InstanceId, NOT_INSTANCED_DIVISION, VertexId,
};
use crate::divisor::{MagicDivisor, Rounding};
use crate::fetch::{FetchMode, InputRate};
use crate::padded_count::PaddedCount;

/// The cost of a descriptor that divides where all instances read one element: its statements say one thing.
const ONE_ELEMENT: u32 = STATEMENT;

/// The bits of the first words that are the address.
const ADDRESS: [u32; 2] = [
    AttributeBuffer::POINTER.mask(0),
    AttributeBuffer::POINTER.mask(1),
];

/// R and P, or R and E: the bits of word 1 that are not the address.
const COUNT: u32 = !ADDRESS[1];

/// A way in which a descriptor can be right.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) rate: InputRate,
    /// The cost of the statements that differ, and of what is unusual.
    pub(super) cost: u32,
    /// Whether a statement differs.
    pub(super) differs: bool,
    /// The right words. The size is as it was.
    pub(super) words: [u32; 8],
    /// The bytes that the draw needs, if the buffer has fewer.
    pub(super) size: Option<u32>,
    /// Whether the attributes' offsets are too large by these bytes, and the size is right.
    pub(super) moves_offsets: bool,
}

pub(super) type Choices = Few<Choice, 8>;

impl Given {
    /// The ways in which the descriptor can be right in a draw, the nearest first; those that cost a statement more
    /// than the nearest are not among them.
    pub(super) fn choices(&self, table: &Table<'_>, draw: DrawCounts) -> Choices {
        // Nothing shows what an empty descriptor was meant as.
        if self.words[..4] == [0; 4] {
            return Choices::EMPTY;
        }
        let mut search = Search {
            given: self,
            table,
            draw,
            found: Choices::EMPTY,
        };
        search.run();
        let mut found = search.found;
        found.sort_by_key(|choice| choice.cost);
        let least = found.get(0).map_or(0, |choice| choice.cost);
        found.truncate_where(|choice| choice.cost < least + STATEMENT);
        found
    }

    /// Whether no statement differs from the nearest choice.
    pub(super) fn is_right(&self, table: &Table<'_>, draw: DrawCounts) -> bool {
        let choices = self.choices(table, draw);
        choices.get(0).is_none_or(|choice| !choice.differs)
    }

    /// The cost of the nearest choice.
    pub(super) fn cost(&self, table: &Table<'_>, draw: DrawCounts) -> u32 {
        self.choices(table, draw)
            .get(0)
            .map_or(0, |choice| choice.cost)
    }

    /// The cost of the statements of an attribute buffer that are not as in its right words.
    fn differences(&self, right: &[u32; 8]) -> u32 {
        let (given, kind) = (&self.words, self.kind());
        let right_kind = AttributeBuffer::TYPE.read(right);
        let has_count = given[1] & COUNT != 0;
        let states_count = kind != AttributeBuffer::LINEAR || has_count;
        let is_other_count = given[1] & COUNT != right[1] & COUNT;
        // Word 2 is the stride: the right one is the given one, or 0 for one element. Words 5 to 7 are D, a reserved
        // word and the divisor.
        let mut differences = u32::from(kind != right_kind) + u32::from(given[2] != right[2]);
        let mut is_rounded = false;
        match right_kind {
            AttributeBuffer::LINEAR => {
                // A count beside another type belongs to that type, which is counted already.
                differences += u32::from(kind == AttributeBuffer::LINEAR && has_count);
            }
            AttributeBuffer::NPOT_DIVISOR => {
                let has_continuation = self.has_continuation();
                let states_multiplier =
                    self.has_room && (given[5] != 0 || given[7] != 0 || has_continuation);
                differences += u32::from(!has_continuation);
                // R, E and D are one statement.
                differences += u32::from(if states_multiplier {
                    is_other_count || given[5].abs_diff(right[5]) > 1
                } else {
                    // Without D and the divisor, only R and E can state it.
                    states_count && is_other_count
                });
                is_rounded =
                    states_multiplier && !is_other_count && given[5].abs_diff(right[5]) == 1;
                if states_multiplier {
                    differences += u32::from(given[7] != right[7]) + u32::from(given[6] != 0);
                }
            }
            _ => differences += u32::from(states_count && is_other_count),
        }
        differences * STATEMENT + if is_rounded { ROUNDED } else { 0 }
    }
}

/// The search for the choices of a descriptor.
struct Search<'a> {
    given: &'a Given,
    table: &'a Table<'a>,
    draw: DrawCounts,
    found: Choices,
}

impl Search<'_> {
    fn run(&mut self) {
        // The order matters: the list is sorted by cost, which keeps the order of choices that cost the same. No rate
        // is tried after a choice that costs nothing.
        let given = self.given;
        if given.is_id(self.table.state.arch) {
            return if given.kind() == VertexId::VERTEX_ID {
                self.offer_vertex_id();
            } else {
                self.offer_instance_id();
            };
        }
        if let Some(rate) = given.rate {
            return self.offer_rate(rate);
        }
        let kind = given.kind();
        let Some(padded) = self.draw.padded_vertices else {
            // In one instance, a rate per instance is the same as the constant one. What divides was for several
            // instances, and reads one element.
            let rates = [InputRate::Vertex, InputRate::Constant];
            let [first, second] = if given.divides() { [1, 0] } else { [0, 1] };
            self.offer_rate(rates[first]);
            return self.offer_rate(rates[second]);
        };
        if given.has_continuation() || kind == AttributeBuffer::NPOT_DIVISOR {
            self.offer_products(padded);
        }
        let has_count = given.words[1] & COUNT != 0;
        if kind == AttributeBuffer::POT_DIVISOR || kind == AttributeBuffer::LINEAR && has_count {
            self.offer_powers(padded);
        }
        self.offer_rate(InputRate::Vertex);
        self.offer_rate(InputRate::Constant);
    }

    /// The divisors that a continuation and its multiplier state.
    fn offer_products(&mut self, padded: PaddedCount) {
        let given = self.given;
        let [divisor_d, divisor] = [given.words[5], given.words[7]];
        if given.has_room {
            self.offer_divisor(divisor);
        }
        if self.is_right() {
            return;
        }
        if given.has_room && (divisor_d != 0 || divisor != 0) {
            let product = given.magic().and_then(stated_divisor).map(NonZeroU32::get);
            if let Some(product) = product.filter(|product| product % padded.get() == 0) {
                self.offer_divisor(product / padded.get());
            }
        } else if let (Some(instances), Some(elements)) = (
            self.draw.instances,
            given.size().checked_div(given.stride()),
        ) {
            // Without a continuation, the size shows the divisor.
            if elements > 0 {
                // The least divisor for which these elements are enough.
                self.offer_divisor(instances.div_ceil(elements));
            }
        }
    }

    /// The divisors that a shift states.
    fn offer_powers(&mut self, padded: PaddedCount) {
        let divisor_r = AttributeBuffer::DIVISOR_R.read(&self.given.words);
        if padded.odd() != 1 {
            // No power of two is a multiple of this count. The divisors on both sides of the quotient are tried.
            let below = ((1_u64 << divisor_r) / u64::from(padded.get())).max(1) as u32;
            self.offer_divisor(below);
            self.offer_divisor(below + 1);
            return;
        }
        // R is the count's power plus the divisor's. Larger divisors follow, which need fewer elements, up to the first
        // for which the buffer is large enough. The product with the count stays below 2^32.
        for power in divisor_r.saturating_sub(padded.shift())..u32::BITS - padded.shift() {
            let Ok(rate) = InputRate::instance(1 << power) else {
                return;
            };
            self.offer_rate(rate);
            if self.needed(rate, self.given.stride()).is_none() {
                return;
            }
        }
    }

    fn offer_divisor(&mut self, divisor: u32) {
        if let Ok(rate) = InputRate::instance(divisor) {
            self.offer_rate(rate);
        }
    }

    fn is_right(&self) -> bool {
        self.found.iter().any(|choice| choice.cost == 0)
    }

    fn offer_rate(&mut self, rate: InputRate) {
        // Both roundings divide exactly, and drivers differ in them.
        for rounding in Rounding::ALL.iter().copied() {
            if self.is_right() {
                return;
            }
            let Some(mode) = self.draw.mode(rate, rounding) else {
                continue;
            };
            self.offer_mode(rate, mode);
            if let (InputRate::Instance { divisor }, AttributeBuffer::NPOT_DIVISOR) =
                (rate, self.given.kind())
            {
                self.offer_given(rate, divisor);
            }
        }
    }

    /// Offers the given multiplier if it divides exactly, too: a power of two needs none, and there are others than those
    /// of the two roundings.
    fn offer_given(&mut self, rate: InputRate, divisor: NonZeroU32) {
        let padded = self.draw.padded_vertices;
        let product = padded.and_then(|padded| padded.get().checked_mul(divisor.get()));
        let magic = self.given.magic().filter(|_| self.given.has_continuation());
        let exact = product.and_then(NonZeroU32::new).zip(magic);
        let exact = exact.filter(|(product, magic)| first_wrong_id(*magic, *product).is_none());
        if let Some((_, magic)) = exact.filter(|_| !self.is_right()) {
            self.offer_mode(rate, FetchMode::NpotDivisor { magic, divisor });
        }
    }

    fn offer_mode(&mut self, rate: InputRate, mode: FetchMode) {
        let given = self.given;
        let stride = mode.stride(given.stride());
        // The right words have the given address, so that it is no difference.
        let packed = AttributeBuffer::new(mode, BufferAddress::NULL, stride, given.size());
        let mut words = packed.words();
        words[0] |= given.words[0] & ADDRESS[0];
        words[1] |= given.words[1] & ADDRESS[1];
        let mut cost = given.differences(&words);
        let is_npot = matches!(mode, FetchMode::NpotDivisor { .. });
        let is_odd = given.number % 2 == 1;
        if is_npot && is_odd && given.has_room {
            // The pair must begin at an even number, so that its place is one more statement.
            cost += STATEMENT;
        }
        // What the costs below count is no difference of the words.
        let mut differs = cost > 0;
        let last = self.draw.last_index(rate);
        let size = self.needed(rate, stride);
        let is_one_element = given.stride() == 0 && stride == 0;
        if size.is_some() {
            cost += TOO_SMALL;
        } else if cost > 0 && !is_one_element {
            // A size of just so many elements shows the rate.
            let elements = given.size().checked_div(given.stride()).map(u64::from);
            if elements != last.map(|last| u64::from(last) + 1) {
                cost += UNUSUAL;
            }
        }
        // With a stride of 0, every mode that the unit can compute reads element 0: another mode is unusual, and not
        // wrong.
        let is_known = given.rate.is_some();
        if is_known
            && is_one_element
            && cost > 0
            && size.is_none()
            && self.can_read_one_element(rate)
        {
            cost = cost.min(UNUSUAL);
            differs = false;
        }
        if mode == FetchMode::Constant && cost > ONE_ELEMENT && self.reads_one_element() {
            cost = ONE_ELEMENT;
        }
        let choice = Choice {
            rate,
            cost,
            differs,
            words,
            size,
            moves_offsets: false,
        };
        self.offer(choice);
        if let (Some(_), Some(last)) = (size, last.filter(|_| stride != 0)) {
            self.offer_fitting(choice, last);
        }
    }

    /// Offers the draws in which the buffer has just the size that they need, if it is too small.
    fn offer_fitting(&mut self, choice: Choice, last: u32) {
        // The caller has made sure that the stride is not 0.
        let size = u64::from(self.given.size());
        let first = match choice.rate {
            InputRate::Vertex => self.table.state.draw.map_or(0, |draw| draw[1]),
            _ => 0,
        };
        let elements = u64::from(last) + 1 + u64::from(first);
        // The application's error is as likely, and changes nothing else.
        let cost = choice.cost + UNUSUAL;
        // The size is that of just these elements, so that the offset may be what leads past it.
        if size / u64::from(choice.words[2]) == elements {
            self.offer(Choice {
                cost,
                differs: true,
                moves_offsets: true,
                ..choice
            });
        }
        // The largest multiple of 4 with which the elements fit.
        let stride = (size / elements) as u32 & !3;
        // A base that is not aligned is rounded down, and the size has up to 63 bytes more for it.
        let is_whole = size - u64::from(stride) * elements < BufferAddress::ALIGNMENT;
        let is_other = stride >= 4 && stride != choice.words[2];
        if is_other && is_whole && self.needed(choice.rate, stride).is_none() {
            let mut words = choice.words;
            words[2] = stride;
            self.offer(Choice {
                cost,
                differs: true,
                words,
                size: None,
                ..choice
            });
        }
    }

    /// Whether a division of a product that wrapped returns 0 for every id of the draw.
    fn reads_one_element(&self) -> bool {
        let padded = self.draw.size().get();
        let divides = match self.given.kind() {
            // A product that did not wrap is a multiple of the padded count.
            AttributeBuffer::POT_DIVISOR => !padded.is_power_of_two(),
            AttributeBuffer::NPOT_DIVISOR => {
                let stated = self.given.magic().and_then(stated_divisor);
                stated.is_none_or(|product| product.get() % padded != 0)
            }
            _ => false,
        };
        let index = self.given.index(self.table.state.arch).filter(|_| divides);
        let ids = self.draw.ids(self.draw.size());
        index
            .zip(ids)
            .is_some_and(|(index, ids)| index.is_right(InputRate::Constant, ids))
    }

    /// Whether the descriptor reads one element for all threads, in any mode that the unit can divide in.
    fn can_read_one_element(&self, rate: InputRate) -> bool {
        let given = self.given;
        let has_several = self.draw.last_index(rate).is_none_or(|last| last > 0);
        match given.kind() {
            // An attribute that is constant because the application's stride is 0 has a mode of its own.
            AttributeBuffer::LINEAR => {
                !(has_several && matches!(given.rate, Some(InputRate::Instance { .. })))
            }
            // The words state a count that the threads do not show.
            _ if given.rate != Some(InputRate::Constant) => false,
            AttributeBuffer::POT_DIVISOR | AttributeBuffer::MODULUS => true,
            AttributeBuffer::NPOT_DIVISOR => given.has_continuation() && given.number % 2 == 0,
            _ => false,
        }
    }

    /// The bytes that a draw needs of the buffer, if it has fewer.
    fn needed(&self, rate: InputRate, stride: u32) -> Option<u32> {
        let (size, last) = (self.given.size(), self.draw.last_index(rate)?);
        if size == 0 {
            // An empty buffer has a rule of its own.
            return None;
        }
        let draw = self.table.state.draw;
        let offset_start = draw.map_or(0, |draw| i64::from(draw[1] as i32));
        let mut most = 0_i128;
        for (read, number) in self.table.reads() {
            if number != self.given.number {
                continue;
            }
            let Some(format_size) = self.table.format_size(read) else {
                continue;
            };
            let added = if Attribute::OFFSET_ENABLE.read(read.words) == 0 {
                0
            } else {
                offset_start
            };
            let offset = Attribute::OFFSET.read(read.words) as i32;
            let index = i128::from(i64::from(last) + added);
            let begin = index * i128::from(stride) + i128::from(offset);
            let end = begin + i128::from(format_size);
            let fits = |end: i128| end <= size.into();
            // A lost sign has a rule of its own, and an offset start that is not subtracted.
            let shift = i128::from(added) * i128::from(stride);
            let is_kept = rate != InputRate::Vertex && fits(end - shift);
            if !is_kept && !is_sign_lost(offset, |without| fits(end - without)) {
                most = most.max(end);
            }
        }
        (most > size.into()).then(|| u32::try_from(most).unwrap_or(u32::MAX))
    }

    fn offer_vertex_id(&mut self) {
        let right = VertexId::from_fields(self.draw.padded_vertices).words();
        let given = &self.given.words;
        let differences = u32::from(given[1] != right[1]) + u32::from(given[2] | given[3] != 0);
        self.offer_id(InputRate::Vertex, right, differences);
    }

    fn offer_instance_id(&mut self) {
        let Some(padded) = self.draw.padded_vertices else {
            return self.offer_instance_id_of(NOT_INSTANCED_DIVISION);
        };
        for rounding in Rounding::ALL {
            let magic = MagicDivisor::new(padded.get_nonzero(), *rounding);
            self.offer_instance_id_of(magic);
        }
        // Another multiplier can divide exactly, too.
        let [first, second, third, fourth, ..] = self.given.words;
        if let Ok(magic) = InstanceId::decode([first, second, third, fourth]) {
            if first_wrong_id(magic, padded.get_nonzero()).is_none() {
                self.offer_instance_id_of(magic);
            }
        }
    }

    fn offer_instance_id_of(&mut self, magic: MagicDivisor) {
        let given = &self.given.words;
        let right = InstanceId::from_fields(magic).words();
        let differences = u32::from(given[1..3] != right[1..3]) + u32::from(given[3] != 0);
        self.offer_id(InputRate::from_gl_divisor(1), right, differences);
    }

    fn offer_id(&mut self, rate: InputRate, right: [u32; 4], differences: u32) {
        let mut words = self.given.words;
        words[..4].copy_from_slice(&right);
        self.offer(Choice {
            rate,
            cost: differences * STATEMENT,
            differs: differences > 0,
            words,
            size: None,
            moves_offsets: false,
        });
    }

    /// Adds a choice. Of one rate, it keeps the form that is nearest, whatever rounds.
    fn offer(&mut self, choice: Choice) {
        // Word 2 is the stride of a buffer, but D of an `Instance ID`.
        let is_id = self.given.is_id(self.table.state.arch);
        let same = self.found.iter_mut().find(|found| {
            found.rate == choice.rate
                && (is_id || found.words[2] == choice.words[2])
                && found.moves_offsets == choice.moves_offsets
        });
        match same {
            Some(found) if choice.cost < found.cost => *found = choice,
            Some(_) => {}
            None => self.found.push_least(choice, |choice| choice.cost),
        }
    }
}
