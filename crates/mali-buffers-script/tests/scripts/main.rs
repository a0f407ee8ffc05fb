//! Scripts that are run, and scripts that are refused.

mod calls;
#[path = "../../../mali-instancing-codegen/tests/generated/edits.rs"]
mod edits;
mod limit;
mod line_loops;
mod memory;
mod mistakes;
mod reads;
mod run;
