//! Descriptors: packed, and in words.

pub mod attribute_buffer;
pub mod fields;
pub mod mode;
pub mod packed;
pub mod vertex_input;
