//! Mistakes in a text, with their places.

use std::fmt;

/// A mistake in a manifest or another text, with its line.
///
/// ```
/// use mali_instancing_codegen::Manifest;
///
/// let error = Manifest::from_toml("draws.toml", "[[draw]]\nname = \"cube\"\nvertices = -1\n").unwrap_err();
/// assert_eq!((error.line, error.key.as_deref()), (Some(3), Some("vertices")));
/// assert_eq!(
///     error.to_string(),
///     "draws.toml:3: draw `cube`, vertices: -1 is below 0, the smallest number allowed",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextError {
    /// The name of the text.
    pub source: String,
    /// The number of the line, from 1. `None` for a manifest that was made in Rust.
    pub line: Option<usize>,
    /// The number of the character in its line, from 1. Only for JSON, which can be a single line.
    pub column: Option<usize>,
    /// The key whose value is wrong, if the mistake is about one key.
    pub key: Option<String>,
    /// The mistake, without its place.
    pub message: String,
}

/// Writes the text's name, the line, the column for JSON, and the mistake.
impl fmt::Display for TextError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.source)?;
        // This is the form of a compiler's messages, `file:line:column:`, which editors and terminals turn into a link.
        for number in [self.line, self.column].into_iter().flatten() {
            write!(formatter, "{number}:")?;
        }
        write!(formatter, " {}", self.message)
    }
}

impl std::error::Error for TextError {}
