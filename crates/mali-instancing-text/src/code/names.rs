//! What records are called in the languages that have names for them: upper case, each once.

use std::collections::HashMap;

use crate::error::TextError;
use crate::manifest::document::Name;
use crate::notation::source::Source;

/// Which names a language has.
pub(crate) struct Rules {
    /// What a name is there, for messages.
    pub(crate) noun: &'static str,
    /// What follows a record's name in the names that are made of it.
    pub(crate) suffixes: &'static [&'static str],
    /// Why a name of letters, digits and underscores cannot be had all the same.
    pub(crate) reserved: fn(&str) -> Option<&'static str>,
}

/// What each name is there, in their order.
pub(crate) fn names<'a>(
    rules: &Rules,
    source: &Source,
    names: impl IntoIterator<Item = &'a Name>,
) -> Result<Vec<String>, TextError> {
    let mut seen: HashMap<String, &Name> = HashMap::new();
    let mut answers = Vec::new();
    for name in names {
        let upper_case = name.text.to_uppercase();
        if !is_identifier(&upper_case) {
            let reason = format!(
                "{} is made of ASCII letters, digits and _, and does not begin with a digit",
                rules.noun
            );
            return Err(name.fault(&reason).in_text(source));
        }
        for suffix in rules.suffixes {
            let whole = format!("{upper_case}{suffix}");
            if let Some(reserved) = (rules.reserved)(&whole) {
                let reason = format!("{} cannot be `{whole}`: {reserved}", rules.noun);
                return Err(name.fault(&reason).in_text(source));
            }
        }
        if let Some(first) = seen.insert(upper_case.clone(), name) {
            let reason = format!(
                "`{}` on line {} is `{upper_case}` in upper case too",
                first.text,
                source.line(first.offset)
            );
            return Err(name.fault(&reason).in_text(source));
        }
        answers.push(upper_case);
    }
    Ok(answers)
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
