//! The varyings that sources declare: the interface of a stage, and two linked stages.

mod exact;
mod interface;
mod linkage;
mod matching;
mod named;

pub use exact::check_exact_match;
pub use interface::Interface;
pub use linkage::{Linkage, Linking};
pub use matching::Matching;
pub use named::NamedVarying;
