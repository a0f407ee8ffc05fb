use super::answers::Counters;
use crate::draw::Target;
use crate::memory::{Constants, GpuMemory, UploadRing};
use crate::types::{ContextId, Sequence};

/// A planner for the vertex and index data of draws. It has the ring and the constants that the draws of one context
/// share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planner {
    pub(super) id: ContextId,
    pub(super) target: Target,
    pub(super) ring: UploadRing,
    pub(super) constants: Constants,
    /// The work of the last draw.
    pub(super) latest: Sequence,
    pub(super) completed: Sequence,
    pub(super) counters: Counters,
}

impl Planner {
    /// A planner for draws of `target` in the context `id`, with a ring that is still empty. No other planner has that
    /// id, nor had it before: a [`VertexState`](crate::VertexState) recognizes its planner by it.
    #[must_use]
    pub const fn new(id: ContextId, target: Target, ring: UploadRing) -> Self {
        Self {
            id,
            target,
            ring,
            constants: Constants::new(),
            latest: Sequence::NONE,
            completed: Sequence::NONE,
            counters: Counters::NONE,
        }
    }

    /// The context that the planner belongs to.
    #[must_use]
    pub const fn id(&self) -> ContextId {
        self.id
    }

    /// The Mali that draws, and the rules that it draws by.
    #[must_use]
    pub const fn target(&self) -> Target {
        self.target
    }

    /// The ring that data of single draws is written to.
    #[must_use]
    pub const fn ring(&self) -> &UploadRing {
        &self.ring
    }

    /// Records that the GPU has finished `completed` and everything before it. A number below an earlier one changes
    /// nothing.
    pub fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        self.ring.complete(completed);
    }

    /// Makes the ring continue in a new block, as [`UploadRing::discard`] does.
    pub fn discard(&mut self) {
        self.ring.discard();
    }

    /// Gives back all memory, before the planner is dropped. The next draw would begin new blocks.
    pub fn release(&mut self, memory: &mut impl GpuMemory) {
        self.ring.release(memory);
        if let Some(block) = self.constants.block {
            // Each draw so far may read the constants.
            memory.retire(block, self.latest);
            self.ring.note_retired(self.latest);
        }
        self.constants.forget();
    }

    /// The counts of all draws so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters {
            recycled: self.ring.recycled,
            blocks: self.ring.renewed,
            ..self.counters
        }
    }
}
