//! The built-in variables that stages pass on, and the ways in which drivers pass them.

mod set;
mod variable;

pub use set::BuiltIns;
pub use variable::{BuiltIn, Treatment};
