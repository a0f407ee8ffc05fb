//! Rust that depends on nothing.

use std::fmt::{self, Write};

use super::names::{Named, Names, Rules};
use super::naming::Naming;
use super::parts::PartNames;
use super::tables::{ALIGNMENT, Member, Table, tables};
use super::{notice, word_list};
use crate::error::TextError;
use crate::manifest::Manifest;
use crate::pack::Name;
use crate::pack::NamedDescriptor;
use crate::pack::PackedDraw;
use crate::pack::{NamedVertexInput, Words};

const RULES: Rules = Rules {
    noun: "a Rust name",
    suffixes: &[""],
    // Every keyword has a lower-case letter.
    reserved: |_| None,
};

pub(super) fn emit(
    manifest: &Manifest,
    descriptors: &[NamedDescriptor],
    naming: Naming,
) -> Result<String, TextError> {
    let mut text = format!("// {}\n", notice(manifest.name()));
    let mut names = Names::new(&RULES, naming);
    let mut wholes = Vec::new();
    for NamedDescriptor { name, words, .. } in descriptors {
        let whole = names.add(name)?;
        let written = match words {
            Words::Descriptor(descriptor) => {
                array(&mut text, &whole, &descriptor.sentence(), &descriptor.words)
            }
            Words::VertexInput(input) => {
                let parts = PartNames::take(&mut names, name, &whole, input)?;
                vertex_input(&mut text, &whole, input, &parts)
            }
        };
        written.expect("a String takes any text");
        wholes.push(whole);
    }
    for table in &tables(descriptors, &wholes, &mut names, naming)? {
        let first = &descriptors[table.members[0].descriptor].name;
        let type_name = names.add_made(first, format!("{}_TABLE", table.name))?;
        one_table(
            &mut text,
            table,
            &type_name,
            &table.descriptors(descriptors),
        )
        .expect("a String takes any text");
    }
    Ok(text)
}

fn array(text: &mut String, name: &str, sentence: &str, words: &[u32]) -> fmt::Result {
    write!(
        text,
        "\n/// {sentence}\npub static {name}: [u32; {}] = [\n    {},\n];\n",
        words.len(),
        word_list(words)
    )
}

/// A type of its own, as [`both_tables`] of a vertex input have.
fn one_table(
    text: &mut String,
    table: &Table,
    type_name: &str,
    descriptors: &[&[u32]],
) -> fmt::Result {
    let Table {
        name,
        sentence,
        descriptor_words,
        members,
        ..
    } = table;
    write!(
        text,
        "\n/// What [`{name}`] is.\n\
         #[allow(non_camel_case_types)]\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
         #[repr(C, align({ALIGNMENT}))]\n\
         pub struct {type_name}(\n    /// The descriptors.\n    pub [[u32; {descriptor_words}]; {}],\n);\n\
         \n/// {sentence}\npub static {name}: {type_name} = {type_name}([\n",
        descriptors.len()
    )?;
    for words in descriptors {
        writeln!(text, "    [{}],", word_list(words))?;
    }
    writeln!(text, "]);")?;
    members.iter().try_for_each(|member| {
        let Member { index_name, index, .. } = member;
        write!(
            text,
            "\n/// The number of its descriptor in [`{name}`].\npub const {index_name}: usize = {index};\n"
        )
    })
}

fn vertex_input(
    text: &mut String,
    whole: &str,
    input: &NamedVertexInput,
    names: &PartNames,
) -> fmt::Result {
    both_tables(text, whole, &names.tables, &input.packed)?;
    numbers(text, whole, "buffer", &input.buffers, &names.buffers)?;
    numbers(
        text,
        whole,
        "attribute",
        &input.attributes,
        &names.attributes,
    )?;
    for (name, other) in &names.others {
        let sentence = format!("The {} descriptor of [`{whole}`].", other.name);
        array(text, name, &sentence, &other.words)?;
    }
    Ok(())
}

/// A type of its own, because nothing else is aligned to 64 bytes.
fn both_tables(text: &mut String, name: &str, type_name: &str, input: &PackedDraw) -> fmt::Result {
    write!(
        text,
        "\n/// Both tables of [`{name}`], one behind the other.\n\
         #[allow(non_camel_case_types)]\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
         #[repr(C, align(64))]\npub struct {type_name} {{\n"
    )?;
    for member in input.members() {
        let (length, descriptor_words) = (member.len(), member.descriptor_words);
        writeln!(text, "    /// {}", member.sentence())?;
        writeln!(
            text,
            "    pub {}: [[u32; {descriptor_words}]; {length}],",
            member.name
        )?;
    }
    write!(
        text,
        "}}\n\n/// {}\npub static {name}: {type_name} = {type_name} {{\n",
        input.sentence()
    )?;
    for member in input.members() {
        writeln!(text, "    {}: [", member.name)?;
        for words in member.descriptors() {
            writeln!(text, "        [{}],", word_list(words))?;
        }
        writeln!(text, "    ],")?;
    }
    writeln!(text, "}};")
}

fn numbers(
    text: &mut String,
    whole: &str,
    kind: &str,
    parts: &[Name],
    names: &[String],
) -> fmt::Result {
    for (number, (part, name)) in parts.iter().zip(names).enumerate() {
        let part = part.text();
        write!(
            text,
            "\n/// The number of the {kind} `{part}` of [`{whole}`].\n\
             pub const {name}: usize = {number};\n"
        )?;
    }
    Ok(())
}
