use crate::check::finding::{Part, Place};
use crate::check::state::{DrawState, Read};
use crate::decode::{Kind, Record, records};
use crate::descriptor::{Attribute, AttributeFields, DecodeError};
use crate::fetch::InputRate;

/// The record of the table of buffers that an attribute names.
pub(super) struct Named {
    pub(super) attribute: usize,
    rate: Option<InputRate>,
    pub(super) number: usize,
    /// Its words and the four behind it, zeros where the table has ended.
    pub(super) words: [u32; 8],
    pub(super) record: Result<Record, DecodeError>,
}

pub(super) const RECORD_WORDS: usize = 4;

/// The fields of an attribute's two words.
pub(super) fn fields(read: Read<'_>) -> AttributeFields {
    Attribute::decode(read.words.first_chunk().copied().unwrap_or_default())
}

impl Named {
    /// `None` where the table has no such record.
    pub(super) fn new(state: &DrawState<'_>, read: Read<'_>) -> Option<Self> {
        let number = fields(read).buffer_index as usize;
        let rest = state.buffers.get(number * RECORD_WORDS..)?;
        if rest.len() < RECORD_WORDS {
            return None;
        }
        let mut words = [0; 8];
        let length = rest.len().min(words.len());
        words[..length].copy_from_slice(&rest[..length]);
        Some(Self {
            attribute: read.number,
            rate: read.rate,
            number,
            words,
            record: records(state.arch, Kind::Buffers, rest)
                .next()?
                .map(|decoded| decoded.record),
        })
    }

    pub(super) fn place(&self) -> Place<'_> {
        Place {
            part: Part::Buffers,
            attribute: Some(self.attribute),
            start: self.number * RECORD_WORDS,
            words: &self.words,
        }
    }

    /// Whether no attribute before this one names the record, so that what is wrong with it is said
    /// once. One of another rate does not count: the record can be right for that one alone.
    pub(super) fn is_first(&self, state: &DrawState<'_>) -> bool {
        let mut before = state.read().take_while(|read| read.number < self.attribute);
        !before.any(|read| {
            let same_rate = self.rate.is_none() || self.rate == read.rate;
            same_rate && fields(read).buffer_index as usize == self.number
        })
    }
}
