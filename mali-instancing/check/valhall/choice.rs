//! The attributes that may have been meant: the words of a right draw, for each rate.

use super::buffer::{BUFFER_WORDS, start_of, vertices};
use crate::check::bounds::is_sign_lost;
use crate::check::division::first_wrong_id;
use crate::check::format::format_size;
use crate::check::nearest::{Few, Ids, Index, STATEMENT, TOO_SMALL, UNUSUAL, stated_divisor};
use crate::check::state::{DrawState, ReadAttribute};
use crate::descriptor::{
    Buffer, Field, ValhallAttribute, ValhallAttributeFields, ValhallFetchMode,
};
use crate::divisor::{MagicDivisor, PowerOfTwo, Rounding};
use crate::fetch::InputRate;

/// The cost of another buffer than the one that would explain the stride.
const OTHER_STRIDE: u32 = 2 * UNUSUAL;

/// A way in which an attribute can be right.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) rate: InputRate,
    /// The cost of the statements that differ.
    pub(super) cost: u32,
    pub(super) words: [u32; 8],
    /// The bytes that the draw needs, if the buffer has fewer.
    pub(super) size: Option<u64>,
}

pub(super) type Choices = Few<Choice, 8>;

/// The value that is the most frequent of several, without one of them, and how often it is there. Of as frequent ones,
/// the first.
fn most<I: Iterator<Item = u32>>(
    values: impl Fn() -> I,
    without: Option<u32>,
) -> Option<(u32, usize)> {
    let all = || values().filter(|value| Some(*value) != without);
    let mut others = all();
    let first = others.next()?;
    // Most often, they agree, which one pass shows.
    let same = others.try_fold(1, |number, value| (value == first).then_some(number + 1));
    if let Some(number) = same {
        return Some((first, number));
    }
    let mut most: Option<(u32, usize)> = None;
    for value in all() {
        let number = values().filter(|other| *other == value).count();
        if most.is_none_or(|(_, most)| number > most) {
            most = Some((value, number));
        }
    }
    most
}

/// Another value that as many have.
fn as_frequent<I: Iterator<Item = u32>>(
    values: impl Fn() -> I,
    first: u32,
    number: usize,
) -> Option<u32> {
    let (other, same) = most(values, Some(first))?;
    (same == number).then_some(other)
}

/// The ways in which an attribute can be right, the nearest first. Of two strides, or tables, that as many attributes
/// have, `second` takes the second.
pub(super) fn choices(state: &DrawState<'_>, read: ReadAttribute<'_>, second: bool) -> Choices {
    let Some(given) = read.words.first_chunk() else {
        return Choices::EMPTY;
    };
    if ValhallAttribute::DESCRIPTOR_TYPE.read(given) != ValhallAttribute::ATTRIBUTE {
        return Choices::EMPTY;
    }
    let search = Search {
        state,
        read,
        given,
        format_size: format_size(state.arch, ValhallAttribute::FORMAT.read(given)),
    };
    search.run(second)
}

struct Search<'a> {
    state: &'a DrawState<'a>,
    read: ReadAttribute<'a>,
    given: &'a [u32; 8],
    format_size: Option<u32>,
}

