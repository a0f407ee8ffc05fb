//! GLSL's preprocessor: conditionals and macros. A condition that it cannot evaluate is an error.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::edition::Edition;
use super::expression::evaluate;
use super::feature::Dialect;
use super::tokens::{self, Token, line_of};
use crate::varyings::shader::Fault;

/// The largest number of words that macros may expand to, so that expansion always ends.
const MAX_WORDS: usize = 1 << 20;

/// The largest depth of macros within each other.
const MAX_DEPTH: usize = 100;

struct Macro<'a> {
    parameters: Option<Vec<&'a str>>,
    body: Vec<Token<'a>>,
}

/// A condition that has not ended.
struct Conditional {
    offset: usize,
    /// Whether the text around it is read.
    is_outer_read: bool,
    /// Whether one of its parts was or is read.
    is_decided: bool,
    has_else: bool,
}

/// The tokens that are still to be expanded.
enum Part<'a> {
    Token(Token<'a>),
    /// The end of a macro's expansion, after which it may be used again.
    End(&'a str),
}

struct Preprocessor<'a> {
    text: &'a str,
    edition: Edition,
    extensions: HashSet<&'a str>,
    macros: HashMap<&'a str, Rc<Macro<'a>>>,
    conditionals: Vec<Conditional>,
    /// Whether the next line is read.
    is_read: bool,
    output: Vec<Token<'a>>,
    words: Cell<usize>,
}

/// The words of a text after its directives, and its edition. The `definitions` are macros: names and values.
pub(super) fn read<'a>(
    text: &'a str,
    definitions: &'a [(String, String)],
) -> Result<(Vec<Token<'a>>, Dialect<'a>), Fault> {
    let is_es = definitions.iter().any(|(name, _)| name == "GL_ES");
    let mut preprocessor = Preprocessor {
        text,
        edition: Edition::unsaid(is_es),
        extensions: HashSet::new(),
        macros: HashMap::new(),
        conditionals: Vec::new(),
        is_read: true,
        output: Vec::new(),
        words: Cell::new(0),
    };
    preprocessor.define_known(if is_es { "100" } else { "110" });
    for (name, value) in definitions {
        let body = tokens::read(value)?;
        preprocessor.macros.insert(
            name,
            Rc::new(Macro {
                parameters: None,
                body,
            }),
        );
    }
    let tokens = tokens::read(text)?;
    let mut rest = &tokens[..];
    while let Some(first) = rest.first() {
        let is_directive = |token: &Token<'_>| token.starts_line && token.text == "#";
        let length = if is_directive(first) {
            let end = rest[1..].iter().position(|token| token.starts_line);
            let length = end.map_or(rest.len(), |end| end + 1);
            preprocessor.directive(first, &rest[1..length])?;
            length
        } else {
            let length = rest.iter().position(is_directive).unwrap_or(rest.len());
            if preprocessor.is_read {
                let expanded = preprocessor.expand(&rest[..length], &mut Vec::new())?;
                preprocessor.output.extend(expanded);
            }
            length
        };
        rest = &rest[length..];
    }
    match preprocessor.conditionals.last() {
        Some(open) => Err(Fault::new(
            open.offset,
            "this condition does not end: expected `#endif`",
        )),
        None => Ok((
            preprocessor.output,
            Dialect {
                edition: preprocessor.edition,
                extensions: preprocessor.extensions,
                is_lenient: false,
            },
        )),
    }
}

fn unexpected(found: &Token<'_>) -> Fault {
    Fault::new(
        found.offset,
        format!("`{}` is not expected in this directive", found.text),
    )
}

impl<'a> Preprocessor<'a> {
    /// Defines the macros of the edition.
    fn define_known(&mut self, version: &'a str) {
        let one = self.edition.macros().map(|name| (name, "1"));
        for (name, value) in one.chain([("__VERSION__", version)]) {
            let body = vec![Token {
                text: value,
                offset: 0,
                starts_line: false,
                is_local: false,
            }];
            self.macros.insert(
                name,
                Rc::new(Macro {
                    parameters: None,
                    body,
                }),
            );
        }
    }

