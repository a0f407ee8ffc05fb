//! What the library returns: it is written and never read.

mod descriptor;
mod fields;
mod finding;
