//! Assembly for the GNU assembler, whatever the target: its directives and comments alone.

use std::fmt::{self, Write};

use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::other_descriptors;
use super::tables::{ALIGNMENT, Table, by_descriptor, tables};
use super::{notice, word_list};
use crate::error::TextError;
use crate::manifest::Manifest;
use crate::pack::NamedDescriptor;
use crate::pack::OtherDescriptor;
use crate::pack::{Name, NamedVertexInput, Words};

const RULES: Rules = Rules {
    noun: "a label",
    suffixes: &[""],
    reserved: |_| None,
};

/// `.balign` and `%object` because `.align` counts differently and `@` begins a comment on Arm.
pub(super) fn emit(
    manifest: &Manifest,
    descriptors: &[NamedDescriptor],
    naming: Naming,
) -> Result<String, TextError> {
    let mut names = Names::new(&RULES, naming);
    let labels = descriptors
        .iter()
        .map(|descriptor| Labels::take(&mut names, descriptor))
        .collect::<Result<Vec<_>, _>>()?;
    let wholes: Vec<_> = labels.iter().map(|labels| labels.whole.clone()).collect();
    let tables = tables(descriptors, &wholes, &mut names, naming)?;
    let by_descriptor = by_descriptor(&tables, descriptors.len());
    let mut text = format!(
        "/* {} */\n\n    .section .rodata\n",
        notice(manifest.name())
    );
    for (number, (NamedDescriptor { kind, words, .. }, labels)) in
        descriptors.iter().zip(&labels).enumerate()
    {
        let written = match (words, by_descriptor[number]) {
            // The whole table stands where its first descriptor is.
            (_, Some(table)) if table.members[0].descriptor == number => {
                table_of(&mut text, table, descriptors, &wholes)
            }
            (_, Some(_)) => Ok(()),
            (Words::Descriptor(descriptor), None) => {
                let (label, sentence) = (&labels.whole, descriptor.sentence());
                array(
                    &mut text,
                    label,
                    &sentence,
                    kind.alignment,
                    &descriptor.words,
                )
            }
            (Words::VertexInput(input), None) => {
                vertex_input(&mut text, labels, kind.alignment, input)
            }
        };
        written.expect("a String takes any text");
    }
    // Without it a linker takes the stack to be executable.
    text.push_str("\n    .section .note.GNU-stack, \"\", %progbits\n");
    Ok(text)
}

/// What a descriptor is called, and of a vertex input what is made of that.
struct Labels {
    whole: String,
    attributes: String,
    others: Vec<(String, OtherDescriptor)>,
}

impl Labels {
    fn take<'a>(
        names: &mut Names<'a, Name<'a>>,
        NamedDescriptor { name, words, .. }: &'a NamedDescriptor<'a>,
    ) -> Result<Self, TextError> {
        let whole = names.add(name)?;
        let (attributes, others) = match words {
            Words::Descriptor(_) => (String::new(), Vec::new()),
            Words::VertexInput(input) => (
                names.add_made(name, format!("{whole}_ATTRIBUTES"))?,
                other_descriptors(names, name, &whole, input)?,
            ),
        };
        Ok(Self {
            whole,
            attributes,
            others,
        })
    }
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

/// Each descriptor has its label within the object that is the table.
fn table_of(
    text: &mut String,
    table: &Table,
    descriptors: &[NamedDescriptor],
    labels: &[String],
) -> fmt::Result {
    let words = table.descriptors(descriptors);
    write!(
        text,
        "\n/* {} */\n    .balign {ALIGNMENT}\n",
        table.sentence
    )?;
    symbol(
        text,
        &table.name,
        words.iter().copied().map(size_of_val).sum(),
    )?;
    let mut members = table.members.iter().peekable();
    for (index, words) in words.iter().enumerate() {
        if let Some(member) = members.next_if(|member| member.index == index) {
            if let Words::Descriptor(descriptor) = &descriptors[member.descriptor].words {
                writeln!(text, "\n/* {} */", descriptor.sentence())?;
                symbol(
                    text,
                    &labels[member.descriptor],
                    size_of_val(&descriptor.words[..]),
                )?;
            }
        }
        writeln!(text, "    .long {}", word_list(words))?;
    }
    Ok(())
}

/// The table of attributes has a label of its own, within the object that is both tables.
fn vertex_input(
    text: &mut String,
    Labels {
        whole: label,
        attributes,
        others,
    }: &Labels,
    alignment: usize,
    NamedVertexInput { packed, .. }: &NamedVertexInput,
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
        for words in member.descriptors() {
            writeln!(text, "    .long {}", word_list(words))?;
        }
    }
    for (name, other) in others {
        let sentence = format!("The {} descriptor of {label}.", other.name);
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
