#![cfg_attr(feature = "macros", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "macros"),
    doc = "Instanced vertex attributes for Arm Mali GPUs. README.md is the front page; its examples need the feature `macros`."
)]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arch;
mod arithmetic;
pub mod decode;
pub mod descriptor;
mod dispatch;
mod divisor;
pub mod draw;
mod error;
mod fetch;
mod format;
pub mod hardware;
pub mod interop;
#[cfg(feature = "macros")]
mod macros;
mod names;
mod padded_count;
mod padding;
pub mod tables;

#[cfg(feature = "macros")]
#[doc(hidden)]
#[path = "macro_support/mod.rs"]
pub mod __private;

pub use arch::Arch;
pub use descriptor::{AttributeBuffer, AttributeBufferFields, BufferAddress, DecodeError};
pub use dispatch::Dispatch;
pub use divisor::{MagicDivisor, PowerOfTwo, Rounding};
pub use error::{Error, Message};
pub use fetch::{FetchMode, InputRate};
pub use format::Format;
pub use padded_count::PaddedCount;
pub use padding::Padding;
