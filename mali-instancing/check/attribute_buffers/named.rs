use super::nearest::Nearest;
use super::table::DESCRIPTOR_WORDS;
use crate::check::finding::{Location, Table};
use crate::check::state::ReadAttribute;
use crate::decode::{Descriptor, Kind, descriptors};
use crate::descriptor::DecodeError;

/// The descriptor of the table of buffers that an attribute means, with the words that it has in the nearest draw.
pub(super) struct Named {
    pub(super) attribute: usize,
    pub(super) number: usize,
    pub(super) words: [u32; 8],
    pub(super) descriptor: Result<Descriptor, DecodeError>,
}

impl Named {
    /// The descriptor that an attribute means; `None` if the table has no such descriptor.
    pub(super) fn new(nearest: &Nearest<'_>, read: ReadAttribute<'_>) -> Option<Self> {
        let (number, words) = nearest.descriptor(read)?;
        let arch = nearest.state().arch;
        Some(Self {
            attribute: read.number,
            number,
            words,
            // The words begin at position 0, so that a pair at an odd number is decoded: the nearest draw reports its
            // place.
            descriptor: descriptors(arch, Kind::Buffers, &words)
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

    /// Whether no attribute before this one means the descriptor, so that its errors are reported once.
    pub(super) fn is_first(&self, nearest: &Nearest<'_>) -> bool {
        let reads = nearest.state().read_attributes();
        let mut before = reads.take_while(|read| read.number < self.attribute);
        !before.any(|read| nearest.number(read) == self.number)
    }
}
