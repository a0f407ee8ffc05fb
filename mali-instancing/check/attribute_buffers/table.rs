use crate::check::finding::{Location, Table};
use crate::check::state::{DrawState, Read};
use crate::decode::{Descriptor, Kind, descriptors};
use crate::descriptor::{Attribute, AttributeFields, DecodeError};
use crate::fetch::InputRate;

/// The descriptor of the table of buffers that an attribute names.
pub(super) struct Named {
    pub(super) attribute: usize,
    rate: Option<InputRate>,
    pub(super) number: usize,
    /// Its words and the four after it; zeros after the end of the table.
    pub(super) words: [u32; 8],
    pub(super) descriptor: Result<Descriptor, DecodeError>,
}

pub(super) const DESCRIPTOR_WORDS: usize = 4;

/// The fields of an attribute's two words.
pub(super) fn fields(read: Read<'_>) -> AttributeFields {
    Attribute::decode(read.words.first_chunk().copied().unwrap_or_default())
}

impl Named {
    /// The descriptor that an attribute names; `None` if the table has no such descriptor.
    pub(super) fn new(state: &DrawState<'_>, read: Read<'_>) -> Option<Self> {
        let number = fields(read).buffer_index as usize;
        let rest = state.buffers.get(number * DESCRIPTOR_WORDS..)?;
        if rest.len() < DESCRIPTOR_WORDS {
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
            descriptor: descriptors(state.arch, Kind::Buffers, rest)
                .next()?
                .map(|decoded| decoded.descriptor),
        })
    }

    pub(super) fn location(&self) -> Location<'_> {
        Location {
            table: Table::Buffers,
            attribute: Some(self.attribute),
            start: self.number * DESCRIPTOR_WORDS,
            words: &self.words,
        }
    }

    /// Whether no attribute before this one names the descriptor, so that its errors are reported
    /// once. An attribute of another rate does not count: the descriptor can be right for that attribute alone.
    pub(super) fn is_first(&self, state: &DrawState<'_>) -> bool {
        let mut before = state.read().take_while(|read| read.number < self.attribute);
        !before.any(|read| {
            let same_rate = self.rate.is_none() || self.rate == read.rate;
            same_rate && fields(read).buffer_index as usize == self.number
        })
    }
}
