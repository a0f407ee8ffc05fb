//! Assembly for the GNU assembler: only directives and comments, so that it fits every target.

use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::other_descriptors;
use super::tables::{ALIGNMENT, Table, tables};
use super::{C_COMMENT, concat, notice, null_terminator, rows, rows_of_table, word_list};
use crate::error::TextError;
use crate::manifest::Manifest;
use crate::pack::{NamedDescriptor, OtherDescriptor, PackedDraw, Words};

const RULES: Rules = Rules::new("a label");

/// `.balign` and `%object` because `.align` counts differently and `@` begins a comment on Arm.
pub(super) fn emit(
    manifest: &Manifest,
    descriptors: &[NamedDescriptor],
    naming: Naming,
) -> Result<String, TextError> {
    let mut names = Names::new(&RULES, naming);
    let (mut labels, mut texts) = (Vec::new(), Vec::new());
    for descriptor in descriptors {
        let label = names.add(&descriptor.name)?;
        let alignment = descriptor.kind().alignment;
        texts.push(match &descriptor.words {
            Words::Descriptor(packed) => {
                array(&label, &packed.sentence(), alignment, &packed.words)
            }
            Words::Pipeline(packed) => {
                let rows = rows("    .long ", "", &packed.rows());
                // The CPU alone reads a pipeline's words, so the 64 bytes of the hardware's tables are not needed.
                let (alignment, size) = (align_of::<u32>(), size_of_val(&packed.words[..]));
                object(&label, &packed.sentence(), alignment, size, &rows)
            }
            Words::VertexInput(packed) => {
                let attributes = names.add_made(&descriptor.name, format!("{label}_ATTRIBUTES"))?;
                let others = other_descriptors(&mut names, &descriptor.name, &label, packed)?;
                vertex_input(&label, &attributes, &others, alignment, packed)
            }
        });
        labels.push(label);
    }
    for table in tables(descriptors, &labels, &mut names, naming)? {
        // The table and its first descriptor have one address.
        let text = table_of(&table, descriptors, &labels);
        // The members' texts are in the table's, which takes the place of the first.
        for member in &table.members {
            texts[member.descriptor].clear();
        }
        texts[table.members[0].descriptor] = text;
    }
    // Without the last section, a linker assumes that the stack is executable.
    Ok(format!(
        "{}\n    .section .rodata\n{}\n    .section .note.GNU-stack, \"\", %progbits\n",
        notice(manifest.name(), C_COMMENT),
        texts.concat()
    ))
}

/// The lines of one symbol, which is one object for the linker.
fn object(label: &str, sentence: &str, alignment: usize, size: usize, words: &str) -> String {
    let symbol = symbol(label, size);
    format!("\n/* {sentence} */\n    .balign {alignment}\n{symbol}{words}")
}

fn array(label: &str, sentence: &str, alignment: usize, words: &[u32]) -> String {
    let text = format!("    .long {}\n", word_list(words));
    object(label, sentence, alignment, size_of_val(words), &text)
}

/// The table is one object, in which each descriptor has its label.
fn table_of(table: &Table, descriptors: &[NamedDescriptor], labels: &[String]) -> String {
    let mut members = table.members.iter().peekable();
    let rows = &table.rows.descriptors;
    let lines = rows.iter().enumerate().map(|(index, words)| {
        // A continuation, a copy and the null terminator are rows without a label of their own.
        let member = members.next_if(|member| member.index == index);
        let label = member.and_then(|member| match &descriptors[member.descriptor].words {
            Words::Descriptor(packed) => {
                let symbol = symbol(&labels[member.descriptor], size_of_val(&packed.words[..]));
                Some(format!("\n/* {} */\n{symbol}", packed.sentence()))
            }
            Words::VertexInput(_) | Words::Pipeline(_) => None,
        });
        let words = word_list(words);
        let is_last = index + 1 == rows.len();
        let end = if is_last && table.rows.is_terminated {
            null_terminator(C_COMMENT)
        } else {
            "\n".to_owned()
        };
        format!("{}    .long {words}{end}", label.unwrap_or_default())
    });
    let size = rows.iter().copied().map(size_of_val).sum();
    let text = concat(lines);
    object(&table.name, &table.sentence, ALIGNMENT, size, &text)
}

/// Both tables are one object, in which the table of attributes has its label. Tables without words are none, since the
/// header has no declaration for them.
fn vertex_input(
    label: &str,
    attributes: &str,
    others: &[(String, OtherDescriptor)],
    alignment: usize,
    packed: &PackedDraw,
) -> String {
    let members = packed.members().into_iter().map(|one| {
        let words = one.rows.descriptors.iter();
        let label = match one.name {
            "attributes" => symbol(attributes, words.copied().map(size_of_val).sum()),
            _ => String::new(),
        };
        label + &rows_of_table("    .long ", "", &one.rows, C_COMMENT)
    });
    let others = others.iter().map(|(name, other)| {
        let sentence = format!("The {} descriptor of {label}.", other.name);
        array(name, &sentence, other.alignment, &other.words)
    });
    let (sentence, size) = (packed.sentence(), size_of_val(packed.words.as_slice()));
    let tables = match size {
        0 => format!("\n/* {sentence} */\n"),
        size => object(label, &sentence, alignment, size, &concat(members)),
    };
    tables + &concat(others)
}

fn symbol(label: &str, size: usize) -> String {
    format!("    .globl {label}\n    .type {label}, %object\n    .size {label}, {size}\n{label}:\n")
}
