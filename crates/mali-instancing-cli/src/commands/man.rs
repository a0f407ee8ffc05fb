//! `man`: the pages of the manual.

use clap::{Args, Command};
use clap_mangen::Man;
use mali_instancing_codegen::read::Quoted;

use crate::failure::Failure;
use crate::files;
use crate::help::help;

/// Prints a page of the manual, as roff.
#[derive(Args)]
#[command(after_help = help!("man"))]
pub(crate) struct ManualPage {
    /// The command whose page it is; absent: the page of all
    command: Option<String>,
}

impl ManualPage {
    pub(crate) fn run(&self, command_line: Command) -> Result<(), Failure> {
        let mut command_line = command_line.disable_help_subcommand(true);
        command_line.build();
        let version = command_line.get_version().unwrap_or_default();
        let source = format!("{} {version}", command_line.get_name());
        let command = match &self.command {
            None => &command_line,
            Some(name) => command_line.find_subcommand(name).ok_or_else(|| {
                let commands = command_line.get_subcommands().map(Command::get_name);
                let allowed = commands.collect::<Vec<_>>().join(", ");
                let name = Quoted::new(name);
                Failure::usage(format_args!(
                    "COMMAND: there is no `{name}`: {allowed} are allowed"
                ))
            })?,
        };
        let mut page = Vec::new();
        let rendered = Man::new(command.clone()).source(source).render(&mut page);
        rendered.map_err(|error| Failure::standard_output(&error))?;
        files::write(None, as_written(&String::from_utf8_lossy(&page)).as_bytes())
    }
}

/// The page without hyphenation, which would change options, and with the line ends of examples kept.
fn as_written(page: &str) -> String {
    let mut written = String::new();
    let mut is_example = false;
    for line in page.lines() {
        if line.starts_with("  ") != is_example {
            is_example = !is_example;
            written += if is_example { ".nf\n" } else { ".fi\n" };
        }
        written += line;
        written.push('\n');
        if line.starts_with(".TH ") {
            written += ".nh\n";
        }
    }
    if is_example {
        written += ".fi\n";
    }
    written
}
