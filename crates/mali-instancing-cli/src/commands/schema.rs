//! `schema`: JSON Schemas, which are texts of the libraries.

use std::fmt::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;
use mali_instancing_codegen::Manifest;
use mali_instancing_inspect::schema;

use super::verify;
use crate::failure::Failure;
use crate::files;
use crate::help::paragraphs;

const EXAMPLES: &str = "Examples:
  mali-instancing schema > manifest.schema.json
  mali-instancing schema varyings > varyings.schema.json
  mali-instancing schema script > script.schema.json
  mali-instancing schema --answers
  mali-instancing schema --answers check

A manifest in TOML that begins with the line
  #:schema manifest.schema.json
is completed and checked by editors with a language server for TOML. In JSON, the key says the same that
editors look for there: \"$schema\": \"./manifest.schema.json\".";

/// The texts that can be read, each with its schema.
fn read() -> impl Iterator<Item = (&'static str, &'static str)> {
    [("manifest", Manifest::SCHEMA)]
        .into_iter()
        .chain(schema::READ.iter().copied())
}

/// The commands that print JSON, each with the schema of its answer.
fn answers() -> impl Iterator<Item = (&'static str, &'static str)> {
    schema::ANSWERS
        .iter()
        .copied()
        .chain([("verify", verify::SCHEMA)])
}

/// Prints a JSON Schema: of what a command reads, which editors complete and check by, or of what commands print
/// with --json.
#[derive(Args)]
#[command(after_help = paragraphs(EXAMPLES))]
pub(crate) struct Schemas {
    /// The kind of file that is read: a manifest of draws, one of varyings, or a script for `plan`
    #[arg(value_parser = PossibleValuesParser::new(read().map(|(name, _)| name)), default_value = "manifest")]
    read: String,

    /// The schema of a command's answer, or without a command an object of all, each under its command's name
    #[arg(long, value_name = "COMMAND", num_args = 0..=1, conflicts_with = "read", value_parser = PossibleValuesParser::new(answers().map(|(name, _)| name)))]
    #[expect(
        clippy::option_option,
        reason = "the option may be there without a value"
    )]
    answers: Option<Option<String>>,
}

impl Schemas {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let schema = match &self.answers {
            None => schema_of(read(), &self.read).to_owned(),
            Some(Some(command)) => schema_of(answers(), command).to_owned(),
            Some(None) => all(answers()),
        };
        files::write(None, schema.as_bytes())
    }
}

fn schema_of<'a>(mut schemas: impl Iterator<Item = (&'a str, &'a str)>, name: &str) -> &'a str {
    let found = schemas.find(|(known, _)| *known == name);
    found.map_or("", |(_, schema)| schema)
}

/// An object that has each schema under its name.
fn all<'a>(schemas: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut object = "{".to_owned();
    for (index, (name, schema)) in schemas.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let schema = schema.trim_end().replace('\n', "\n  ");
        let _ = write!(object, "{comma}\n  \"{name}\": {schema}");
    }
    object + "\n}\n"
}
