//! The names of varyings, in a manifest or shader and in code.

use std::collections::HashMap;

use mali_instancing_codegen::code::Naming;
use mali_instancing_codegen::code::c::reserved::reserved;
use mali_instancing_codegen::code::names::{Named, Rules, names};
use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::{Source, TextError};
use mali_varyings_shader::Name;

/// An error at a name.
pub(super) fn error(name: &Name, source: &Source, reason: &str) -> TextError {
    error_at(name, ("name", name.offset), source, reason)
}

/// An error at a key of a varying, which is at a byte of the text.
pub(super) fn error_at(
    name: &Name,
    (key, byte): (&str, usize),
    source: &Source,
    reason: &str,
) -> TextError {
    let message = format!("varying `{}`, {key}: {reason}", Quoted::new(&name.text));
    source.error(byte, Some(key.to_owned()), message)
}

/// The end of an error that is about another varying too.
pub(super) fn as_other(name: &Name, source: &Source) -> String {
    let (line, file) = (source.line(name.offset), source.name());
    let text = Quoted::new(&name.text);
    format!("; the other is `{text}` on line {line} of {file}")
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
            return Err(error(
                name,
                source,
                &format!("line {line} already has this name"),
            ));
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
            error(self.1, self.0, &reason)
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
