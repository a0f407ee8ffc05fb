//! Lists of arguments: `key = value, key = value`.

use proc_macro2::Literal;
use syn::buffer::Cursor;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Expr, ExprLit, ExprPath, Ident, Lit, Result, Token};

use crate::unknown::{list, unknown};

/// One `key = value`.
pub(crate) struct Argument<'k> {
    pub(crate) key: Ident,
    /// The key as one of the known strings, because comparing an `Ident` takes time.
    name: &'k str,
    pub(crate) value: Expr,
}

/// The end of a list of arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The end of the input.
    Input,
    /// A `;`, after which the input goes on.
    Semicolon,
}

/// Arguments whose keys are all known and all different.
pub(crate) struct Arguments<'k>(Vec<Argument<'k>>);

impl<'k> Arguments<'k> {
    pub(crate) const NONE: Self = Self(Vec::new());

    /// Parses to the end of the input or to a `;`.
    pub(crate) fn parse(input: ParseStream, known: &[&'k str], end: End) -> Result<Self> {
        Self::parse_but(input, known, end, &[])
    }

    /// As `parse`, and gives an error of their own for keys that belong elsewhere.
    pub(crate) fn parse_but(
        input: ParseStream,
        known: &[&'k str],
        end: End,
        elsewhere: &[(&str, &str)],
    ) -> Result<Self> {
        let mut arguments = Self(Vec::new());
        while !at_end(input) {
            let key = Ident::parse_any(input).map_err(|error| {
                let known = list(known);
                Error::new(
                    error.span(),
                    format!("expected `key = value`, known keys: {known}"),
                )
            })?;
            let written = key.to_string();
            if let Some((_, reason)) = elsewhere.iter().find(|(key, _)| written == *key) {
                return Err(Error::new(key.span(), reason));
            }
            let Some(name) = known.iter().copied().find(|known| written == *known) else {
                // Two words in a row begin the next part, such as `buffer mesh`: the `;` is missing.
                let message = if end == End::Semicolon && input.peek(Ident::peek_any) {
                    format!("expected `;` before `{written}`")
                } else {
                    unknown("argument", &written, known)
                };
                return Err(Error::new(key.span(), message));
            };
            if arguments.0.iter().any(|argument| argument.name == name) {
                return Err(Error::new(key.span(), format!("`{name}` is given twice")));
            }
            input.parse::<Token![=]>()?;
            arguments.0.push(Argument {
                key,
                name,
                value: parse_value(input)?,
            });
            if !at_end(input) {
                if !input.peek(Token![,]) {
                    // Another argument follows if a `,` is missing, and something else if it is the `;`.
                    let is_argument = input.peek(Ident::peek_any) && input.peek2(Token![=]);
                    let expected = match end {
                        End::Semicolon if !is_argument => ";",
                        _ => ",",
                    };
                    let message = format!("expected `{expected}` after the value of `{name}`");
                    return Err(input.error(message));
                }
                input.parse::<Token![,]>()?;
            }
        }
        Ok(arguments)
    }

    pub(crate) fn take(&mut self, key: &str) -> Option<Argument<'k>> {
        let position = self.0.iter().position(|argument| argument.name == key)?;
        Some(self.0.remove(position))
    }

    /// The arguments that were not taken, with their keys.
    pub(crate) fn remaining(self) -> impl Iterator<Item = (&'k str, Expr)> {
        self.0
            .into_iter()
            .map(|argument| (argument.name, argument.value))
    }

    pub(crate) fn take_value(&mut self, key: &str) -> Option<Expr> {
        self.take(key).map(|argument| argument.value)
    }

    /// Takes an argument whose value is a single identifier.
    pub(crate) fn take_identifier(&mut self, key: &str) -> Result<Option<Ident>> {
        let Some(value) = self.take_value(key) else {
            return Ok(None);
        };
        match single_identifier(&value) {
            Some(identifier) => Ok(Some(identifier.clone())),
            None => Err(Error::new_spanned(
                value,
                format!("expected a name after `{key} =`"),
            )),
        }
    }

    /// Takes an argument whose value is one of several words, and returns the meaning of the word.
    pub(crate) fn take_word<T: Copy>(
        &mut self,
        key: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>> {
        let Some(value) = self.take_value(key) else {
            return Ok(None);
        };
        let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
        let Some(word) = single_identifier(&value) else {
            let message = format!("expected a {key}: {}", list(&names));
            return Err(Error::new_spanned(value, message));
        };
        match words.iter().find(|(name, _)| word == name) {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None => Err(Error::new(
                word.span(),
                unknown(key, &word.to_string(), &names),
            )),
        }
    }
}

/// Parses a value. Most values are only a literal or a name, which are tried first: syn tries every kind of
/// expression before it decides, which is slow in a build without optimization, as a user's builds of macros are.
fn parse_value(input: ParseStream) -> Result<Expr> {
    let cursor = input.cursor();
    if cursor.literal().is_some_and(|(_, rest)| ends_a_value(rest)) {
        let literal: Literal = input.parse()?;
        return Ok(Expr::Lit(ExprLit {
            attrs: Vec::new(),
            lit: Lit::Verbatim(literal),
        }));
    }
    // A keyword is not a name, since some are values.
    if cursor.ident().is_some_and(|(_, rest)| ends_a_value(rest)) && input.peek(Ident) {
        return Ok(Expr::Path(ExprPath {
            attrs: Vec::new(),
            qself: None,
            path: input.parse::<Ident>()?.into(),
        }));
    }
    input.parse()
}

fn ends_a_value(rest: Cursor) -> bool {
    rest.eof()
        || rest
            .punct()
            .is_some_and(|(punctuation, _)| matches!(punctuation.as_char(), ',' | ';'))
}

fn at_end(input: ParseStream) -> bool {
    input.is_empty() || input.peek(Token![;])
}

fn single_identifier(value: &Expr) -> Option<&Ident> {
    match value {
        Expr::Path(path) => path.path.get_ident(),
        // `macro_rules!` puts an invisible group around an expression that it passes on.
        Expr::Group(group) => single_identifier(&group.expr),
        _ => None,
    }
}
