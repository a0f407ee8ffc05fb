//! The boundary to C: its pointers and lengths, values in its memory, status codes and texts.

pub(crate) mod arguments;
pub(crate) mod cause;
pub(crate) mod failure;
pub(crate) mod growth;
pub(crate) mod list;
#[cfg(any(feature = "planner", feature = "varyings"))]
pub(crate) mod opaque;
pub mod status;
pub(crate) mod text;
#[cfg(panic = "abort")]
pub(crate) mod trap;
pub(crate) mod values;
pub mod version;
