//! Where vertex and index data comes from: the planner of `mali-buffers`.
//!
//! Everything lies in memory of the caller's. The application's bytes and the GPU's memory are asked for by
//! callbacks.

pub mod asked;
pub mod callbacks;
pub mod functions;
pub mod places;
#[cfg(test)]
mod tests;
