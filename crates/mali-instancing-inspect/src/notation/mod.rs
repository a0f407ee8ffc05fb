//! How numbers, ranges and words are written, in options and in texts.

mod choice;
pub(crate) mod number;
mod range;

pub use choice::Choice;
pub(crate) use choice::{Named, choices, library_names};
pub use number::{parse_number, tenths};
pub use range::parse_range_or_number;
