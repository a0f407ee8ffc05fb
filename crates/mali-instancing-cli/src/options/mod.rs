//! Options that several commands have.

pub(crate) mod arch;
pub(crate) mod choice;
pub(crate) mod color;
pub(crate) mod draw_rules;
pub(crate) mod output_format;
pub(crate) mod words;
