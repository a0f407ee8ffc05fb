//! The words of functions that name their own variables, and not those of the shader.

use super::cursor::Cursor;
use super::tokens::{Token, is_letter};
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
    while scopes.cursor.position < tokens.len() {
        if scopes.cursor.peek() == "{" {
            scopes.body()?;
        } else if scopes.cursor.takes("(") {
            scopes.clause(true)?;
            if scopes.cursor.takes(")") && scopes.cursor.peek() == "{" {
                scopes.body()?;
            }
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

impl Scopes<'_, '_> {
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

    /// Reads a declaration, parameters or an expression up to its end. An initializer does not know its variable yet.
    fn clause(&mut self, is_parameters: bool) -> Result<(), Fault> {
        let (mut depth, mut previous) = (0_u32, "");
        let (mut declared, mut is_declaration) = (None, false);
        while let Some(&token) = self.cursor.tokens.get(self.cursor.position) {
            if depth == 0 && matches!(token.text, "," | ";" | ")" | "}") {
                self.names.extend(declared.take());
                is_declaration &= !is_parameters;
                if token.text != "," {
                    break;
                }
            }
            let mut is_local = previous != "." && self.names.contains(&token.text);
            self.cursor.position += 1;
            match token.text {
                "struct" => {
                    self.cursor.position += usize::from(self.cursor.peek() != "{");
                    self.body()?;
                    // A name may follow, as one does after the bracket of an array's type.
                    previous = "]";
                    continue;
                }
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ if depth == 0 && token.is_word() && self.cursor.peek() != "(" => {
                    let is_after_word =
                        previous.starts_with(is_letter) && !matches!(previous, "return" | "case");
                    if is_after_word || previous == "]" || previous == "," && is_declaration {
                        declared = Some(token.text);
                        (is_declaration, is_local) = (true, true);
                    }
                }
                _ => {}
            }
            if is_local {
                self.locals.push(self.cursor.position - 1);
            }
            previous = token.text;
        }
        Ok(())
    }
}
