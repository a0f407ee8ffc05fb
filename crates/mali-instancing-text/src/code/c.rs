//! A header for C from C99 on, and for C++.

use std::fmt::Write;

use super::header::{check, header, reserved};
use super::names::Rules;
use super::{record_names, word_list};
use crate::error::TextError;
use crate::manifest::records::NamedRecord;
use crate::notation::source::Source;

const RULES: Rules = Rules {
    noun: "a C name",
    suffixes: &[""],
    reserved,
};

pub(super) fn emit(
    source: &Source,
    records: &[NamedRecord],
    header_name: Option<&str>,
) -> Result<String, TextError> {
    let names = record_names(&RULES, source, records)?;
    let mut body = String::new();
    for (name, NamedRecord { record, .. }) in names.iter().zip(records) {
        let count = record.words.len();
        write!(
            body,
            "\n/* {} */\nstatic const uint32_t {name}[{count}] = {{\n    {},\n}};\n{}",
            record.sentence(),
            word_list(&record.words),
            check(name, count)
        )
        .expect("a String takes any text");
    }
    Ok(header(source, header_name, &names, &body))
}
