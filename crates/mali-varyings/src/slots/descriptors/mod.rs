//! The descriptors of two linked stages.
//!
//! `linked` checks that a driver can link a layout with the fragment stage's slots. It decides for each input which
//! slot it is read as, at which offset, and by which access. `attribute_buffers` makes the words of V4 to V7, where
//! both stages have a table, and `valhall` those from V9 on, where only the fragment stage can have one. `table` writes
//! whole tables of either. A table has a descriptor for each index up to the last. An index without a slot has zeros.

mod attribute_buffers;
mod linked;
mod table;
mod valhall;

pub use attribute_buffers::{AttributeBufferVaryings, VaryingBuffer};
pub use linked::{LinkedLocation, VaryingAccess, VaryingDescriptors};
pub use valhall::{FifoFormat, ValhallVaryings};
