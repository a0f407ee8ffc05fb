//! The command `mali-instancing`: what a person tries first, and what a build system calls.
//!
//! A library for the binary of that name and for the fuzzers, and no interface for anybody else: what
//! programs call is the crate `mali-instancing`.

mod attr;
mod attribute_buffer;
mod choice;
mod decode;
mod division;
mod emit;
mod explain;
mod failure;
mod fields;
mod format;
mod generate;
mod json;
mod manifest;
mod mode;
mod number;
mod output;
mod pad;
mod picture;
mod plan;
mod plot;
mod range;
mod rate;
mod record;
mod rules;
mod simulation;
mod source;
mod suggestion;
mod table;
mod trace;
mod varyings;
mod verify;
mod vertex_format;
mod waste;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

#[doc(hidden)]
pub use generate::generate;
#[doc(hidden)]
pub use plan::plan;

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
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Attr(attr::Arguments),
    Pad(pad::Arguments),
    Gen(generate::Arguments),
    Decode(decode::Arguments),
    Trace(trace::Arguments),
    Verify(verify::Arguments),
    Varyings(varyings::Arguments),
    Plan(plan::Arguments),
}

/// The whole command: reads the arguments, prints, and answers with the exit code.
#[must_use]
pub fn run() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Attr(arguments) => attr::run(&arguments),
        Command::Pad(arguments) => pad::run(&arguments),
        Command::Gen(arguments) => generate::run(&arguments),
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Trace(arguments) => trace::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Varyings(arguments) => varyings::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
    };
    match result {
        Ok(()) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit_code()
        }
    }
}
