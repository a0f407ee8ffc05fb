//! The answers about golden rows, and those that plain arithmetic has.

mod attr;
mod decode;
mod pad;
#[path = "../../../mali-instancing-codegen/tests/generated/rows.rs"]
mod rows;
mod trace;
