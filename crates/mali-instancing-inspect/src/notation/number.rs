//! The notation of numbers: decimal, or hexadecimal with 0x, with _ between digits. That of ranges: A..B without B,
//! A..=B with it.

use std::ops::RangeInclusive;

use mali_instancing_codegen::read::{self, Integer, Quoted};

/// Reads a number as [`parse_number`](read::parse_number) of manifests does, for options.
///
/// ```
/// use mali_instancing_inspect::notation::parse_number;
///
/// assert_eq!(parse_number("0x1000_0000"), Ok(0x1000_0000_u32));
/// assert_eq!(parse_number("-0x10"), Ok(-16_i32));
/// ```
///
/// # Errors
///
/// A message for text that is not a number, or for a number that does not fit `T`, with the allowed values.
pub fn parse_number<T: Integer>(text: &str) -> Result<T, String> {
    read::parse_number(text).map_err(|error| error.to_string())
}

/// A number, rounded to a tenth.
///
/// ```
/// use mali_instancing_inspect::notation::tenths;
///
/// assert_eq!([2.0, -0.26, 12.34].map(tenths), ["2.0", "-0.3", "12.3"]);
/// ```
#[must_use]
pub fn tenths(number: f64) -> String {
    // With whole numbers, because the code that writes fractions is larger than all other code for pictures.
    let tenths = (number * 10.0).round_ties_even() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.unsigned_abs();
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// Reads a range, which has at least one number, or the one number in it.
///
/// ```
/// use mali_instancing_inspect::notation::parse_range_or_number;
///
/// assert_eq!(parse_range_or_number("70"), Ok(70..=70));
/// assert_eq!(parse_range_or_number("1..21"), Ok(1..=20));
/// assert_eq!(parse_range_or_number("1..=20"), Ok(1..=20));
/// assert!(parse_range_or_number("5..5").is_err());
/// ```
///
/// # Errors
///
/// Text that is neither, a range with an open end, and one without a number in it.
pub fn parse_range_or_number(text: &str) -> Result<RangeInclusive<u32>, String> {
    let Some((first, last)) = text.split_once("..") else {
        return parse_number(text).map(|number| number..=number);
    };
    let (last, is_inclusive) = match last.strip_prefix('=') {
        Some(last) => (last, true),
        None => (last, false),
    };
    let shown = Quoted::new(text);
    if first.is_empty() || last.is_empty() {
        return Err(format!(
            "{shown} has an open end: A..B and A..=B are allowed"
        ));
    }
    let (first, last) = (parse_number::<u32>(first)?, parse_number::<u32>(last)?);
    if first > last {
        return Err(format!(
            "{shown} contains no number: {first} is above {last}"
        ));
    }
    if is_inclusive {
        return Ok(first..=last);
    }
    match last.checked_sub(1) {
        Some(before) if first <= before => Ok(first..=before),
        _ => Err(format!(
            "{shown} contains no number: A..B ends before B, A..=B with it"
        )),
    }
}
