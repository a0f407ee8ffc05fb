//! What descriptors are called in the languages that have names for them: upper case, each once.

use std::collections::HashMap;

use super::identifier::{is_identifier, upper_case};
use super::naming::Naming;
use crate::error::TextError;
use crate::manifest::document::Name;
use crate::notation::quote;
use crate::notation::source::Source;

/// Which names a language has.
pub struct Rules {
    /// What a name is there, for messages.
    pub noun: &'static str,
    /// What follows a descriptor's name in the names that are made of it.
    pub suffixes: &'static [&'static str],
    /// Why a name of letters, digits and underscores cannot be had all the same.
    pub reserved: fn(&str) -> Option<String>,
}

/// What each name is there, in their order.
pub fn names<'a>(
    rules: &Rules,
    source: &Source,
    naming: Naming,
    names: impl IntoIterator<Item = &'a Name>,
) -> Result<Vec<String>, TextError> {
    let mut taken = Names::new(rules, source, naming);
    names.into_iter().map(|name| taken.add(name)).collect()
}

/// The names that are taken in a language, and what is called so.
pub struct Names<'a> {
    rules: &'a Rules,
    source: &'a Source,
    prefix: &'a str,
    taken: HashMap<String, &'a Name>,
}

impl<'a> Names<'a> {
    /// None yet.
    pub fn new(rules: &'a Rules, source: &'a Source, naming: Naming<'a>) -> Self {
        Self {
            rules,
            source,
            prefix: naming.prefix(),
            taken: HashMap::new(),
        }
    }

    /// A name of the manifest in capitals, behind the prefix.
    fn whole(&self, name: &Name) -> String {
        format!("{}{}", self.prefix, upper_case(&name.text))
    }

    /// What a name is there.
    pub fn add(&mut self, name: &'a Name) -> Result<String, TextError> {
        let whole = self.whole(name);
        self.check_identifier(name, &whole)?;
        for suffix in self.rules.suffixes {
            self.check_reserved(name, &format!("{whole}{suffix}"))?;
        }
        if let Some(first) = self.taken.insert(whole.clone(), name) {
            let reason = if self.whole(first) == whole {
                format!(
                    "`{}` on line {} is `{}` in upper case too",
                    quote(&first.text),
                    self.source.line(first.offset),
                    quote(&whole)
                )
            } else {
                self.clash(&whole, first)
            };
            return Err(name.fault(&reason).in_text(self.source));
        }
        Ok(whole)
    }

    /// Takes a name that is made of another one.
    pub fn add_made(&mut self, name: &'a Name, made: String) -> Result<String, TextError> {
        self.check_identifier(name, &made)?;
        self.check_reserved(name, &made)?;
        match self.taken.insert(made.clone(), name) {
            Some(first) => Err(name.fault(&self.clash(&made, first)).in_text(self.source)),
            None => Ok(made),
        }
    }

    fn clash(&self, whole: &str, first: &Name) -> String {
        format!(
            "{} cannot be `{}`: {} `{}` on line {} has it",
            self.rules.noun,
            quote(whole),
            first.kind,
            quote(&first.text),
            self.source.line(first.offset)
        )
    }

    fn check_identifier(&self, name: &Name, whole: &str) -> Result<(), TextError> {
        if is_identifier(whole) {
            return Ok(());
        }
        let rule = if whole == "_" {
            "is not _ alone"
        } else {
            "does not begin with a digit"
        };
        let noun = self.rules.noun;
        let reason = format!("{noun} is made of ASCII letters, digits and _, and {rule}");
        Err(name.fault(&reason).in_text(self.source))
    }

    fn check_reserved(&self, name: &Name, whole: &str) -> Result<(), TextError> {
        match (self.rules.reserved)(whole) {
            Some(reserved) => {
                let reason = format!(
                    "{} cannot be `{}`: {reserved}",
                    self.rules.noun,
                    quote(whole)
                );
                Err(name.fault(&reason).in_text(self.source))
            }
            None => Ok(()),
        }
    }
}
