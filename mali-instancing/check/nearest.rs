//! The draw that is nearest to the words: what the search for it has in common on all architectures.
//!
//! The words of a draw state one draw many times over. A right draw that they may have been meant as costs as much as
//! the statements of the words that differ from it. A statement may be several fields: R and P of a count, or R, E and
//! D of a multiplier.

use core::num::NonZeroU32;

use super::division::{exact_divisor, is_power_of_two, near_divisor};
use crate::divisor::MagicDivisor;
use crate::fetch::InputRate;

/// The cost of a statement that differs. A draw that costs less than one statement more than the nearest is as near.
pub(super) const STATEMENT: u32 = 4;

// Alone, each of the three smaller costs below is less than a statement, so that it only orders draws that differ in as
// many statements.

/// The cost of the invocation's counts, which nothing but the application knows.
pub(super) const COUNTS: u32 = 5;

/// The cost of something right that no known driver writes.
pub(super) const UNUSUAL: u32 = 1;

/// The cost of a multiplier that is rounded wrongly by one: it repeats the count and the divisor nevertheless.
pub(super) const ROUNDED: u32 = 2 * UNUSUAL;

/// The cost of a buffer that is too small for the draw: the application's error, which is no wrong statement.
pub(super) const TOO_SMALL: u32 = 3 * UNUSUAL;

/// The largest number of alternatives that are reported.
pub(super) const ALTERNATIVES: usize = 8;

/// Up to `MOST` values, without allocation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few<T, const MOST: usize> {
    // The first `length` are `Some`, and all others `None`, so that `get` needs no comparison.
    values: [Option<T>; MOST],
    length: usize,
}

impl<T: Copy, const MOST: usize> Few<T, MOST> {
    pub(super) const EMPTY: Self = Self {
        values: [None; MOST],
        length: 0,
    };

    /// Adds a value. Returns whether there was a place for it.
    fn push(&mut self, value: T) -> bool {
        let Some(place) = self.values.get_mut(self.length) else {
            return false;
        };
        *place = Some(value);
        self.length += 1;
        true
    }

    /// Adds a value, in place of the one with the largest key if there is no other place and its own key is smaller.
    pub(super) fn push_least(&mut self, value: T, key: impl Fn(&T) -> u32) {
        if self.push(value) {
            return;
        }
        let worst = self.iter_mut().max_by_key(|value| key(value));
        if let Some(worst) = worst.filter(|worst| key(worst) > key(&value)) {
            *worst = value;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.values[..self.length].iter().flatten()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.values[..self.length].iter_mut().flatten()
    }

    pub(super) fn get(&self, number: usize) -> Option<&T> {
        self.values.get(number)?.as_ref()
    }

    /// Sorts the values by a key; equal ones keep their order.
    pub(super) fn sort_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        let values = &mut self.values[..self.length];
        // By insertion: the values are few, and the stable sort of slices needs an allocator.
        for end in 1..values.len() {
            let mut place = end;
            while place > 0
                && values[place].as_ref().map(&key) < values[place - 1].as_ref().map(&key)
            {
                values.swap(place, place - 1);
                place -= 1;
            }
        }
    }

    /// Removes the values from the first on for which `keep` is false, in a sorted list.
    pub(super) fn truncate_where(&mut self, keep: impl Fn(&T) -> bool) {
        let kept = self.iter().take_while(|value| keep(value)).count();
        self.values[kept..].fill(None);
        self.length = kept;
    }
}

/// The divisor that a multiplier states: the one by which it divides exactly, or one of which it is rounded wrongly.
pub(super) fn stated_divisor(magic: MagicDivisor) -> Option<NonZeroU32> {
    // A D of 0 that does not divide exactly may never have been filled in: it states no power of two.
    exact_divisor(magic).or_else(|| near_divisor(magic).filter(|_| !is_power_of_two(magic)))
}

/// The index of an element, as a function of an id.
#[derive(Clone, Copy, Debug)]
pub(super) enum Index {
    Id,
    Zero,
    Shifted(u32),
    Remainder(u64),
    Quotient(MagicDivisor),
}

/// The ids of a draw: an instance's begin at its number times `size`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ids {
    pub(super) size: u64,
    pub(super) vertices: u64,
    pub(super) instances: u64,
}

impl Index {
    fn of(self, id: u64) -> u64 {
        match self {
            Self::Id => id,
            Self::Zero => 0,
            Self::Shifted(bits) => id >> bits,
            Self::Remainder(modulus) => id % modulus,
            // `is_right` returns before it asks for an id of more than 32 bits.
            Self::Quotient(magic) => magic.divide(id as u32).into(),
        }
    }

