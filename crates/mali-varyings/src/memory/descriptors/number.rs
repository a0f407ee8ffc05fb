//! The numbers of descriptors: the indices of slots.

use crate::memory::slot::Slot;

/// The length of the table of the descriptors of slots: one more than the last index.
pub(super) const fn table_length(slots: &[Slot]) -> u32 {
    match slots {
        [.., last] => last.index as u32 + 1,
        [] => 0,
    }
}

/// The slot with an index that a descriptor is for.
pub(super) const fn with_index(slots: &[Slot], index: u32) -> Option<Slot> {
    each!(number, 0..slots.len(), {
        let slot = slots[number];
        if slot.index as u32 == index && !slot.is_only_captured {
            return Some(slot);
        }
    });
    None
}
