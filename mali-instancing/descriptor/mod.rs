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

// How the private files work together:
//
// * `definition` has the macro `descriptor!`. From a table of fields it makes a structure that holds only words, and a
//   constant of each field. It comes first, since a macro is visible only to the modules after it.
// * `field` has the position of a field, from which packing and decoding take shifts and masks. Three parts have shifts
//   of their own, because they are no fields or are packed in fewer steps: the flags of a `Draw`, the dimensions of an
//   `Invocation`, and the first two words of an `AttributeBuffer`.
// * Each of `attribute`, `attribute_buffer`, `buffer`, `built_in_id`, `draw`, `invocation` and `valhall_attribute` has
//   one or two descriptors, with functions that pack, and `decode`. Public packers check what the types of their
//   arguments do not. Callers that have checked use `from_known`, `from_words` or `below_4_gib`.
// * `buffer_address` is the pointer of an attribute buffer. It is checked when it is made, and not where it is packed.
// * `decode_error` has the errors, and the check that words have no bits outside of the fields of their type.
//
// Words that `decode` accepts pack to the same words again: a bit without a meaning is an error, and so is a field that
// contradicts another one. Any two words are an `Attribute` of V4 to V7.

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
