//! The notation of numbers, ranges and words, in options and in texts.

mod choice;
pub(crate) mod number;

pub use choice::Choice;
pub(crate) use choice::{Named, choices, library_choices, library_names};
pub use number::{parse_number, parse_range_or_number, tenths};
