use core::fmt;

/// The number of a piece of the GPU's work: the caller increments it for each submission, and compares it with its
/// fences.
///
/// The GPU finishes work in the order of the numbers. No work has the number 0: it means that no work is finished yet.
///
/// ```
/// use mali_buffers::Sequence;
///
/// assert!(Sequence::new(7) > Sequence::NONE);
/// assert_eq!(Sequence::new(7).get(), 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Sequence(u64);

impl Sequence {
    /// The number before all work: finished from the start.
    pub const NONE: Self = Self(0);

    /// The work with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// Writes the number.
impl fmt::Display for Sequence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}
