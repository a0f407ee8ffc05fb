//! A header for C from C99 on, and for C++.
//!
//! The same functions write both kinds of headers: with the words in it, or only with the declarations of the words
//! that are in assembly (`Place`). `header` has the frame: the guard, and the macro that checks an array's size.
//! `fields` declares the masks of all fields, and functions that store an address or a size. `constants` are the counts
//! that a driver compares with those of a draw, and `reserved` has the names that a header must not define.
//!
//! A file may be included from C and C++, of any edition from C99 and C++98 on. So numbers are macros, enums are never
//! empty and have no comma at the end, and alignment and assertions are chosen by the preprocessor.

mod constants;
mod fields;
pub mod header;
pub mod reserved;

use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::{DrawNames, PartNames};
use super::tables::{Table, tables};
use super::{C_COMMENT, concat, rows, rows_of_table, word_list};
use crate::error::TextError;
use crate::manifest::Manifest;
use crate::pack::{Member, Name, NamedDescriptor, PackedDraw, PackedPipeline, Words};
use constants::constants;
use header::{
    ALIGNED, ALIGNED_CONSTANT, BEGIN_C_LINKAGE, END_C_LINKAGE, UNDEFINE_ALIGNED, check, header,
};
use reserved::reserved;

const RULES: Rules = Rules {
    reserved,
    ..Rules::new("a C name")
};

/// The place of a header's words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the header: each file that includes it has its own.
    Header,
    /// In assembly, which the header declares.
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
    let mut text = String::new();
    for descriptor in descriptors {
        let NamedDescriptor { name, words, .. } = descriptor;
        let whole = names.add(name)?;
        let constants = constants(&mut names, descriptor, &whole)?;
        text += &match words {
            Words::Descriptor(packed) => place.array(&whole, &packed.sentence(), &packed.words),
            Words::Pipeline(packed) => {
                let parts = PartNames::take(&mut names, descriptor, &whole)?;
                let enums = enum_names(&mut names, descriptor, &whole)?;
                place.pipeline(&whole, packed, &parts, &enums)
            }
            Words::VertexInput(packed) => {
                let parts = DrawNames::take(&mut names, descriptor, &whole, packed)?;
                let enums = enum_names(&mut names, descriptor, &whole)?;
                if place == Place::Assembly {
                    // The label of the second table, which `asm` writes. A header of its own words has a member
                    // instead.
                    names.add_made(name, format!("{whole}_ATTRIBUTES"))?;
                }
                place.vertex_input(&whole, packed, &parts, &enums)
            }
        };
        // Macros, because an enumerator is an `int`, and a variable is no constant expression in C.
        text += &concat(constants.into_iter().map(|(name, sentence, value)| {
            format!("\n/* {sentence} */\n#define {name} {value}u\n")
        }));
        wholes.push(whole);
    }
    let tables = tables(descriptors, &wholes, &mut names, naming)?;
    for table in &tables {
        // A table has at least one member. An error about a name made for the table is at the first.
        let first = &descriptors[table.members[0].descriptor].name;
        let tag = names.add_made(first, format!("{}_INDEX", table.name))?;
        text += &place.table(table, &tag);
    }
    let has_tables = |descriptor: &NamedDescriptor| match &descriptor.words {
        Words::VertexInput(packed) => !packed.words.is_empty(),
        Words::Descriptor(_) | Words::Pipeline(_) => false,
    };
    let [begin, end] = match place {
        // Only a header with tables of its own needs the macro that aligns. In assembly `.balign` does it.
        Place::Header if !tables.is_empty() || descriptors.iter().any(has_tables) => {
            [ALIGNED, UNDEFINE_ALIGNED]
        }
        Place::Header => ["", ""],
        Place::Assembly => [BEGIN_C_LINKAGE, END_C_LINKAGE],
    };
    let body = [&fields::declare(descriptors), begin, &text, end].concat();
    Ok(header(manifest.name(), naming, &body))
}

/// The names of the enums of a vertex input's buffers and of its attributes.
fn enum_names<'a>(
    names: &mut Names<'a, Name<'a>>,
    descriptor: &'a NamedDescriptor<'a>,
    whole: &str,
) -> Result<[String; 2], TextError> {
    let name = &descriptor.name;
    Ok([
        names.add_made(name, format!("{whole}_BUFFER"))?,
        names.add_made(name, format!("{whole}_ATTRIBUTE"))?,
    ])
}

