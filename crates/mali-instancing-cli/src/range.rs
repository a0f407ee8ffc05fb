//! The notation of ranges: A..B without B, A..=B with it.

use std::ops::RangeInclusive;

use crate::number;

/// Reads a range, which has at least one number; `None` for text that is no range.
pub(crate) fn parse(text: &str) -> Option<Result<RangeInclusive<u32>, String>> {
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
    if first.is_empty() || last.is_empty() {
        return Err(format!(
            "{text} has an open end: A..B and A..=B are allowed"
        ));
    }
    let (first, last) = (number::parse::<u32>(first)?, number::parse::<u32>(last)?);
    match if inclusive {
        Some(last)
    } else {
        last.checked_sub(1)
    } {
        Some(last) if first <= last => Ok(first..=last),
        _ => Err(format!(
            "no number is in {text}: the first must be below the last"
        )),
    }
}

/// For clap: a range, or the one number in it.
pub(crate) fn parse_or_number(text: &str) -> Result<RangeInclusive<u32>, String> {
    parse(text).unwrap_or_else(|| number::parse(text).map(|number| number..=number))
}
