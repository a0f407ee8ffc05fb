//! Rust without dependencies, except for the constants of pipelines.

use super::identifier::upper_case;
use super::macro_call::macro_call;
use super::names::{Named, Names, Rules};
use super::naming::Naming;
use super::parts::{DrawNames, PartNames};
use super::tables::{ALIGNMENT, Table, tables};
use super::{RUST_COMMENT, concat, notice, rows_of_table, word_list};
use crate::error::TextError;
use crate::manifest::{Descriptor, Manifest};
use crate::pack::{Name, NamedDescriptor, PackedDraw, PackedPipeline, Words};

// Every keyword has a lower-case letter.
const RULES: Rules = Rules::new("a Rust name");

pub(super) fn emit(
    manifest: &Manifest,
    descriptors: &[NamedDescriptor],
    naming: Naming,
) -> Result<String, TextError> {
    let mut text = notice(manifest.name(), RUST_COMMENT);
    let mut names = Names::new(&RULES, naming);
    let mut wholes = Vec::new();
    for descriptor in descriptors {
        let whole = names.add(&descriptor.name)?;
        text += &match &descriptor.words {
            Words::Descriptor(packed) => array(&whole, &packed.sentence(), &packed.words),
            Words::VertexInput(packed) => {
                let names = DrawNames::take(&mut names, descriptor, &whole, packed)?;
                vertex_input(&whole, descriptor, packed, &names)
            }
            Words::Pipeline(packed) => {
                let parts = PartNames::take(&mut names, descriptor, &whole)?;
                pipeline(&whole, &descriptor.descriptor, packed)
                    // A pipeline's buffers are numbered as they are bound. Their rows depend on the draw.
                    + &numbers(&whole, descriptor, &parts, 0..)
            }
        };
        wholes.push(whole);
    }
    for table in &tables(descriptors, &wholes, &mut names, naming)? {
        // A table has at least one member. An error about a name made for the table is at the first.
        let first = &descriptors[table.members[0].descriptor].name;
        let type_name = names.add_made(first, format!("{}_TABLE", table.name))?;
        text += &one_table(table, &type_name);
    }
    Ok(text)
}

fn array(name: &str, sentence: &str, words: &[u32]) -> String {
    let (count, words) = (words.len(), word_list(words));
    format!("\n/// {sentence}\npub static {name}: [u32; {count}] = [\n    {words},\n];\n")
}

/// A type of its own, because only a type can be aligned to 64 bytes.
fn aligned(doc: &str, type_name: &str, fields: &str) -> String {
    format!(
        "\n/// {doc}\n#[allow(non_camel_case_types)]\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
         #[repr(C, align({ALIGNMENT}))]\npub struct {type_name}{fields}\n"
    )
}

fn one_table(table: &Table, type_name: &str) -> String {
    let (name, descriptor_words) = (&table.name, table.rows.descriptor_words);
    let count = table.rows.descriptors.len();
    let field =
        format!("(\n    /// The descriptors.\n    pub [[u32; {descriptor_words}]; {count}],\n);");
    let words = rows_of_table("    [", "],", &table.rows, RUST_COMMENT);
    let sentence = &table.sentence;
    let numbers = table.members.iter().map(|member| {
        let of = format!("its descriptor in [`{name}`]");
        number(&of, &member.index_name, member.index)
    });
    aligned(&format!("What [`{name}`] is."), type_name, &field)
        + &format!("\n/// {sentence}\npub static {name}: {type_name} = {type_name}([\n{words}]);\n")
        + &concat(numbers)
}

fn vertex_input(
    whole: &str,
    descriptor: &NamedDescriptor,
    packed: &PackedDraw,
    names: &DrawNames,
) -> String {
    let type_name = &names.tables;
    let members = packed.members();
    let fields = concat(members.iter().map(|one| {
        let (words, count) = (one.rows.descriptor_words, one.rows.descriptors.len());
        let (sentence, name) = (one.sentence, one.name);
        format!("    /// {sentence}\n    pub {name}: [[u32; {words}]; {count}],\n")
    }));
    let values = concat(members.iter().map(|one| {
        let rows = rows_of_table("        [", "],", &one.rows, RUST_COMMENT);
        format!("    {}: [\n{rows}    ],\n", one.name)
    }));
    let rows = packed.rows.numbers.iter().copied();
    let doc = format!("Both tables of [`{whole}`], one after the other.");
    let sentence = packed.sentence();
    let others = names.others.iter().map(|(name, other)| {
        let sentence = format!("The {} descriptor of [`{whole}`].", other.name);
        array(name, &sentence, &other.words)
    });
    aligned(&doc, type_name, &format!(" {{\n{fields}}}"))
        + &format!(
            "\n/// {sentence}\npub static {whole}: {type_name} = {type_name} {{\n{values}}};\n"
        )
        // A buffer's number is that of its row. In the layout `driver` continuations and gaps have rows too.
        + &numbers(whole, descriptor, &names.parts, rows)
        + &concat(others)
}

/// A constant of the crate `mali-instancing`, which is checked and packed when it is compiled. No upper-case name is a
/// keyword.
fn pipeline(whole: &str, said: &Descriptor, packed: &PackedPipeline) -> String {
    // Only a `vertex_input` is packed as a pipeline, see `Words::of`.
    let Descriptor::VertexInput(input) = said else {
        return String::new();
    };
    let begin = format!("/// {}\n    pub static {whole}", packed.sentence());
    let call = macro_call(&begin, packed.arch, input, upper_case);
    format!("\nmali_instancing::{call}")
}

/// The numbers of a vertex input's buffers, which are the numbers of their rows, and of its attributes.
fn numbers(
    whole: &str,
    descriptor: &NamedDescriptor,
    names: &PartNames,
    rows: impl Iterator<Item = usize>,
) -> String {
    let of = |kind, part: &Name| format!("the {kind} `{}` of [`{whole}`]", part.text());
    let buffers = descriptor.buffers.iter().zip(&names.buffers).zip(rows);
    let buffers = buffers.map(|((part, name), row)| number(&of("buffer", part), name, row));
    let attributes = descriptor.attributes.iter().zip(&names.attributes).zip(0..);
    let attributes =
        attributes.map(|((part, name), index)| number(&of("attribute", part), name, index));
    concat(buffers.chain(attributes))
}

fn number(of: &str, name: &str, number: usize) -> String {
    format!("\n/// The number of {of}.\npub const {name}: usize = {number};\n")
}
