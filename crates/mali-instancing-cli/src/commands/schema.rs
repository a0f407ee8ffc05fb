//! `schema`: JSON Schemas, which are texts of the libraries.

use std::fmt::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;
use mali_instancing_codegen::Manifest;
use mali_instancing_inspect::schema::ANSWERS;

use crate::failure::Failure;
use crate::files;

const EXAMPLES: &str = "Examples:
  mali-instancing schema > manifest.schema.json
  mali-instancing schema --answers
  mali-instancing schema --answers check

A manifest in TOML that begins with the line
  #:schema manifest.schema.json
is completed and checked by editors with a language server for TOML. In VS Code, JSON files are, too, with
the setting json.schemas.";

/// What can be read, with its schema.
const READ: [(&str, &str); 1] = [("manifest", Manifest::SCHEMA)];

/// Prints a JSON Schema: of a manifest, which editors complete and check by, or of what commands print
/// with --json.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Schemas {
    /// What is read
    #[arg(value_parser = PossibleValuesParser::new(READ.map(|(name, _)| name)), default_value = "manifest")]
    read: String,

    /// The schema of a command's answer, or without a command an object of all, each under its command's name
    #[arg(long, value_name = "COMMAND", num_args = 0..=1, conflicts_with = "read", value_parser = PossibleValuesParser::new(ANSWERS.iter().map(|(name, _)| *name)))]
    #[expect(
        clippy::option_option,
        reason = "the option may be there without a value"
    )]
    answers: Option<Option<String>>,
}

impl Schemas {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let schema = match &self.answers {
            None => schema_of(&READ, &self.read).to_owned(),
            Some(Some(command)) => schema_of(ANSWERS, command).to_owned(),
            Some(None) => all(ANSWERS),
        };
        files::write(None, schema.as_bytes())
    }
}

fn schema_of<'a>(schemas: &[(&str, &'a str)], name: &str) -> &'a str {
    let found = schemas.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, schema)| schema)
}

/// An object that has each schema under its name.
fn all(schemas: &[(&str, &str)]) -> String {
    let mut object = "{".to_owned();
    for (index, (name, schema)) in schemas.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let schema = schema.trim_end().replace('\n', "\n  ");
        let _ = write!(object, "{comma}\n  \"{name}\": {schema}");
    }
    object + "\n}\n"
}
