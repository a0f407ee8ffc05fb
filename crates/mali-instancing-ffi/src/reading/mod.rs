//! What words say, and whether those of a draw belong together.

pub mod check;
pub mod decode;
