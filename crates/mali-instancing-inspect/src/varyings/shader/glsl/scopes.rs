//! The words of functions that name their own variables, and not those of the shader.

use super::tokens::{Token, is_letter};
use crate::varyings::shader::Fault;

/// The largest depth of nested statements.
const MAX_DEPTH: u32 = 256;

/// The variables that a function can name, in the scopes of GLSL ES 3.00, 4.2.2.
struct Scopes<'t, 'a> {
    tokens: &'t mut [Token<'a>],
    position: usize,
    names: Vec<&'a str>,
    depth: u32,
}

/// Marks the words that are parameters and variables of functions, and members.
pub(super) fn mark(tokens: &mut [Token<'_>]) -> Result<(), Fault> {
    let (position, names, depth) = (0, Vec::new(), 0);
    let mut scopes = Scopes {
        tokens,
        position,
        names,
        depth,
    };
    while scopes.position < scopes.tokens.len() {
        if scopes.peek() == "{" {
            scopes.body()?;
        } else if scopes.takes("(") {
            scopes.clause(true)?;
            if scopes.takes(")") && scopes.peek() == "{" {
                scopes.body()?;
            }
            scopes.names.clear();
        } else {
            scopes.position += 1;
        }
    }
    Ok(())
}

impl<'a> Scopes<'_, 'a> {
    fn peek(&self) -> &'a str {
        self.tokens
            .get(self.position)
            .map_or("", |token| token.text)
    }

    fn takes(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        self.position += usize::from(is_next);
        is_next
    }

    /// Reads a statement in a scope of its own.
    fn body(&mut self) -> Result<(), Fault> {
        if self.depth == MAX_DEPTH {
            let token = self.tokens.get(self.position).or(self.tokens.last());
            let message = format!("these statements are nested more than {MAX_DEPTH} deep");
            return Err(Fault::new(token.map_or(0, |token| token.offset), message));
        }
        self.depth += 1;
        let outer = self.names.len();
        self.statement()?;
        self.names.truncate(outer);
        self.depth -= 1;
        Ok(())
    }

    fn statement(&mut self) -> Result<(), Fault> {
        let keyword = self.peek();
        self.position += 1;
        match keyword {
            "{" => {
                while !matches!(self.peek(), "}" | "") {
                    match self.peek() {
                        "{" | "for" | "while" | "if" | "switch" | "do" => self.body()?,
                        _ => self.statement()?,
                    }
                }
                self.position += 1;
            }
            "for" | "while" | "if" | "switch" => {
                let outer = self.names.len();
                self.header()?;
                self.body()?;
                self.names.truncate(outer);
                if keyword == "if" && self.takes("else") {
                    self.body()?;
                }
            }
            "do" => {
                self.body()?;
                self.position += 1;
                self.header()?;
            }
            _ => {
                self.position -= 1;
                self.clause(false)?;
                self.position += usize::from(self.peek() != "}");
            }
        }
        Ok(())
    }

    /// Reads the parentheses after a keyword.
    fn header(&mut self) -> Result<(), Fault> {
        self.position += 1;
        self.clause(false)?;
        while self.takes(";") {
            self.clause(false)?;
        }
        self.position += 1;
        Ok(())
    }

    /// Reads a declaration, parameters or an expression up to its end. An initializer does not know its variable yet.
    fn clause(&mut self, is_parameters: bool) -> Result<(), Fault> {
        let (mut depth, mut previous) = (0_u32, "");
        let (mut declared, mut is_declaration) = (None, false);
        while let Some(&token) = self.tokens.get(self.position) {
            if depth == 0 && matches!(token.text, "," | ";" | ")" | "}") {
                self.names.extend(declared.take());
                is_declaration &= !is_parameters;
                if token.text != "," {
                    break;
                }
            }
            let mut is_local = previous != "." && self.names.contains(&token.text);
            self.position += 1;
            match token.text {
                "struct" => {
                    self.position += usize::from(self.peek() != "{");
                    self.body()?;
                    // A name may follow, as one does after the bracket of an array's type.
                    previous = "]";
                    continue;
                }
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ if depth == 0 && token.is_word() && self.peek() != "(" => {
                    let is_after_word =
                        previous.starts_with(is_letter) && !matches!(previous, "return" | "case");
                    if is_after_word || previous == "]" || previous == "," && is_declaration {
                        declared = Some(token.text);
                        (is_declaration, is_local) = (true, true);
                    }
                }
                _ => {}
            }
            self.tokens[self.position - 1].is_local = is_local;
            previous = token.text;
        }
        Ok(())
    }
}
