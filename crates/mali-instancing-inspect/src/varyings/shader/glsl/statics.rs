//! The variables that a shader statically uses and writes, in the functions that `main` reaches.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::tokens::Token;

/// The built-in functions that write arguments, and the numbers of these: GLSL ES 3.20, 8.3 and 8.9.
const BUILT_IN: [(&str, &[usize]); 6] = [
    ("modf", &[1]),
    ("frexp", &[1]),
    ("uaddCarry", &[2]),
    ("usubBorrow", &[2]),
    ("umulExtended", &[2, 3]),
    ("imulExtended", &[2, 3]),
];

/// The functions of a shader, and the expressions outside of them.
#[derive(Default)]
pub(super) struct Functions<'a> {
    all: Vec<Function<'a>>,
    globals: Vec<Range<usize>>,
}

struct Function<'a> {
    name: &'a str,
    parameters: Range<usize>,
    body: Range<usize>,
}

/// The names that are used, and the names of variables that are at least partly written.
#[derive(Default)]
pub(super) struct Uses<'a> {
    pub(super) used: HashSet<&'a str>,
    pub(super) written: HashSet<&'a str>,
}

impl<'a> Functions<'a> {
    pub(super) fn add(&mut self, name: &'a str, parameters: Range<usize>, body: Range<usize>) {
        self.all.push(Function {
            name,
            parameters,
            body,
        });
    }

    pub(super) fn add_global(&mut self, tokens: Range<usize>) {
        self.globals.push(tokens);
    }

    pub(super) fn has_main(&self) -> bool {
        self.all.iter().any(|function| function.name == "main")
    }

    /// The uses in the functions that `main` reaches; without a `main`, in all functions.
    pub(super) fn uses(&self, tokens: &[Token<'a>]) -> Uses<'a> {
        let mut by_name: HashMap<&str, Vec<&Range<usize>>> = HashMap::new();
        for function in &self.all {
            let bodies = by_name.entry(function.name).or_default();
            bodies.push(&function.body);
        }
        let mut uses = Uses::default();
        let mut rest: Vec<&Range<usize>> = self.globals.iter().collect();
        if self.has_main() {
            rest.extend(by_name.remove("main").unwrap_or_default());
        } else {
            rest.extend(self.all.iter().map(|function| &function.body));
        }
        while let Some(body) = rest.pop() {
            self.add_uses(tokens, body.clone(), &mut uses);
            for token in &tokens[body.clone()] {
                rest.extend(by_name.remove(token.text).unwrap_or_default());
            }
        }
        uses
    }

    fn add_uses(&self, tokens: &[Token<'a>], body: Range<usize>, uses: &mut Uses<'a>) {
        let body = &tokens[body];
        let text = |at: usize| body.get(at).map_or("", |token| token.text);
        let before = |at: usize| at.checked_sub(1).map_or("", text);
        for (at, token) in body.iter().enumerate() {
            if !token.is_word() || token.is_local || before(at) == "." {
                continue;
            }
            uses.used.insert(token.text);
            let (mut begin, mut end) = (at, at + 1);
            // Skips components and elements of the variable, and parentheses around it.
            loop {
                let is_called = || begin > 1 && body[begin - 2].is_word();
                match text(end) {
                    "." => end += 2,
                    "[" => end = after_bracket(body, end),
                    ")" if before(begin) == "(" && !is_called() => {
                        (begin, end) = (begin - 1, end + 1);
                    }
                    _ => break,
                }
            }
            let is_argument = matches!(before(begin), "," | "(")
                && matches!(text(end), "," | ")")
                && self.writes_argument(tokens, &body[..begin]);
            let is_assigned = text(end) == "="
                || matches!(
                    text(end),
                    "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>"
                ) && text(end + 1) == "=";
            let is_stepped =
                matches!(text(end), "++" | "--") || matches!(before(begin), "++" | "--");
            if is_argument || is_assigned || is_stepped {
                uses.written.insert(token.text);
            }
        }
    }

    /// Whether a function may write the argument that comes after those tokens.
    fn writes_argument(&self, tokens: &[Token<'a>], before: &[Token<'a>]) -> bool {
        let (callee, number) = call(before);
        if let Some((_, outputs)) = BUILT_IN.iter().find(|(name, _)| *name == callee) {
            return outputs.contains(&number);
        }
        self.all.iter().any(|function| {
            let mut parameters =
                tokens[function.parameters.clone()].split(|token| token.text == ",");
            let is_output = |token: &Token<'_>| matches!(token.text, "out" | "inout");
            function.name == callee
                && (parameters.nth(number)).is_some_and(|words| words.iter().any(is_output))
        })
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

/// The word in front of the innermost parenthesis that is open at the end, and the number of commas in it.
fn call<'a>(body: &[Token<'a>]) -> (&'a str, usize) {
    let (mut depth, mut commas) = (0_u32, 0);
    for (at, token) in body.iter().enumerate().rev() {
        match token.text {
            ")" | "]" => depth += 1,
            "(" if depth == 0 => {
                return (at.checked_sub(1).map_or("", |name| body[name].text), commas);
            }
            "(" | "[" => depth = depth.saturating_sub(1),
            "," if depth == 0 => commas += 1,
            _ => {}
        }
    }
    ("", 0)
}
