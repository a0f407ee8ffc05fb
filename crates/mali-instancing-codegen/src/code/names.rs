//! Names of descriptors in the languages that have names: upper-case, each only once.

use std::collections::HashMap;

use super::identifier::{is_identifier, upper_case};
use super::naming::Naming;
use crate::error::TextError;
use crate::read::Quoted;

/// An item in a text that has a name.
pub trait Named {
    /// The name itself.
    fn text(&self) -> &str;

    /// The kind of the item, and its name: ``draw `cube` ``.
    fn title(&self) -> String;

    /// The line of the name in the text.
    fn line(&self) -> Option<usize>;

    /// An error about the name.
    fn error(&self, reason: String) -> TextError;
}

/// The rules for names in a language.
pub struct Rules {
    /// A noun for a name in messages.
    pub noun: &'static str,
    /// The suffixes of the names that are made from a descriptor's name.
    pub suffixes: &'static [&'static str],
    /// The reason why a name of letters, digits and underscores is not available; `None` if it is.
    pub reserved: fn(&str) -> Option<String>,
}

impl Rules {
    /// The rules of a language that reserves no names.
    #[must_use]
    pub const fn new(noun: &'static str) -> Self {
        Self {
            noun,
            suffixes: &[""],
            reserved: |_| None,
        }
    }
}

/// The names in the language, in their order.
///
/// # Errors
///
/// A name that is invalid in the language, and one that is taken.
pub fn names<'a, N: Named + 'a>(
    rules: &Rules,
    naming: Naming,
    names: impl IntoIterator<Item = &'a N>,
) -> Result<Vec<String>, TextError> {
    let mut taken = Names::new(rules, naming);
    names.into_iter().map(|name| taken.add(name)).collect()
}

/// The names that are taken in a language, and the items that have them.
pub(crate) struct Names<'a, N> {
    rules: &'a Rules,
    prefix: &'a str,
    taken: HashMap<String, &'a N>,
}

impl<'a, N: Named> Names<'a, N> {
    pub(crate) fn new(rules: &'a Rules, naming: Naming<'a>) -> Self {
        Self {
            rules,
            prefix: naming.prefix(),
            taken: HashMap::new(),
        }
    }

    /// A name of the manifest in capitals, after the prefix.
    fn whole(&self, name: &N) -> String {
        format!("{}{}", self.prefix, upper_case(name.text()))
    }

    /// Takes the name of an item in the language, and returns it.
    pub(crate) fn add(&mut self, name: &'a N) -> Result<String, TextError> {
        let whole = self.whole(name);
        self.take(name, whole, self.rules.suffixes)
    }

    /// Takes a name that is made from another one.
    pub(crate) fn add_made(&mut self, name: &'a N, made: String) -> Result<String, TextError> {
        self.take(name, made, &[""])
    }

    fn take(&mut self, name: &'a N, taken: String, suffixes: &[&str]) -> Result<String, TextError> {
        let noun = self.rules.noun;
        // The prefix is valid by itself, so the mistake is in the manifest's name.
        if !is_identifier(&taken) {
            let rule = match &*taken {
                "_" => "is not _ alone",
                _ => "does not begin with a digit",
            };
            let reason = format!("{noun} is made of ASCII letters, digits and _, and {rule}");
            return Err(name.error(reason));
        }
        // Each suffix makes a name of the code too, which must not be reserved either.
        for taken in suffixes.iter().map(|suffix| format!("{taken}{suffix}")) {
            if let Some(reserved) = (self.rules.reserved)(&taken) {
                let reason = format!("{noun} cannot be `{}`: {reserved}", Quoted::new(&taken));
                return Err(name.error(reason));
            }
        }
        let Some(first) = self.taken.insert(taken.clone(), name) else {
            return Ok(taken);
        };
        let line = first.line().map(|line| format!(" on line {line}"));
        let line = line.unwrap_or_default();
        let quoted = Quoted::new(&taken);
        // Two names of the manifest can differ in capitals or in a _ only. In all other cases at least one of the two
        // was made, as `CUBE_DRAW` of `cube`, where a `cube_draw` exists.
        let reason = if [name, first].iter().all(|name| self.whole(name) == taken) {
            let first = Quoted::new(first.text());
            format!("`{first}`{line} is `{quoted}` in upper case too")
        } else {
            let first = first.title();
            format!("{noun} cannot be `{quoted}`: {first}{line} has it")
        };
        Err(name.error(reason))
    }
}
