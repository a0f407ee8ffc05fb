//! How numbers, ranges and words are written, in options and in texts.

#[doc(hidden)]
pub mod choice;
#[doc(hidden)]
pub mod format;
#[doc(hidden)]
pub mod number;
#[doc(hidden)]
pub mod quote;
#[doc(hidden)]
pub mod range;
#[doc(hidden)]
pub mod rate;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod suggestion;
mod tenths;

pub use choice::Choice;
pub use number::{Limits, parse as parse_number, parse_signed as parse_signed_number};
pub use quote::{escape_controls, quote};
pub use range::{parse as parse_range, parse_or_number as parse_range_or_number};
pub use rate::Rate;
pub use tenths::tenths;
