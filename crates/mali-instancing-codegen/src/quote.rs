use std::fmt::{self, Write};

/// The largest number of characters of a text that are shown.
const LONGEST: usize = 60;

/// A text from outside, made safe for a line of a message: control characters, and characters that change the
/// direction of the text, are escaped.
///
/// ```
/// use mali_instancing_codegen::read::Quoted;
///
/// assert_eq!(Quoted::new("seventy").to_string(), "seventy");
/// assert_eq!(Quoted::new("a\u{1b}[31m\nb").to_string(), "a\\u{1b}[31m\\nb");
/// assert_eq!(Quoted::new(&"x".repeat(5000)).to_string(), format!("{}…", "x".repeat(59)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoted<'a> {
    shown: &'a str,
    is_cut: bool,
}

impl<'a> Quoted<'a> {
    /// The text, or its first 59 characters and `…` where it has more than 60.
    ///
    /// ```
    /// use mali_instancing_codegen::read::Quoted;
    ///
    /// assert_eq!(Quoted::new(&"x".repeat(60)).to_string(), "x".repeat(60));
    /// ```
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        // The second start is that of character 61, and tells that the text is too long. It is then cut in front of
        // character 60, whose place is taken by the ellipsis.
        let mut starts = text
            .char_indices()
            .map(|(start, _)| start)
            .skip(LONGEST - 1);
        match (starts.next(), starts.next()) {
            (Some(end), Some(_)) => Self {
                shown: &text[..end],
                is_cut: true,
            },
            _ => Self::whole(text),
        }
    }

    /// The whole text.
    ///
    /// ```
    /// use mali_instancing_codegen::read::Quoted;
    ///
    /// assert_eq!(Quoted::whole("größer\u{7}\r\n").to_string(), "größer\\u{7}\\r\\n");
    /// ```
    #[must_use]
    pub const fn whole(text: &'a str) -> Self {
        Self {
            shown: text,
            is_cut: false,
        }
    }
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.shown.chars() {
            let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            if character.is_control() || turns || matches!(character, '\u{2028}' | '\u{2029}') {
                // `char::escape_debug` would do the same, but includes tables of Unicode.
                match character {
                    // `escape_default` would write `\u{0}`.
                    '\0' => formatter.write_str("\\0")?,
                    _ => write!(formatter, "{}", character.escape_default())?,
                }
            } else {
                formatter.write_char(character)?;
            }
        }
        if self.is_cut {
            formatter.write_char('…')?;
        }
        Ok(())
    }
}
