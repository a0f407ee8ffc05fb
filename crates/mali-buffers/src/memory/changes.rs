use core::ops::Range;

/// How many changes are told apart.
const LATEST: usize = 4;

/// How often a buffer's data has changed, and where it did so last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Changes {
    epoch: u64,
    /// The newest first: where each begins and ends, in bytes.
    latest: [[u64; 2]; LATEST],
}

impl Changes {
    pub(crate) const NONE: Self = Self {
        epoch: 0,
        latest: [[0; 2]; LATEST],
    };

    /// A number that no data of the buffer had before.
    pub(crate) const fn epoch(&self) -> u64 {
        self.epoch
    }

    pub(crate) fn note(&mut self, changed: Range<u64>) {
        self.epoch = self.epoch.wrapping_add(1);
        self.latest.rotate_right(1);
        self.latest[0] = [changed.start, changed.end];
    }

    /// Whether bytes are as they were in that epoch. Where nobody knows, they are not.
    pub(crate) fn spare(&self, bytes: &Range<u64>, since: u64) -> bool {
        let changes = usize::try_from(self.epoch.wrapping_sub(since)).unwrap_or(usize::MAX);
        let is_elsewhere = |&[start, end]: &[u64; 2]| bytes.end <= start || end <= bytes.start;
        changes <= LATEST && self.latest.iter().take(changes).all(is_elsewhere)
    }
}
