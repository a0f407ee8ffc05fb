//! `schema`: prints the libraries' JSON Schemas.

use clap::Args;
use clap::builder::PossibleValuesParser;
use mali_buffers_script::Script;
use mali_instancing_codegen::Manifest;
use mali_instancing_inspect::schema;

use crate::failure::Failure;
use crate::files;
use crate::help::help;

/// The kinds of files that commands read, each with its schema.
fn schemas() -> Vec<(&'static str, &'static str)> {
    let (manifest, script) = (("manifest", Manifest::SCHEMA), ("script", Script::SCHEMA));
    [&[manifest], schema::READ, &[script]].concat()
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(schemas().into_iter().map(|(name, _)| name))
}

/// Prints the JSON Schema of a command's file.
///
/// Editors complete and check a file by its schema.
#[derive(Args)]
#[command(after_help = help!("schema"))]
pub(crate) struct Schemas {
    /// The kind of file: a manifest of draws, a manifest of varyings, or a script for `plan`
    #[arg(value_parser = names(), default_value = "manifest")]
    read: String,
}

impl Schemas {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut schemas = schemas().into_iter();
        let found = schemas.find(|(name, _)| *name == self.read);
        let schema = found.map_or("", |(_, schema)| schema);
        files::write(None, schema.as_bytes())
    }
}
