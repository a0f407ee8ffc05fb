//! The words: a file per hardware descriptor, with one table of its fields, packing and decoding side by side.
//!
//! Where each [`Field`] of a descriptor lies is said once, in the descriptor's table of fields, from which its
//! constants, its list `FIELDS`, packing, decoding and the table of its documentation come.
//!
//! Which architecture has which descriptor:
//!
//! | descriptor | V4, V5 | V6, V7 | V9, V10 | V11 to V14 |
//! |---|---|---|---|---|
//! | [`AttributeBuffer`] | yes | yes | | |
//! | [`VertexId`], [`InstanceId`] | yes | | | |
//! | [`Attribute`] | yes | yes | | |
//! | [`Draw`], [`Invocation`] | yes | yes | | |
//! | [`ValhallAttribute`] | | | yes | yes |
//! | [`Buffer`] | | | size of 32 bits | size of 64 bits |
//!
//! A descriptor has the same fields wherever it is, except for two: the upper half of a buffer's size, word 5
//! from V11 on and reserved before, and the components in a format field, whose notation changes with
//! V7.
//!
//! Facts: Mesa's genxml, `src/panfrost/genxml/v4.xml` to `v14.xml`.

#[macro_use]
mod definition;

mod attribute;
mod attribute_buffer;
mod buffer;
mod buffer_address;
mod built_in_id;
mod decode_error;
mod draw;
mod field;
mod invocation;
mod valhall_attribute;

pub use attribute::{Attribute, AttributeFields};
pub use attribute_buffer::{AttributeBuffer, AttributeBufferFields};
pub use buffer::{Buffer, BufferFields};
pub use buffer_address::BufferAddress;
pub(crate) use built_in_id::NOT_INSTANCED_DIVISION;
pub use built_in_id::{InstanceId, VertexId};
pub use decode_error::{DecodeError, DecodeErrorKind};
pub use draw::{Draw, DrawFields};
pub use field::{Field, FieldError, FieldKind, FieldValue};
pub use invocation::{Invocation, InvocationFields};
pub use valhall_attribute::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
