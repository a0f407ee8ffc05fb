//! Draws on Arm Mali GPUs whose counts only the GPU knows.
//!
//! An [`IndirectDraw`] is the part that an array of draws has in common. Each draw's counts are in a command like
//! Vulkan's `VkDrawIndirectCommand`. A [`Kernel`] is a compute shader, in any [`Language`], that reads the commands and
//! writes the words of every draw. Drivers with their own shader can use its [`functions`].
//! [`IndirectDraw::counts`] and [`IndirectDraw::write`] do the same in Rust.
//!
//! The arithmetic has 32 bits only. A draw that fits no descriptor is not drawn, and its [`Status`] is the reason.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::format_push_string,
    reason = "texts are made once, and writing to a String never fails"
)]

extern crate alloc;

// What a driver knows of its draws is an `IndirectDraw` (`indirect_draw`, `indices`), and what only the GPU knows is a
// command (`command`). Two modules make the same words from both:
//
// * `reference` takes the counts out of a command, and calls the core's `draw::write`.
// * `kernel` writes the text of a compute shader that does the same on the GPU, with the arithmetic of `shader`.
//
// `Status::of_error` divides the core's errors in two. An error that a command causes becomes the status of its draw,
// and an error of all draws is an `IndirectError::Draw`. Both modules check a draw in the same order, because a draw
// with two mistakes has one status.
mod command;
mod error;
mod indices;
mod indirect_draw;
mod kernel;
mod reference;
mod shader;
mod status;

pub use command::{DrawIndexedIndirectCommand, DrawIndirectCommand};
pub use error::IndirectError;
pub use indices::{FoundIndices, IndexType, IndirectIndices};
pub use indirect_draw::{Count, DrawLayout, IndirectDraw, IndirectVertices};
pub use kernel::{Binding, BoundBuffer, DrawPlaces, JobPlaces, Kernel, Parameters};
pub use reference::VaryingHeap;
pub use shader::{Language, functions};
pub use status::Status;

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The guide's code, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/reference/indirect.md")]
struct Guide;
