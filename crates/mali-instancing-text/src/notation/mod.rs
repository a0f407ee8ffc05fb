//! How numbers, ranges and words are written, in options and in texts.

pub(crate) mod choice;
pub(crate) mod format;
pub(crate) mod number;
pub(crate) mod quote;
pub(crate) mod range;
pub(crate) mod rate;
pub(crate) mod source;
pub(crate) mod suggestion;
mod tenths;

pub use choice::Choice;
pub use number::{Limits, parse as parse_number, parse_signed as parse_signed_number};
pub use quote::{escape_controls, quote};
pub use range::{parse as parse_range, parse_or_number as parse_range_or_number};
pub use rate::Rate;
pub use tenths::tenths;
