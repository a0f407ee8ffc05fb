//! The boundary to C: its pointers and lengths, values in its memory, status codes and texts.
//!
//! A call takes this way. `arguments` joins each pointer with its length and its name, and checks it before it is
//! followed. A structure that later versions can extend passes `growth`, which refuses reserved words that are not 0.
//! An array is converted element by element into a `List`, and an enumeration by a row of `values`. The types that
//! result are the core's, which does the work.
//!
//! Results go out by `Output::write`, or by a `Listing`, which also counts what does not fit. A value that C
//! keeps, such as a planner, is in an `opaque` structure, behind a number that tells it from other memory.
//!
//! A mistake is a `Cause`, with the argument, the element and the value. It becomes a `Failure` where it is made,
//! because the number of a known cause is a constant there. `status` has the number of each cause and of each error of
//! the core, and `failure` writes it, with `text`, into the caller's `mali_inst_error`.
//!
//! The library is also for firmware of a few kilobytes. Without the feature `texts` a failure is two numbers, and some
//! functions are inlined, or are not, because it saves bytes.

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
