//! The notation of numbers: decimal, or hexadecimal with 0x, with _ between digits.

use std::fmt::Display;

use super::quote::quote;

/// Reads a number of the width of `T`: decimal or, with 0x, hexadecimal, with _ between digits.
///
/// ```
/// use mali_instancing_codegen::notation::parse_number;
///
/// assert_eq!(parse_number("0x1000_0000"), Ok(0x1000_0000_u32));
/// let error = parse_number::<u32>("4294967296").unwrap_err();
/// assert_eq!(error, "4294967296 is too large: at most 4294967295 is allowed");
/// ```
///
/// # Errors
///
/// What is no number, and one that `T` cannot hold; the message says what is allowed.
pub fn parse<T: TryFrom<u64> + Display + Limits>(text: &str) -> Result<T, String> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let well_formed = digits
        .chars()
        .all(|character| character.is_digit(radix) || character == '_')
        && digits.starts_with(|first: char| first != '_')
        && !digits.ends_with('_');
    let shown = quote(text);
    if !well_formed {
        return Err(match text.strip_prefix('-') {
            Some(_) => format!("{shown} is below 0, the smallest number allowed"),
            None => format!(
                "`{shown}` is no whole number: decimal and 0x notation, with _ between digits, are \
                 allowed"
            ),
        });
    }
    u64::from_str_radix(&digits.replace('_', ""), radix)
        .ok()
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| format!("{shown} is too large: at most {} is allowed", T::MAX))
}

/// Reads a number of 32 bits that may be negative, in the same notation.
///
/// ```
/// use mali_instancing_codegen::notation::parse_signed_number;
///
/// assert_eq!(parse_signed_number("-0x10"), Ok(-16));
/// ```
///
/// # Errors
///
/// As [`parse_number`](parse).
pub fn parse_signed(text: &str) -> Result<i32, String> {
    let (magnitude, sign) = match text.strip_prefix('-') {
        Some(magnitude) => (magnitude, -1),
        None => (text, 1),
    };
    let magnitude = parse::<u64>(magnitude).map_err(|error| match sign {
        1 => error,
        _ => format!("{error}, with - before it"),
    })?;
    i64::try_from(magnitude)
        .ok()
        .and_then(|magnitude| i32::try_from(sign * magnitude).ok())
        .ok_or_else(|| format!("{} is not in {} to {}", quote(text), i32::MIN, i32::MAX))
}

/// Reads a 32-bit float: a number of either notation, or a fraction.
pub fn parse_float(text: &str) -> Result<f32, String> {
    if let Ok(number) = parse::<u32>(text) {
        // The nearest float is what is asked for.
        #[expect(clippy::cast_precision_loss)]
        return Ok(number as f32);
    }
    text.replace('_', "").parse().map_err(|_| {
        let text = quote(text);
        format!("`{text}` is no number: whole numbers and fractions, as 0.5 or 1e-3, are allowed")
    })
}

/// The largest number of a type.
pub trait Limits {
    /// It.
    const MAX: Self;
}

impl Limits for u32 {
    const MAX: Self = u32::MAX;
}

impl Limits for u64 {
    const MAX: Self = u64::MAX;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_read() {
        for (text, number) in [
            ("70", 70),
            ("0x46", 70),
            ("0X1000_0000", 0x1000_0000),
            ("1_000", 1000),
            ("007", 7),
        ] {
            assert_eq!(parse::<u64>(text), Ok(number));
        }
        assert_eq!(parse("4294967295"), Ok(u32::MAX));
        assert_eq!(parse("0xffff_ffff_ffff_ffff"), Ok(u64::MAX));
    }

    #[test]
    fn a_sign_stands_before_either_notation() {
        for (text, number) in [
            ("12", 12),
            ("-12", -12),
            ("-0x10", -16),
            ("2147483647", i32::MAX),
            ("-0x8000_0000", i32::MIN),
        ] {
            assert_eq!(parse_signed(text), Ok(number));
        }
        for text in ["2147483648", "-2147483649", "99999999999999999999"] {
            assert!(parse_signed(text).is_err());
        }
        for text in ["--1", "- 1", "-", "+1", "0x-1"] {
            assert!(parse_signed(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_float_is_the_nearest_to_what_is_written() {
        for (text, number) in [
            ("1", 1.0),
            ("0x10", 16.0),
            ("-0.5", -0.5),
            ("1e-3", 0.001),
            ("1_000.5", 1000.5),
            ("-3", -3.0),
            ("4294967295", 4_294_967_296.0),
            ("-inf", f32::NEG_INFINITY),
        ] {
            assert_eq!(
                parse_float(text).map(f32::to_bits),
                Ok(f32::to_bits(number))
            );
        }
        for text in ["", "0x", "half", "1.0.0"] {
            let error = parse_float(text).unwrap_err();
            assert!(error.contains(&format!("`{text}` is no number")), "{error}");
        }
    }

    #[test]
    fn what_is_no_number_is_quoted() {
        for text in [
            "", "0x", "_1", "1_", "0x_1", "1.0", "1e3", "seventy", "+1", "0b1", " 1",
        ] {
            let error = parse::<u32>(text).unwrap_err();
            assert!(
                error.contains(&format!("`{text}` is no whole number")),
                "{error}"
            );
        }
        assert!(parse::<u32>("-5").unwrap_err().contains("-5 is below 0"));
        let error = parse::<u32>("4294967296").unwrap_err();
        assert_eq!(
            error,
            "4294967296 is too large: at most 4294967295 is allowed"
        );
        assert!(parse::<u64>("99999999999999999999").is_err());
    }
}
