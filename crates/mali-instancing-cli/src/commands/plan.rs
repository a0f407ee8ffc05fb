//! `plan`: tells where the data of a script's draws is read from.

use std::path::PathBuf;

use clap::Args;
use mali_buffers_script::{MEMORY_LIMIT, PlannedScript};
use mali_instancing_inspect::to_json;

use crate::failure::Failure;
use crate::files;
use crate::help::{examples, help};
use crate::options::OutputFormatOptions;
use crate::outputs;

/// Plans where the vertex and index data of draws is read from.
///
/// Data is read in place, from a copy, or from the ring.
#[derive(Args)]
#[command(after_help = examples(&help!("plan")), after_long_help = help!("plan"))]
pub(crate) struct Plan {
    /// The script, TOML or JSON; - is the standard input
    file: PathBuf,

    /// The file to write; absent or -: the standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    #[command(flatten)]
    format: OutputFormatOptions,
}

impl Plan {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        outputs::check(&self.file, &[("output", self.output.as_deref())])?;
        let script = files::read(&self.file)?;
        let plan = PlannedScript::new(&script, MEMORY_LIMIT)?;
        // After reading, so that a mistake in the text is reported rather than that it has no calls.
        Failure::if_empty(&script, "[[call]]")?;
        let text = if self.format.is_json() {
            to_json(&plan)
        } else {
            plan.to_string()
        };
        files::write(self.output.as_deref(), text.as_bytes())?;
        // A call that fails does not end the script. The plan of the others is written first.
        Failure::all(&plan.errors)
    }
}
