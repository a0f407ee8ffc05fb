//! How numbers, ranges and words are written, in options and in texts.

mod choice;
pub(crate) mod format;
mod named;
pub(crate) mod number;
mod quote;
pub(crate) mod range;
mod tenths;

pub use choice::Choice;
pub(crate) use choice::library_names;
pub(crate) use named::Named;
pub use number::parse as parse_number;
pub use quote::{escape_controls, quote};
pub use range::{parse as parse_range, parse_or_number as parse_range_or_number};
pub use tenths::tenths;
