//! `schema`: prints the libraries' JSON Schemas.

use clap::Args;
use clap::builder::PossibleValuesParser;
use mali_buffers_script::Script;
use mali_instancing_codegen::Manifest;
use mali_instancing_inspect::schema;

use crate::failure::Failure;
use crate::files;
use crate::help::help;

/// The name of a file's kind, and its schema.
type NamedSchema = (&'static str, &'static str);

/// The kinds of files that commands read, each with its schema.
fn schemas() -> Vec<NamedSchema> {
    let (manifest, script) = (("manifest", Manifest::SCHEMA), ("script", Script::SCHEMA));
    [&[manifest], schema::READ, &[script]].concat()
}

fn names(schemas: Vec<NamedSchema>) -> PossibleValuesParser {
    PossibleValuesParser::new(schemas.into_iter().map(|(name, _)| name))
}

/// Prints the JSON Schema of a command's file.
///
/// Editors complete and check a file by its schema.
#[derive(Args)]
#[command(after_help = help!("schema"))]
pub(crate) struct Schemas {
    /// The kind of file: a manifest of draws, a manifest of varyings, or a script for `plan`
    #[arg(value_parser = names(schemas()), default_value = "manifest")]
    read: String,
}

impl Schemas {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let schema = schema_of(&schemas(), &self.read);
        files::write(None, schema.as_bytes())
    }
}

fn schema_of(schemas: &[NamedSchema], name: &str) -> String {
    let found = schemas.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, schema)| schema).to_owned()
}
