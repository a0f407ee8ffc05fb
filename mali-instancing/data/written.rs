//! Writing tables and the values in them.

use core::fmt::{self, Display, Write};

use serde_core::ser::{Serialize, SerializeMap, Serializer};

/// A type that is written as a table, alone or as part of another.
pub(super) trait Written {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error>;
}

/// Writes a table.
pub(super) fn write<T: Written, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    // The number of entries depends on the value.
    let mut table = serializer.serialize_map(None)?;
    value.write(&mut table)?;
    table.end()
}

/// Implements writing of types as tables.
macro_rules! written {
    ($($type:ty),*) => {$(
        /// Writes a table.
        impl serde_core::Serialize for $type {
            fn serialize<S: serde_core::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $crate::data::written::write(self, serializer)
            }
        }
    )*};
}

pub(super) use written;

/// A number that is a hexadecimal string with at least `digits` digits in formats for people, and a number in others.
pub(super) struct Hexadecimal {
    value: u64,
    digits: usize,
}

impl Hexadecimal {
    pub(super) const fn word(value: u32) -> Self {
        Self {
            value: value as u64,
            digits: 8,
        }
    }

    pub(super) const fn format(field: u32) -> Self {
        Self {
            value: field as u64,
            digits: 6,
        }
    }

    pub(super) const fn address(value: u64) -> Self {
        Self { value, digits: 1 }
    }
}

impl Serialize for Hexadecimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            // `#` writes 0x, which the width includes.
            let width = self.digits + 2;
            serializer.collect_str(&format_args!("{:#0width$x}", self.value))
        } else {
            serializer.serialize_u64(self.value)
        }
    }
}

/// Words in memory order.
pub(super) struct Words<'a>(pub(super) &'a [u32]);

impl Serialize for Words<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(Hexadecimal::word))
    }
}

/// A string of the value's `Display`.
pub(super) struct Text<T>(pub(super) T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A name as a key, with `_` between words: `divisor_r`.
pub(super) struct SnakeCase(pub(super) &'static str);

impl Display for SnakeCase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| {
            formatter.write_char(match letter {
                ' ' | '-' => '_',
                _ => letter.to_ascii_lowercase(),
            })
        })
    }
}
