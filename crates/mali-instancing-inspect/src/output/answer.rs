//! What every answer can be printed as.

use std::fmt;

/// An answer: text for a person by [`Display`](fmt::Display), and JSON for a machine.
///
/// Lines are made as they are printed: an answer can be longer than there is memory for.
///
/// ```
/// use mali_instancing_inspect::Answer;
/// use mali_instancing_inspect::pad::{Counts, PaddedCounts};
///
/// let answer = PaddedCounts::new(Counts::Single(70), false)?;
/// assert!(answer.to_string().starts_with("70 vertices\n"));
/// assert!(answer.json().to_string().starts_with("{\"padded_counts\": ["));
/// # Ok::<(), mali_instancing::Error>(())
/// ```
pub trait Answer: fmt::Display {
    /// Writes the JSON, which ends with a line end.
    ///
    /// # Errors
    ///
    /// None but the formatter's.
    fn write_json(&self, output: &mut dyn fmt::Write) -> fmt::Result;

    /// The JSON, to be printed.
    fn json(&self) -> Json<'_, Self> {
        Json(self)
    }
}

/// The JSON of an answer. See [`Answer::json`].
pub struct Json<'a, T: ?Sized>(&'a T);

impl<T: Answer + ?Sized> fmt::Display for Json<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_json(formatter)
    }
}
