//! The data of types that the library returns. They are only written.

mod descriptor;
mod fields;
mod finding;
