//! The one way from declarations to slots: the varyings of two stages are matched and located, and become the slots that a
//! driver has of them. Nothing in `slots` knows of declarations.

mod built_ins;
mod exact;
mod interface;
mod linked;
mod matching;
mod named;

pub use built_ins::BuiltIns;
pub use exact::check_exact_match;
pub use interface::Interface;
pub use linked::{Linkage, Linking};
pub use matching::Matching;
pub use named::NamedVarying;
