//! How a command prints, for every command that does.

use clap::Args;

#[derive(Args)]
pub(crate) struct OutputFormatOptions {
    /// How to print
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    format: String,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl OutputFormatOptions {
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == "json"
    }
}
