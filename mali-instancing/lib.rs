//! Instanced vertex attributes for Arm Mali GPUs, packed into the words that the attribute unit reads: in
//! `const fn`, without allocation, without dependencies.
//!
//! ```
//! # #[cfg(feature = "macros")] {
//! use mali_instancing::{AttributeBuffer, instanced_attr};
//!
//! // 70 vertices, a matrix row per 3 instances, rows 64 bytes apart.
//! static MODEL_ROW: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);
//! assert_eq!(MODEL_ROW.words(), [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3]);
//! # }
//! ```
//!
//! New to Malis? The [guide] begins with why 70 vertices become 72.
//!
//! # The layers
//!
//! Each layer is made of the ones before it, and can be used alone, in a constant or at run time.
//!
//! 1. **The GPU**: an [`Arch`] says which descriptors a Mali has.
//! 2. **Threads**: with instancing, the GPU runs `padded · instances` threads. A [`PaddedCount`] is the vertex
//!    count that it divides by, chosen by a rule of [`Padding`]; a [`ThreadCount`] is both counts, proven to fit
//!    the 32 bits of a thread's linear id.
//! 3. **Dividing**: a [`MagicDivisor`] divides by multiplying, a [`PowerOfTwo`] by shifting, exactly, for
//!    every id. [`Rounding`] chooses between two sets of multipliers.
//! 4. **Modes**: an [`InputRate`] is what the application says (GL's and Vulkan's divisor), a [`FetchMode`]
//!    what the attribute unit of V4 to V7 does about it.
//! 5. **Descriptors**: [`AttributeBuffer`] and the others of [`descriptor`] are the words. A [`BufferAddress`]
//!    proves that an address fits them, a [`Format`] is an attribute's.
//! 6. **Draws**: [`draw`] puts everything together that a draw's vertex input needs, on any architecture.
//! 7. **Macros**: [`instanced_attr!`] and [`vertex_input!`] make constants of descriptors and draws. An invalid
//!    value is a compile error that points at the argument.
//!
//! Padded counts and divisors come from the tables of [`lookup`], if those have them. [`decode`] turns words back
//! into descriptors, and [`check`] checks whether the words of a draw belong together. [`model`] is a
//! reference model of the GPU, which reads the words and shares no code with what made them. [`interop`]
//! has conversions from and to other crates' types.
//!
//! A later version may add architectures, formats, errors, what a [finding](check::Finding) or a
//! [field](descriptor::Field) of a descriptor has, and fields of a draw's structures: these are `non_exhaustive`. Other
//! enumerations ([`InputRate`], [`FetchMode`], [`Padding`], [`Rounding`], [`Part`], [`draw::AttributeSource`],
//! [`draw::IndexSlice`], [`draw::TableLayout`], [`check::Severity`], [`decode::Kind`], [`decode::Descriptor`],
//! [`descriptor::InvocationFields`], [`descriptor::ValhallFetchMode`]) and structures are final: a `match` needs no other
//! case.
//!
//! An invalid value is an [`Error`], a [`DecodeError`] or a [`DrawError`](draw::DrawError). No function panics on
//! a number.
//!
//! # Features
//!
//! `macros` is on by default. `ash`, `bytemuck`, `defmt`, `wgpu-types` and `zerocopy` are described in
//! [`interop`], `serde` and `schemars` in `data`. With `default-features = false` the library has no dependencies.
//!
//! Three crates build on this one: `mali-varyings` for a shader's varyings, `mali-buffers` for the memory that
//! vertex and index data is read from, and `mali-indirect` for draws whose counts only the GPU knows.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "schemars")]
extern crate alloc;

// First, since a macro is visible only to the modules after its own.
#[macro_use]
mod arch;
#[macro_use]
mod draw_arguments;
mod arithmetic;
pub mod check;
#[cfg(feature = "serde")]
pub mod data;
pub mod decode;
pub mod descriptor;
mod divisor;
pub mod draw;
mod error;
mod fetch;
mod format;
// In the documentation only: other builds need none of the guide's files.
#[cfg(all(doc, feature = "macros"))]
pub mod guide;
pub mod interop;
pub mod lookup;
mod macros;
pub mod model;
mod names;
mod padded_count;
mod padding;
mod thread_count;

#[cfg(feature = "macros")]
#[doc(hidden)]
#[path = "macro_support/mod.rs"]
pub mod __private;

pub use arch::Arch;
pub use descriptor::{AttributeBuffer, AttributeBufferFields, BufferAddress, DecodeError};
pub use divisor::{MagicDivisor, PowerOfTwo, Rounding};
#[doc(hidden)]
pub use error::Message;
pub use error::{Argument, Error, Part, Place};
pub use fetch::{FetchMode, InputRate};
pub use format::Format;
pub use padded_count::PaddedCount;
pub use padding::Padding;
pub use thread_count::ThreadCount;

/// The examples of the repository's pages, as tests.
#[cfg(all(doctest, feature = "macros"))]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[doc = include_str!("../docs/reference/drawing.md")]
    struct Drawing;
}