impl Search<'_> {
    /// The strides of the attributes of a buffer that step from element to element.
    fn strides(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let reads = self
            .state
            .read_attributes()
            .filter(move |read| ValhallAttribute::BUFFER_INDEX.read(read.words) == index);
        let strides = reads.map(|read| ValhallAttribute::STRIDE.read(read.words));
        strides.filter(|stride| *stride != 0)
    }

    /// Whether other attributes of a buffer have another stride than this one.
    fn has_other_stride(&self, index: u32) -> bool {
        let own = ValhallAttribute::STRIDE.read(self.given);
        own != 0 && self.strides(index).any(|stride| stride != own)
    }

    /// Calls a function with the buffers that the attribute can mean, each with its cost.
    fn for_each_buffer(&self, offer: &mut dyn FnMut(u32, u32)) {
        let given = ValhallAttribute::BUFFER_INDEX.read(self.given);
        let all = self.state.buffers.len() / BUFFER_WORDS;
        let is_within = (given as usize) < all;
        let has_other_stride = is_within && self.has_other_stride(given);
        if is_within {
            // Of an index within the table, only a stride that differs from the buffer's other attributes can show that
            // it is wrong.
            offer(given, 0);
            if !has_other_stride {
                return;
            }
        }
        let mut is_any = is_within;
        let descriptors = self.state.buffers.chunks_exact(BUFFER_WORDS).enumerate();
        for (index, words) in descriptors {
            let index = index as u32;
            let is_buffer = Buffer::DESCRIPTOR_TYPE.read(words) == Buffer::BUFFER;
            if !is_buffer || index == given {
                continue;
            }
            is_any = true;
            if is_within {
                // Its stride is that of another buffer.
                if !self.has_other_stride(index) {
                    // A wrong stride costs one statement alone, so that it comes before a wrong index.
                    offer(index, STATEMENT + UNUSUAL);
                }
                continue;
            }
            let own = ValhallAttribute::STRIDE.read(self.given);
            let has_same = self.strides(index).any(|stride| stride == own);
            let is_unnamed = !self
                .state
                .read_attributes()
                .any(|read| ValhallAttribute::BUFFER_INDEX.get(read.words) == Some(index.into()));
            let is_likely = has_same || is_unnamed;
            let other = if is_likely { 0 } else { OTHER_STRIDE };
            offer(index, STATEMENT + other);
        }
        if !is_any {
            // Without any buffer the index stays, and `Rule::BufferIndex` is about it.
            offer(given, 0);
        }
    }

    fn run(&self, second: bool) -> Choices {
        let mut found = Choices::EMPTY;
        let tables = || {
            let reads = self.state.read_attributes();
            reads.map(|read| ValhallAttribute::TABLE.read(read.words))
        };
        let given_table = ValhallAttribute::TABLE.read(self.given);
        // The caller's table, or else the one that most attributes have.
        let table = self.state.table.or_else(|| {
            let (table, number) = most(tables, None)?;
            let other = second.then(|| as_frequent(tables, table, number));
            Some(other.flatten().unwrap_or(table))
        });
        let table = table.unwrap_or(given_table);
        let of_table = if table == given_table { 0 } else { STATEMENT };
        let own = ValhallAttribute::STRIDE.read(self.given);
        self.for_each_buffer(&mut |buffer_index, cost| {
            let strides = || self.strides(buffer_index);
            // A stride of 0 is one element, which an attribute can have beside others that step.
            let frequent = most(strides, None).filter(|_| own != 0);
            let stride = frequent.map_or(own, |(first, number)| {
                let other = second.then(|| as_frequent(strides, first, number));
                other.flatten().unwrap_or(first)
            });
            // At another index, the stride stays: `for_each_buffer` has the cost of a buffer that does not explain it.
            let is_given = buffer_index == ValhallAttribute::BUFFER_INDEX.read(self.given);
            let stride = if is_given { stride } else { own };
            let fields = ValhallAttributeFields {
                mode: ValhallFetchMode::Vertex,
                format: ValhallAttribute::FORMAT.read(self.given),
                table,
                offset: ValhallAttribute::OFFSET.read(self.given) as i32,
                buffer_index,
                stride,
            };
            self.offer_rates(fields, cost + of_table, &mut found);
        });
        found.sort_by_key(|choice| choice.cost);
        let least = found.get(0).map_or(0, |choice| choice.cost);
        found.truncate_where(|choice| {
            // An attribute that is right has no other choice.
            choice.cost < least + STATEMENT && (least > 0 || choice.cost == 0)
        });
        found
    }

    fn offer_rates(&self, fields: ValhallAttributeFields, cost: u32, found: &mut Choices) {
        if let Some(rate) = self.read.rate {
            return self.offer_rate(fields, rate, cost, found);
        }
        let mut offer = |rate| self.offer_rate(fields, rate, cost, found);
        let kind = ValhallAttribute::TYPE.read(self.given);
        let divisor_r = ValhallAttribute::DIVISOR_R.read(self.given);
        // The whole word: a bit 31, which is no part of D, shows a division, too.
        let divisor_d = self.given[ValhallAttribute::DIVISOR_D.word()];
        if divisor_d != 0 || kind == ValhallAttribute::NPOT_DIVISOR {
            let divisor_e = ValhallAttribute::DIVISOR_E.read(self.given) != 0;
            let divisor_d = ValhallAttribute::DIVISOR_D.read(self.given);
            let magic = MagicDivisor::from_fields(divisor_r, divisor_e, divisor_d);
            let stated = magic.and_then(stated_divisor);
            match (stated, magic) {
                (Some(divisor), _) => offer(InputRate::Instance { divisor }),
                (None, Some(magic)) if divisor_d != 0 => {
                    // D and E state an odd divisor whatever R is. `from_fields` refuses 32, and 0 less 1.
                    for other in [divisor_r + 1, divisor_r.wrapping_sub(1)] {
                        let magic = MagicDivisor::from_fields(other, divisor_e, divisor_d);
                        if let Some(divisor) = magic.and_then(stated_divisor) {
                            offer(InputRate::Instance { divisor });
                        }
                    }
                    // The divisors next to the reciprocal. R is at most 31, so that the power fits 64 bits.
                    let below = (1_u64 << (32 + divisor_r)) / u64::from(magic.multiplier());
                    for divisor in [below, below + 1] {
                        let divisor = u32::try_from(divisor).unwrap_or(u32::MAX);
                        if let Ok(rate) = InputRate::instance(divisor) {
                            offer(rate);
                        }
                    }
                }
                _ => {
                    // Without a multiplier, the size shows the divisor.
                    let instances = self.state.counts.map(|counts| counts.instances);
                    let size = self.buffer_size(fields.buffer_index);
                    let elements = size.and_then(|size| size.checked_div(fields.stride.into()));
                    if let (Some(instances), Some(elements)) = (instances, elements) {
                        let divisor = u64::from(instances).div_ceil(elements.max(1));
                        if let Ok(rate) = InputRate::instance(divisor as u32) {
                            offer(rate);
                        }
                    }
                }
            }
        }
        if kind == ValhallAttribute::POT_DIVISOR {
            if let Ok(rate) = InputRate::instance(1 << divisor_r) {
                offer(rate);
            }
        }
        offer(InputRate::from_gl_divisor(1));
        offer(InputRate::Vertex);
        // A constant attribute has a stride of 0.
        if fields.stride == 0 {
            offer(InputRate::Constant);
        }
    }

    fn offer_rate(
        &self,
        fields: ValhallAttributeFields,
        rate: InputRate,
        cost: u32,
        found: &mut Choices,
    ) {
        for rounding in Rounding::ALL.iter().copied() {
            if found.iter().any(|choice| choice.cost == 0) {
                return;
            }
            let mode = ValhallFetchMode::new(rate, rounding);
            self.offer_mode(fields, rate, mode, cost, found);
            let InputRate::Instance { divisor } = rate else {
                continue;
            };
            let given = ValhallAttribute::decode(*self.given).map(|given| given.mode);
            match given {
                // Another multiplier can divide exactly, too.
                Ok(mode @ ValhallFetchMode::NpotDivisor(magic))
                    if !found.iter().any(|choice| choice.cost == 0)
                        && first_wrong_id(magic, divisor).is_none() =>
                {
                    self.offer_mode(fields, rate, mode, cost, found);
                }
                _ => {}
            }
            // A power of two can be a shift by 0, too.
            let is_shift = ValhallAttribute::TYPE.read(self.given) == ValhallAttribute::POT_DIVISOR;
            if let (true, Some(power)) = (
                is_shift && divisor.get() == 1,
                PowerOfTwo::from_divisor_r(0),
            ) {
                let mode = ValhallFetchMode::PotDivisor(power);
                self.offer_mode(fields, rate, mode, cost, found);
            }
        }
    }

    fn offer_mode(
        &self,
        fields: ValhallAttributeFields,
        rate: InputRate,
        mode: ValhallFetchMode,
        of_buffer: u32,
        found: &mut Choices,
    ) {
        let given = self.given;
        let Ok(right) = ValhallAttribute::new(ValhallAttributeFields { mode, ..fields }) else {
            return;
        };
        let words = right.words();
        let mut cost = self.differences(&words);
        // Word 4 is the stride.
        let is_one_element = rate != InputRate::Vertex && words[4] == 0 && given[4] == 0;
        let [enable, frequency] = [ValhallAttribute::OFFSET_ENABLE, ValhallAttribute::FREQUENCY];
        let has_same = |field: Field| field.read(given) == field.read(&words);
        let steps = matches!(
            ValhallAttribute::TYPE.read(given),
            ValhallAttribute::LINEAR
                | ValhallAttribute::POT_DIVISOR
                | ValhallAttribute::NPOT_DIVISOR
        );
        // Whichever way it steps, it reads one element, at whatever rate. Bit 31 of word 5 is reserved: D has 31 bits.
        let is_known = self.read.rate.is_some();
        if is_known
            && is_one_element
            && steps
            && has_same(enable)
            && has_same(frequency)
            && given[5] >> 31 == 0
        {
            cost = cost.min(UNUSUAL);
        }
        cost += of_buffer;
        // A stride that others of the buffer have is one statement, which `differences` has counted.
        let size = self.size(&words, rate);
        let (needed, elements) = size.unwrap_or_default();
        if needed.is_some() {
            cost += TOO_SMALL;
        } else if cost > UNUSUAL && size.is_some() && !elements {
            cost += UNUSUAL;
        }
        let choice = Choice {
            rate,
            cost,
            words,
            size: needed,
        };
        // Of the forms that a rate has, whatever rounds, the nearest.
        let same = found.iter_mut().find(|found| {
            let buffer = ValhallAttribute::BUFFER_INDEX.word();
            found.rate == rate && found.words[buffer] == words[buffer]
        });
        match same {
            Some(found) if cost < found.cost => *found = choice,
            Some(_) => {}
            None => found.push_least(choice, |choice| choice.cost),
        }
    }

    /// The cost of the statements about the mode and the stride that are not as in right words.
    fn differences(&self, right: &[u32; 8]) -> u32 {
        let given = self.given;
        let differs = |field: Field| {
            let word = field.word();
            (given[word] ^ right[word]) & field.mask(word) != 0
        };
        let single = [
            ValhallAttribute::TYPE,
            ValhallAttribute::OFFSET_ENABLE,
            ValhallAttribute::FREQUENCY,
            ValhallAttribute::STRIDE,
        ];
        let mut differences = single.into_iter().filter(|field| differs(*field)).count() as u32;
        // R, E and D are one statement. R and E are in the upper byte of word 1.
        let [count, divisor_d] = [given[1] >> 24, given[5]];
        let is_other = count != right[1] >> 24 || divisor_d != right[5];
        // Zeros beside another type state no multiplier.
        let is_stated = !differs(ValhallAttribute::TYPE) || count != 0 || divisor_d != 0;
        differences += u32::from(is_other && is_stated);
        differences * STATEMENT
    }

    /// The size of a buffer in bytes; `None` if the table has no such buffer.
    fn buffer_size(&self, index: u32) -> Option<u64> {
        let words = self.state.buffers.get(start_of(index)..)?.first_chunk()?;
        Some(Buffer::decode(self.state.arch, *words).ok()?.size)
    }

    /// The bytes that the draw needs of a buffer, if it has fewer, and whether it has just as many elements as are
    /// read. `None` if that is not known.
    fn size(&self, words: &[u32; 8], rate: InputRate) -> Option<(Option<u64>, bool)> {
        let (counts, format_size) = (self.state.counts?, self.format_size?);
        let last = match rate {
            InputRate::Vertex => vertices(self.state, counts)?[1],
            InputRate::Constant => 0,
            InputRate::Instance { divisor } => {
                i64::from(counts.instances.saturating_sub(1) / divisor)
            }
        };
        let size = self.buffer_size(ValhallAttribute::BUFFER_INDEX.read(words))?;
        let stride = ValhallAttribute::STRIDE.read(words);
        let offset = ValhallAttribute::OFFSET.read(words) as i32;
        let end =
            i128::from(last) * i128::from(stride) + i128::from(offset) + i128::from(format_size);
        // An empty buffer has a rule of its own.
        let fits = |end: i128| size == 0 || end <= i128::from(size);
        let is_short = !fits(end) && !is_sign_lost(offset, |less| fits(end - less));
        let needed = is_short.then(|| u64::try_from(end).unwrap_or(u64::MAX));
        let elements = size.checked_div(stride.into());
        Some((needed, elements == u64::try_from(last + 1).ok()))
    }
}

