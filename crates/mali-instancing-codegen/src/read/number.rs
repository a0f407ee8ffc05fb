//! The notation of numbers: decimal, or hexadecimal with 0x, with _ between digits.

use std::fmt;
use std::num::NonZeroU32;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::quote::Quoted;

/// The integers that [`parse_number`] and [`Number`] read.
pub trait Integer: Copy + fmt::Display + sealed::Sealed {
    /// The smallest value.
    // 128 bits with a sign hold every value of every type.
    const MIN: i128;
    /// The largest value.
    const MAX: i128;

    /// The integer with that value; `None` if it is out of range.
    fn new(value: i128) -> Option<Self>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! integers {
    ($($integer:ty: $minimum:expr;)*) => {$(
        impl sealed::Sealed for $integer {}

        impl Integer for $integer {
            const MIN: i128 = $minimum as i128;
            const MAX: i128 = <$integer>::MAX as i128;

            fn new(value: i128) -> Option<Self> {
                value.try_into().ok()
            }
        }
    )*};
}

integers! {
    u32: u32::MIN;
    u64: u64::MIN;
    usize: usize::MIN;
    i32: i32::MIN;
}

impl sealed::Sealed for NonZeroU32 {}

impl Integer for NonZeroU32 {
    const MIN: i128 = 1;
    const MAX: i128 = u32::MAX as i128;

    fn new(value: i128) -> Option<Self> {
        u32::new(value).and_then(Self::new)
    }
}

/// Reads a number: decimal or, with 0x, hexadecimal, with _ between digits, and with - before it if the type has
/// negative numbers.
///
/// ```
/// use mali_instancing_codegen::read::parse_number;
///
/// assert_eq!(parse_number("0x1000_0000"), Ok(0x1000_0000_u32));
/// assert_eq!(parse_number("-0x10"), Ok(-16_i32));
/// let error = parse_number::<u32>("4294967296").unwrap_err();
/// assert_eq!(error.to_string(), "4294967296 is too large: at most 4294967295 is allowed");
/// ```
///
/// # Errors
///
/// Text that is not a number, and a number that the type does not have.
pub fn parse_number<T: Integer>(text: &str) -> Result<T, NumberError<'_>> {
    let error = |kind| NumberError {
        found: text,
        minimum: T::MIN,
        maximum: T::MAX,
        kind,
    };
    let (magnitude, is_negative) = match text.strip_prefix('-') {
        Some(magnitude) => (magnitude, true),
        None => (text, false),
    };
    let magnitude = magnitude_of(magnitude).ok_or(error(Kind::Notation))?;
    // The sign is read for unsigned types too: -1 is then "below 0", and not "not a number".
    let value = if is_negative { -magnitude } else { magnitude };
    match T::new(value) {
        Some(number) => Ok(number),
        None if value < T::MIN => Err(error(Kind::TooSmall)),
        None => Err(error(Kind::TooLarge)),
    }
}

/// The value of a number's digits, with `0x` if they are hexadecimal; at most 2^100.
fn magnitude_of(text: &str) -> Option<i128> {
    // Above the limit of every type, so a number that is cut to it is still too large. A digit more, 2^100 · 16 + 15,
    // fits 128 bits: any number of digits is read without an overflow.
    const LARGEST: i128 = 1 << 100;
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    if digits.is_empty() || digits.starts_with('_') || digits.ends_with('_') {
        return None;
    }
    digits
        .chars()
        .filter(|&character| character != '_')
        .try_fold(0, |value: i128, digit| {
            let digit = i128::from(digit.to_digit(radix)?);
            Some((value * i128::from(radix) + digit).min(LARGEST))
        })
}

/// The error for a text that is not a valid value of a type.
///
/// ```
/// use mali_instancing_codegen::read::parse_number;
///
/// let error = parse_number::<u32>("seventy").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`seventy` is not a whole number: decimal and 0x notation, with _ between digits, are allowed",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberError<'a> {
    found: &'a str,
    minimum: i128,
    maximum: i128,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Notation,
    TooSmall,
    TooLarge,
}

impl fmt::Display for NumberError<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            found,
            minimum,
            maximum,
            kind,
        } = self;
        let found = Quoted::new(found);
        match kind {
            Kind::Notation => {
                write!(
                    formatter,
                    "`{found}` is not a whole number: decimal and 0x notation, with _ between digits"
                )?;
                let sign = if *minimum < 0 {
                    " and - before them"
                } else {
                    ""
                };
                write!(formatter, "{sign}, are allowed")
            }
            Kind::TooSmall => {
                write!(
                    formatter,
                    "{found} is below {minimum}, the smallest number allowed"
                )
            }
            Kind::TooLarge => {
                write!(
                    formatter,
                    "{found} is too large: at most {maximum} is allowed"
                )
            }
        }
    }
}

impl std::error::Error for NumberError<'_> {}

/// A number in data: an integer, or a string in the notation of [`parse_number`], since JSON has no hexadecimal.
///
/// ```
/// use std::collections::HashMap;
///
/// use mali_instancing_codegen::Number;
///
/// let read: HashMap<String, Number<u64>> = toml::from_str("address = \"0x1000_0000\"")?;
/// assert_eq!(read["address"].0, 0x1000_0000);
/// let error = toml::from_str::<HashMap<String, Number<u32>>>("size = -1").unwrap_err();
/// assert!(error.message().starts_with("-1 is below 0, the smallest number allowed"));
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<T>(pub T);

impl<T> From<T> for Number<T> {
    fn from(number: T) -> Self {
        Self(number)
    }
}

/// Writes an integer.
impl<T: Serialize> Serialize for Number<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Integer> Deserialize<'de> for Number<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(
            deserializer,
            // Before Rust 1.89, no variable can hold it.
            format_args!("a whole number from {} to {}", T::MIN, T::MAX),
            |text| Ok(Self(parse_number(text).map_err(|error| error.to_string())?)),
        )
    }
}

/// Reads a number or a word by its text.
pub(crate) fn read_text<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    expected: impl fmt::Display,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    struct Text<W, F>(W, F);

    impl<T, W: fmt::Display, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for Text<W, F> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(formatter)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            self.1(text).map_err(E::custom)
        }

        // A `Node` gives numbers as text already. Other deserializers of serde, which read a manifest without places,
        // give integers, which one parser reads as well.
        fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_i128<E: Error>(self, number: i128) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }
    }

    deserializer.deserialize_any(Text(expected, parse))
}

/// An integer of the type, or a string in the notation of [`parse_number`].
#[cfg(feature = "schemars")]
impl<T: Integer> schemars::JsonSchema for Number<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Number_{}_to_{}", T::MIN, T::MAX).into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        // The strings that `magnitude_of` reads. The limits hold for integers only: JSON Schema does not compare
        // strings.
        let sign = if T::MIN < 0 { "-?" } else { "" };
        schemars::json_schema!({
            "type": ["integer", "string"],
            "minimum": T::MIN,
            "maximum": T::MAX,
            "pattern": format!("^{sign}(0[xX][0-9a-fA-F](_*[0-9a-fA-F])*|[0-9](_*[0-9])*)$"),
        })
    }
}
