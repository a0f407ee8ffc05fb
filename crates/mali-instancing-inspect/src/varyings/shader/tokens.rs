//! GLSL's words, without comments. Of the preprocessor only numbers that have a name are understood.

use std::collections::HashMap;

use super::Fault;

/// A word or a sign, and the byte at which it is.
#[derive(Clone)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) offset: usize,
}

impl Token<'_> {
    pub(super) fn is_word(&self) -> bool {
        self.text
            .starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

pub(super) fn read(text: &str) -> Result<Vec<Token<'_>>, Fault> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut defined: HashMap<&str, &str> = HashMap::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let offset = text.len() - rest.len();
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            let Some(end) = rest.find("*/") else {
                let message = "this comment does not end: expected `*/`";
                return Err(Fault::new(offset, message));
            };
            end + 2
        } else if first == '#' {
            let end = line_end(rest);
            let words: Vec<&str> = rest[1..end].split_whitespace().collect();
            if let ["define", name, value] = words[..] {
                if value.parse::<u32>().is_ok() {
                    defined.insert(name, value);
                }
            }
            end
        } else if first.is_alphanumeric() || first == '_' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let is_word = !first.is_numeric();
            let end = rest
                .find(|c: char| !is_part(c) || is_word && c == '.')
                .unwrap_or(rest.len());
            let word = &rest[..end];
            let text = defined.get(word).copied().unwrap_or(word);
            tokens.push(Token { text, offset });
            end
        } else {
            let text = &rest[..first.len_utf8()];
            tokens.push(Token { text, offset });
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    Ok(tokens)
}

/// The end of a line that a backslash can continue.
fn line_end(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}
