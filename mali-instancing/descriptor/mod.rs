//! The hardware descriptors: each file has one, with the table of its fields, its packing and its decoding.
//!
//! The position of each [`Field`] is defined once, in the descriptor's table of fields. The descriptor's
//! constants, its list `FIELDS`, its packing, its decoding and the table in its documentation come from there.
//!
//! The descriptors of each architecture:
//!
//! | descriptor | V4, V5 | V6, V7 | V9, V10 | V11 to V15 |
//! |---|---|---|---|---|
//! | [`AttributeBuffer`] | yes | yes | | |
//! | [`VertexId`], [`InstanceId`] | yes | | | |
//! | [`Attribute`] | yes | yes | | |
//! | [`Draw`], [`Invocation`] | yes | yes | | |
//! | [`ValhallAttribute`] | | | yes | yes |
//! | [`Buffer`] | | | size of 32 bits | size of 64 bits |
//!
//! A descriptor has the same fields on all architectures that have it, with two exceptions: the upper half of a
//! buffer's size, which is word 5 from V11 on and reserved before, and the components in a format field, which are
//! encoded differently from V7 on.
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
