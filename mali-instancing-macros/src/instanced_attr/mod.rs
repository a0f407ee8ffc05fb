//! `instanced_attr!`: one attribute buffer.
//!
//! `input.rs` tells an expression from items. `arguments.rs` parses the arguments of one descriptor, and `expand.rs`
//! writes its constant.

mod arguments;
mod expand;
mod input;

pub(crate) use expand::expand;
pub(crate) use input::InstancedAttr;
