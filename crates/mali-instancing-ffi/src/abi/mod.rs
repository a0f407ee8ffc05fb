//! The boundary to C: its pointers and lengths, values in its memory, status codes and texts.

pub(crate) mod cause;
pub(crate) mod failure;
#[cfg(any(feature = "planner", feature = "varyings"))]
pub(crate) mod opaque;
pub(crate) mod pointers;
pub mod status;
pub(crate) mod text;
#[cfg(panic = "abort")]
pub(crate) mod trap;
pub mod version;
