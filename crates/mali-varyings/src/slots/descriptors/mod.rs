//! The descriptors of two linked stages.
//!
//! `linked` checks a layout and the fragment stage's slots against each other. It decides for each input which slot it
//! is read as, at which offset, and by which access; it has no words. The words are those of `attribute_buffers` on V4
//! to V7, where both stages have a table, and of `valhall` from V9 on, where only the fragment stage can have one.
//! `table` writes whole tables of either. A table has a descriptor for each index up to the last: those that no slot
//! has are zeros.

mod attribute_buffers;
mod linked;
mod table;
mod valhall;

pub use attribute_buffers::{AttributeBufferVaryings, VaryingBuffer};
pub use linked::{LinkedLocation, VaryingAccess, VaryingDescriptors};
pub use valhall::{FifoFormat, ValhallVaryings};
