//! The notation of numbers: decimal, or hexadecimal with 0x, with _ between digits. That of ranges: A..B without B,
//! A..=B with it.

use std::ops::RangeInclusive;

use mali_instancing::data::{self, Integer, Quoted};

/// Reads a number as the core's [`parse_number`](data::parse_number) does, for options.
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
    data::parse_number(text).map_err(|error| error.to_string())
}

/// Reads a 32-bit float: a number of either notation, or a fraction.
pub(crate) fn parse_float(text: &str) -> Result<f32, String> {
    if let Ok(number) = parse_number::<u32>(text) {
        // The nearest float is wanted.
        #[expect(clippy::cast_precision_loss)]
        return Ok(number as f32);
    }
    text.replace('_', "").parse().map_err(|_| {
        let text = Quoted::new(text);
        format!(
            "`{text}` is not a number: whole numbers and fractions, as 0.5 or 1e-3, are allowed"
        )
    })
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

#[cfg(test)]
mod tests {
    use super::*;

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
            let bits = parse_float(text).map(f32::to_bits);
            assert_eq!(bits, Ok(f32::to_bits(number)));
        }
        for text in ["", "0x", "half", "1.0.0"] {
            let error = parse_float(text).unwrap_err();
            assert!(
                error.contains(&format!("`{text}` is not a number")),
                "{error}"
            );
        }
    }
}
