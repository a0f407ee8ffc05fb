//! The lines of a dump, without the texts that a log adds.

mod clean;
mod instruction;
mod line;
mod log;
mod prefix;
mod section;

pub(super) use clean::clean;
pub(super) use instruction::instruction;
pub(super) use line::{Line, PrintedField};
pub(super) use log::Log;
pub(super) use section::{Section, sections, stage, values};