    fn directive(&mut self, hash: &Token<'a>, line: &[Token<'a>]) -> Result<(), Fault> {
        let Some((name, line)) = line.split_first() else {
            return Ok(());
        };
        let at = |message: String| Err(Fault::new(hash.offset, message));
        match name.text {
            "if" | "ifdef" | "ifndef" => {
                let is_true = self.is_read && self.condition(name, line)?;
                self.conditionals.push(Conditional {
                    offset: hash.offset,
                    is_outer_read: self.is_read,
                    is_decided: is_true,
                    has_else: false,
                });
                self.is_read = is_true;
            }
            "elif" | "else" => {
                let is_else = name.text == "else";
                let Some(open) = self.conditionals.last() else {
                    return at(format!("`#{}` has no `#if` before it", name.text));
                };
                if open.has_else {
                    return at(format!("`#{}` comes after `#else`", name.text));
                }
                let may_be_read = open.is_outer_read && !open.is_decided;
                self.is_read = may_be_read && (is_else || self.condition(name, line)?);
                if let Some(open) = self.conditionals.last_mut() {
                    open.has_else = is_else;
                    open.is_decided |= self.is_read;
                }
            }
            "endif" => match self.conditionals.pop() {
                Some(ended) => self.is_read = ended.is_outer_read,
                None => return at("`#endif` has no `#if` before it".to_owned()),
            },
            _ if !self.is_read => {}
            "define" => self.define(name, line)?,
            "undef" => {
                let [name] = line else {
                    return at("`#undef` takes the name of a macro".to_owned());
                };
                self.macros.remove(name.text);
            }
            "version" => {
                let words: Vec<&str> = line.iter().map(|token| token.text).collect();
                let Some(edition) = Edition::new(&words) else {
                    return at(format!(
                        "`#version {}` is not a version of GLSL",
                        words.join(" ")
                    ));
                };
                for name in self.edition.macros() {
                    self.macros.remove(name);
                }
                self.edition = edition;
                self.define_known(line[0].text);
            }
            "extension" => {
                if let [name, .., behaviour] = line {
                    if behaviour.text == "disable" {
                        self.extensions.remove(name.text);
                    } else {
                        self.extensions.insert(name.text);
                    }
                    if behaviour.text == "require" {
                        let body = vec![Token { text: "1", ..*name }];
                        self.macros.insert(
                            name.text,
                            Rc::new(Macro {
                                parameters: None,
                                body,
                            }),
                        );
                    }
                }
            }
            "error" => {
                let end = line.last().map_or(name.end(), Token::end);
                let text = self.text.get(name.end()..end).unwrap_or_default();
                return at(format!("the shader says `#error`:{text}"));
            }
            "pragma" | "line" => {}
            other => {
                return at(format!(
                    "`#{other}` is not supported: the directives of GLSL are"
                ));
            }
        }
        Ok(())
    }

    /// Whether the text after this directive is read.
    fn condition(&self, name: &Token<'a>, line: &[Token<'a>]) -> Result<bool, Fault> {
        if name.text == "ifdef" || name.text == "ifndef" {
            return match line {
                [tested] if tested.is_word() => {
                    Ok(self.macros.contains_key(tested.text) == (name.text == "ifdef"))
                }
                _ => Err(Fault::new(
                    name.offset,
                    format!("`#{}` takes the name of a macro", name.text),
                )),
            };
        }
        let mut known = Vec::new();
        let mut rest = line;
        loop {
            let (tested, length) = match rest {
                [] => break,
                [word, open, tested, close, ..]
                    if (word.text, open.text, close.text) == ("defined", "(", ")") =>
                {
                    (Some(tested), 4)
                }
                [word, tested, ..] if word.text == "defined" && tested.is_word() => {
                    (Some(tested), 2)
                }
                _ => (None, 1),
            };
            let token = match tested {
                Some(tested) if self.macros.contains_key(tested.text) => Token {
                    text: "1",
                    ..rest[0]
                },
                Some(_) => Token {
                    text: "0",
                    ..rest[0]
                },
                None => rest[0],
            };
            known.push(token);
            rest = &rest[length..];
        }
        let expanded = self.expand(&known, &mut Vec::new())?;
        let names = |token: &Token<'a>| match token.text {
            "__LINE__" => Ok(line_of(self.text, token.offset) as i64),
            "__FILE__" => Ok(0),
            text if self.edition.is_es => {
                let message =
                    format!("`{text}` is not defined, and GLSL ES does not replace it by 0");
                Err(Fault::new(token.offset, message))
            }
            _ => Ok(0),
        };
        evaluate(&expanded, name.end(), names).map(|value| value != 0)
    }

    fn define(&mut self, directive: &Token<'a>, line: &[Token<'a>]) -> Result<(), Fault> {
        let Some((name, mut body)) = line.split_first().filter(|(name, _)| name.is_word()) else {
            return Err(Fault::new(
                directive.offset,
                "`#define` takes the name of a macro",
            ));
        };
        let mut parameters = None;
        let is_call = |open: &Token<'a>| open.text == "(" && open.offset == name.end();
        if body.first().is_some_and(is_call) {
            let Some(close) = body.iter().position(|token| token.text == ")") else {
                return Err(Fault::new(
                    name.offset,
                    "the parameters of this macro do not end: expected `)`",
                ));
            };
            let mut names = Vec::new();
            for (number, token) in body[1..close].iter().enumerate() {
                match (number % 2, token.text) {
                    (0, _) if token.is_word() => names.push(token.text),
                    (1, ",") => {}
                    _ => return Err(unexpected(token)),
                }
            }
            parameters = Some(names);
            body = &body[close + 1..];
        }
        let made = Macro {
            parameters,
            body: body.to_vec(),
        };
        let texts = |body: &[Token<'a>]| body.iter().map(|token| token.text).collect::<Vec<_>>();
        if let Some(known) = self.macros.get(name.text) {
            if known.parameters != made.parameters || texts(&known.body) != texts(&made.body) {
                let message = format!(
                    "the macro `{}` is already defined with another text",
                    name.text
                );
                return Err(Fault::new(name.offset, message));
            }
        }
        self.macros.insert(name.text, Rc::new(made));
        Ok(())
    }

    /// The words with macros replaced, except for those that are `active`: a macro is not replaced within itself.
    fn expand(
        &self,
        run: &[Token<'a>],
        active: &mut Vec<&'a str>,
    ) -> Result<Vec<Token<'a>>, Fault> {
        let mut output = Vec::with_capacity(run.len());
        let mut rest: Vec<Part<'a>> = run.iter().rev().copied().map(Part::Token).collect();
        while let Some(part) = rest.pop() {
            let token = match part {
                Part::Token(token) => token,
                Part::End(name) => {
                    active.retain(|other| *other != name);
                    continue;
                }
            };
            let found = self
                .macros
                .get(token.text)
                .filter(|_| !active.contains(&token.text));
            let Some(found) = found else {
                output.push(token);
                continue;
            };
            if active.len() >= MAX_DEPTH {
                let message = format!(
                    "the macro `{}` is in macros that are nested more than {MAX_DEPTH} deep",
                    token.text
                );
                return Err(Fault::new(token.offset, message));
            }
            let mut arguments = Vec::new();
            if let Some(parameters) = &found.parameters {
                let Some(given) = arguments_of(&token, &mut rest, active)? else {
                    output.push(token);
                    continue;
                };
                let is_none = parameters.is_empty() && given.len() == 1 && given[0].is_empty();
                if given.len() != parameters.len() && !is_none {
                    let (text, needed, given) = (token.text, parameters.len(), given.len());
                    let message =
                        format!("the macro `{text}` takes {needed} arguments, and gets {given}");
                    return Err(Fault::new(token.offset, message));
                }
                // An argument counts as one level of depth, but may contain the macro's own name.
                active.push("");
                for argument in given {
                    arguments.push(self.expand(&argument, active)?);
                }
                active.pop();
            }
            let mut body = Vec::new();
            for word in &found.body {
                if word.text == "##" {
                    return Err(Fault::new(
                        token.offset,
                        format!(
                            "the macro `{}` has `##`, which is not supported",
                            token.text
                        ),
                    ));
                }
                let parameters = found.parameters.iter().flatten();
                match parameters
                    .zip(&arguments)
                    .find(|(name, _)| **name == word.text)
                {
                    Some((_, argument)) => body.extend(argument),
                    None => body.push(Token {
                        offset: token.offset,
                        ..*word
                    }),
                }
            }
            self.words.set(self.words.get() + body.len() + 1);
            if self.words.get() > MAX_WORDS {
                let message = format!("the macros of this shader make more than {MAX_WORDS} words");
                return Err(Fault::new(token.offset, message));
            }
            active.push(token.text);
            rest.push(Part::End(token.text));
            rest.extend(body.into_iter().rev().map(Part::Token));
        }
        Ok(output)
    }
}

/// The arguments of a macro, or none if no parenthesis follows.
fn arguments_of<'a>(
    name: &Token<'a>,
    rest: &mut Vec<Part<'a>>,
    active: &mut Vec<&'a str>,
) -> Result<Option<Vec<Vec<Token<'a>>>>, Fault> {
    let mut next = rest.iter().rev().filter_map(|part| match part {
        Part::Token(token) => Some(token.text),
        Part::End(_) => None,
    });
    if next.next() != Some("(") {
        return Ok(None);
    }
    let mut arguments = vec![Vec::new()];
    let mut depth = 0_u32;
    while let Some(part) = rest.pop() {
        let token = match part {
            Part::Token(token) => token,
            Part::End(name) => {
                active.retain(|other| *other != name);
                continue;
            }
        };
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        match (token.text, depth) {
            (")", 0) => return Ok(Some(arguments)),
            ("(", 1) => {}
            (",", 1) => arguments.push(Vec::new()),
            _ => {
                let last = arguments.len() - 1;
                arguments[last].push(token);
            }
        }
    }
    let message = format!(
        "the arguments of the macro `{}` do not end: expected `)`",
        name.text
    );
    Err(Fault::new(name.offset, message))
}
