//! Draws on Arm Mali GPUs whose counts only the GPU knows.
//!
//! An [`IndirectDraw`] is what an array of draws has in common; each draw's counts are in a command like Vulkan's
//! `VkDrawIndirectCommand`. A [`Kernel`] is a compute shader, in any [`Language`], that reads the commands and
//! writes the words of every draw. [`functions`] are what it is made of, for drivers that have a shader of their
//! own. [`IndirectDraw::call`] and [`IndirectDraw::write`] are the same in Rust.
//!
//! All is 32-bit arithmetic. A draw that fits no descriptor is not drawn, and a [`Status`] says why.
//!
//! The feature `gpu` is for tests: it runs the kernels on a Vulkan driver, and brings wgpu.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::format_push_string,
    reason = "texts are made once, and a String takes all that is written"
)]

extern crate alloc;
#[cfg(feature = "gpu")]
extern crate std;

mod command;
mod error;
#[cfg(feature = "gpu")]
pub mod gpu;
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
pub use kernel::{Binding, BoundBuffer, Kernel, Parameters};
pub use reference::VaryingHeap;
pub use shader::{Language, functions};
pub use status::Status;

/// The front page's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
