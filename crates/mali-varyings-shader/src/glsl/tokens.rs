//! GLSL's words, numbers and signs, without comments.

use std::borrow::Cow;

use crate::error::Fault;

/// A word, a number or a sign, and its first byte; a macro's words have the byte at which the macro is used.
#[derive(Clone, Copy, Default)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) offset: usize,
    /// Whether the token is the first of its line: a `#` is a directive there.
    pub(super) starts_line: bool,
    /// Whether the word is a variable that a function declares.
    pub(super) is_local: bool,
    /// Whether this is no token, but the end of the expansion of a macro of that name, which may be used again.
    pub(super) ends_macro: bool,
}

impl<'a> Token<'a> {
    pub(super) fn new(text: &'a str, offset: usize) -> Self {
        Self {
            text,
            offset,
            ..Self::default()
        }
    }

    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(is_letter)
    }

    pub(super) fn end(&self) -> usize {
        self.offset + self.text.len()
    }
}

/// The operators of two characters in expressions and macros.
const PAIRS: &[&str] = &[
    // `+=` and the like are two tokens. Only `statics` needs them, and looks at the token after an operator.
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "##", "++", "--",
];

pub(super) fn is_letter(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_'
}

fn is_part(letter: char) -> bool {
    is_letter(letter) || letter.is_numeric()
}

/// The number of bytes of the backslashes at lines' ends with which a text begins.
fn continued(text: &str) -> usize {
    let mut length = 0;
    loop {
        length += match text.as_bytes().get(length..) {
            Some([b'\\', b'\n', ..]) => 2,
            Some([b'\\', b'\r', b'\n', ..]) => 3,
            _ => return length,
        };
    }
}

/// The text with each backslash at a line's end that is between two characters moved after all characters up to the next
/// white space. The text is as long as before, and only those characters are on another line.
pub(super) fn unsplit(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    let mut searched = 0;
    while let Some(found) = text[searched..].find('\\') {
        let begin = searched + found;
        let length = continued(&text[begin..]);
        searched = begin + length.max(1);
        let rest = &text[searched..];
        let is_end = |letter: char| letter.is_whitespace() || letter == '\\';
        let joined = rest.find(is_end).unwrap_or(rest.len());
        // It may split a word, a sign, a comment's first sign, or a macro's name from its parenthesis. `tokenize` passes
        // over one beside white space as white space.
        if length > 0 && joined > 0 && !text[..begin].ends_with(char::is_whitespace) {
            let moved = [&rest[..joined], &text[begin..searched]].concat();
            // The moved backslashes are searched again: more characters may follow them.
            searched = begin + joined;
            text.to_mut()
                .replace_range(begin..begin + moved.len(), &moved);
        }
    }
    text
}

pub(super) fn tokenize(text: &str) -> Result<Vec<Token<'_>>, Fault> {
    let mut tokens = Vec::new();
    let mut starts_line = true;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let offset = text.len() - rest.len();
        let (length, is_token) = if first.is_whitespace() {
            starts_line |= first == '\n';
            (first.len_utf8(), false)
        } else if rest.starts_with("//") {
            // The line feed stays, and begins a line.
            (line_end(rest), false)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment
                .find("*/")
                .ok_or_else(|| Fault::new(offset, "this comment does not end: expected `*/`"))?;
            // A comment is one space, so a line feed in it begins no line.
            (end + 4, false)
        } else if first == '\\' && rest[1..].trim_start_matches('\r').starts_with('\n') {
            // The line goes on, so `starts_line` stays as it is.
            (rest.find('\n').map_or(1, |end| end + 1), false)
        } else if is_part(first) {
            // A number includes its point and its suffix, as in `1.0lf`. In `a.x` the point is a token of its own.
            let may_be_part = |letter| is_part(letter) || letter == '.' && first.is_numeric();
            let end = rest.find(|letter| !may_be_part(letter));
            (end.unwrap_or(rest.len()), true)
        } else if PAIRS.iter().any(|pair| rest.starts_with(pair)) {
            (2, true)
        } else {
            (first.len_utf8(), true)
        };
        if is_token {
            let text = &rest[..length];
            tokens.push(Token {
                starts_line,
                ..Token::new(text, offset)
            });
            starts_line = false;
        }
        rest = &rest[length..];
    }
    Ok(tokens)
}

/// The end of a line, which a backslash may continue, without its line feed.
fn line_end(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
            return end - usize::from(line.ends_with('\n'));
        }
    }
    end
}
