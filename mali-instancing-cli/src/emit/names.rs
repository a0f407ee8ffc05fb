//! What the records are called in the languages that have names for them: upper case, each once.

use std::collections::HashMap;

use crate::failure::Failure;
use crate::manifest::{Manifest, NamedRecord};

/// Which names a language has.
pub(super) struct Rules {
    /// What a name is there, for messages.
    pub(super) noun: &'static str,
    /// Why a name of letters, digits and underscores cannot be had all the same.
    pub(super) reserved: fn(&str) -> Option<&'static str>,
}

/// The name of every record, in the order of the records.
pub(super) fn names(
    rules: &Rules,
    manifest: &Manifest,
    records: &[NamedRecord],
) -> Result<Vec<String>, Failure> {
    let mut seen: HashMap<String, &NamedRecord> = HashMap::new();
    let mut names = Vec::with_capacity(records.len());
    for record in records {
        let name = record.name.to_uppercase();
        if !is_identifier(&name) {
            let reason = format!(
                "{} is made of ASCII letters, digits and _, and does not begin with a digit",
                rules.noun
            );
            return Err(manifest.blame_name(record, &reason));
        }
        if let Some(reserved) = (rules.reserved)(&name) {
            let reason = format!("{} cannot be `{name}`: {reserved}", rules.noun);
            return Err(manifest.blame_name(record, &reason));
        }
        if let Some(first) = seen.insert(name.clone(), record) {
            let reason = format!(
                "`{}` on line {} is `{name}` in upper case too",
                first.name,
                manifest.name_line(first)
            );
            return Err(manifest.blame_name(record, &reason));
        }
        names.push(name);
    }
    Ok(names)
}

/// ASCII alone, because two spellings of one letter beyond it are one name to Rust, and not every
/// C compiler or assembler takes them.
fn is_identifier(name: &str) -> bool {
    let is_letter = |character: char| character.is_ascii_alphabetic() || character == '_';
    name != "_"
        && name.starts_with(is_letter)
        && name
            .chars()
            .all(|character| is_letter(character) || character.is_ascii_digit())
}
