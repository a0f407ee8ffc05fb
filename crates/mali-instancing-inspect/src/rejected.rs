//! A value that cannot be used, and its key.

use std::fmt;

use mali_instancing::Error;

/// A value that cannot be used, and its key.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::draw::{DrawCounts, Pipeline};
/// use mali_instancing_inspect::trace::TracedDraw;
///
/// let error = TracedDraw::new(Pipeline::new(Arch::V7), DrawCounts::any_instances(0), &[]).err().unwrap();
/// assert_eq!(error.key, "vertices");
/// assert!(error.to_string().starts_with("vertices: 0 vertices"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The key, with `_` between words. The command's option has `-` there.
    pub key: &'static str,
    /// The mistake in its value.
    pub reason: String,
}

impl Rejected {
    pub(crate) fn new(key: &'static str, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self { key, reason }
    }
}

/// Writes the key and the mistake: `vertices: 0 vertices …`.
impl fmt::Display for Rejected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.key, self.reason)
    }
}

impl std::error::Error for Rejected {}

/// Takes the key that the error is about.
impl From<Error> for Rejected {
    fn from(error: Error) -> Self {
        Self::new(error.place().argument.name(), error.to_string())
    }
}
