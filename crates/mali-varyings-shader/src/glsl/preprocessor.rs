//! GLSL's preprocessor: conditionals and macros. A condition that it cannot evaluate is an error.
//!
//! It is not the crate pp-rs, naga's preprocessor, whose version 0.2.1 accepts 1,233 of the 1,246 shaders of
//! `tests/real_shaders` that glslang accepts. That crate evaluates an undefined name in a `#if` of GLSL ES as 0, ends
//! the text silently at a comment without an end, and gives a macro's words the place of the definition, so that no
//! error has the line of the use. Eight calls of a macro within each other keep it busy without end, and 20,000 nested
//! parentheses overflow its stack. It refuses `##`, numbers such as `1.0lf`, and quotes in parts that are not read.
//! Nor is it glsl-lang-pp 0.8.1, which adds 37 crates to the command and more than 15 seconds of CPU time to its build.

use std::cell::{Cell, OnceCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::cursor::Cursor;
use super::expression::{Part, Value, evaluate};
use super::feature::Dialect;
use super::tokens::{Token, tokenize};
use crate::edition::Edition;
use crate::error::{Fault, line as line_number};

/// The largest number of words that macros may expand to, so that expansion always ends.
const MAX_WORDS: usize = 1 << 20;

/// The largest depth of macros within each other.
const MAX_DEPTH: usize = 100;

/// The macros that tell the language and its profile.
const PROFILES: [&str; 3] = ["GL_ES", "GL_core_profile", "GL_compatibility_profile"];

/// The largest number of different words that `##` joins.
pub(super) const MAX_JOINED: usize = 256;

/// The words that `##` has joined.
pub(super) type Joined = [OnceCell<String>; MAX_JOINED];

struct Macro<'a> {
    parameters: Option<Vec<&'a str>>,
    body: Vec<Token<'a>>,
}

/// A condition that has not ended.
struct Conditional {
    offset: usize,
    /// Whether its present part is read.
    is_read: bool,
    /// Whether no later part is read: one was or is, or the text around it is not.
    is_decided: bool,
    has_else: bool,
}

struct Preprocessor<'a> {
    source: &'a str,
    joined: &'a Joined,
    dialect: Dialect<'a>,
    /// The caller's macros: names and values.
    definitions: &'a [(String, String)],
    macros: HashMap<&'a str, Rc<Macro<'a>>>,
    conditionals: Vec<Conditional>,
    words: Cell<usize>,
}

/// The words of a text after its directives, and its edition. The `definitions` are macros: names and values.
pub(super) fn preprocess<'a>(
    source: &'a str,
    definitions: &'a [(String, String)],
    is_lenient: bool,
    joined: &'a Joined,
) -> Result<(Vec<Token<'a>>, Dialect<'a>), Fault> {
    let is_es = definitions.iter().any(|(name, _)| name == "GL_ES");
    let (edition, extensions) = (Edition::unsaid(is_es), HashSet::new());
    let mut preprocessor = Preprocessor {
        source,
        joined,
        dialect: Dialect {
            edition,
            extensions,
            absent: Vec::new(),
            is_lenient,
            lines: Vec::new(),
        },
        definitions,
        macros: HashMap::new(),
        conditionals: Vec::new(),
        words: Cell::new(0),
    };
    preprocessor.define_known(if is_es { "100" } else { "110" });
    // These come after the macros of the edition, since they may replace them.
    for (name, value) in definitions {
        preprocessor.insert(name, None, tokenize(value)?);
    }
    let tokens = tokenize(source)?;
    let (mut rest, mut output) = (&tokens[..], Vec::new());
    while let Some(first) = rest.first() {
        // A run is the line of a directive, or all lines before the next directive, because a macro's arguments may be
        // on several lines.
        let is_directive = |token: &Token<'_>| token.starts_line && token.text == "#";
        let is_line = is_directive(first);
        let mut after_first = rest[1..].iter();
        let end = after_first.position(|next| is_directive(next) || is_line && next.starts_line);
        let run;
        // `end` counts from the token after the first.
        (run, rest) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        if is_line {
            preprocessor.directive(first, &run[1..])?;
        } else if preprocessor.is_read() {
            // Most words are no macros, and need no copies of their own.
            let is_macro = |token: &Token<'_>| preprocessor.macros.contains_key(token.text);
            let (plain, rest) = run.split_at(run.iter().position(is_macro).unwrap_or(run.len()));
            output.extend_from_slice(plain);
            output.append(&mut preprocessor.expand(rest, &mut Vec::new())?);
        }
    }
    match preprocessor.conditionals.last() {
        Some(open) => Err(Fault::new(
            open.offset,
            "this condition does not end: expected `#endif`",
        )),
        None => Ok((output, preprocessor.dialect)),
    }
}

