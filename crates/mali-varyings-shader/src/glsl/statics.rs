//! The variables that a shader statically uses and writes, in the functions that `main` reaches.

use std::collections::{HashMap, HashSet};

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
    /// Whether a uniform variable may name the function, which counts as reached then.
    pub(super) is_subroutine: bool,
}

/// The names that are used, and the names of variables that are at least partly written.
#[derive(Default)]
pub(super) struct Uses<'a> {
    pub(super) used: HashSet<&'a str>,
    pub(super) written: HashSet<&'a str>,
}

/// A variable, with the members and elements after it.
#[derive(Clone, Copy)]
struct Operand<'a> {
    name: &'a str,
    /// Whether an argument or an expression in parentheses begins with it.
    is_alone: bool,
}

/// A bracket that is not closed yet.
enum Bracket<'a> {
    /// That of a call, with the number of arguments before the present one.
    Call { callee: Token<'a>, argument: usize },
    /// Parentheses around an expression.
    Parentheses { is_alone: bool },
    /// That of an index, after its array.
    Index(Option<Operand<'a>>),
}

/// The state of a walk through a body, from its first token to its last.
struct Walk<'w, 'a> {
    functions: &'w Functions<'a>,
    tokens: &'w [Token<'a>],
    uses: &'w mut Uses<'a>,
    /// The functions that are called, with their numbers of arguments.
    calls: &'w mut Vec<(&'a str, usize)>,
    open: Vec<Bracket<'a>>,
    /// The operand that ends with the previous token.
    operand: Option<Operand<'a>>,
    /// Whether `++` or `--` is before the next operand.
    is_stepped: bool,
    previous: Token<'a>,
}

impl<'a> Walk<'_, 'a> {
    fn take(&mut self, token: Token<'a>, next: &str) {
        match token.text {
            // The operand stays the variable before the point, because a write to a member writes the variable.
            "." => {}
            // A member, or a component.
            _ if token.is_word() && self.previous.text == "." => {}
            name if token.is_word() => self.variable(name, token.is_local),
            "(" | "[" => self.open(token.text),
            "," => {
                self.argument();
                if let Some(Bracket::Call { argument, .. }) = self.open.last_mut() {
                    *argument += 1;
                }
            }
            ")" | "]" => self.close(),
            operator => {
                let is_assignment = match operator {
                    "=" | "++" | "--" => true,
                    // `==` is a token of its own, so a `=` after the operator is that of an assignment.
                    "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" => next == "=",
                    _ => false,
                };
                // After an operand the operator is a postfix, and does not step the next operand.
                self.is_stepped = self.operand.is_none() && matches!(operator, "++" | "--");
                if let (Some(operand), true) = (self.operand.take(), is_assignment) {
                    self.uses.written.insert(operand.name);
                }
            }
        }
        self.previous = token;
    }

    /// Whether the next token is the first of an argument, or of an expression in parentheses.
    fn is_alone(&self) -> bool {
        matches!(self.previous.text, "(" | ",")
    }

    fn variable(&mut self, name: &'a str, is_local: bool) {
        let is_stepped = std::mem::take(&mut self.is_stepped);
        let is_alone = self.is_alone();
        self.operand = (!is_local).then_some(Operand { name, is_alone });
        if !is_local {
            // Functions, types and keywords are among the words. `other_stages` looks for some, and no varying has the
            // name of any.
            self.uses.used.insert(name);
            if is_stepped {
                self.uses.written.insert(name);
            }
        }
    }

    fn open(&mut self, bracket: &str) {
        let (operand, callee) = (self.operand.take(), self.previous);
        let is_alone = self.is_alone();
        // A keyword such as `if` counts as a function here, which the shader does not have.
        self.open.push(match bracket {
            "[" => Bracket::Index(operand),
            _ if callee.is_word() => Bracket::Call {
                callee,
                argument: 0,
            },
            _ => Bracket::Parentheses { is_alone },
        });
    }

    fn close(&mut self) {
        // The operand is kept before `argument` takes it.
        let inner = self.operand.filter(|operand| operand.is_alone);
        self.argument();
        self.operand = match self.open.pop() {
            Some(Bracket::Call { callee, argument }) => {
                if !callee.is_local {
                    // There is one comma less than arguments, except in `f()`.
                    let is_empty = self.previous.text == "(";
                    let arguments = if is_empty { 0 } else { argument + 1 };
                    self.calls.push((callee.text, arguments));
                }
                None
            }
            Some(Bracket::Parentheses { is_alone }) => inner.map(|operand| Operand {
                is_alone,
                ..operand
            }),
            // An element of an array is written as the array is.
            Some(Bracket::Index(array)) => array,
            None => None,
        };
    }

    /// Ends an argument, which the function may write if it is an operand alone.
    fn argument(&mut self) {
        // In `a + b` the operand is `b`, which is not alone: a call cannot write an expression.
        let operand = self.operand.take().filter(|operand| operand.is_alone);
        if let (Some(operand), Some(Bracket::Call { callee, argument })) =
            (operand, self.open.last())
        {
            if self
                .functions
                .writes_argument(self.tokens, callee.text, *argument)
            {
                self.uses.written.insert(operand.name);
            }
        }
    }
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
                // Types are not known here, so all functions of one name and number of parameters are reached together.
                let called = (name, arity(&tokens[function.parameters.clone()]));
                unreached.entry(called).or_default().push(function);
                if !self.has_main() || name == "main" || function.is_subroutine {
                    rest.push(called);
                }
            }
        }
        let mut reach = |body: &Range, rest: &mut Vec<(&'a str, usize)>| {
            let mut walk = Walk {
                functions: self,
                tokens,
                uses: &mut uses,
                calls: rest,
                open: Vec::new(),
                operand: None,
                is_stepped: false,
                previous: Token::default(),
            };
            for at in body.clone() {
                let next = tokens.get(at + 1).map_or("", |token| token.text);
                walk.take(tokens[at], next);
            }
        };
        for value in &self.globals {
            reach(value, &mut rest);
        }
        while let Some(called) = rest.pop() {
            // Called functions are removed, so that each body is walked through once, recursive or not.
            for function in unreached.remove(&called).into_iter().flatten() {
                reach(&function.body, &mut rest);
            }
        }
        uses
    }

    /// Whether a function may write the argument of that number.
    fn writes_argument(&self, tokens: &[Token<'a>], callee: &str, number: usize) -> bool {
        if let Some((_, outputs)) = BUILT_IN.iter().find(|(name, _)| *name == callee) {
            return outputs.contains(&number);
        }
        let is_output = |token: &Token<'_>| matches!(token.text, "out" | "inout");
        let mut functions = self.named.get(callee).into_iter().flatten();
        // Any overload that writes it is enough, since types are not known.
        functions.any(|function| {
            let parameters = &tokens[function.parameters.clone()];
            let mut parameters = parameters.split(|token| token.text == ",");
            parameters
                .nth(number)
                .is_some_and(|words| words.iter().any(is_output))
        })
    }
}

/// The number of parameters.
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
