//! The types that the library returns, which are written and never read.

mod descriptor;
mod fields;
mod finding;