    /// Whether every thread of a draw gets the element of its vertex or of its instance.
    ///
    /// Except for the remainder, an index never falls as the id grows, and is floor((id + E) · m / 2^s) for some
    /// numbers. So whether the instances of element q get it at the first and at the last of their ids are inequalities
    /// that are linear in q: if they hold for the smallest and the largest q, they hold between.
    pub(super) fn is_right(self, rate: InputRate, ids: Ids) -> bool {
        let Ids {
            size,
            vertices,
            instances,
        } = ids;
        if vertices == 0 || instances == 0 {
            return true;
        }
        // The instances less 1, the size and the vertices have 32 bits each, so that 64 are enough.
        let last_id = (instances - 1) * size + vertices - 1;
        // The dispatcher has no such id: the counts cannot be those of a draw.
        if last_id > u32::MAX.into() {
            return false;
        }
        let divisor = match rate {
            InputRate::Instance { divisor } => u64::from(divisor.get()),
            // No draw has as many instances, so that all of them share one element.
            InputRate::Constant => u64::MAX,
            InputRate::Vertex => return self.is_vertex(ids, last_id),
        };
        let is_one_element = instances <= divisor;
        match self {
            Self::Zero | Self::Remainder(1) => return is_one_element,
            Self::Remainder(modulus) => {
                // The modulus is at least 2, so that vertex 1 of the first instance would get element 1.
                let is_first = vertices == 1 && (instances == 1 || size % modulus == 0);
                // With one vertex and one instance an element, the remainder is the instance itself.
                let is_own =
                    vertices == 1 && divisor == 1 && size % modulus == 1 && instances <= modulus;
                return is_one_element && is_first || is_own;
            }
            _ => {}
        }
        if is_one_element {
            // No index that is left here falls as the id grows, so that the last id shows all.
            return self.of(last_id) == 0;
        }
        // The last element may have fewer instances than the others, so that its last id lies on no line with theirs.
        let last = (instances - 1) / divisor;
        // More than `divisor` instances have at least two elements, so that `last` is at least 1.
        [0, last - 1, last].iter().all(|element| {
            let first_instance = element * divisor;
            let last_instance = (first_instance + divisor - 1).min(instances - 1);
            let [first, end] = [first_instance * size, last_instance * size + vertices - 1];
            self.of(first) == *element && self.of(end) == *element
        })
    }

    /// Whether every thread gets the element of its vertex.
    fn is_vertex(self, ids: Ids, last_id: u64) -> bool {
        let Ids {
            size,
            vertices,
            instances,
        } = ids;
        match self {
            Self::Remainder(modulus) => {
                // Vertex 0 of each instance gets element 0 only if each begins at a multiple of the modulus.
                vertices <= modulus && (instances == 1 || size % modulus == 0)
            }
            // The second instance would begin with element 0 again.
            _ if instances > 1 => vertices == 1 && self.of(last_id) == 0,
            // As in `is_right`, the inequalities are linear: what holds for the first and the last vertex holds
            // between.
            _ => self.of(0) == 0 && self.of(vertices - 1) == vertices - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::divisor::Rounding;

    /// Tries every thread.
    fn is_right_by_search(index: Index, rate: InputRate, ids: Ids) -> bool {
        (0..ids.instances).all(|instance| {
            (0..ids.vertices).all(|vertex| {
                let element = match rate {
                    InputRate::Vertex => vertex,
                    InputRate::Constant => 0,
                    InputRate::Instance { divisor } => instance / u64::from(divisor.get()),
                };
                index.of(instance * ids.size + vertex) == element
            })
        })
    }

    #[test]
    fn whether_all_threads_read_right_is_what_a_search_finds() {
        let magic = |divisor: u32, step: i32| {
            let right = MagicDivisor::new(NonZeroU32::new(divisor).unwrap(), Rounding::RoundDown);
            let divisor_d = right.divisor_d().wrapping_add_signed(step) & (u32::MAX >> 1);
            MagicDivisor::from_fields(right.divisor_r(), right.divisor_e(), divisor_d).unwrap()
        };
        let indices = || {
            let steps = [-70_000_000, -1, 0, 1, 70_000_000].into_iter();
            let magics = steps.flat_map(|step| (1..40).map(move |divisor| magic(divisor, step)));
            let simple = [Index::Id, Index::Zero].into_iter();
            simple
                .chain((0..8).map(Index::Shifted))
                .chain((1..20).map(Index::Remainder))
                .chain(magics.map(Index::Quotient))
        };
        let rates = || {
            let divisors = (1..9).map(InputRate::from_gl_divisor);
            [InputRate::Vertex, InputRate::Constant]
                .into_iter()
                .chain(divisors)
        };
        let mut right = 0;
        for size in 1..10 {
            for vertices in 1..=size {
                for instances in [1, 2, 3, 4, 5, 7, 8, 9, 20] {
                    let ids = Ids {
                        size,
                        vertices,
                        instances,
                    };
                    for index in indices() {
                        for rate in rates() {
                            let expected = is_right_by_search(index, rate, ids);
                            let found = index.is_right(rate, ids);
                            assert_eq!(found, expected, "{index:?} {rate} {ids:?}");
                            right += u32::from(found);
                        }
                    }
                }
            }
        }
        assert!(right > 1000, "{right}");
    }
}
