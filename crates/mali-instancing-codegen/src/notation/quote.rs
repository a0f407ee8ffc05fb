//! What the user wrote, as it can stand in a message.

/// How many characters of it are shown at the most.
const LONGEST: usize = 60;

/// What somebody wrote, within a line of a message: control characters are escaped, and of more than sixty
/// characters the first are shown.
///
/// ```
/// use mali_instancing_codegen::notation::quote;
///
/// assert_eq!(quote("seventy"), "seventy");
/// assert_eq!(quote("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
/// assert_eq!(quote(&"x".repeat(5000)), format!("{}…", "x".repeat(59)));
/// ```
#[must_use]
pub fn quote(text: &str) -> String {
    let mut characters = text.chars();
    let shown: String = characters.by_ref().take(LONGEST - 1).collect();
    // Where all but one fit, the last does too.
    let rest = characters.as_str();
    match rest.chars().nth(1) {
        None => escape_controls(text),
        Some(_) => escape_controls(&shown) + "…",
    }
}

/// A text on one line, which does nothing to a terminal: control characters are escaped, and those that turn
/// the direction of what is read.
///
/// ```
/// use mali_instancing_codegen::notation::escape_controls;
///
/// assert_eq!(escape_controls("größer\u{7}\r\n"), "größer\\u{7}\\r\\n");
/// ```
#[must_use]
pub fn escape_controls(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if character.is_control() || turns || matches!(character, '\u{2028}' | '\u{2029}') {
            // `char::escape_debug` would do, but brings tables of Unicode.
            match character {
                '\0' => escaped.push_str("\\0"),
                _ => escaped.extend(character.escape_default()),
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}
