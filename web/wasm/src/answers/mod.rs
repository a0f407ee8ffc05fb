//! The answers to questions that are not the draw itself: what its threads read, its code, another draw beside it, the
//! names that forms offer, and how exact a multiplier is.
//!
//! Each file has a question, its answer, and the function between them, which `ask` lists. A question about a draw
//! names its `Subject`, and `with_draw` loads it or returns the one that was loaded for the question before.

pub(crate) mod code;
pub(crate) mod compare;
pub(crate) mod dividing;
pub(crate) mod grid;
pub(crate) mod names;
pub(crate) mod thread;
