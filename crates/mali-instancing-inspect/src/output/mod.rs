//! The forms in which answers are printed: tables of text, JSON, pictures.

pub(crate) mod json;
pub(crate) mod palette;
pub(crate) mod svg;
pub(crate) mod table;
pub(crate) mod words;

/// `1 vertex`, `2 vertices`.
pub(crate) fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// Appends to a `String` what `format!` makes of the rest.
macro_rules! append {
    ($text:ident, $($format:tt)+) => {{
        use std::fmt::Write;

        write!($text, $($format)+).expect("a String takes any text")
    }};
}

pub(crate) use append;
