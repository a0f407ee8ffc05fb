//! The notation of ranges: A..B without B, A..=B with it.

use std::ops::RangeInclusive;

use super::number;
use super::quote::quote;

/// Reads a range, which has at least one number: A..B without B, A..=B with it; `None` for text
/// that is no range.
///
/// ```
/// use mali_instancing_inspect::notation::parse_range;
///
/// assert_eq!(parse_range("1..21"), Some(Ok(1..=20)));
/// assert_eq!(parse_range("70"), None);
/// assert!(parse_range("5..5").unwrap().is_err());
/// ```
///
/// # Errors
///
/// A range with an open end, one without a number in it, and ends that are no numbers of 32 bits.
#[must_use]
pub fn parse(text: &str) -> Option<Result<RangeInclusive<u32>, String>> {
    let (first, last) = text.split_once("..")?;
    let (last, inclusive) = match last.strip_prefix('=') {
        Some(last) => (last, true),
        None => (last, false),
    };
    Some(between(text, first, last, inclusive))
}

fn between(
    text: &str,
    first: &str,
    last: &str,
    inclusive: bool,
) -> Result<RangeInclusive<u32>, String> {
    let shown = quote(text);
    if first.is_empty() || last.is_empty() {
        return Err(format!(
            "{shown} has an open end: A..B and A..=B are allowed"
        ));
    }
    let (first, last) = (number::parse::<u32>(first)?, number::parse::<u32>(last)?);
    match if inclusive {
        Some(last)
    } else {
        last.checked_sub(1)
    } {
        Some(last) if first <= last => Ok(first..=last),
        _ if first > last => Err(format!("{shown} holds no number: {first} is above {last}")),
        _ => Err(format!(
            "{shown} holds no number: A..B ends before B, A..=B with it"
        )),
    }
}

/// Reads a range as [`parse_range`](super::parse_range) does, or the one number in it.
///
/// ```
/// use mali_instancing_inspect::notation::parse_range_or_number;
///
/// assert_eq!(parse_range_or_number("70"), Ok(70..=70));
/// assert_eq!(parse_range_or_number("1..=20"), Ok(1..=20));
/// ```
///
/// # Errors
///
/// What is neither.
pub fn parse_or_number(text: &str) -> Result<RangeInclusive<u32>, String> {
    parse(text).unwrap_or_else(|| number::parse(text).map(|number| number..=number))
}
