//! Options that several commands have.
//!
//! `choice` has the parsers of options with named values, and `words` reads words from values or from a file.

pub(crate) mod choice;
pub(crate) mod words;

use clap::Args;
use mali_instancing::draw::Pipeline;
use mali_instancing::{Arch, Padding, Rounding};

/// The format of a command's output.
#[derive(Args)]
pub(crate) struct OutputFormatOptions {
    /// The format of the output
    #[arg(long, hide_short_help = true, value_parser = ["text", "json"], default_value = "text")]
    format: String,

    /// Writes JSON: short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl OutputFormatOptions {
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == "json"
    }
}

/// The rules by which a draw is packed.
#[derive(Args)]
pub(crate) struct DrawRules {
    /// The rule by which the vertex count is padded
    #[arg(long, value_name = "RULE", value_parser = choice::parser::<Padding>(), default_value = "hardware")]
    padding: Padding,

    /// The rule by which the multiplier is rounded
    #[arg(long, value_name = "RULE", value_parser = choice::parser::<Rounding>(), default_value = "round-down")]
    rounding: Rounding,

    /// The draw uses index-driven vertex shading (V6 and later)
    #[arg(long)]
    idvs: bool,

    /// The GPU's architecture, or its name: g52
    #[arg(long, value_parser = choice::ArchParser, default_value = "v7")]
    arch: Arch,
}

impl DrawRules {
    /// A pipeline with these rules.
    pub(crate) fn pipeline(&self) -> Pipeline {
        Pipeline::new(self.arch)
            .with_padding(self.padding)
            .with_rounding(self.rounding)
            .with_idvs(self.idvs)
    }
}
