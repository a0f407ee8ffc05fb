//! Assembly for the GNU assembler, whatever the target: its directives and comments alone.

use std::fmt::Write;

use super::names::Rules;
use super::{notice, record_names, word_list};
use crate::error::TextError;
use crate::manifest::records::NamedRecord;
use crate::notation::source::Source;

const RULES: Rules = Rules {
    noun: "a label",
    suffixes: &[""],
    reserved: |_| None,
};

/// `.balign` and `%object` because `.align` counts differently and `@` begins a comment on Arm.
pub(super) fn emit(source: &Source, records: &[NamedRecord]) -> Result<String, TextError> {
    let mut text = format!("/* {} */\n\n    .section .rodata\n", notice(source));
    for (name, named) in record_names(&RULES, source, records)?.iter().zip(records) {
        let NamedRecord { kind, record, .. } = named;
        write!(
            text,
            "\n/* {} */\n    .balign {}\n    .globl {name}\n    .type {name}, %object\n\
             \x20   .size {name}, {}\n{name}:\n    .long {}\n",
            record.sentence(),
            kind.alignment,
            size_of_val(record.words.as_slice()),
            word_list(&record.words)
        )
        .expect("a String takes any text");
    }
    // Without it a linker takes the stack to be executable.
    text.push_str("\n    .section .note.GNU-stack, \"\", %progbits\n");
    Ok(text)
}
