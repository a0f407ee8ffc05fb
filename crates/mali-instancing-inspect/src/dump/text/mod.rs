//! The lines of a dump, without the texts that a log adds.
//!
//! `clean` undoes what a terminal or an editor does to a whole text: escape sequences and tabs. `log` makes a `Line` of
//! each line that can be the printer's: `prefix` finds the prefix of a log by one line whose beginning is known, and
//! takes it off each line. Lines without it are another program's. A number in the prefix tells the lines of several
//! processes apart.
//!
//! A `Line` keeps its number in the file, which the findings show, and its indentation. `section` splits the lines of a
//! process at the known headings. All other lines belong to the section before them. A line is a field of the heading
//! only if it has a name and is two columns to the right of it, so lines of other programs do no harm.
//!
//! `instruction` finds the eight bytes of an instruction, for lines and for prefixes.

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
