//! The command `mali-instancing`, for people and for build systems.
//!
//! It is an interface to the crates `mali-instancing-codegen` and `mali-instancing-inspect`, which read and write all
//! text. This crate has the options, the files, the terminal and the progress.

mod commands;
mod failure;
mod files;
mod help;
mod options;
mod outputs;

use std::env;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser};
use mali_instancing_codegen::read::Quoted;

use commands::{Command, GROUPS};
use help::{help, with_groups};

/// Instanced vertex attributes for Arm Mali GPUs: padded counts, divisors, and the words that the
/// attribute unit reads.
///
/// Numbers are decimal or, with 0x, hexadecimal, and take _ between digits.
///
/// Messages, help, the findings of check and the grid of varyings have colours on a terminal, unless NO_COLOR is set.
/// CLICOLOR_FORCE=1 asks for them elsewhere.
#[derive(Parser)]
#[command(name = "mali-instancing", version, after_help = help!("mali-instancing"), max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let mut command_line = with_groups(CommandLine::command(), &GROUPS);
    let parsed = command_line.try_get_matches_from_mut(env::args_os());
    let parsed = parsed.and_then(|parsed| CommandLine::from_arg_matches(&parsed));
    let command_line = parsed.unwrap_or_else(|error| quoted(error).exit());
    // `completions` and `man` need the definition, without the list of groups.
    match command_line.command.run(CommandLine::command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// The error, with the user's text escaped so that it stays on one line.
fn quoted(mut error: clap::Error) -> clap::Error {
    use ContextKind::{InvalidArg, InvalidSubcommand, InvalidValue};
    // clap prints an argument as it was given, with its line ends and escape sequences.
    for kind in [InvalidValue, InvalidArg, InvalidSubcommand] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let text = Quoted::new(text).to_string();
            error.insert(kind, ContextValue::String(text));
        }
    }
    error
}
