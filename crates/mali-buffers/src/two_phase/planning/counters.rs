use super::plan::Plan;
use crate::two_phase::MemoryRef;
use crate::two_phase::memory::Placement;

/// The numbers of plans, draws and bytes so far. All counters wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Counters {
    /// The number of plans that were committed.
    pub planned: u64,
    /// The number of draws in place whose tables were written.
    pub in_place: u64,
    /// The number of draws in place that were the same as the draw before.
    pub unchanged: u64,
    /// The number of bytes that were written to streams.
    pub bytes_streamed: u64,
    /// The number of copies that were made of whole buffers.
    pub copies_made: u64,
    /// The number of bytes that were written to these copies.
    pub bytes_kept: u64,
    /// The number of bytes that were written to the block of constants.
    pub constant_bytes: u64,
    /// The number of times that planning returned [`Error::InFlight`](crate::Error::InFlight) before it made a plan
    /// that was committed: the caller waited each time.
    pub waits: u64,
    /// The number of times that streams began again at the start of their block.
    pub recycled: u64,
    /// The number of blocks of memory that streams began, except for the first of each.
    pub generations: u64,
}

impl Counters {
    pub(crate) const NONE: Self = Self {
        planned: 0,
        in_place: 0,
        unchanged: 0,
        bytes_streamed: 0,
        copies_made: 0,
        bytes_kept: 0,
        constant_bytes: 0,
        waits: 0,
        recycled: 0,
        generations: 0,
    };

    pub(crate) fn count<const ATTRIBUTES: usize>(&mut self, plan: &Plan<ATTRIBUTES>) {
        self.planned = self.planned.wrapping_add(1);
        for copy in plan.copies() {
            let bytes = match copy.destination.memory {
                MemoryRef::Stream { .. } => &mut self.bytes_streamed,
                MemoryRef::Copy(_) => {
                    self.copies_made = self.copies_made.wrapping_add(1);
                    &mut self.bytes_kept
                }
                MemoryRef::Constants | MemoryRef::Buffer { .. } => &mut self.constant_bytes,
            };
            *bytes = bytes.wrapping_add(copy.bytes());
        }
        self.waits = self.waits.wrapping_add(plan.waits);
        for (_, found) in plan.reservations() {
            let recycled = u64::from(found.placement == Placement::Recycled);
            self.recycled = self.recycled.wrapping_add(recycled);
            let begun = u64::from(found.placement.retired().is_some());
            self.generations = self.generations.wrapping_add(begun);
        }
    }
}
