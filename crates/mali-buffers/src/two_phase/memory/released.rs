use arrayvec::ArrayVec;

use crate::list::append;
use crate::two_phase::Retired;
use crate::types::Sequence;

/// The largest number of copies of a buffer.
pub(crate) const MAX_COPIES: usize = 8;

/// Memory of a buffer that no later draw reads: its storage and its copies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    retired: ArrayVec<Retired, { MAX_COPIES + 1 }>,
}

impl Released {
    /// The memory, and the work until which the GPU may still read it.
    ///
    /// ```
    /// use mali_buffers::two_phase::Released;
    ///
    /// assert!(Released::default().retired().is_empty());
    /// ```
    #[must_use]
    pub fn retired(&self) -> &[Retired] {
        &self.retired
    }

    pub(crate) fn push(&mut self, retired: Retired) {
        append(&mut self.retired, retired);
    }
}

/// The effects of an update of a buffer's data on the caller.
///
/// ```
#[doc = include_str!("../example.md")]
/// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
/// planner.commit(&plan, &mut application)?;
/// let update = application.0.buffer_sub_data(0..12, Sequence::NONE)?;
/// assert_eq!(update.in_flight, Some(Sequence::new(1)));
/// let update = application.0.buffer_sub_data(0..12, Sequence::new(1))?;
/// assert_eq!(update.in_flight, None);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Update {
    /// The work that must be finished before the data can be written in place; `None` if it can be written at once.
    /// Submit this work before waiting for it, or the wait never ends.
    pub in_flight: Option<Sequence>,
    /// The copies that were dropped.
    pub released: Released,
}