impl Place {
    /// A constant's declaration and value. `aligned` is its alignment, for the compiler.
    fn constant(self, aligned: &str, declaration: &str, value: &str) -> String {
        match self {
            Self::Header => format!("{aligned}static const {declaration} = {{\n{value}}};\n"),
            Self::Assembly => format!("extern const {declaration};\n"),
        }
    }

    fn array(self, name: &str, sentence: &str, words: &[u32]) -> String {
        let count = words.len();
        let value = format!("    {},\n", word_list(words));
        let constant = self.constant("", &format!("uint32_t {name}[{count}]"), &value);
        format!("\n/* {sentence} */\n{constant}{}", check(name, count))
    }

    fn table(self, table: &Table, tag: &str) -> String {
        let (name, descriptor_words) = (&table.name, table.rows.descriptor_words);
        let count = table.rows.descriptors.len();
        let declaration = format!("uint32_t {name}[{count}][{descriptor_words}]");
        let value = rows_of_table("    {", "},", &table.rows, C_COMMENT);
        let constant = self.constant(ALIGNED_CONSTANT, &declaration, &value);
        let check = check(name, count * descriptor_words);
        let indices = table.members.iter();
        let indices = indices.map(|member| format!("{} = {}", member.index_name, member.index));
        let indices = enumeration(tag, &indices.collect::<Vec<_>>());
        format!("\n/* {} */\n{constant}{check}{indices}", table.sentence)
    }

    /// The words that `mali_inst_vertex_input_write` reads.
    fn pipeline(
        self,
        whole: &str,
        packed: &PackedPipeline,
        names: &PartNames,
        [buffer, attribute]: &[String; 2],
    ) -> String {
        let count = packed.words.len();
        let value = rows("    ", ",", &packed.rows());
        let constant = self.constant("", &format!("uint32_t {whole}[{count}]"), &value);
        format!(
            "\n/* {} */\n{constant}{}{}{}",
            packed.sentence(),
            check(whole, count),
            enumeration(buffer, &names.buffers),
            enumeration(attribute, &names.attributes),
        )
    }

    /// The check proves that there is no padding between the members. C has no structure without members.
    fn vertex_input(
        self,
        whole: &str,
        packed: &PackedDraw,
        names: &DrawNames,
        [buffer, attribute]: &[String; 2],
    ) -> String {
        let others = names.others.iter().map(|(name, other)| {
            let sentence = format!("The {} descriptor of {whole}.", other.name);
            self.array(name, &sentence, &other.words)
        });
        let others = concat(others);
        let members = packed.members();
        if members.is_empty() {
            return format!("\n/* {} */\n{others}", packed.sentence());
        }
        let tag = &names.tables;
        let rows_of = |one: &Member| {
            let (words, count) = (one.rows.descriptor_words, one.rows.descriptors.len());
            format!("[{count}][{words}]")
        };
        let fields = concat(members.iter().map(|one| {
            let (sentence, name, rows) = (one.sentence, one.name, rows_of(one));
            format!("    /* {sentence} */\n    uint32_t {name}{rows};\n")
        }));
        let value = concat(members.iter().map(|one| {
            let rows = rows_of_table("        {", "},", &one.rows, C_COMMENT);
            format!("    {{\n{rows}    }},\n")
        }));
        let constant = self.constant(ALIGNED_CONSTANT, &format!("struct {tag} {whole}"), &value);
        let label = members.iter().find(|one| one.name == "attributes");
        let label = label.filter(|_| self == Self::Assembly).map(|one| {
            let rows = rows_of(one);
            format!("extern const uint32_t {whole}_ATTRIBUTES{rows};\n")
        });
        let buffers = names.parts.buffers.iter().zip(&packed.rows.numbers);
        let buffers = buffers.map(|(name, number)| format!("{name} = {number}"));
        format!(
            "\n/* Both tables of {whole}, one after the other. */\nstruct {tag} {{\n{fields}}};\n\n\
             /* {} */\n{constant}{}{}{}{}{}",
            packed.sentence(),
            label.unwrap_or_default(),
            check(whole, packed.words.len()),
            enumeration(buffer, &buffers.collect::<Vec<_>>()),
            enumeration(attribute, &names.parts.attributes),
            others
        )
    }
}

/// C++98 allows no comma after the last enumerator, and C no enum without an enumerator.
fn enumeration(tag: &str, names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!("\nenum {tag} {{\n    {}\n}};\n", names.join(",\n    ")),
    }
}
