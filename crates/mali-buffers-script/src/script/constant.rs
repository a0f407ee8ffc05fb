//! The value of a constant attribute, from its components in a script.

use std::fmt;

use mali_buffers::ConstantValue;
use mali_instancing_codegen::read::{self, Integer, Quoted};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use crate::choices::ConstantType;

/// A component of a constant, as the script has it.
pub(super) struct Component(String);

impl<'de> Deserialize<'de> for Component {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;

        impl Visitor<'_> for Digits {
            type Value = Component;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number")
            }

            fn visit_str<E: Error>(self, number: &str) -> Result<Component, E> {
                Ok(Component(number.to_owned()))
            }

            // TOML's and JSON's fractions arrive as floats, and whole numbers as their text, in any notation.
            fn visit_f64<E: Error>(self, number: f64) -> Result<Component, E> {
                Ok(Component(format!("{number:?}")))
            }
        }

        deserializer.deserialize_any(Digits)
    }
}

pub(super) fn constant(
    given: &[Component],
    constant_type: ConstantType,
) -> Result<ConstantValue, String> {
    match constant_type {
        ConstantType::Float => {
            components(given, parse_float, [0.0, 0.0, 0.0, 1.0]).map(ConstantValue::Float)
        }
        ConstantType::Int => components(given, parse_whole, [0, 0, 0, 1]).map(ConstantValue::Int),
        ConstantType::Uint => components(given, parse_whole, [0, 0, 0, 1]).map(ConstantValue::Uint),
    }
}

/// One to four components; missing ones are taken from `rest`.
fn components<T>(
    given: &[Component],
    read: impl Fn(&str) -> Result<T, String>,
    mut rest: [T; 4],
) -> Result<[T; 4], String> {
    if !(1..=rest.len()).contains(&given.len()) {
        return Err(format!("{} components: 1 to 4 are allowed", given.len()));
    }
    for (component, Component(given)) in rest.iter_mut().zip(given) {
        *component = read(given)?;
    }
    Ok(rest)
}

fn parse_whole<T: Integer>(text: &str) -> Result<T, String> {
    read::parse_number(text).map_err(|error| error.to_string())
}

/// Reads a 32-bit float: a whole number in the notation of all numbers, or a fraction.
fn parse_float(text: &str) -> Result<f32, String> {
    // 0x10 is a number here, and none for `f32`.
    if let Ok(number) = parse_whole::<u32>(text) {
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
