//! The words of functions that name their own variables, and not those of the shader.

use super::cursor::{Cursor, after_brackets};
use super::declarator::Range;
use super::tokens::Token;
use crate::error::Fault;

/// The largest depth of nested statements.
const MAX_DEPTH: u32 = 256;

/// The variables that a function can name, in the scopes of GLSL ES 3.00, 4.2.2.
struct Scopes<'t, 'a> {
    cursor: Cursor<'t, 'a>,
    names: Vec<&'a str>,
    /// The positions of the words that are marked.
    locals: Vec<usize>,
    depth: u32,
}

/// Marks the words that are parameters and variables of functions, and members.
pub(super) fn mark(tokens: &mut [Token<'_>]) -> Result<(), Fault> {
    let mut scopes = Scopes {
        cursor: Cursor::new(tokens, 0, ""),
        names: Vec::new(),
        locals: Vec::new(),
        depth: 0,
    };
    // Outside of functions, names that are not the shader's are declared only in braces and parentheses: members,
    // variables, parameters.
    while scopes.cursor.position < tokens.len() {
        if scopes.cursor.peek() == "{" {
            scopes.body()?;
        } else if scopes.cursor.takes("(") {
            scopes.clause(true)?;
            if scopes.cursor.takes(")") && scopes.cursor.peek() == "{" {
                scopes.body()?;
            }
            // Parameters are known in the body too, and end with it.
            scopes.names.clear();
        } else {
            scopes.cursor.position += 1;
        }
    }
    for local in scopes.locals {
        tokens[local].is_local = true;
    }
    Ok(())
}

impl<'a> Scopes<'_, 'a> {
    /// Reads a statement in a scope of its own.
    fn body(&mut self) -> Result<(), Fault> {
        if self.depth == MAX_DEPTH {
            let message = format!("these statements are nested more than {MAX_DEPTH} deep");
            return Err(Fault::new(self.cursor.offset(), message));
        }
        self.depth += 1;
        let outer = self.names.len();
        self.statement()?;
        self.names.truncate(outer);
        self.depth -= 1;
        Ok(())
    }

    fn statement(&mut self) -> Result<(), Fault> {
        let keyword = self.cursor.peek();
        self.cursor.position += 1;
        match keyword {
            "{" => {
                while !matches!(self.cursor.peek(), "}" | "") {
                    match self.cursor.peek() {
                        "{" | "for" | "while" | "if" | "switch" | "do" => self.body()?,
                        _ => self.statement()?,
                    }
                }
                self.cursor.position += 1;
            }
            "for" | "while" | "if" | "switch" => {
                // A variable of the parentheses is known in the body, and not in `else`.
                let outer = self.names.len();
                self.header()?;
                self.body()?;
                self.names.truncate(outer);
                if keyword == "if" && self.cursor.takes("else") {
                    self.body()?;
                }
            }
            "do" => {
                self.body()?;
                self.cursor.position += 1;
                self.header()?;
            }
            "case" | "default" => {
                let label = self.cursor.skip_to(&[":", ";", "}"]);
                self.mark(label);
                // A closing brace stays, because it ends the statements around.
                self.cursor.position += usize::from(self.cursor.peek() != "}");
            }
            _ => {
                self.cursor.position -= 1;
                self.clause(false)?;
                self.cursor.position += usize::from(self.cursor.peek() != "}");
            }
        }
        Ok(())
    }

    /// Reads the parentheses after a keyword.
    fn header(&mut self) -> Result<(), Fault> {
        self.cursor.position += 1;
        self.clause(false)?;
        while self.cursor.takes(";") {
            self.clause(false)?;
        }
        self.cursor.position += 1;
        Ok(())
    }

    /// Reads a declaration, parameters or an expression up to its end.
    fn clause(&mut self, is_parameters: bool) -> Result<(), Fault> {
        let mut is_list = false;
        loop {
            let name = if is_list {
                self.name()
            } else {
                self.declared()?
            };
            let rest = self.cursor.skip_to(&[",", ";", ")", "}"]);
            self.mark(rest);
            // An initializer does not know its variable yet.
            self.names.extend(name);
            // In `float a, b` only the first name has a type before it. Each parameter has its own.
            is_list |= name.is_some() && !is_parameters;
            if !self.cursor.takes(",") {
                return Ok(());
            }
        }
    }

    /// Reads a declaration up to its name, which it returns; nothing of an expression, where no word follows another.
    fn declared(&mut self) -> Result<Option<&'a str>, Fault> {
        self.skip_qualifiers_of_structure();
        if self.cursor.takes("struct") {
            // Members are read as the statements of a block: their names are marked, and forgotten at its end.
            self.cursor.position += usize::from(self.cursor.peek() != "{");
            self.body()?;
            // A name may follow.
            return Ok(self.name());
        }
        let tokens = self.cursor.tokens;
        let is_word = |at: usize| tokens.get(at).is_some_and(Token::is_word);
        let begin = self.cursor.position;
        // Otherwise `return a` would be a declaration of `a`.
        if !is_word(begin) || self.cursor.peek() == "return" {
            return Ok(None);
        }
        let mut last = begin;
        loop {
            // A type may have lengths.
            let mut next = last + 1;
            while tokens.get(next).is_some_and(|token| token.text == "[") {
                next = after_brackets(tokens, next);
            }
            if !is_word(next) {
                break;
            }
            last = next;
        }
        // A word before a parenthesis is a function, and no variable.
        if last == begin || tokens.get(last + 1).is_some_and(|token| token.text == "(") {
            return Ok(None);
        }
        self.mark(begin..last);
        self.cursor.position = last;
        Ok(self.name())
    }

    /// Skips the qualifiers before `struct`, and nothing if there is none: every structure is to count as a body, since
    /// the reader of declarations calls itself for each and relies on this depth.
    fn skip_qualifiers_of_structure(&mut self) {
        let tokens = self.cursor.tokens;
        let begin = self.cursor.position;
        let mut at = begin;
        while let Some(token) = tokens.get(at).filter(|token| token.text != "struct") {
            at = match token.text {
                // As after `layout`.
                "(" if at > begin => after_brackets(tokens, at),
                _ if token.is_word() => at + 1,
                _ => return,
            };
        }
        if at < tokens.len() {
            self.mark(begin..at);
            self.cursor.position = at;
        }
    }

    /// Reads the name that a declaration gives, if there is one.
    fn name(&mut self) -> Option<&'a str> {
        let position = self.cursor.position;
        let name = self.cursor.tokens.get(position);
        let name = name.filter(|token| token.is_word())?.text;
        self.locals.push(position);
        self.cursor.position += 1;
        Some(name)
    }

    /// Marks the names of known variables.
    fn mark(&mut self, words: Range) {
        let tokens = self.cursor.tokens;
        let is_local = |at: &usize| {
            let is_member = *at > 0 && tokens[at - 1].text == ".";
            !is_member && self.names.contains(&tokens[*at].text)
        };
        self.locals.extend(words.filter(is_local));
    }
}
