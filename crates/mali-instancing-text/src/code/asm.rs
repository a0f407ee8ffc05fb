//! Assembly for the GNU assembler, whatever the target: its directives and comments alone.

use std::fmt::{self, Write};

use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::other_records;
use super::{notice, word_list};
use crate::error::TextError;
use crate::manifest::kind::{NamedVertexInput, Packed};
use crate::manifest::records::NamedRecord;
use crate::notation::source::Source;
use crate::record::vertex_input::OtherRecord;

const RULES: Rules = Rules {
    noun: "a label",
    suffixes: &[""],
    reserved: |_| None,
};

/// `.balign` and `%object` because `.align` counts differently and `@` begins a comment on Arm.
pub(super) fn emit(
    source: &Source,
    records: &[NamedRecord],
    naming: Naming,
) -> Result<String, TextError> {
    let mut text = format!("/* {} */\n\n    .section .rodata\n", notice(source));
    let mut names = Names::new(&RULES, source, naming);
    for NamedRecord { kind, name, packed } in records {
        let label = names.add(name)?;
        let written = match packed {
            Packed::Record(record) => {
                let sentence = record.sentence();
                array(&mut text, &label, &sentence, kind.alignment, &record.words)
            }
            Packed::VertexInput(input) => {
                let attributes = names.add_made(name, format!("{label}_ATTRIBUTES"))?;
                let others = other_records(&mut names, name, &label, input)?;
                vertex_input(
                    &mut text,
                    [&label, &attributes],
                    kind.alignment,
                    input,
                    &others,
                )
            }
        };
        written.expect("a String takes any text");
    }
    // Without it a linker takes the stack to be executable.
    text.push_str("\n    .section .note.GNU-stack, \"\", %progbits\n");
    Ok(text)
}

fn array(
    text: &mut String,
    label: &str,
    sentence: &str,
    alignment: usize,
    words: &[u32],
) -> fmt::Result {
    write!(text, "\n/* {sentence} */\n    .balign {alignment}\n")?;
    symbol(text, label, size_of_val(words))?;
    writeln!(text, "    .long {}", word_list(words))
}

/// The table of attributes has a label of its own, within the object that is both tables.
fn vertex_input(
    text: &mut String,
    [label, attributes]: [&str; 2],
    alignment: usize,
    NamedVertexInput { packed, .. }: &NamedVertexInput,
    others: &[(String, OtherRecord)],
) -> fmt::Result {
    write!(
        text,
        "\n/* {} */\n    .balign {alignment}\n",
        packed.sentence()
    )?;
    symbol(text, label, size_of_val(packed.words.as_slice()))?;
    for member in packed.members() {
        if member.name == "attributes" {
            symbol(text, attributes, member.size())?;
        }
        for words in member.records() {
            writeln!(text, "    .long {}", word_list(words))?;
        }
    }
    for (name, other) in others {
        let sentence = format!("The {} record of {label}.", other.name);
        array(text, name, &sentence, other.alignment, &other.words)?;
    }
    Ok(())
}

fn symbol(text: &mut String, label: &str, size: usize) -> fmt::Result {
    write!(
        text,
        "    .globl {label}\n    .type {label}, %object\n    .size {label}, {size}\n{label}:\n"
    )
}
