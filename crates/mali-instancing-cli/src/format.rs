//! How a command prints, for every command that does.

use clap::Args;

use crate::choice::{self, Choice};

/// Text for a person, or JSON for a machine.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Text,
    Json,
}

impl Choice for Format {
    const NAMES: &'static [(&'static str, Self)] = &[("text", Self::Text), ("json", Self::Json)];
}

#[derive(Args)]
pub(crate) struct FormatArguments {
    /// How to print
    #[arg(long, value_parser = choice::parser::<Format>(), default_value = "text")]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl FormatArguments {
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == Format::Json
    }
}
