//! The descriptors that attributes mean, if their indices are not those of buffers.

use core::num::NonZeroU32;

use super::super::table::{DESCRIPTOR_WORDS, fields};
use crate::check::nearest::{STATEMENT, UNUSUAL, stated_divisor};
use crate::check::state::{DrawState, ReadAttribute};
use crate::descriptor::{AttributeBuffer, InstanceId, VertexId};
use crate::divisor::MagicDivisor;

/// The words of an attribute's descriptor on V4 to V7.
const ATTRIBUTE_WORDS: usize = 2;

/// The number of descriptors that an attribute's index can name: it has nine bits.
const NUMBERS: usize = 1 << 9;

/// Some of the numbers of descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers([u64; NUMBERS / 64]);

impl Numbers {
    pub(super) const NONE: Self = Self([0; NUMBERS / 64]);

    /// Adds a number. Returns whether it is new. One that no index can name is not kept.
    pub(super) fn insert(&mut self, number: usize) -> bool {
        let is_new = !self.contains(number);
        if let Some(bits) = self.0.get_mut(number / 64) {
            *bits |= 1 << (number % 64);
        }
        is_new
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        number < NUMBERS && self.0[number / 64] >> (number % 64) & 1 != 0
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..NUMBERS).filter(|number| self.contains(*number))
    }

    fn len(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    fn without(&self, others: &Self) -> Self {
        let mut numbers = *self;
        for (bits, others) in numbers.0.iter_mut().zip(&others.0) {
            *bits &= !others;
        }
        numbers
    }
}

impl FromIterator<usize> for Numbers {
    fn from_iter<I: IntoIterator<Item = usize>>(all: I) -> Self {
        let mut numbers = Self::NONE;
        for number in all {
            numbers.insert(number);
        }
        numbers
    }
}

/// The numbers of a table's descriptors.
#[derive(Clone, Copy)]
pub(super) struct Places {
    /// The descriptors with which buffers begin: neither continuations, nor copies in gaps, nor empty ones.
    buffers: Numbers,
    /// Those that attributes name, also attributes that the shader does not read.
    named: Numbers,
    /// Those that attributes name which the shader reads.
    pub(super) read: Numbers,
    /// Those that attributes name and no attribute should.
    wrong: Numbers,
}

/// A way to read the indices of attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Indexing {
    /// As they are.
    Given,
    /// As they are, with the descriptor and the continuation that this number names exchanged.
    Exchanged { number: usize },
    /// They count buffers.
    OfBuffers,
    /// Each wrong index is this one.
    To { number: usize },
    /// The wrong indices are those of the buffers that no attribute names, in their order.
    InOrder,
    /// Each wrong index is one too large.
    OneLess,
}

impl Places {
    pub(super) fn of(state: &DrawState<'_>) -> Self {
        // An attribute that the shader does not read names its buffer nevertheless.
        let all = DrawState {
            read_attributes: None,
            ..*state
        };
        let number = |read: ReadAttribute<'_>| fields(read).buffer_index as usize;
        let named: Numbers = all.read_attributes().map(number).collect();
        let read: Numbers = state.read_attributes().map(number).collect();
        let table = Table { state, read };
        let buffers = table.buffers();
        let count = buffers.len();
        // Indices that are all below the number of buffers can be numbers of buffers, and not of descriptors.
        let may_count_buffers = (count..NUMBERS).all(|number| !named.contains(number));
        // An attribute that the shader does not read can have lost its words, and then its buffer seems to have no name.
        let has_unknown =
            state.read_attributes().count() < state.attributes.len() / ATTRIBUTE_WORDS;
        let is_wrong = |&number: &usize| {
            // A buffer that is bound twice looks like a copy; then an attribute names the other, too. But where a buffer
            // has no attribute, indices that can count buffers are taken to count them.
            let counts_buffers = || !buffers.without(&named).is_empty() && may_count_buffers;
            let is_twin = || {
                let other = number.checked_sub(1);
                let is_other_named = other.is_some_and(|other| named.contains(other));
                table.is_copy(number) && (is_other_named || has_unknown) && !counts_buffers()
            };
            !buffers.contains(number) && !is_twin()
        };
        let wrong = state.read_attributes().map(number).filter(is_wrong);
        Self {
            buffers,
            named,
            read,
            wrong: wrong.collect(),
        }
    }

