//! The command `mali-instancing`: what a person tries first, and what a build system calls.
//!
//! A skin over the crates `mali-instancing-codegen` and `mali-instancing-inspect`, which read and write all the text:
//! here are the options, the files, the terminal and the progress.

mod commands;
mod failure;
mod files;
mod help;
mod message;
mod options;
mod outputs;

use mali_instancing::data::Quoted;
use std::env;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};

use commands::Command;
use options::color::{ColorOption, choose_color};

const EXAMPLES: &str = "Examples:
  mali-instancing attr --vertices 70 --divisor 3
  mali-instancing pad 1..200 --plot padding.svg
  mali-instancing gen draws.toml --emit rust -o draws.rs
  mali-instancing decode 4 0x27000000 64 0 0x20 0x17b425ed 0 3
  mali-instancing check pandecode.dump.ctx-0.0000
  mali-instancing trace --vertices 3 --instances 4 --divisor 2
  mali-instancing varyings cube.toml --plot cube.svg
  mali-instancing plan frame.toml
  mali-instancing shader --language wgsl --from draws.toml
  mali-instancing schema > manifest.schema.json";

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
    let command_line = CommandLine::try_parse().unwrap_or_else(|error| quoted(error).exit());
    match command_line.command.run(CommandLine::command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.messages.iter().for_each(message::error);
            ExitCode::from(failure.exit_code)
        }
    }
}

/// The error, which quotes what the user wrote within a line.
fn quoted(mut error: clap::Error) -> clap::Error {
    for kind in [
        ContextKind::InvalidValue,
        ContextKind::InvalidArg,
        ContextKind::InvalidSubcommand,
    ] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let text = Quoted::new(text).to_string();
            error.insert(kind, ContextValue::String(text));
        }
    }
    error
}
