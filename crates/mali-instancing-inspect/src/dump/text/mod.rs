//! The text of a dump, line by line, without what a log adds.

mod instruction;
mod line;
mod prefix;

pub(super) use instruction::instruction;
pub(super) use line::{Line, LineReader, PrintedField};
pub(super) use prefix::Prefix;
