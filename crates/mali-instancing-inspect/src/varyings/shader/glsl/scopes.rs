//! The words of functions that name their own variables, and not those of the shader.

use super::tokens::Token;

/// A part of a function, and the variables that it declares.
struct Scope<'a> {
    names: Vec<&'a str>,
    /// The word that begins the statement whose body this is, such as `for`; `None` for a block.
    keyword: Option<&'a str>,
    /// The open parentheses around it.
    depth: usize,
    is_in_header: bool,
    is_structure: bool,
}

/// The variables that a function can name.
#[derive(Default)]
struct Scopes<'a> {
    open: Vec<Scope<'a>>,
    /// The parameters of the function whose body comes next.
    parameters: Vec<&'a str>,
    /// The variable whose declaration has not ended: its initializer does not know it yet.
    declared: Option<&'a str>,
    /// The open parentheses and brackets around a declaration with several variables.
    declaration: Option<usize>,
    depth: usize,
    /// Whether the type of a declaration, a structure, has just ended.
    is_after_structure: bool,
}

/// Marks the words that are variables of functions, in the scopes of GLSL ES 3.00, 4.2.2.
pub(super) fn mark(tokens: &mut [Token<'_>]) {
    let mut scopes = Scopes::default();
    for at in 0..tokens.len() {
        let (before, rest) = tokens.split_at_mut(at);
        if let [token, after @ ..] = rest {
            token.is_local = scopes.read(before, *token, after);
        }
    }
}

impl<'a> Scopes<'a> {
    /// Reads a token, and returns whether it is a variable of the function.
    fn read(&mut self, before: &[Token<'a>], token: Token<'a>, after: &[Token<'a>]) -> bool {
        let previous = before.last().map_or("", |token| token.text);
        let is_after_structure = std::mem::take(&mut self.is_after_structure);
        match token.text {
            "{" => {
                self.end_declaration();
                let names = std::mem::take(&mut self.parameters);
                self.push(None);
                let mut words = before.iter().rev().take(2);
                if let Some(scope) = self.open.last_mut() {
                    scope.names = names;
                    scope.is_structure = words.any(|word| word.text == "struct");
                }
            }
            "}" => {
                self.declaration = None;
                self.is_after_structure = self.open.pop().is_some_and(|scope| scope.is_structure);
                if !self.is_after_structure {
                    self.end_statements(after);
                }
            }
            "for" | "while" | "if" | "else" | "do" => self.push(Some(token.text)),
            "(" | "[" => self.depth += 1,
            ")" | "]" => {
                self.end_parameter(token.text);
                self.depth = self.depth.saturating_sub(1);
                let is_header =
                    |scope: &&mut Scope<'_>| scope.is_in_header && scope.depth == self.depth;
                if let Some(scope) = self.open.last_mut().filter(is_header) {
                    scope.is_in_header = false;
                    scope.names.extend(self.declared.take());
                    self.declaration = None;
                }
            }
            ";" => {
                self.end_declaration();
                self.declaration = None;
                self.parameters.clear();
                self.end_statements(after);
            }
            "," if self.declaration == Some(self.depth) => self.end_declaration(),
            "," => self.end_parameter(token.text),
            _ if !token.is_word() || previous == "." => {}
            _ => return self.word(is_after_structure, before, token, after),
        }
        false
    }

    fn word(
        &mut self,
        is_after_structure: bool,
        before: &[Token<'a>],
        token: Token<'a>,
        after: &[Token<'a>],
    ) -> bool {
        let previous = before.last().map_or("", |token| token.text);
        let is_next = previous == "," && self.declaration == Some(self.depth);
        let is_after_type = is_after_structure
            || previous == "]"
            || before.last().is_some_and(Token::is_word)
                && !matches!(previous, "return" | "else" | "do" | "case");
        let is_in_function = !self.open.is_empty();
        let is_called = after.first().is_some_and(|next| next.text == "(");
        if (is_next || is_after_type) && !is_called && (is_in_function || self.depth > 0) {
            self.declared = Some(token.text);
            self.declaration = is_in_function.then_some(self.depth);
            return true;
        }
        self.open
            .iter()
            .any(|scope| scope.names.contains(&token.text))
    }

    fn push(&mut self, keyword: Option<&'a str>) {
        self.open.push(Scope {
            names: Vec::new(),
            keyword,
            depth: self.depth,
            is_in_header: matches!(keyword, Some("for" | "while" | "if")),
            is_structure: false,
        });
    }

    fn end_declaration(&mut self) {
        if let Some(scope) = self.open.last_mut() {
            scope.names.extend(self.declared.take());
        }
    }

    fn end_parameter(&mut self, end: &str) {
        if self.open.is_empty() && end != "]" {
            self.parameters.extend(self.declared.take());
        }
    }

    /// Ends the statements whose body has ended, up to the one that the next word continues.
    fn end_statements(&mut self, after: &[Token<'a>]) {
        let continued = match after.first().map(|next| next.text) {
            Some("else") => Some("if"),
            Some("while") => Some("do"),
            _ => None,
        };
        let has_ended = |scope: &Scope<'_>| {
            scope.keyword.is_some() && scope.depth >= self.depth && !scope.is_in_header
        };
        while self.open.last().is_some_and(has_ended) {
            let keyword = self.open.pop().and_then(|ended| ended.keyword);
            if continued.is_some() && keyword == continued {
                break;
            }
        }
    }
}
