//! Varyings: the values that a vertex stage passes to a fragment stage, by `mali-varyings`.

pub mod built_ins;
pub mod capture;
pub mod declaration;
pub mod descriptors;
pub mod linkage;
pub mod memory;
pub mod registers;
pub mod slots;
