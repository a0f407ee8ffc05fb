//! Options whose value is one of several words.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error};
use mali_instancing::Arch;
use mali_instancing_inspect::notation::Choice;

/// The parser for clap, which lists the names in the help and suggests the nearest one.
pub(crate) fn parser<C: Choice>() -> impl TypedValueParser<Value = C::Value> {
    // clap sees the names, not only a function that parses, so that help, completions and suggestions have them.
    let names = C::NAMES.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names).try_map(|text| C::parse(&text))
}

/// The parser of an architecture, by its name or by that of a GPU.
#[derive(Clone)]
pub(crate) struct ArchParser;

impl TypedValueParser for ArchParser {
    type Value = Arch;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Arch, Error> {
        match value.to_str().and_then(Arch::from_gpu_name) {
            Some(arch) => Ok(arch),
            // An architecture's own name, or clap's error, which lists these names.
            None => parser::<Arch>()
                .parse_ref(command, argument, value)
                .map_err(|mut error| {
                    let tip = "the name of a GPU is allowed too: g52, t860, g610".to_owned();
                    let tips = ContextValue::StyledStrs(vec![tip.into()]);
                    error.insert(ContextKind::Suggested, tips);
                    error
                }),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Arch::NAMES.iter();
        Some(Box::new(names.map(|(name, _)| PossibleValue::new(*name))))
    }
}
