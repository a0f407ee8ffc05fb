use core::ops::Range;

/// The number of changes whose ranges are kept.
const LATEST: usize = 4;

/// The number of changes of a buffer's data, and the ranges of the last ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Changes {
    epoch: u64,
    /// The newest first: the beginning and the end of each, in bytes.
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
        // The oldest range gives way. After more changes than there are ranges, `spare` takes all bytes as changed.
        self.latest.rotate_right(1);
        self.latest[0] = [changed.start, changed.end];
    }

    /// Whether bytes have not changed since that epoch. If this is not known, the result is `false`.
    pub(crate) fn spare(&self, bytes: &Range<u64>, since: u64) -> bool {
        // The newest `changes` ranges are those since `since`.
        let changes = usize::try_from(self.epoch.wrapping_sub(since)).unwrap_or(usize::MAX);
        let is_elsewhere = |&[start, end]: &[u64; 2]| bytes.end <= start || end <= bytes.start;
        changes <= LATEST && self.latest.iter().take(changes).all(is_elsewhere)
    }
}
