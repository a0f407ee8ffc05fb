//! The words: a file per hardware record, packing and decoding side by side.
//!
//! Facts: Mesa's genxml, `src/panfrost/lib/genxml/v4.xml` to `v7.xml`.

mod attribute_buffer;
mod buffer_address;
mod decode_error;

pub use attribute_buffer::{AttributeBuffer, AttributeBufferFields};
pub use buffer_address::BufferAddress;
pub use decode_error::{DecodeError, Fault};
