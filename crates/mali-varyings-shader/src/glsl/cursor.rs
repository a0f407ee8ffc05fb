//! A position in the words of a text.

use super::declarator::Range;
use super::tokens::Token;
use crate::error::Fault;

/// Tokens, and the next one that is read.
pub(super) struct Cursor<'t, 'a> {
    pub(super) tokens: &'t [Token<'a>],
    pub(super) position: usize,
    /// The byte after the last token, and what is wrong if a token is missing there.
    missing: (usize, &'static str),
}

impl<'t, 'a> Cursor<'t, 'a> {
    /// A cursor at the first token; without tokens, `begin` is their byte.
    pub(super) fn new(tokens: &'t [Token<'a>], begin: usize, missing: &'static str) -> Self {
        let missing = (tokens.last().map_or(begin, Token::end), missing);
        let position = 0;
        Self {
            tokens,
            position,
            missing,
        }
    }

    /// The text of the next token; empty after the last.
    pub(super) fn peek(&self) -> &'a str {
        self.tokens
            .get(self.position)
            .map_or("", |token| token.text)
    }

    /// The byte of the next token.
    pub(super) fn offset(&self) -> usize {
        self.tokens
            .get(self.position)
            .map_or(self.missing.0, |token| token.offset)
    }

    pub(super) fn next(&mut self) -> Result<Token<'a>, Fault> {
        let token = self.tokens.get(self.position);
        self.position += 1;
        token
            .copied()
            .ok_or_else(|| Fault::new(self.missing.0, self.missing.1))
    }

    pub(super) fn takes(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        self.position += usize::from(is_next);
        is_next
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), Fault> {
        match self.next()? {
            token if token.text == text => Ok(()),
            token => Err(expected(&format!("`{text}`"), &token)),
        }
    }

    /// The next token, a word that is `what`.
    pub(super) fn word(&mut self, what: &str) -> Result<Token<'a>, Fault> {
        match self.next()? {
            token if token.is_word() => Ok(token),
            token => Err(expected(what, &token)),
        }
    }

    /// Checks that no token is left.
    pub(super) fn end(&self) -> Result<(), Fault> {
        match self.tokens.get(self.position) {
            Some(token) => Err(expected("the end of the line", token)),
            None => Ok(()),
        }
    }

    /// Skips to one of `stops` outside of all brackets, and returns what was skipped.
    pub(super) fn skip_to(&mut self, stops: &[&str]) -> Range {
        let begin = self.position;
        while self.position < self.tokens.len() && !stops.contains(&self.peek()) {
            self.position = after_brackets(self.tokens, self.position);
        }
        begin..self.position
    }

    pub(super) fn skip_past(&mut self, close: &str) -> Result<Range, Fault> {
        let skipped = self.skip_to(&[close]);
        self.next().map(|_| skipped)
    }
}

/// The position after the token, or after the bracket that closes it.
pub(super) fn after_brackets(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_u32;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "{" | "(" | "[" => depth += 1,
            // A bracket that closes none counts as a word, and one of another kind closes too: the text may be wrong.
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

pub(super) fn expected(what: &str, found: &Token<'_>) -> Fault {
    Fault::new(
        found.offset,
        format!("expected {what}, found `{}`", found.text),
    )
}
