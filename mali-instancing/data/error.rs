use core::convert::Infallible;
use core::fmt;

use serde_core::de::Error as DataError;

use super::rate::Rate;
use crate::error::{Argument, Error};

/// An error in the keys of a table: one is missing, or two exclude each other.
///
/// ```
/// use mali_instancing::data::{InputRateKeys, KeyError, Rate};
/// use mali_instancing::{Argument, InputRate};
///
/// let keys = InputRateKeys { rate: Some(Rate::Vertex), divisor: Some(3) };
/// let error = InputRate::try_from(keys).unwrap_err();
/// assert_eq!(error, KeyError::DivisorOfRate { rate: Rate::Vertex, divisor: 3 });
/// assert_eq!(error.argument(), Argument::Divisor);
/// assert_eq!(
///     error.to_string(),
///     "3 does not go with the rate `vertex`, which has no divisor: leave it out",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// A required key that is absent.
    Missing {
        /// The argument of the key.
        argument: Argument,
    },
    /// A divisor with a rate that has none.
    DivisorOfRate {
        /// The rate.
        rate: Rate,
        /// The divisor.
        divisor: u32,
    },
    /// The rate `instance` with a divisor of 0.
    ZeroDivisor,
    /// Both keys `buffer` and `source`, of which an attribute has only one.
    BufferAndSource,
}

impl KeyError {
    /// The argument whose key is wrong or missing. Its [name](Argument::name) is the key.
    #[must_use]
    pub const fn argument(self) -> Argument {
        match self {
            Self::Missing { argument } => argument,
            Self::DivisorOfRate { .. } | Self::ZeroDivisor => Argument::Divisor,
            Self::BufferAndSource => Argument::Buffer,
        }
    }

    pub(super) fn in_data<E: DataError>(self) -> E {
        match self {
            Self::Missing { argument } => E::missing_field(argument.name()),
            _ => E::custom(format_args!("{}: {self}", self.argument())),
        }
    }
}

/// Writes the error without the key.
impl fmt::Display for KeyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { .. } => formatter.write_str("is missing"),
            Self::DivisorOfRate { rate, divisor } => write!(
                formatter,
                "{divisor} does not go with the rate `{rate}`, which has no divisor: leave it out"
            ),
            Self::ZeroDivisor => Error::ZeroDivisor.fmt(formatter),
            Self::BufferAndSource => formatter
                .write_str("an attribute with a `source` has none: leave one of the two out"),
        }
    }
}

impl core::error::Error for KeyError {}

impl From<Infallible> for KeyError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
