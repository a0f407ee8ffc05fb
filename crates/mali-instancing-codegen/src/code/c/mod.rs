//! A header for C from C99 on, and for C++.

mod constants;
mod fields;
pub mod header;
pub mod reserved;

use std::fmt::{self, Write};

use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::PartNames;
use super::tables::{Table, tables};
use super::word_list;
use crate::error::TextError;
use crate::manifest::Manifest;
use crate::pack::NamedDescriptor;
use crate::pack::PackedDraw;
use crate::pack::{NamedVertexInput, Words};
use constants::Constants;
use header::{ALIGNED, BEGIN_C_LINKAGE, END_C_LINKAGE, UNDEFINE_ALIGNED, check, header};
use reserved::reserved;

const RULES: Rules = Rules {
    noun: "a C name",
    suffixes: &[""],
    reserved,
};

/// Where the words are that a header speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the header: each file that includes it has its own.
    Header,
    /// In what was assembled.
    Assembly,
}

pub(super) fn emit(
    manifest: &Manifest,
    descriptors: &[NamedDescriptor],
    naming: Naming,
    place: Place,
) -> Result<String, TextError> {
    let mut names = Names::new(&RULES, naming);
    let mut wholes = Vec::new();
    let mut writer = Writer {
        body: String::new(),
        place,
    };
    for NamedDescriptor { name, words, .. } in descriptors {
        let whole = names.add(name)?;
        let constants = Constants::take(&mut names, name, &whole, words)?;
        let written = match words {
            Words::Descriptor(descriptor) => {
                writer.array(&whole, &descriptor.sentence(), &descriptor.words)
            }
            Words::VertexInput(input) => {
                let parts = PartNames::take(&mut names, name, &whole, input)?;
                let enums = [
                    names.add_made(name, format!("{whole}_BUFFER"))?,
                    names.add_made(name, format!("{whole}_ATTRIBUTE"))?,
                ];
                if place == Place::Assembly {
                    names.add_made(name, format!("{whole}_ATTRIBUTES"))?;
                }
                writer.vertex_input(&whole, input, &parts, &enums)
            }
        };
        written
            .and_then(|()| writer.constants(&constants))
            .expect("a String takes any text");
        wholes.push(whole);
    }
    let tables = tables(descriptors, &wholes, &mut names, naming)?;
    for table in &tables {
        let first = &descriptors[table.members[0].descriptor].name;
        let tag = names.add_made(first, format!("{}_INDEX", table.name))?;
        writer
            .table(table, &tag, &table.descriptors(descriptors))
            .expect("a String takes any text");
    }
    let has_tables =
        |descriptor: &NamedDescriptor| matches!(descriptor.words, Words::VertexInput(_));
    let [begin, end] = match place {
        Place::Header if !tables.is_empty() || descriptors.iter().any(has_tables) => {
            [ALIGNED, UNDEFINE_ALIGNED]
        }
        Place::Header => ["", ""],
        Place::Assembly => [BEGIN_C_LINKAGE, END_C_LINKAGE],
    };
    let body = [&fields::declare(descriptors), begin, &writer.body, end].concat();
    Ok(header(manifest.name(), naming, &body))
}

struct Writer {
    body: String,
    place: Place,
}

impl Writer {
    /// Macros, because an enumerator is an `int`, and C takes no variable for a constant expression.
    fn constants(&mut self, Constants(constants): &Constants) -> fmt::Result {
        constants.iter().try_for_each(|(name, sentence, value)| {
            write!(self.body, "\n/* {sentence} */\n#define {name} {value}u\n")
        })
    }

    fn array(&mut self, name: &str, sentence: &str, words: &[u32]) -> fmt::Result {
        let count = words.len();
        write!(self.body, "\n/* {sentence} */\n")?;
        match self.place {
            Place::Header => writeln!(
                self.body,
                "static const uint32_t {name}[{count}] = {{\n    {},\n}};",
                word_list(words)
            )?,
            Place::Assembly => writeln!(self.body, "extern const uint32_t {name}[{count}];")?,
        }
        self.body.push_str(&check(name, count));
        Ok(())
    }

    fn table(&mut self, table: &Table, tag: &str, descriptors: &[&[u32]]) -> fmt::Result {
        let Table {
            name,
            sentence,
            descriptor_words,
            members,
            ..
        } = table;
        let count = descriptors.len();
        write!(self.body, "\n/* {sentence} */\n")?;
        match self.place {
            Place::Header => {
                writeln!(
                    self.body,
                    "mali_inst_aligned static const uint32_t {name}[{count}][{descriptor_words}] = {{"
                )?;
                for words in descriptors {
                    writeln!(self.body, "    {{{}}},", word_list(words))?;
                }
                writeln!(self.body, "}};")?;
            }
            Place::Assembly => writeln!(
                self.body,
                "extern const uint32_t {name}[{count}][{descriptor_words}];"
            )?,
        }
        self.body.push_str(&check(name, count * descriptor_words));
        let indices = members
            .iter()
            .map(|member| format!("{} = {}", member.index_name, member.index));
        self.enumeration(tag, &indices.collect::<Vec<_>>())
    }

    fn vertex_input(
        &mut self,
        whole: &str,
        input: &NamedVertexInput,
        names: &PartNames,
        [buffer, attribute]: &[String; 2],
    ) -> fmt::Result {
        self.tables(whole, &names.tables, &input.packed)?;
        self.enumeration(buffer, &names.buffers)?;
        self.enumeration(attribute, &names.attributes)?;
        for (name, other) in &names.others {
            let sentence = format!("The {} descriptor of {whole}.", other.name);
            self.array(name, &sentence, &other.words)?;
        }
        Ok(())
    }

    /// The check proves that there is nothing between the members.
    fn tables(&mut self, name: &str, tag: &str, input: &PackedDraw) -> fmt::Result {
        let body = &mut self.body;
        write!(
            body,
            "\n/* Both tables of {name}, one behind the other. */\nstruct {tag} {{\n"
        )?;
        for member in input.members() {
            let (length, descriptor_words) = (member.len(), member.descriptor_words);
            writeln!(body, "    /* {} */", member.sentence())?;
            writeln!(
                body,
                "    uint32_t {}[{length}][{descriptor_words}];",
                member.name
            )?;
        }
        write!(body, "}};\n\n/* {} */\n", input.sentence())?;
        match self.place {
            Place::Header => {
                writeln!(
                    body,
                    "mali_inst_aligned static const struct {tag} {name} = {{"
                )?;
                for member in input.members() {
                    writeln!(body, "    {{")?;
                    for words in member.descriptors() {
                        writeln!(body, "        {{{}}},", word_list(words))?;
                    }
                    writeln!(body, "    }},")?;
                }
                writeln!(body, "}};")?;
            }
            Place::Assembly => {
                writeln!(body, "extern const struct {tag} {name};")?;
                let attributes = input.members().find(|member| member.name == "attributes");
                if let Some(attributes) = attributes {
                    let (length, descriptor_words) =
                        (attributes.len(), attributes.descriptor_words);
                    writeln!(
                        body,
                        "extern const uint32_t {name}_ATTRIBUTES[{length}][{descriptor_words}];"
                    )?;
                }
            }
        }
        body.push_str(&check(name, input.words.len()));
        Ok(())
    }

    /// C++98 takes no comma behind the last enumerator, and C no enum without one.
    fn enumeration(&mut self, tag: &str, names: &[String]) -> fmt::Result {
        if names.is_empty() {
            return Ok(());
        }
        write!(
            self.body,
            "\nenum {tag} {{\n    {}\n}};\n",
            names.join(",\n    ")
        )
    }
}
