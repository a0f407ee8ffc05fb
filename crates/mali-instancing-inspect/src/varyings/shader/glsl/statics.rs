//! The variables that a shader statically uses and writes, in the functions that `main` reaches.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::tokens::Token;

/// The functions of a shader, and the expressions outside of them.
#[derive(Default)]
pub(super) struct Functions<'a> {
    bodies: Vec<(&'a str, Range<usize>)>,
    globals: Vec<Range<usize>>,
}

/// The names that are used, and the names of variables that are at least partly written.
#[derive(Default)]
pub(super) struct Uses<'a> {
    pub(super) used: HashSet<&'a str>,
    pub(super) written: HashSet<&'a str>,
}

impl<'a> Functions<'a> {
    pub(super) fn add(&mut self, name: &'a str, tokens: Range<usize>) {
        self.bodies.push((name, tokens));
    }

    pub(super) fn add_global(&mut self, tokens: Range<usize>) {
        self.globals.push(tokens);
    }

    pub(super) fn has_main(&self) -> bool {
        self.bodies.iter().any(|(name, _)| *name == "main")
    }

    /// The uses in the functions that `main` reaches; without a `main`, in all functions.
    pub(super) fn uses(&self, tokens: &[Token<'a>]) -> Uses<'a> {
        let mut by_name: HashMap<&str, Vec<&Range<usize>>> = HashMap::new();
        for (name, body) in &self.bodies {
            by_name.entry(name).or_default().push(body);
        }
        let mut uses = Uses::default();
        let mut rest: Vec<&Range<usize>> = self.globals.iter().collect();
        if self.has_main() {
            rest.extend(by_name.remove("main").unwrap_or_default());
        } else {
            rest.extend(self.bodies.iter().map(|(_, body)| body));
        }
        while let Some(body) = rest.pop() {
            uses.add(&tokens[body.clone()], &self.bodies);
            for token in &tokens[body.clone()] {
                rest.extend(by_name.remove(token.text).unwrap_or_default());
            }
        }
        uses
    }
}

impl<'a> Uses<'a> {
    /// Adds the uses of a body. A word after a type is a declaration in the function itself.
    fn add(&mut self, body: &[Token<'a>], functions: &[(&str, Range<usize>)]) {
        let text = |at: usize| body.get(at).map_or("", |token| token.text);
        let is_own = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| body.get(before));
            before.is_some_and(|token| {
                token.is_word() && !matches!(token.text, "return" | "else" | "do" | "case")
            })
        };
        let mut own = HashSet::new();
        for (at, token) in body.iter().enumerate() {
            if !token.is_word() || at > 0 && text(at - 1) == "." {
                continue;
            }
            if is_own(at) {
                own.insert(token.text);
            }
            if own.contains(token.text) {
                continue;
            }
            self.used.insert(token.text);
            let mut end = at + 1;
            // Skips components and elements of the variable.
            while matches!(text(end), "." | "[") {
                end = if text(end) == "." {
                    end + 2
                } else {
                    after_bracket(body, end)
                };
            }
            let is_argument = at > 0
                && matches!(text(at - 1), "," | "(")
                && matches!(text(end), "," | ")")
                && functions
                    .iter()
                    .any(|(name, _)| *name == callee(&body[..at]));
            let is_assigned = text(end) == "="
                || matches!(
                    text(end),
                    "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>"
                ) && text(end + 1) == "=";
            let is_stepped =
                matches!(text(end), "++" | "--") || at > 0 && matches!(text(at - 1), "++" | "--");
            if is_argument || is_assigned || is_stepped {
                self.written.insert(token.text);
            }
        }
    }
}

fn after_bracket(body: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_u32;
    let mut at = open;
    while let Some(token) = body.get(at) {
        at += 1;
        match token.text {
            "[" => depth += 1,
            "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The word in front of the innermost parenthesis that is open at the end.
fn callee<'a>(body: &[Token<'a>]) -> &'a str {
    let mut depth = 0_u32;
    for (at, token) in body.iter().enumerate().rev() {
        match token.text {
            ")" => depth += 1,
            "(" if depth == 0 => return at.checked_sub(1).map_or("", |name| body[name].text),
            "(" => depth -= 1,
            _ => {}
        }
    }
    ""
}
