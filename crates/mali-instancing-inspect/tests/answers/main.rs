//! The answers about golden rows, and those that plain arithmetic has.

mod attr;
mod decode;
#[path = "../../../mali-instancing-codegen/tests/generated/edits.rs"]
mod edits;
mod pad;
mod plan;
mod rows;
mod scripts;
mod trace;
