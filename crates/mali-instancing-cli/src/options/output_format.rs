//! How a command prints, for every command that does.

use clap::Args;
use mali_instancing_inspect::notation::Choice;

use super::choice;

/// Text for a person, or JSON for a machine.
#[derive(Clone, Copy, PartialEq)]
enum OutputFormat {
    Text,
    Json,
}

impl Choice for OutputFormat {
    const NAMES: &'static [(&'static str, Self)] = &[("text", Self::Text), ("json", Self::Json)];
}

#[derive(Args)]
pub(crate) struct OutputFormatOptions {
    /// How to print
    #[arg(long, value_parser = choice::parser::<OutputFormat>(), default_value = "text")]
    format: OutputFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl OutputFormatOptions {
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == OutputFormat::Json
    }
}
