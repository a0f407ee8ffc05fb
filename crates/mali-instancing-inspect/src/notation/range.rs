//! The notation of ranges: A..B without B, A..=B with it.

use std::ops::RangeInclusive;

use mali_instancing::data::Quoted;

use super::number::parse_number;

/// Reads a range of at least one number, or a number, which is a range of its own.
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
/// A message for text that is neither, for a range with an open end, and for an empty range.
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
        return Err(format!("{shown} holds no number: {first} is above {last}"));
    }
    if is_inclusive {
        return Ok(first..=last);
    }
    match last.checked_sub(1) {
        Some(before) if first <= before => Ok(first..=before),
        _ => Err(format!(
            "{shown} holds no number: A..B ends before B, A..=B with it"
        )),
    }
}
