//! The lines of a dump, without the texts that a log adds.

mod clean;
mod instruction;
mod line;
mod prefix;

pub(super) use clean::clean;
pub(super) use instruction::instruction;
pub(super) use line::{FIELD_INDENT, Line, LineReader, PrintedField};
pub(super) use prefix::Prefix;
