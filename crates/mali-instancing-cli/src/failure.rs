//! Messages for stderr, with their exit code.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use clap::builder::Styles;
use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::{Source, TextError};
use mali_instancing_inspect::Rejected;

/// The reason why the command stops.
pub(crate) struct Failure {
    /// The exit code: 2 for wrong options and files that could not be checked, 1 for wrong input and for findings, 0 if the command ends without an error.
    exit_code: u8,
    /// The messages of the mistakes. Empty if the command has printed them already.
    pub(crate) messages: Vec<String>,
}

impl Failure {
    fn new(exit_code: u8, messages: Vec<String>) -> Self {
        Self {
            exit_code,
            messages,
        }
    }

    /// An option or an argument that cannot be used.
    pub(crate) fn usage(reason: impl Display) -> Self {
        Self::new(2, vec![reason.to_string()])
    }

    /// An option that cannot be used.
    pub(crate) fn option(name: &str, reason: impl Display) -> Self {
        Self::usage(format_args!("--{name}: {reason}"))
    }

    /// Input that cannot be used, or a file that cannot be read or written.
    pub(crate) fn input(reason: impl Display) -> Self {
        Self::new(1, vec![reason.to_string()])
    }

    /// The failure for a manifest or a script without any array.
    pub(crate) fn if_empty(source: &Source, array: &str) -> Result<(), Self> {
        if source.says_nothing() {
            return Err(Self::empty(source.name(), array));
        }
        Ok(())
    }

    /// A file without the contents that it should have.
    pub(crate) fn empty(name: &str, missing: &str) -> Self {
        Self::input(format_args!("{name} is empty: there is no {missing} in it"))
    }

    /// Fails if some parts of the input cannot be used.
    pub(crate) fn all(errors: &[impl Display]) -> Result<(), Self> {
        if errors.is_empty() {
            return Ok(());
        }
        let messages = errors.iter().map(ToString::to_string).collect();
        Err(Self::new(1, messages))
    }

    /// The failure of a command that could not check some of its files at all: that what it printed is everything cannot
    /// be relied on.
    pub(crate) fn unusable(messages: Vec<String>) -> Self {
        Self::new(2, messages)
    }

    /// The failure of a command that has found something, and has printed it already.
    pub(crate) fn found() -> Self {
        Self::new(1, Vec::new())
    }

    /// A failed write to the standard output. A broken pipe, as after `head`, is not an error.
    pub(crate) fn standard_output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::new(0, Vec::new()),
            _ => Self::input(format_args!("cannot write to the standard output: {error}")),
        }
    }

    /// Prints the messages on stderr, in the colours of clap's, and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let style = *Styles::styled().get_error();
        for message in &self.messages {
            // A message can quote names from a file. Its control characters must not reach the terminal.
            let message = Quoted::whole(message);
            anstream::eprintln!("{style}error:{style:#} {message}");
        }
        ExitCode::from(self.exit_code)
    }
}

impl From<mali_instancing::Error> for Failure {
    fn from(error: mali_instancing::Error) -> Self {
        let argument = error.place().argument.name();
        Self::option(&argument.replace('_', "-"), error)
    }
}

/// An option whose value cannot be used.
impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Self {
        Self::option(&rejected.key.replace('_', "-"), rejected.reason)
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::input(error)
    }
}
