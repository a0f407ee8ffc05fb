//! The notation of numbers, ranges and words, in options and in texts.

mod number;

#[doc(inline)]
pub use mali_instancing_codegen::choice::Choice;
pub use number::{parse_number, parse_range_or_number, tenths};
