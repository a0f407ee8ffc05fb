//! The words of a draw: its tables, a single descriptor, and the words beside the tables.

pub mod attribute_buffer;
pub mod call;
pub mod constant;
pub mod indices;
pub mod tables;
pub mod vertex_input;
