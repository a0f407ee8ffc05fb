//! The binary of the command.

use std::process::ExitCode;

fn main() -> ExitCode {
    mali_instancing_cli::run()
}
