//! The answers about golden rows, and those that plain arithmetic has.

mod attr;
mod decode;
mod pad;
mod rows;
mod trace;
