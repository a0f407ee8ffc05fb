#![cfg_attr(feature = "macros", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "macros"),
    doc = "Instanced vertex attributes for Arm Mali GPUs. README.md is the front page; its examples need the feature `macros`."
)]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod arch;
pub mod decode;
pub mod descriptor;
pub mod dispatch;
pub mod divisor;
pub mod draw;
pub mod error;
pub mod fetch;
pub mod format;
pub mod hardware;
pub mod interop;
#[cfg(feature = "macros")]
mod macros;
pub mod padding;
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
pub use padding::{PaddedCount, Padding};
