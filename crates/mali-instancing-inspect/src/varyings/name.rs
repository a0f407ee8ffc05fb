//! The names of varyings, in a manifest or shader and in code.

use std::collections::HashMap;

use mali_instancing::data::Quoted;
use mali_instancing_codegen::code::Naming;
use mali_instancing_codegen::code::c::reserved::reserved;
use mali_instancing_codegen::code::names::{Named, Rules, names};
use mali_instancing_codegen::{Source, TextError};
use serde::Serialize;

/// The name of a varying.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub(super) struct Name {
    pub(super) text: String,
    /// The name's first byte in the text.
    #[serde(skip)]
    pub(super) offset: usize,
}

impl Name {
    /// An error at the name.
    pub(super) fn error(&self, source: &Source, reason: &str) -> TextError {
        let message = format!("varying `{}`, name: {reason}", Quoted::new(&self.text));
        source.error(self.offset, Some("name".to_owned()), message)
    }

    /// The end of an error that is about another varying too.
    pub(super) fn as_other(&self, source: &Source) -> String {
        let (line, file) = (source.line(self.offset), source.name());
        let text = Quoted::new(&self.text);
        format!("; the other is `{text}` on line {line} of {file}")
    }
}

/// Checks that no two varyings have the same name.
pub(super) fn check_unique<'a>(
    source: &Source,
    names: impl IntoIterator<Item = &'a Name>,
) -> Result<(), TextError> {
    let mut seen = HashMap::new();
    for name in names {
        if let Some(first) = seen.insert(&name.text, name.offset) {
            let line = source.line(first);
            return Err(name.error(source, &format!("line {line} already has this name")));
        }
    }
    Ok(())
}

/// The names in code, by the rules of a language.
pub(super) fn in_code<'a>(
    source: &Source,
    names_in_text: impl IntoIterator<Item = &'a Name>,
    rules: &Rules,
    naming: Naming,
) -> Result<Vec<String>, TextError> {
    struct Located<'a>(&'a Source, &'a Name);

    impl Named for Located<'_> {
        fn text(&self) -> &str {
            &self.1.text
        }

        fn title(&self) -> String {
            format!("varying `{}`", Quoted::new(&self.1.text))
        }

        fn line(&self) -> Option<usize> {
            Some(self.0.line(self.1.offset))
        }

        fn error(&self, reason: String) -> TextError {
            self.1.error(self.0, &reason)
        }
    }

    let located = names_in_text.into_iter().map(|name| Located(source, name));
    names(rules, naming, &located.collect::<Vec<_>>())
}

/// The rules of Rust for constants whose names end with these suffixes.
pub(super) const fn rust(suffixes: &'static [&'static str]) -> Rules {
    Rules {
        noun: "a Rust name",
        suffixes,
        // Every keyword has a lower-case letter.
        reserved: |_| None,
    }
}

/// The rules of C for constants whose names end with these suffixes.
pub(super) const fn c(suffixes: &'static [&'static str]) -> Rules {
    Rules {
        noun: "a C name",
        suffixes,
        reserved,
    }
}
