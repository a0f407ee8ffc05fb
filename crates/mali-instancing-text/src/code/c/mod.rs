//! A header for C from C99 on, and for C++.

pub(crate) mod header;
pub(crate) mod reserved;

use std::fmt::{self, Write};

use crate::code::names::{Names, Rules};
use crate::code::naming::Naming;
use crate::code::parts::PartNames;
use crate::code::word_list;
use crate::error::TextError;
use crate::manifest::kind::{NamedVertexInput, Packed};
use crate::manifest::records::NamedRecord;
use crate::notation::source::Source;
use crate::record::vertex_input::PackedVertexInput;
use header::{ALIGNED, UNDEFINE_ALIGNED, check, header};
use reserved::reserved;

const RULES: Rules = Rules {
    noun: "a C name",
    suffixes: &[""],
    reserved,
};

pub(super) fn emit(
    source: &Source,
    records: &[NamedRecord],
    naming: Naming,
) -> Result<String, TextError> {
    let mut names = Names::new(&RULES, source, naming);
    let has_tables = records
        .iter()
        .any(|record| matches!(record.packed, Packed::VertexInput(_)));
    let mut body = if has_tables { ALIGNED } else { "" }.to_owned();
    for NamedRecord { name, packed, .. } in records {
        let whole = names.add(name)?;
        let written = match packed {
            Packed::Record(record) => array(&mut body, &whole, &record.sentence(), &record.words),
            Packed::VertexInput(input) => {
                let parts = PartNames::take(&mut names, name, &whole, input)?;
                let enums = [
                    names.add_made(name, format!("{whole}_BUFFER"))?,
                    names.add_made(name, format!("{whole}_ATTRIBUTE"))?,
                ];
                vertex_input(&mut body, &whole, input, &parts, &enums)
            }
        };
        written.expect("a String takes any text");
    }
    if has_tables {
        body.push_str(UNDEFINE_ALIGNED);
    }
    Ok(header(source, naming, &body))
}

fn array(body: &mut String, name: &str, sentence: &str, words: &[u32]) -> fmt::Result {
    let count = words.len();
    write!(
        body,
        "\n/* {sentence} */\nstatic const uint32_t {name}[{count}] = {{\n    {},\n}};\n{}",
        word_list(words),
        check(name, count)
    )
}

fn vertex_input(
    body: &mut String,
    whole: &str,
    input: &NamedVertexInput,
    names: &PartNames,
    [buffer, attribute]: &[String; 2],
) -> fmt::Result {
    tables(body, whole, &names.tables, &input.packed)?;
    enumeration(body, buffer, &names.buffers)?;
    enumeration(body, attribute, &names.attributes)?;
    for (name, other) in &names.others {
        let sentence = format!("The {} record of {whole}.", other.name);
        array(body, name, &sentence, &other.words)?;
    }
    Ok(())
}

/// The check proves that there is nothing between the members.
fn tables(body: &mut String, name: &str, tag: &str, input: &PackedVertexInput) -> fmt::Result {
    write!(
        body,
        "\n/* Both tables of {name}, one behind the other. */\nstruct {tag} {{\n"
    )?;
    for member in input.members() {
        let (length, record_words) = (member.len(), member.record_words);
        writeln!(body, "    /* {} */", member.sentence())?;
        writeln!(
            body,
            "    uint32_t {}[{length}][{record_words}];",
            member.name
        )?;
    }
    write!(
        body,
        "}};\n\n/* {} */\nmali_instancing_aligned static const struct {tag} {name} = {{\n",
        input.sentence()
    )?;
    for member in input.members() {
        writeln!(body, "    {{")?;
        for words in member.records() {
            writeln!(body, "        {{{}}},", word_list(words))?;
        }
        writeln!(body, "    }},")?;
    }
    write!(body, "}};\n{}", check(name, input.words.len()))
}

/// C++98 takes no comma behind the last enumerator, and C no enum without one.
fn enumeration(body: &mut String, tag: &str, names: &[String]) -> fmt::Result {
    if names.is_empty() {
        return Ok(());
    }
    write!(
        body,
        "\nenum {tag} {{\n    {}\n}};\n",
        names.join(",\n    ")
    )
}
