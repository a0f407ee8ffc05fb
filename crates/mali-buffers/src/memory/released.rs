use arrayvec::ArrayVec;

use super::static_copies::MAX_COPIES;
use crate::list::append;
use crate::types::{Retired, Sequence};

/// Memory of a buffer that no later draw reads: its storage and its copies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    retired: ArrayVec<Retired, { MAX_COPIES + 1 }>,
}

impl Released {
    /// The memory, and the work until which the GPU may still read it.
    ///
    /// ```
    /// use mali_buffers::Released;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    in_flight: Option<Sequence>,
    released: Released,
}

impl Update {
    pub(crate) const fn new(in_flight: Option<Sequence>, released: Released) -> Self {
        Self {
            in_flight,
            released,
        }
    }

    /// The work that must be finished before the data can be written in place; `None` if it can be written at once.
    /// Submit this work before waiting for it, or the wait never ends.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// planner.commit(&plan, &mut application)?;
    /// let update = application.0.buffer_sub_data(0..12, Sequence::NONE)?;
    /// assert_eq!(update.in_flight(), Some(Sequence::new(1)));
    /// let update = application.0.buffer_sub_data(0..12, Sequence::new(1))?;
    /// assert_eq!(update.in_flight(), None);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn in_flight(&self) -> Option<Sequence> {
        self.in_flight
    }

    /// The copies that were dropped.
    #[must_use]
    pub const fn released(&self) -> &Released {
        &self.released
    }
}
