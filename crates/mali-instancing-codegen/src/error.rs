//! What can be wrong with a text, and where.

use std::fmt;

/// What is wrong with a manifest or another text, and on which line.
///
/// ```
/// use mali_instancing_codegen::Manifest;
///
/// let error = Manifest::from_toml("draws.toml", "[[draw]]\nname = \"cube\"\nvertices = -1\n").unwrap_err();
/// assert_eq!((error.line(), error.key()), (Some(3), Some("vertices")));
/// assert_eq!(
///     error.to_string(),
///     "draws.toml:3: draw `cube`, vertices: -1 is below 0, the smallest number allowed",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub(crate) source: String,
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
    pub(crate) key: Option<String>,
    pub(crate) message: String,
}

impl TextError {
    /// The number of the line, from 1. `None` for a manifest that was made in Rust.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        self.line
    }

    /// The number of the character in its line, from 1. Of JSON alone, which can be one line as a whole.
    ///
    /// ```
    /// # #[cfg(feature = "json")] {
    /// use mali_instancing_codegen::Manifest;
    ///
    /// let json = "{\"draw\": [{\"name\": \"cube\", \"vertices\": -1}]}";
    /// let error = Manifest::from_json("draws.json", json).unwrap_err();
    /// assert_eq!(error.column(), Some(40));
    /// assert!(error.to_string().starts_with("draws.json:1:40: draw `cube`, vertices: -1"));
    /// # }
    /// ```
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        self.column
    }

    /// The key whose value is wrong, if it is one key's.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// What is wrong, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Writes the text's name, the line, of JSON the column, and what is wrong.
impl fmt::Display for TextError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            source,
            line,
            column,
            message,
            ..
        } = self;
        write!(formatter, "{source}:")?;
        for number in [line, column].into_iter().flatten() {
            write!(formatter, "{number}:")?;
        }
        write!(formatter, " {message}")
    }
}

impl std::error::Error for TextError {}
