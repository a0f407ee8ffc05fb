//! A part of the work, so that several machines can share it.

use std::fmt;
use std::ops::RangeInclusive;

use mali_instancing_inspect::notation::parse_number;
use serde::{Serialize, Serializer};

/// Part `index` of `count`, counted from 1.
#[derive(Clone, Copy)]
pub(super) struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// Parses `1/4`, for clap.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (index, count) = text
            .split_once('/')
            .ok_or_else(|| format!("`{text}` is not I/N: 2/4 is the second of four shards"))?;
        let (index, count) = (parse_number(index)?, parse_number(count)?);
        if index == 0 || index > count {
            let none = format!("there is no shard {index} of {count}");
            return Err(none + ": they are counted from 1");
        }
        Ok(Self { index, count })
    }

    /// The shard's part of `numbers`. The lengths of all shards' parts differ by at most one. `None` if
    /// there are fewer numbers than shards and this one gets none.
    pub(super) fn of(self, numbers: &RangeInclusive<u32>) -> Option<RangeInclusive<u32>> {
        let first = u64::from(*numbers.start());
        let length = u64::from(*numbers.end()) + 1 - first;
        // The product is at most 2^32 · (2^32 - 1). The end of a part is the beginning of the next, so no number is
        // left out.
        let beginning = |index: u32| first + length * u64::from(index) / u64::from(self.count);
        let (begin, end) = (beginning(self.index - 1), beginning(self.index));
        // Both fit 32 bits, except for an end that is 2^32.
        (begin < end).then(|| begin as u32..=(end - 1) as u32)
    }
}

/// Writes it in the notation of the option.
impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.count)
    }
}

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shards_of_a_range_are_the_range() {
        const MAX: u32 = u32::MAX;
        for numbers in [1..=MAX, 0..=MAX, 1..=1, 5..=104, MAX..=MAX] {
            for count in [1, 2, 3, 7, 64, 1000] {
                let parts = (1..=count).filter_map(|index| Shard { index, count }.of(&numbers));
                let mut next = u64::from(*numbers.start());
                for part in parts {
                    assert_eq!(u64::from(*part.start()), next);
                    next = u64::from(*part.end()) + 1;
                }
                assert_eq!(next, u64::from(*numbers.end()) + 1, "{count} shards");
            }
        }
    }
}
