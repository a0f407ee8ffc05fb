//! Rust that depends on nothing.

use std::collections::HashMap;
use std::fmt::Write;

use crate::failure::Failure;
use crate::manifest::{Manifest, NamedRecord};
use crate::record::word;

pub(crate) fn emit(manifest: &Manifest, records: &[NamedRecord]) -> Result<String, Failure> {
    let mut text = format!(
        "// Made by mali-instancing {} from {}. Do not edit.\n",
        env!("CARGO_PKG_VERSION"),
        manifest.file_name().escape_default()
    );
    let mut seen: HashMap<String, &NamedRecord> = HashMap::new();
    for record in records {
        let name = record.name.to_uppercase();
        if !is_identifier(&name) {
            return Err(manifest.blame_name(
                record,
                "a Rust name is made of ASCII letters, digits and _, and does not begin with a digit",
            ));
        }
        if let Some(first) = seen.insert(name.clone(), record) {
            let reason = format!(
                "`{}` on line {} is `{name}` in upper case too",
                first.name,
                manifest.name_line(first)
            );
            return Err(manifest.blame_name(record, &reason));
        }
        let words = &record.record.words;
        write!(
            text,
            "\n/// Mali {}, {}.\npub static {name}: [u32; {}] = [\n    {},\n];\n",
            record.record.arch,
            record.record.summary,
            words.len(),
            words
                .iter()
                .copied()
                .map(word)
                .collect::<Vec<_>>()
                .join(", ")
        )
        .expect("a String takes any text");
    }
    Ok(text)
}

/// ASCII alone, because two spellings of one letter beyond it are one name to Rust.
fn is_identifier(name: &str) -> bool {
    let is_letter = |character: char| character.is_ascii_alphabetic() || character == '_';
    name != "_"
        && name.starts_with(is_letter)
        && name
            .chars()
            .all(|character| is_letter(character) || character.is_ascii_digit())
}
