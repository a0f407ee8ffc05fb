//! Values that are one of several words, in options and in manifests.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use mali_instancing::{Arch, Padding, Rounding};

use crate::suggestion::unknown;

/// A type whose values have names.
pub(crate) trait Choice: Copy + PartialEq + Send + Sync + 'static {
    const NAMES: &'static [(&'static str, Self)];

    fn parse(text: &str) -> Result<Self, String> {
        Self::NAMES
            .iter()
            .find(|(name, _)| *name == text)
            .map(|(_, choice)| *choice)
            .ok_or_else(|| unknown(text, &names::<Self>()))
    }

    fn name(self) -> &'static str {
        Self::NAMES
            .iter()
            .find(|(_, choice)| *choice == self)
            .map_or("", |(name, _)| name)
    }
}

fn names<T: Choice>() -> Vec<&'static str> {
    T::NAMES.iter().map(|(name, _)| *name).collect()
}

/// For clap, which lists the names in the help and suggests the nearest.
pub(crate) fn parser<T: Choice>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names::<T>()).try_map(|text| T::parse(&text))
}

impl Choice for Arch {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("v4", Self::V4),
        ("v5", Self::V5),
        ("v6", Self::V6),
        ("v7", Self::V7),
        ("v9", Self::V9),
        ("v10", Self::V10),
        ("v12", Self::V12),
        ("v13", Self::V13),
    ];
}

impl Choice for Padding {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("hardware", Self::Hardware),
        ("tight", Self::Tight),
        ("mesa", Self::Mesa),
    ];
}

impl Choice for Rounding {
    const NAMES: &'static [(&'static str, Self)] =
        &[("round-down", Self::RoundDown), ("nearest", Self::Nearest)];
}
