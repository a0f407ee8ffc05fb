//! The library's types as data, with the feature `serde`: TOML, JSON, or any other format that has named keys and
//! typed values.
//!
//! [`Arch`], [`Padding`], [`Rounding`], [`TableLayout`] and [`Format`], and the [`Rate`] and the [`BuiltInId`] of manifests,
//! are read and written by name. An architecture is also read by the name of a GPU.
//!
//! ```
//! use mali_instancing::{Arch, Padding};
//!
//! assert_eq!(serde_json::from_str::<Arch>("\"v7\"")?, Arch::V7);
//! assert_eq!(serde_json::from_str::<Arch>("\"g52\"")?, Arch::V7);
//! assert_eq!(serde_json::to_string(&Padding::Tight)?, "\"tight\"");
//! let error = serde_json::from_str::<Padding>("\"loose\"").unwrap_err().to_string();
//! assert!(error.starts_with("unknown variant `loose`, expected one of `hardware`"));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! Whole draws are read from the manifests of the crate `mali-instancing-codegen`.
//!
//! The library's results can only be written: descriptors as their fields, with the names of Mesa's genxml, and their
//! words; the results of `decode` as their fields; [`Finding`] and [`DecodeError`] as the error and its place. Words,
//! masks, addresses and format fields are hexadecimal strings in formats for people, and numbers in other formats.
//!
//! ```
//! use mali_instancing::AttributeBuffer;
//! use mali_instancing::descriptor::Attribute;
//!
//! let fields = AttributeBuffer::decode([3, 0x8300_0000, 20, 1400, 0, 0, 0, 0])?;
//! assert_eq!(
//!     serde_json::to_string(&fields)?,
//!     r#"{"mode":"modulus","divisor_r":3,"divisor_p":4,"address":"0x0","stride":20,"size":1400}"#,
//! );
//! let attribute = Attribute::new(Attribute::decode([0x2b00_4202, 12]))?;
//! assert_eq!(
//!     serde_json::to_string(&attribute)?,
//!     r#"{"buffer_index":2,"offset_enable":true,"format":"0x0ac010","offset":12,"words":["0x2b004202","0x0000000c"]}"#,
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `schemars`, each type that can be read has a `JsonSchema`.
//!
//! [`Arch`]: crate::Arch
//! [`Padding`]: crate::Padding
//! [`Rounding`]: crate::Rounding
//! [`Format`]: crate::Format
//! [`TableLayout`]: crate::draw::TableLayout
//! [`Finding`]: crate::check::Finding
//! [`DecodeError`]: crate::DecodeError

// `names.rs` has the types that are written by name, most of which are read, too. `answers/` has the types that the
// library returns. Most of them are written as tables, by the trait `Written` of `written.rs`: so one type's entries
// can be part of another's table, such as those of a mode in an attribute buffer's.

mod answers;
mod built_in_id;
mod names;
mod rate;
mod written;

pub use built_in_id::BuiltInId;
pub use rate::Rate;
