//! `plan`: scripts of buffers and draws.

mod calls;
mod decisions;
mod errors;
mod limits;

pub(crate) use calls::{draw, plan};
