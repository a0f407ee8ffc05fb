use core::fmt;

/// A context of the application, by a number that the caller chooses. Each [`Planner`](crate::Planner) has one.
///
/// A number must never be used again: not for another context, and not for a context that is made again after a reset.
/// So it is best to count all contexts.
///
/// ```
/// use mali_buffers::ContextId;
///
/// assert_eq!(ContextId::new(7).to_string(), "context 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ContextId(u64);

impl ContextId {
    /// The context with this number.
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

/// Writes `context 7`.
impl fmt::Display for ContextId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "context {}", self.0)
    }
}
