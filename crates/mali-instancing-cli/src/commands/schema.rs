//! `schema`: prints the libraries' JSON Schemas.

use clap::Args;
use clap::builder::PossibleValuesParser;
use mali_buffers_script::{PlannedScript, Script};
use mali_instancing_codegen::Manifest;
use mali_instancing_inspect::schema;

use super::verify;
use crate::failure::Failure;
use crate::files;
use crate::help::help;

/// The name of a file's kind or of a command, and a schema.
type Named = (&'static str, &'static str);

/// The kinds of files that commands read, each with its schema.
fn read() -> Vec<Named> {
    let (manifest, script) = (("manifest", Manifest::SCHEMA), ("script", Script::SCHEMA));
    [&[manifest], schema::READ, &[script]].concat()
}

/// The commands that print JSON in the order of their names, each with the schema of its output.
fn answers() -> Vec<Named> {
    let others = [("plan", PlannedScript::SCHEMA), ("verify", verify::SCHEMA)];
    let mut answers = [schema::ANSWERS, &others].concat();
    answers.sort_unstable();
    answers
}

fn names(schemas: Vec<Named>) -> PossibleValuesParser {
    PossibleValuesParser::new(schemas.into_iter().map(|(name, _)| name))
}

/// Prints the JSON Schema of a command's file, or of its output.
///
/// Editors complete and check a file by its schema. --answers prints the schema of a command's output in JSON.
#[derive(Args)]
#[command(after_help = help!("schema"))]
pub(crate) struct Schemas {
    /// The kind of file: a manifest of draws, a manifest of varyings, or a script for `plan`
    #[arg(value_parser = names(read()), default_value = "manifest")]
    read: String,

    /// The schema of a command's output; without a command, an object with all of them by the commands' names
    #[arg(long, value_name = "COMMAND", num_args = 0..=1, conflicts_with = "read", value_parser = names(answers()))]
    #[expect(clippy::option_option, reason = "it may have no value")]
    answers: Option<Option<String>>,
}

impl Schemas {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let schema = match &self.answers {
            None => schema_of(&read(), &self.read),
            Some(Some(command)) => schema_of(&answers(), command),
            Some(None) => all(&answers()),
        };
        files::write(None, schema.as_bytes())
    }
}

fn schema_of(schemas: &[Named], name: &str) -> String {
    let found = schemas.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, schema)| schema).to_owned()
}

/// An object with each schema under its name.
fn all(schemas: &[Named]) -> String {
    let members = schemas.iter().map(|(name, schema)| {
        let schema = schema.trim_end().replace('\n', "\n  ");
        format!("\n  \"{name}\": {schema}")
    });
    format!("{{{}\n}}\n", members.collect::<Vec<_>>().join(","))
}
