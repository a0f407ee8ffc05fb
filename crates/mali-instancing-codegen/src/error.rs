//! What can be wrong with what the user says: with a value, or somewhere in a text.

use std::fmt;

use mali_instancing::Error;

/// A value that cannot be used, and the key that it belongs to.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::draw::DrawCall;
/// use mali_instancing_codegen::descriptor::attribute_buffer::AttributeBufferRequest;
///
/// let request = AttributeBufferRequest::new(DrawCall::new(Arch::V7, 0));
/// let error = request.pack().err().unwrap();
/// assert_eq!(error.key(), "vertices");
/// assert!(error.to_string().starts_with("vertices: 0 vertices"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    key: &'static str,
    /// What follows the key in a message.
    reason: String,
}

/// Blames `key` for an error.
pub fn reject<E: ToString>(key: &'static str) -> impl Fn(E) -> Rejected {
    move |error| Rejected {
        key,
        reason: format!(": {}", error.to_string()),
    }
}

impl Rejected {
    /// A key that is not there and must be.
    pub fn missing(key: &'static str) -> Self {
        Self {
            key,
            reason: " is missing".to_owned(),
        }
    }

    /// The key, with `_` between words. The command's option of the same meaning has `-` there.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// What follows the key in a message: a colon and a reason, or that the key is missing.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// Writes the key and what is wrong with it: `vertices: 0 vertices …`.
impl fmt::Display for Rejected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.key, self.reason)
    }
}

impl std::error::Error for Rejected {}

/// The keys of an invocation's dimensions, in the order in which it packs them.
pub const DIMENSIONS: [&str; 6] = [
    "size_x",
    "size_y",
    "size_z",
    "workgroups_x",
    "workgroups_y",
    "workgroups_z",
];

/// Blames the key that the error is about.
impl From<Error> for Rejected {
    fn from(error: Error) -> Self {
        reject(error.place().argument.name())(error)
    }
}

/// What is wrong with a text, and on which line.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_codegen::code::{Naming, DescriptorLanguage, generate};
///
/// let manifest = Source::new("draws.toml", b"[[draw]]\nname = \"cube\"\nvertices = 0\n".to_vec())?;
/// let error = generate(&manifest, DescriptorLanguage::Rust, Naming::default()).unwrap_err();
/// assert_eq!((error.line(), error.key()), (3, Some("vertices")));
/// assert!(error.to_string().starts_with("draws.toml:3: draw `cube`, vertices: 0 vertices"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub source: String,
    pub line: usize,
    pub column: Option<usize>,
    pub key: Option<String>,
    pub message: String,
}

impl TextError {
    /// The number of the line, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The number of the character in its line, from 1. Of JSON alone, which can be one line as a whole.
    ///
    /// ```
    /// use mali_instancing_codegen::Source;
    /// use mali_instancing_codegen::code::{Naming, DescriptorLanguage, generate};
    ///
    /// let json = "{\"draw\": [{\"name\": \"cube\", \"vertices\": 0}]}";
    /// let manifest = Source::new("draws.json", json.into())?;
    /// let error = generate(&manifest, DescriptorLanguage::Rust, Naming::default()).unwrap_err();
    /// assert_eq!(error.column(), Some(40));
    /// assert!(error.to_string().starts_with("draws.json:1:40: draw `cube`, vertices: 0 vertices"));
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
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
        write!(formatter, "{source}:{line}:")?;
        if let Some(column) = column {
            write!(formatter, "{column}:")?;
        }
        write!(formatter, " {message}")
    }
}

impl std::error::Error for TextError {}
