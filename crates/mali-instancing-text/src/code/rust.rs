//! Rust that depends on nothing.

use std::fmt::Write;

use super::names::Rules;
use super::{notice, record_names, word_list};
use crate::error::TextError;
use crate::manifest::records::NamedRecord;
use crate::notation::source::Source;

const RULES: Rules = Rules {
    noun: "a Rust name",
    suffixes: &[""],
    // Every keyword has a lower-case letter.
    reserved: |_| None,
};

pub(super) fn emit(source: &Source, records: &[NamedRecord]) -> Result<String, TextError> {
    let mut text = format!("// {}\n", notice(source));
    for (name, NamedRecord { record, .. }) in
        record_names(&RULES, source, records)?.iter().zip(records)
    {
        write!(
            text,
            "\n/// {}\npub static {name}: [u32; {}] = [\n    {},\n];\n",
            record.sentence(),
            record.words.len(),
            word_list(&record.words)
        )
        .expect("a String takes any text");
    }
    Ok(text)
}