/// Whether a thread reads another element with an attribute's words than with those of a choice.
pub(super) fn is_read(state: &DrawState<'_>, given: &[u32; 8], choice: &Choice) -> bool {
    let same = |field: Field| field.get(given) == field.get(&choice.words);
    if choice.size.is_some() || !same(ValhallAttribute::BUFFER_INDEX) {
        return true;
    }
    if state.table.is_some() && !same(ValhallAttribute::TABLE) {
        return true;
    }
    let Ok(fields) = ValhallAttribute::decode(*given) else {
        return true;
    };
    let index = match fields.mode {
        ValhallFetchMode::Vertex => {
            return choice.rate != InputRate::Vertex || !same(ValhallAttribute::STRIDE);
        }
        ValhallFetchMode::VertexPacket { .. } => return true,
        ValhallFetchMode::Constant => Index::Zero,
        ValhallFetchMode::Instance => Index::Id,
        ValhallFetchMode::PotDivisor(power) => Index::Shifted(power.divisor_r()),
        ValhallFetchMode::NpotDivisor(magic) => Index::Quotient(magic),
    };
    let Some(counts) = state.counts.filter(|_| choice.rate != InputRate::Vertex) else {
        // No instance is known for which a division that is rounded wrongly is wrong.
        const D: usize = ValhallAttribute::DIVISOR_D.word();
        let words = given.iter().zip(&choice.words).enumerate();
        let mut others = words.filter(|(word, _)| *word != D);
        let is_rounded = given[D].abs_diff(choice.words[D]) <= 1;
        return !(is_rounded && others.all(|(_, (one, other))| one == other));
    };
    // The unit gets the instance itself: ids are instances, each of one vertex.
    let ids = Ids {
        size: 1,
        vertices: 1,
        instances: counts.instances.into(),
    };
    let is_first = |index: Index| index.is_right(InputRate::Constant, ids);
    // Element 0 is the same with every stride.
    let is_one = fields.stride == 0 || is_first(index);
    let is_one_of_choice = choice.words[4] == 0
        || match choice.rate {
            InputRate::Instance { divisor } => counts.instances <= divisor.get(),
            _ => true,
        };
    let has_same = same(ValhallAttribute::STRIDE) && index.is_right(choice.rate, ids);
    !(has_same || is_one && is_one_of_choice)
}
