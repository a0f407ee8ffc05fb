//! The commands. Each has a file or a folder with its name.
//!
//! A command is a structure with its options, which clap fills, and a method `run`. It checks what clap cannot, reads
//! files, calls a library and prints its answer. The texts after the options are in `help/`.

mod attr;
mod check;
mod completions;
mod decode;
mod r#gen;
mod man;
mod pad;
mod plan;
mod schema;
mod shader;
mod trace;
mod varyings;
mod verify;

use clap::Subcommand;

use crate::failure::Failure;

/// The commands in the groups in which the help lists them, each with its heading.
pub(crate) const GROUPS: [(&str, &[&str]); 4] = [
    ("Explain", &["attr", "decode", "trace", "pad"]),
    ("Check", &["check", "verify"]),
    ("Pack and plan", &["gen", "shader", "varyings", "plan"]),
    ("Set up", &["schema", "completions", "man", "help"]),
];

#[derive(Subcommand)]
pub(crate) enum Command {
    Attr(attr::Attr),
    Decode(decode::Decode),
    Trace(trace::Trace),
    Pad(pad::Pad),
    Check(check::Check),
    Verify(verify::Verify),
    Gen(r#gen::Gen),
    Shader(shader::Shader),
    Varyings(varyings::Varyings),
    Plan(plan::Plan),
    Schema(schema::Schemas),
    Completions(completions::Completions),
    Man(man::ManualPage),
}

impl Command {
    /// Runs the command. `command_line` is clap's definition of all commands.
    pub(crate) fn run(&self, command_line: fn() -> clap::Command) -> Result<(), Failure> {
        match self {
            Self::Attr(command) => command.run(),
            Self::Decode(command) => command.run(),
            Self::Trace(command) => command.run(),
            Self::Pad(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Verify(command) => command.run(),
            Self::Gen(command) => command.run(),
            Self::Shader(command) => command.run(),
            Self::Varyings(command) => command.run(),
            Self::Plan(command) => command.run(),
            Self::Schema(command) => command.run(),
            Self::Completions(command) => command.run(command_line()),
            Self::Man(command) => command.run(command_line()),
        }
    }
}
