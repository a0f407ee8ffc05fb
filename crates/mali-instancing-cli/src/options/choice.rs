//! Options whose value is one of several words.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use mali_instancing_inspect::notation::Choice;

/// For clap, which lists the names in the help and suggests the nearest.
pub(crate) fn parser<T: Choice>() -> impl TypedValueParser<Value = T> {
    let names = T::NAMES.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names).try_map(|text| T::parse(&text))
}
