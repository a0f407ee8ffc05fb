//! A header for C from C99 on, and for C++.

use std::fmt::Write;
use std::path::Path;

use super::header::{check, header, reserved};
use super::names::Rules;
use super::{record_names, word_list};
use crate::failure::Failure;
use crate::manifest::{Manifest, NamedRecord};

const RULES: Rules = Rules {
    noun: "a C name",
    suffixes: &[""],
    reserved,
};

pub(super) fn emit(
    manifest: &Manifest,
    records: &[NamedRecord],
    output: Option<&Path>,
) -> Result<String, Failure> {
    let names = record_names(&RULES, manifest, records)?;
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
    Ok(header(manifest, output, &names, &body))
}
