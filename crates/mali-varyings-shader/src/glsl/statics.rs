//! The variables that a shader statically uses and writes, in the functions that `main` reaches.

use std::collections::{HashMap, HashSet};

use super::cursor::after_brackets;
use super::declarator::Range;
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

/// The functions of a shader, by their names, and the expressions outside of them.
#[derive(Default)]
pub(super) struct Functions<'a> {
    pub(super) named: HashMap<&'a str, Vec<Function>>,
    pub(super) globals: Vec<Range>,
}

pub(super) struct Function {
    pub(super) parameters: Range,
    pub(super) body: Range,
}

/// The names that are used, and the names of variables that are at least partly written.
#[derive(Default)]
pub(super) struct Uses<'a> {
    pub(super) used: HashSet<&'a str>,
    pub(super) written: HashSet<&'a str>,
}

impl<'a> Functions<'a> {
    pub(super) fn has_main(&self) -> bool {
        self.named.contains_key("main")
    }

    /// The uses in the functions that `main` and the initial values of variables reach; without a `main`, in all
    /// functions.
    pub(super) fn uses(&self, tokens: &[Token<'a>]) -> Uses<'a> {
        let mut uses = Uses::default();
        // A function by its name and the number of its parameters.
        let mut unreached: HashMap<(&str, usize), Vec<&Function>> = HashMap::new();
        let mut rest = Vec::new();
        for (&name, functions) in &self.named {
            for function in functions {
                let called = (name, arity(&tokens[function.parameters.clone()]));
                unreached.entry(called).or_default().push(function);
                if !self.has_main() || name == "main" {
                    rest.push(called);
                }
            }
        }
        let mut reach = |body: &Range, rest: &mut Vec<(&'a str, usize)>| {
            let body = &tokens[body.clone()];
            self.add_uses(tokens, body, &mut uses);
            rest.extend(calls(body));
        };
        for value in &self.globals {
            reach(value, &mut rest);
        }
        while let Some(called) = rest.pop() {
            for function in unreached.remove(&called).into_iter().flatten() {
                reach(&function.body, &mut rest);
            }
        }
        uses
    }

    fn add_uses(&self, tokens: &[Token<'a>], body: &[Token<'a>], uses: &mut Uses<'a>) {
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
                    "[" => end = after_brackets(body, end),
                    ")" if before(begin) == "(" && !is_called() => {
                        (begin, end) = (begin - 1, end + 1);
                    }
                    _ => break,
                }
            }
            let is_written = match (before(begin), text(end)) {
                (_, "=" | "++" | "--") | ("++" | "--", _) => true,
                (_, "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>") => {
                    text(end + 1) == "="
                }
                ("," | "(", "," | ")") => self.writes_argument(tokens, &body[..begin]),
                _ => false,
            };
            if is_written {
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
        let is_output = |token: &Token<'_>| matches!(token.text, "out" | "inout");
        let mut functions = self.named.get(callee).into_iter().flatten();
        functions.any(|function| {
            let parameters = &tokens[function.parameters.clone()];
            let mut parameters = parameters.split(|token| token.text == ",");
            parameters
                .nth(number)
                .is_some_and(|words| words.iter().any(is_output))
        })
    }
}

/// The names that are called, and the number of arguments of each call.
fn calls<'a>(body: &[Token<'a>]) -> impl Iterator<Item = (&'a str, usize)> {
    body.windows(2).enumerate().filter_map(|(at, pair)| {
        let is_call = pair[0].is_word() && !pair[0].is_local && pair[1].text == "(";
        let end = || after_brackets(body, at + 1) - 1;
        is_call.then(|| (pair[0].text, arity(&body[at + 2..end().max(at + 2)])))
    })
}

/// The number of parameters or arguments.
fn arity(list: &[Token<'_>]) -> usize {
    if list.is_empty() || matches!(list, [only] if only.text == "void") {
        return 0;
    }
    let (mut depth, mut count) = (0_u32, 1);
    for token in list {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
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
