//! A value that cannot be used, and its key.

use std::fmt;

use mali_instancing::Error;
use mali_instancing::data::KeyError;

/// A value that cannot be used, and the key that it belongs to.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::draw::DrawCall;
/// use mali_instancing_inspect::trace::TracedDraw;
///
/// let error = TracedDraw::new(DrawCall::new(Arch::V7, 0), &[]).err().unwrap();
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
pub(crate) fn reject<E: ToString>(key: &'static str) -> impl Fn(E) -> Rejected {
    move |error| Rejected {
        key,
        reason: format!(": {}", error.to_string()),
    }
}

impl Rejected {
    /// A key that is not there and must be.
    pub(crate) fn missing(key: &'static str) -> Self {
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

/// Blames the key that the error is about.
impl From<Error> for Rejected {
    fn from(error: Error) -> Self {
        reject(error.place().argument.name())(error)
    }
}

/// Blames the key that is wrong, or says that it is missing.
impl From<KeyError> for Rejected {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Missing { argument } => Self::missing(argument.name()),
            error => reject(error.argument().name())(error),
        }
    }
}
