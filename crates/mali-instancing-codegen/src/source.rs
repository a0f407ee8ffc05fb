//! A user's text and its places.

use std::path::Path;

use crate::error::TextError;

/// A text and its name, to which errors point.
///
/// Manifests and scripts are TOML, or JSON with the same keys if the name ends with `.json` or
/// the text begins with `{`.
///
/// ```
/// use mali_instancing_codegen::Source;
///
/// let words = Source::new("dump.txt", b"4 0x27000000".to_vec())?;
/// assert_eq!((words.name(), words.text()), ("dump.txt", "4 0x27000000"));
/// let error = Source::new("dump.txt", vec![b'4', b'\n', 0xff]).err().unwrap();
/// assert_eq!(error.to_string(), "dump.txt:2: this is not UTF-8");
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    is_json: bool,
}

impl Source {
    /// A source with a text and its name.
    pub(crate) fn from_text(name: impl Into<String>, text: impl Into<String>) -> Self {
        let (name, text) = (name.into(), text.into());
        // Some editors begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        // A JSON object begins with a brace, a TOML document never does.
        let is_json = has_extension(&name, "json") || text.trim_start().starts_with('{');
        Self {
            name,
            text,
            is_json,
        }
    }

    /// The same text, as JSON or not, whatever its name and its beginning.
    pub(crate) fn with_json(self, is_json: bool) -> Self {
        Self { is_json, ..self }
    }

    /// A source with bytes and their name, usually the path of the file that they were read from.
    ///
    /// # Errors
    ///
    /// Bytes that are not UTF-8.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, TextError> {
        let source = name.into();
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::from_text(source, text)),
            Err(error) => Err(TextError {
                source,
                line: Some(line(error.as_bytes(), error.utf8_error().valid_up_to())),
                column: None,
                key: None,
                message: "this is not UTF-8".to_owned(),
            }),
        }
    }

    /// The name of the file that the text was read from.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a manifest or a script is JSON.
    #[must_use]
    pub const fn is_json(&self) -> bool {
        self.is_json
    }

    /// Whether the name of the text ends with `extension`, in upper or lower case.
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        has_extension(&self.name, extension)
    }

    /// The text, without a byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of the line that the byte at `offset` is on, from 1.
    #[must_use]
    pub fn line(&self, offset: usize) -> usize {
        line(self.text.as_bytes(), offset)
    }

    /// The numbers of the lines that bytes are on, from 1. The offsets must be in ascending order.
    pub fn lines(&self, offsets: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
        let text = self.text.as_bytes();
        let (mut line_number, mut begin) = (1, 0);
        offsets.map(move |offset| {
            match text.get(begin..offset) {
                // Only the bytes since the last offset are counted, so all offsets together cost one pass over the
                // text.
                Some(passed) => line_number += line(passed, passed.len()) - 1,
                // An offset that goes back breaks the promise. It is counted from the beginning.
                None => line_number = line(text, offset),
            }
            begin = offset;
            line_number
        })
    }

    /// The error at a byte of the text.
    #[must_use]
    pub fn error(
        &self,
        offset: usize,
        key: Option<String>,
        message: impl Into<String>,
    ) -> TextError {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let before = before.rsplit('\n').next().unwrap_or_default();
        TextError {
            // Editors count columns in characters. The offset is in bytes.
            column: self.is_json.then(|| before.chars().count() + 1),
            key,
            ..self.error_at_line(self.line(offset), message)
        }
    }

    /// The error on a line, counted from 1.
    #[must_use]
    pub fn error_at_line(&self, line: usize, message: impl Into<String>) -> TextError {
        TextError {
            source: self.name.clone(),
            line: Some(line),
            column: None,
            key: None,
            message: message.into(),
        }
    }
}

fn has_extension(name: &str, extension: &str) -> bool {
    let found = Path::new(name).extension();
    found.is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

fn line(text: &[u8], offset: usize) -> usize {
    let before = &text[..offset.min(text.len())];
    // There is one part more than there are line ends, so the first line is 1.
    before.split(|&byte| byte == b'\n').count()
}
