//! The words: a file per hardware record, packing and decoding side by side.
//!
//! Where each [`Field`] of a record lies is said once, in the record's list `FIELDS`.
//!
//! Facts: Mesa's genxml, `src/panfrost/genxml/v4.xml` to `v14.xml`.

#[macro_use]
mod record;

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
pub(crate) use attribute_buffer::{LINEAR, MODULUS, OTHER_DIVISOR, POWER_OF_TWO_DIVISOR};
pub use buffer::{Buffer, BufferFields};
pub use buffer_address::BufferAddress;
pub(crate) use built_in_id::{INSTANCE_ID, VERTEX_ID};
pub use built_in_id::{InstanceId, VertexId};
pub use decode_error::{DecodeError, Fault};
pub use draw::{Draw, DrawFields};
pub use field::{Field, FieldError, FieldKind, FieldValue};
pub use invocation::{Invocation, InvocationFields};
pub use valhall_attribute::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
