//! Scripts that are run, and scripts that are refused.

#[path = "../../../mali-instancing-codegen/tests/generated/edits.rs"]
mod edits;
mod limit;
mod line_loops;
mod mistakes;
mod reads;
mod run;