    /// Whether attributes name only descriptors of buffers, or nothing shows what they mean.
    pub(super) fn are_right(&self) -> bool {
        self.wrong.is_empty() || self.buffers.is_empty()
    }

    /// The number of the descriptor that an attribute means.
    pub(super) fn number(&self, indexing: Indexing, read: ReadAttribute<'_>) -> usize {
        let given = fields(read).buffer_index as usize;
        let is_wrong = self.wrong.contains(given);
        match indexing {
            Indexing::OfBuffers => self.buffers.iter().nth(given).unwrap_or(given),
            Indexing::To { number } if is_wrong => number,
            Indexing::InOrder if is_wrong => {
                // The n-th wrong index means the n-th buffer without an attribute, both in ascending order.
                let before = self.wrong.iter().take_while(|wrong| *wrong != given);
                let unnamed = self.buffers.without(&self.named);
                unnamed.iter().nth(before.count()).unwrap_or(given)
            }
            Indexing::OneLess if is_wrong => given.saturating_sub(1),
            // A right index, or one whose descriptor is exchanged, which stays where it is.
            _ => given,
        }
    }

    /// The other ways to read wrong indices, each with its cost, the likelier ones first.
    pub(super) fn readings(&self, state: &DrawState<'_>, offer: &mut dyn FnMut(Indexing, u32)) {
        let table = Table {
            state,
            read: self.read,
        };
        let is_continuation = |number| table.kind(number) == Some(AttributeBuffer::CONTINUATION);
        // A descriptor with a continuation has an even number: one that has the odd number after its continuation was
        // written in the wrong order, and its attribute's index is right.
        for number in self.wrong.iter() {
            let other_half_follows = table.kind(number + 1) == Some(AttributeBuffer::NPOT_DIVISOR);
            if number % 2 == 0 && is_continuation(number) && other_half_follows {
                // Both halves are right: their order is one statement.
                offer(Indexing::Exchanged { number }, STATEMENT);
            }
        }
        let buffers = self.buffers.len();
        let counts_buffers = (self.named.iter()).all(|number| number < buffers)
            && (0..buffers).all(|number| self.named.contains(number));
        if counts_buffers {
            // A driver that counts buffers makes one mistake, not one for each index.
            offer(Indexing::OfBuffers, STATEMENT);
        }
        let unnamed = self.buffers.without(&self.named);
        let wrong = self.wrong.len();
        let cost = STATEMENT * wrong as u32;
        let Some(number) = self.wrong.iter().next().filter(|_| wrong == 1) else {
            // Every assignment of buffers to the wrong indices would be a reading, and there are factorially many. One is
            // tried: the buffers without an attribute in their order if there are as many, or else each index less 1.
            let indexing = if wrong == unnamed.len() {
                Indexing::InOrder
            } else {
                Indexing::OneLess
            };
            offer(indexing, cost);
            return;
        };
        let preceding = number
            .checked_sub(1)
            .filter(|preceding| self.buffers.contains(*preceding));
        let names_half = is_continuation(number) || table.is_copy(number);
        // Every buffer has its attribute, so that the index of a continuation can only mean what it continues.
        if let Some(number) = preceding.filter(|_| unnamed.is_empty() && is_continuation(number)) {
            offer(Indexing::To { number }, cost);
            return;
        }
        let others = if unnamed.is_empty() {
            self.buffers
        } else {
            unnamed
        };
        // They cost the same, and the first that is offered is reported first: the index that is least wrong.
        for distance in 1..NUMBERS {
            let after = Some(number + distance);
            let before = number.checked_sub(distance);
            for number in [after, before].into_iter().flatten() {
                if others.contains(number) {
                    offer(Indexing::To { number }, cost);
                }
            }
        }
        // Another attribute names that buffer already, while some buffer has none: possible, and less likely.
        if let Some(number) = preceding.filter(|number| names_half && !others.contains(*number)) {
            offer(Indexing::To { number }, cost + UNUSUAL);
        }
    }
}

/// The table of buffers, with the numbers that attributes name which the shader reads.
struct Table<'a> {
    state: &'a DrawState<'a>,
    read: Numbers,
}

