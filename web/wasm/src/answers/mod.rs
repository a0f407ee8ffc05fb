//! The answers to questions that are not the draw itself: what its threads read, its code, another draw beside it, the
//! names that forms offer, and how exact a multiplier is.

pub(crate) mod code;
pub(crate) mod compare;
pub(crate) mod dividing;
pub(crate) mod grid;
pub(crate) mod names;
pub(crate) mod thread;
