//! How answers are written.

pub mod count;
pub mod json;
