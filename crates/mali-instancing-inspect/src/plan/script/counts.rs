//! How far a script is read.

/// How many draws were read so far, and the number of the last submission.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) draws: u64,
    pub(super) submissions: u64,
}