impl Table<'_> {
    fn words(&self, number: usize) -> Option<&[u32]> {
        let start = number * DESCRIPTOR_WORDS;
        self.state.buffers.get(start..start + DESCRIPTOR_WORDS)
    }

    fn kind(&self, number: usize) -> Option<u32> {
        Some(AttributeBuffer::TYPE.read(self.words(number)?))
    }

    /// Whether the descriptor of a number has a continuation's place behind it, as far as its type shows.
    fn has_pair(&self, number: usize) -> bool {
        let next = self.kind(number + 1);
        let has_continuation = next == Some(AttributeBuffer::CONTINUATION);
        let is_npot = self.kind(number) == Some(AttributeBuffer::NPOT_DIVISOR);
        let is_other = || next.is_some_and(is_buffer) && !self.states_product(number);
        let is_free = !self.read.contains(number + 1) && !is_other();
        // One of the two types may be the wrong word: either shows the pair, the own one only if nothing else has the
        // place.
        number % 2 == 0 && has_continuation || is_npot && is_free
    }

    fn states_product(&self, number: usize) -> bool {
        let start = number * DESCRIPTOR_WORDS;
        let rest = self.state.buffers.get(start..).unwrap_or_default();
        rest.first_chunk().is_some_and(states_product)
    }

    fn buffers(&self) -> Numbers {
        let mut buffers = Numbers::NONE;
        let mut number = 0;
        while let Some(words) = self.words(number).filter(|_| number < NUMBERS) {
            let kind = AttributeBuffer::TYPE.read(words);
            let is_empty = words == [0; DESCRIPTOR_WORDS] || is_terminator(self.state, number);
            if is_empty || kind == AttributeBuffer::CONTINUATION || self.is_copy(number) {
                number += 1;
                continue;
            }
            buffers.insert(number);
            // The words of a continuation begin no buffer, whatever their type says.
            number += if self.has_pair(number) { 2 } else { 1 };
        }
        buffers
    }

    /// Whether a descriptor is the copy of the one before it: in the gap before a descriptor with a continuation, which
    /// has an even number, or in a table with the layout `fixed`.
    fn is_copy(&self, number: usize) -> bool {
        number % 2 != 0
            && self.words(number).is_some()
            && self.words(number - 1) == self.words(number)
            && (self.kind(number + 1) == Some(AttributeBuffer::NPOT_DIVISOR) || self.is_fixed())
    }

    /// Whether a table has the layout `fixed`, two numbers for each buffer.
    fn is_fixed(&self) -> bool {
        let descriptors = self.state.buffers.len() / DESCRIPTOR_WORDS;
        let descriptors = match descriptors.checked_sub(1) {
            Some(last) if is_terminator(self.state, last) => last,
            _ => descriptors,
        };
        descriptors % 2 == 0
            // Two equal descriptors alone may be a buffer that is bound twice.
            && descriptors >= 4
            && (0..descriptors).step_by(2).all(|first| {
                self.words(first) == self.words(first + 1)
                    || self.kind(first + 1) == Some(AttributeBuffer::CONTINUATION)
            })
    }
}

/// Whether a descriptor is the null terminator: the last, and empty except for a type that Mesa's GL driver writes.
pub(super) fn is_terminator(state: &DrawState<'_>, number: usize) -> bool {
    let start = number * DESCRIPTOR_WORDS;
    state.arch.needs_null_terminator()
        && start + DESCRIPTOR_WORDS == state.buffers.len()
        && matches!(
            state.buffers[start..],
            [0 | AttributeBuffer::LINEAR, 0, 0, 0]
        )
}

/// Whether the words after a descriptor are a multiplier and a divisor that belong to it, whatever type they have.
pub(super) fn states_product(words: &[u32; 8]) -> bool {
    let [.., divisor_d, reserved, divisor] = *words;
    let divisor_r = AttributeBuffer::DIVISOR_R.read(words);
    let divisor_e = AttributeBuffer::DIVISOR_E.read(words) != 0;
    let magic = MagicDivisor::from_fields(divisor_r, divisor_e, divisor_d);
    let is_multiple =
        |product: NonZeroU32| divisor != 0 && product.get() % divisor == 0 && reserved == 0;
    magic.and_then(stated_divisor).is_some_and(is_multiple)
}

/// Whether a type is that of a buffer or of an ID, with which the words of another descriptor begin.
pub(super) fn is_buffer(kind: u32) -> bool {
    matches!(
        kind,
        AttributeBuffer::LINEAR
            | AttributeBuffer::POT_DIVISOR
            | AttributeBuffer::MODULUS
            | AttributeBuffer::NPOT_DIVISOR
            | VertexId::VERTEX_ID
            | InstanceId::INSTANCE_ID
    )
}
