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

/// The choices whose names the library knows.
macro_rules! library_choices {
    ($($choice:ident),*) => {$(
        impl Choice for $choice {
            const NAMES: &'static [(&'static str, Self)] = &{
                let mut names = [("", Self::ALL[0]); Self::ALL.len()];
                let mut index = 0;
                while index < names.len() {
                    names[index] = (Self::ALL[index].name(), Self::ALL[index]);
                    index += 1;
                }
                names
            };
        }
    )*};
}

library_choices!(Arch, Padding, Rounding);
