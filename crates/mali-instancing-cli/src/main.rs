//! The command `mali-instancing`: what a person tries first, and what a build system calls.
//!
//! A skin over the crate `mali-instancing-text`, which reads and writes all the text: here are the
//! options, the files, the terminal and the progress.

mod commands;
mod failure;
mod files;
mod options;

use std::env;
use std::process::ExitCode;

use clap::builder::Styles;
use clap::{CommandFactory, Parser};

use commands::Command;
use failure::Failure;
use options::color::{ColorOption, choose_color};

const EXAMPLES: &str = "Examples:
  mali-instancing attr --vertices 70 --divisor 3
  mali-instancing pad 1..200 --plot padding.svg
  mali-instancing gen draws.toml --emit rust -o draws.rs
  mali-instancing decode 4 0x27000000 64 0 0x20 0x17b425ed 0 3
  mali-instancing trace --vertices 3 --instances 4 --divisor 2
  mali-instancing varyings cube.toml --plot cube.svg
  mali-instancing plan frame.toml";

/// Instanced vertex attributes for Arm Mali GPUs: padded counts, divisors, and the words that the
/// attribute unit reads.
///
/// Numbers are decimal or, with 0x, hexadecimal, and take _ between digits.
#[derive(Parser)]
#[command(name = "mali-instancing", version, after_help = EXAMPLES, max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    color: ColorOption,
}

fn main() -> ExitCode {
    choose_color(env::args_os().filter_map(|argument| argument.into_string().ok()));
    match CommandLine::parse().command.run(CommandLine::command) {
        Ok(()) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(failure) => {
            let style = Styles::styled();
            let style = style.get_error();
            for message in failure.messages() {
                anstream::eprintln!("{style}error:{style:#} {message}");
            }
            failure.exit_code()
        }
    }
}
