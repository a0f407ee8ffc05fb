//! The forms of results: tables of text, JSON, pictures.
//!
//! A result is data: `json` writes it with serde, a line for each member, and its own `Display` writes it for people,
//! with the generator's `table`. `svg` draws rectangles, lines and texts. `palette` has one colour for each number,
//! which pictures and terminals share. Texts have escape sequences wherever they have colours: the command takes them
//! off if it does not write to a terminal.

pub(crate) mod json;
pub(crate) mod palette;
pub(crate) mod svg;

pub(crate) use mali_instancing_codegen::pack::count;
use mali_instancing_codegen::pack::word;
pub(crate) use mali_instancing_codegen::table;
use serde::{Serialize, Serializer};

/// Appends formatted text to a `String`.
macro_rules! append {
    ($text:ident, $($format:tt)+) => {{
        use std::fmt::Write;

        write!($text, $($format)+).expect("a String takes any text")
    }};
}

pub(crate) use append;

/// Words in memory order: an array of strings such as `"0x27000000"` in JSON.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(with = "Vec<String>")
)]
pub(crate) struct Words(pub(crate) Vec<u32>);

impl From<&[u32]> for Words {
    fn from(words: &[u32]) -> Self {
        Self(words.to_vec())
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(word))
    }
}
