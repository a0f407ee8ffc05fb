//! What the user wrote, as it can stand in a message.

use mali_instancing::data::Quoted;

/// What somebody wrote, within a line of a message: [`Quoted::new`].
///
/// ```
/// use mali_instancing_inspect::notation::quote;
///
/// assert_eq!(quote("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
/// ```
#[must_use]
pub fn quote(text: &str) -> String {
    Quoted::new(text).to_string()
}

/// A text on one line, which does nothing to a terminal: [`Quoted::whole`].
///
/// ```
/// use mali_instancing_inspect::notation::escape_controls;
///
/// assert_eq!(escape_controls("größer\u{7}\r\n"), "größer\\u{7}\\r\\n");
/// ```
#[must_use]
pub fn escape_controls(text: &str) -> String {
    Quoted::whole(text).to_string()
}