impl<'a> Preprocessor<'a> {
    fn insert(&mut self, name: &'a str, parameters: Option<Vec<&'a str>>, body: Vec<Token<'a>>) {
        let found = Macro { parameters, body };
        self.macros.insert(name, Rc::new(found));
    }

    /// Defines the macros of the edition, except for those that are the caller's.
    fn define_known(&mut self, version: &'a str) {
        for name in self.dialect.edition.macros() {
            if !self.is_given(name) {
                self.insert(name, None, vec![Token::new("1", 0)]);
            }
        }
        self.insert("__VERSION__", None, vec![Token::new(version, 0)]);
    }

    /// Whether a macro of an edition is the caller's instead. Those of its language and its profile never are.
    fn is_given(&self, name: &str) -> bool {
        let mut names = self.definitions.iter().map(|(name, _)| name);
        !PROFILES.contains(&name) && names.any(|given| given == name)
    }

    /// Whether the next line is read.
    fn is_read(&self) -> bool {
        self.conditionals.last().is_none_or(|open| open.is_read)
    }

    fn directive(&mut self, hash: &Token<'a>, line: &[Token<'a>]) -> Result<(), Fault> {
        let Some((name, line)) = line.split_first() else {
            return Ok(());
        };
        let at = |message: String| Err(Fault::new(hash.offset, message));
        let mut cursor = Cursor::new(line, name.end(), "this directive ends too soon");
        match name.text {
            "if" | "ifdef" | "ifndef" => {
                let is_decided = !self.is_read();
                let is_read = !is_decided && self.condition(name, cursor)?;
                self.conditionals.push(Conditional {
                    offset: hash.offset,
                    is_read,
                    is_decided: is_decided || is_read,
                    has_else: false,
                });
            }
            "elif" | "else" => {
                let is_else = name.text == "else";
                let Some(mut open) = self.conditionals.pop() else {
                    return at(format!("`#{}` has no `#if` before it", name.text));
                };
                if open.has_else {
                    return at(format!("`#{}` comes after `#else`", name.text));
                }
                // A condition after a part that was read is not evaluated, so it may be wrong.
                open.is_read = !open.is_decided && (is_else || self.condition(name, cursor)?);
                open.is_decided |= open.is_read;
                open.has_else = is_else;
                self.conditionals.push(open);
            }
            "endif" if self.conditionals.pop().is_none() => {
                return at("`#endif` has no `#if` before it".to_owned());
            }
            "endif" => {}
            // Conditions are counted everywhere, other directives only where the text is read.
            _ if !self.is_read() => {}
            "define" => self.define(cursor)?,
            "undef" => {
                self.macros.remove(cursor.word("the name of a macro")?.text);
            }
            "version" => {
                let words: Vec<&str> = line.iter().map(|token| token.text).collect();
                let Some(edition) = Edition::new(&words) else {
                    return at(format!(
                        "`#version {}` is not a version of GLSL: {} are read",
                        words.join(" "),
                        Edition::KNOWN
                    ));
                };
                // These are the macros of the edition that the text has without `#version`.
                for name in self.dialect.edition.macros() {
                    if !self.is_given(name) {
                        self.macros.remove(name);
                    }
                }
                self.dialect.edition = edition;
                self.define_known(words[0]);
            }
            "extension" => {
                if let [name, .., behaviour] = line {
                    match behaviour.text {
                        "disable" => self.dialect.extensions.remove(name.text),
                        _ => self.dialect.extensions.insert(name.text),
                    };
                    // A shader that requires an extension is one for a driver that has it.
                    if behaviour.text == "require" {
                        self.insert(name.text, None, vec![Token::new("1", name.offset)]);
                    }
                }
            }
            "error" => {
                let end = line.last().map_or(name.end(), Token::end);
                let text = self.source.get(name.end()..end).unwrap_or_default();
                return at(format!("the shader says `#error`:{text}"));
            }
            "line" => self.renumber(hash, name, line)?,
            "pragma" => {}
            "include" => {
                let message = "`#include` is not supported: preprocess the shader first";
                return at(message.to_owned());
            }
            other => {
                return at(format!(
                    "`#{other}` is not supported: the directives of GLSL are"
                ));
            }
        }
        Ok(())
    }

    /// Whether a macro is defined. One of an extension that nothing defines counts as that of an extension that the driver
    /// does not have.
    fn is_defined(&mut self, name: Token<'a>) -> bool {
        let is_defined = self.macros.contains_key(name.text);
        let is_profile = PROFILES.contains(&name.text);
        let absent = &mut self.dialect.absent;
        let is_known = absent.iter().any(|(known, _)| *known == name.text);
        if name.text.starts_with("GL_") && !is_defined && !is_profile && !is_known {
            absent.push((name.text, name.offset));
        }
        is_defined
    }

    /// Whether the text after this directive is read.
    fn condition(&mut self, name: &Token<'a>, mut line: Cursor<'_, 'a>) -> Result<bool, Fault> {
        if name.text == "ifdef" || name.text == "ifndef" {
            let macro_name = line.word("the name of a macro")?;
            let is_true = self.is_defined(macro_name) == (name.text == "ifdef");
            return line.end().map(|()| is_true);
        }
        // `defined` is evaluated before macros are replaced, because its operand must not be.
        let mut known = Vec::new();
        while let Ok(mut token) = line.next() {
            if token.text == "defined" {
                let is_open = line.takes("(");
                let macro_name = line.word("the name of a macro")?;
                if is_open {
                    line.expect(")")?;
                }
                token.text = if self.is_defined(macro_name) {
                    "1"
                } else {
                    "0"
                };
            } else if token.is_word() && !self.dialect.edition.is_es {
                // A name that is not defined is 0.
                self.is_defined(token);
            }
            known.push(token);
        }
        let expanded = self.expand(&known, &mut Vec::new())?;
        let names = |token: &Token<'a>, part: Part| match (token.text, part) {
            ("__LINE__", Part::Whole) => {
                let line = self.dialect.line(self.source, token.offset);
                Ok(Value::signed(line))
            }
            ("__FILE__", Part::Whole) => Ok(Value::signed(0)),
            (_, Part::Whole) if !self.dialect.edition.is_es => Ok(Value::signed(0)),
            (text, _) => {
                let message =
                    format!("`{text}` is not defined, and GLSL ES does not replace it by 0");
                Err(Fault::new(token.offset, message))
            }
        };
        evaluate(&expanded, name.end(), names).map(|value| value.number != 0)
    }

    /// Numbers the lines after `#line`, whose number is that of the next line; before GLSL 3.30 the one after it.
    fn renumber(
        &mut self,
        hash: &Token<'a>,
        name: &Token<'a>,
        line: &[Token<'a>],
    ) -> Result<(), Fault> {
        let expanded = self.expand(line, &mut Vec::new())?;
        let number = |tokens: &[Token<'a>]| {
            evaluate(tokens, name.end(), |token, _| {
                let message = format!("`{}` is no number of a line", token.text);
                Err(Fault::new(token.offset, message))
            })
        };
        // The number of a source string, or its name, may follow.
        let first = expanded.split_last().map_or(&[][..], |(_, first)| first);
        let number = number(&expanded).or_else(|error| number(first).map_err(|_| error))?;
        let number = number.number;
        let Edition { version, is_es, .. } = self.dialect.edition;
        let next =
            line_number(self.source, hash.offset) as i64 + i64::from(is_es || version >= 330);
        self.dialect
            .lines
            .push((hash.offset, number.saturating_sub(next)));
        Ok(())
    }

    fn define(&mut self, mut line: Cursor<'_, 'a>) -> Result<(), Fault> {
        let name = line.word("the name of a macro")?;
        let mut parameters = None;
        // Only a parenthesis that touches the name begins parameters: `#define A (b)` has none.
        if line.offset() == name.end() && line.takes("(") {
            let mut names = Vec::new();
            while !line.takes(")") {
                names.push(line.word("a parameter")?.text);
                if line.peek() != ")" {
                    line.expect(",")?;
                }
            }
            parameters = Some(names);
        }
        let body = line.tokens[line.position..].to_vec();
        let texts = |body: &[Token<'a>]| body.iter().map(|token| token.text).collect::<Vec<_>>();
        if let Some(known) = self.macros.get(name.text) {
            if known.parameters != parameters || texts(&known.body) != texts(&body) {
                let message = format!(
                    "the macro `{}` is already defined with another text",
                    name.text
                );
                return Err(Fault::new(name.offset, message));
            }
        }
        self.insert(name.text, parameters, body);
        Ok(())
    }

    /// The words with macros replaced, except for those that are `active`: a macro is not replaced within itself.
    fn expand(
        &self,
        run: &[Token<'a>],
        active: &mut Vec<&'a str>,
    ) -> Result<Vec<Token<'a>>, Fault> {
        let mut output = Vec::with_capacity(run.len());
        // The tokens that are still to be expanded, the next one last.
        let mut rest: Vec<Token<'a>> = run.iter().rev().copied().collect();
        while let Some(token) = next(&mut rest, active) {
            let name = token.text;
            let Some(found) = self.macros.get(name).filter(|_| !active.contains(&name)) else {
                output.push(token);
                continue;
            };
            let fail = |message: String| Err(Fault::new(token.offset, message));
            if active.len() >= MAX_DEPTH {
                return fail(format!(
                    "the macro `{name}` is in macros that are nested more than {MAX_DEPTH} deep"
                ));
            }
            let mut given = Vec::new();
            if let Some(parameters) = &found.parameters {
                // The parenthesis may follow the macro whose words end with this name: markers of ends are passed over.
                let following = rest.iter().rev().find(|token| !token.ends_macro);
                if following.is_none_or(|token| token.text != "(") {
                    output.push(token);
                    continue;
                }
                let Some(arguments) = arguments(&mut rest, active) else {
                    return fail(format!(
                        "the arguments of the macro `{name}` do not end: expected `)`"
                    ));
                };
                let is_none =
                    parameters.is_empty() && arguments.len() == 1 && arguments[0].is_empty();
                if arguments.len() != parameters.len() && !is_none {
                    let (needed, given) = (parameters.len(), arguments.len());
                    return fail(format!(
                        "the macro `{name}` takes {needed} arguments, and gets {given}"
                    ));
                }
                given = arguments;
            }
            let body = self.replaced(&token, found, &given, active)?;
            // The macro itself counts as one word, because empty macros would never reach the limit otherwise.
            self.words.set(self.words.get() + body.len() + 1);
            if self.words.get() > MAX_WORDS {
                return fail(format!(
                    "the macros of this shader make more than {MAX_WORDS} words"
                ));
            }
            active.push(name);
            // Once this marker is read, the words of the macro are over, and it may be used again.
            rest.push(Token {
                ends_macro: true,
                ..token
            });
            rest.extend(body.into_iter().rev());
        }
        Ok(output)
    }

    /// The words of a macro, with its arguments. Those are expanded, except beside `##`, which joins two words.
    fn replaced(
        &self,
        name: &Token<'a>,
        found: &Macro<'a>,
        given: &[Vec<Token<'a>>],
        active: &mut Vec<&'a str>,
    ) -> Result<Vec<Token<'a>>, Fault> {
        // An argument counts as one level of depth, but may contain the macro's own name.
        active.push("");
        let expanded: Result<Vec<_>, _> = given
            .iter()
            .map(|argument| self.expand(argument, active))
            .collect();
        // Every marker within the argument has been read, so the last name is the empty one.
        active.pop();
        let expanded = expanded?;
        let (mut body, mut joins, mut has_left) = (Vec::new(), false, false);
        for (at, word) in found.body.iter().enumerate() {
            if word.text == "##" {
                self.dialect.require("`##`", name.offset)?;
                joins = true;
                continue;
            }
            let is_beside = joins || found.body.get(at + 1).is_some_and(|next| next.text == "##");
            let mut parameters = found.parameters.iter().flatten();
            let own = [Token {
                // A word of the macro has the place of the use, to which errors and `__LINE__` refer.
                offset: name.offset,
                ..*word
            }];
            let words = match parameters.position(|parameter| *parameter == word.text) {
                Some(number) if is_beside => &given[number],
                Some(number) => &expanded[number],
                None => &own[..],
            };
            let mut words = words.iter();
            // Beside an empty argument there is nothing to join: the other word stays alone.
            let is_joined = std::mem::take(&mut joins) && has_left;
            has_left = is_joined || words.len() > 0;
            if is_joined {
                if let (Some(left), Some(right)) = (body.last_mut(), words.next()) {
                    *left = self.join(left, right)?;
                }
            }
            body.extend(words);
        }
        Ok(body)
    }

    fn join(&self, left: &Token<'a>, right: &Token<'a>) -> Result<Token<'a>, Fault> {
        let text = format!("{}{}", left.text, right.text);
        let mut places = self.joined.iter();
        // Cells are filled from the first on, so the first empty one ends the search for an equal text.
        let Some(place) = places.find(|place| place.get().is_none_or(|known| *known == text))
        else {
            let message = format!("`##` makes more than {MAX_JOINED} different words");
            return Err(Fault::new(left.offset, message));
        };
        Ok(Token {
            text: place.get_or_init(|| text),
            ..*left
        })
    }
}

/// The next token. Macros that end before it are not active any more.
fn next<'a>(rest: &mut Vec<Token<'a>>, active: &mut Vec<&'a str>) -> Option<Token<'a>> {
    while let Some(token) = rest.pop() {
        if !token.ends_macro {
            return Some(token);
        }
        active.retain(|other| *other != token.text);
    }
    None
}

/// The arguments of a macro, or none if they do not end.
fn arguments<'a>(
    rest: &mut Vec<Token<'a>>,
    active: &mut Vec<&'a str>,
) -> Option<Vec<Vec<Token<'a>>>> {
    let (mut arguments, mut argument) = (Vec::new(), Vec::new());
    let mut depth = 0_u32;
    loop {
        let token = next(rest, active)?;
        depth += u32::from(token.text == "(");
        // The first token is the parenthesis that the caller has seen, so this never falls below 0.
        depth -= u32::from(token.text == ")");
        match (token.text, depth) {
            (")", 0) => break,
            // As in C, only parentheses keep commas within an argument, and brackets do not.
            (",", 1) => arguments.push(std::mem::take(&mut argument)),
            ("(", 1) => {}
            _ => argument.push(token),
        }
    }
    arguments.push(argument);
    Some(arguments)
}
