//! The words of a draw: its tables, single descriptors, and the words beside the tables.

pub mod call;
pub mod dependencies;
pub mod indices;
pub mod pack;
pub mod tables;
pub mod vertex_input;
pub mod write;
