//! Rust that depends on nothing.

use std::fmt::Write;

use super::names::Rules;
use super::{notice, record_names, word_list};
use crate::failure::Failure;
use crate::manifest::{Manifest, NamedRecord};

const RULES: Rules = Rules {
    noun: "a Rust name",
    suffixes: &[""],
    // Every keyword has a lower-case letter.
    reserved: |_| None,
};

pub(super) fn emit(manifest: &Manifest, records: &[NamedRecord]) -> Result<String, Failure> {
    let mut text = format!("// {}\n", notice(manifest));
    for (name, NamedRecord { record, .. }) in
        record_names(&RULES, manifest, records)?.iter().zip(records)
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
