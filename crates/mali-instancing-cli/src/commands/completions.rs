//! `completions`: scripts with which shells complete the command's arguments.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::files;
use crate::help::help;

/// Prints a script with which a shell completes options and values.
#[derive(Args)]
#[command(after_help = help!("completions"))]
pub(crate) struct Completions {
    /// The shell that reads the script
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, mut command_line: Command) -> Result<(), Failure> {
        let name = command_line.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command_line, &name, &mut script);
        let script = String::from_utf8_lossy(&script);
        // clap_complete 4.6 writes a command's name that has a hyphen in two ways into bash's script, and
        // then completes no option: https://github.com/clap-rs/clap/issues/6421.
        let [wrong, right] = ["__subcmd__", "__"].map(|separator| name.replace('-', separator));
        files::write(None, script.replace(&wrong, &right).as_bytes())
    }
}
