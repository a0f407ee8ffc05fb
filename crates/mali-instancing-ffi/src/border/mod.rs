//! What crosses the border to C: pointers and lengths that it gives, memory of its own that things are kept in,
//! answers and texts.

pub(crate) mod failure;
pub(crate) mod given;
pub(crate) mod kept;
pub mod status;
pub(crate) mod text;
