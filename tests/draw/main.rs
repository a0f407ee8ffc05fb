//! Whole draws, written at once, of a state, and of a constant.

mod fetched;
mod indices;
mod mistakes;
#[path = "../right_draws/mod.rs"]
mod right_draws;
mod tables;
