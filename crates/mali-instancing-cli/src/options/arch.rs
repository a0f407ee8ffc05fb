//! An architecture, by its name or that of a GPU.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use mali_instancing::Arch;
use mali_instancing_inspect::notation::Choice;

use super::choice;

/// For clap, which lists the architectures in the help and suggests the nearest.
pub(crate) fn parser() -> impl TypedValueParser<Value = Arch> {
    ArchParser
}

#[derive(Clone)]
struct ArchParser;

impl TypedValueParser for ArchParser {
    type Value = Arch;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Arch, Error> {
        match value.to_str().and_then(Arch::from_gpu_name) {
            Some(arch) => Ok(arch),
            None => choice::parser().parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Arch::NAMES.iter();
        Some(Box::new(names.map(|(name, _)| PossibleValue::new(*name))))
    }
}
