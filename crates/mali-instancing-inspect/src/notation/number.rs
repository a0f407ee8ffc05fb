//! The notation of numbers: decimal, or hexadecimal with 0x, with _ between digits.

use mali_instancing::data::{Integer, parse_number};

use super::quote::quote;

/// Reads a number as the core's [`parse_number`] does, for options.
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
/// What is no number, and one that `T` cannot hold; the message says what is allowed.
pub fn parse<T: Integer>(text: &str) -> Result<T, String> {
    parse_number(text).map_err(|error| error.to_string())
}

/// Reads a 32-bit float: a number of either notation, or a fraction.
pub(crate) fn parse_float(text: &str) -> Result<f32, String> {
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
}
