//! Dumps that a terminal or an editor changed.

use std::borrow::Cow;

/// The escape sequences of terminals begin with this.
const ESCAPE: char = '\x1b';

/// The columns of a tab, where a text has tabs beside spaces.
const TAB: usize = 8;

/// The spaces of a tab, where a text is indented by tabs alone: the printer indents by two.
const LEVEL: usize = 2;

/// A text as the printer wrote it, without the colours of a terminal and without tabs. The lines keep their numbers.
pub(in crate::dump) fn clean(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    if text.contains(ESCAPE) {
        text = Cow::Owned(without_escapes(&text));
    }
    if text.contains('\t') {
        text = Cow::Owned(without_tabs(&text));
    }
    text
}

/// A text without the sequences that set colours: `\x1b[` to the first letter.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // Without the bracket, the letter after the escape character is the whole sequence.
        let rest = part.strip_prefix('[').unwrap_or(part);
        let is_parameter = |letter: char| letter.is_ascii_digit() || ";:?".contains(letter);
        let rest = rest.trim_start_matches(is_parameter);
        let mut letters = rest.chars();
        if letters
            .next()
            .is_some_and(|letter| letter.is_ascii_alphabetic())
        {
            clean += letters.as_str();
        } else {
            // The sequence is cut, for example at the end of its line. The line end stays, and so do the numbers of
            // the lines.
            clean += rest;
        }
    }
    clean
}

fn without_tabs(text: &str) -> String {
    let is_indented_by_spaces = text.lines().any(|line| line.starts_with("  "));
    let mut clean = String::with_capacity(text.len() * 2);
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start_matches('\t');
        let tabs = line.len() - rest.len();
        let width = if is_indented_by_spaces { TAB } else { LEVEL };
        clean.extend(std::iter::repeat_n(' ', tabs * width));
        // Within a line, a tab is the space after a field's colon.
        clean += &rest.replace('\t', " ");
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_tabs_are_taken_off() {
        let colours = "\x1b[1;32mDraw:\x1b[0m\n  Offset\x1b[m start: 7\n";
        assert_eq!(clean(colours), "Draw:\n  Offset start: 7\n");
        assert_eq!(
            clean("Draw:\n\tOffset start:\t7\n"),
            "Draw:\n  Offset start: 7\n"
        );
        let columns = "  a\n\tb\n\t  c\n";
        assert_eq!(clean(columns), "  a\n        b\n          c\n");
        assert!(matches!(
            clean("Draw:\n  Offset start: 7\n"),
            Cow::Borrowed(_)
        ));
    }
}
