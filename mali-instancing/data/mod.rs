//! The library's types as data, with the feature `serde`: TOML, JSON, or any other format that has named keys and
//! typed values.
//!
//! The inputs of a draw are read and written: [`Arch`], [`Padding`], [`Rounding`] and [`Format`] by
//! name, [`Pipeline`], [`DrawCounts`], [`VertexBuffer`], [`InputRate`], [`VertexAttribute`], [`AttributeSource`] and
//! [`BufferRange`] as tables. A key has the name of its field. A key whose value is the default may be left out, and is not written. A
//! number may be a string in the notation of [`parse_number`], which allows hexadecimal.
//!
//! ```
//! use mali_instancing::draw::DrawCounts;
//!
//! let counts: DrawCounts = toml::from_str("vertices = 70\ninstances = \"0x64\"\n")?;
//! assert_eq!(counts, DrawCounts::instanced(70, 100));
//! assert_eq!(toml::to_string(&counts)?, "vertices = 70\ninstances = 100\n");
//!
//! let error = toml::from_str::<DrawCounts>("instances = 1\nvertexes = 70\n").unwrap_err();
//! assert_eq!(error.span(), Some(14..22));
//! assert!(error.message().starts_with("unknown field `vertexes`, expected one of `vertices`"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each table has a structure of its keys, in which a key may be absent: [`PipelineKeys`], [`VertexBufferKeys`] and so
//! on.
//!
//! Errors are those of serde's `Error`: `unknown_variant` and `unknown_field`, which list the known names,
//! `duplicate_field`, `missing_field`, `invalid_type`, and `custom` with a [`NumberError`] or a [`KeyError`]. An error
//! is made while the key or the value is read, so that it has their place in formats that report places. A missing
//! key, or one that excludes another, is an error of the table.
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
//! With the feature `schemars`, each type that can be read has a `JsonSchema`. So has each structure of keys, so that
//! another table's schema can include its `properties`.
//!
//! [`Arch`]: crate::Arch
//! [`Padding`]: crate::Padding
//! [`Rounding`]: crate::Rounding
//! [`Format`]: crate::Format
//! [`InputRate`]: crate::InputRate
//! [`Pipeline`]: crate::draw::Pipeline
//! [`DrawCounts`]: crate::draw::DrawCounts
//! [`VertexBuffer`]: crate::draw::VertexBuffer
//! [`VertexAttribute`]: crate::draw::VertexAttribute
//! [`AttributeSource`]: crate::draw::AttributeSource
//! [`BufferRange`]: crate::draw::BufferRange
//! [`Finding`]: crate::check::Finding
//! [`DecodeError`]: crate::DecodeError

mod answers;
mod built_in_id;
mod draw;
mod error;
mod input_rate;
mod keys;
mod names;
mod number;
mod quote;
mod rate;
#[cfg(feature = "schemars")]
mod schema;
mod vertex_attribute;
mod vertex_buffer;
mod written;

pub use built_in_id::BuiltInId;
pub use draw::{DrawCountsKeys, PipelineKeys};
pub use error::KeyError;
pub use input_rate::InputRateKeys;
#[doc(hidden)]
pub use keys::{Keys, KnownKey, concat};
pub use number::{Integer, Number, NumberError, parse_number};
pub use quote::Quoted;
pub use rate::Rate;
pub use vertex_attribute::{AttributeSourceKeys, VertexAttributeKeys};
pub use vertex_buffer::{BufferRangeKeys, VertexBufferKeys};
