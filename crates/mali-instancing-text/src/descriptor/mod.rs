//! Descriptors: packed, and in words.

pub(crate) mod attribute_buffer;
pub(crate) mod explain;
pub(crate) mod fields;
pub(crate) mod mode;
pub(crate) mod packed;
pub(crate) mod vertex_input;
