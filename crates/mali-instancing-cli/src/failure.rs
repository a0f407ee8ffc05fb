//! Messages for stderr, and the exit code that goes with them.

use std::fmt::Display;
use std::io;

use mali_instancing::Argument;
use mali_instancing::data::KeyError;
use mali_instancing_codegen::{Source, TextError};
use mali_instancing_inspect::Rejected;

/// Why the command stops.
pub(crate) struct Failure {
    /// 2 for what is wrong with the options, 1 for what is wrong with the input, or was found, 0 for nothing.
    pub(crate) exit_code: u8,
    /// The mistakes, one by one. Empty where the command has printed it already.
    pub(crate) messages: Vec<String>,
}

impl Failure {
    /// An option or an argument that cannot be used.
    pub(crate) fn usage(reason: impl Display) -> Self {
        Self {
            exit_code: 2,
            messages: vec![reason.to_string()],
        }
    }

    /// An option that cannot be used.
    pub(crate) fn option(name: &str, reason: impl Display) -> Self {
        Self::usage(format_args!("--{name}: {reason}"))
    }

    /// Input that cannot be used, or a file that cannot be read or written.
    pub(crate) fn input(reason: impl Display) -> Self {
        Self {
            exit_code: 1,
            messages: vec![reason.to_string()],
        }
    }

    /// A manifest or a script that says nothing, which has no `array`.
    pub(crate) fn if_empty(source: &Source, array: &str) -> Result<(), Self> {
        if source.says_nothing() {
            let name = source.name();
            return Err(Self::input(format_args!(
                "{name} is empty: there is no {array} in it"
            )));
        }
        Ok(())
    }

    /// Several parts of the input that cannot be used, or none.
    pub(crate) fn all(errors: &[impl Display]) -> Result<(), Self> {
        if errors.is_empty() {
            return Ok(());
        }
        let messages = errors.iter().map(ToString::to_string).collect();
        Err(Self {
            exit_code: 1,
            messages,
        })
    }

    /// The end of a command that has found something, and printed it already.
    pub(crate) fn found() -> Self {
        Self {
            exit_code: 1,
            messages: Vec::new(),
        }
    }

    /// A failed write to the standard output. A broken pipe, as `head` leaves, is no failure.
    pub(crate) fn standard_output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self {
                exit_code: 0,
                messages: Vec::new(),
            },
            _ => Self::input(format_args!("cannot write to the standard output: {error}")),
        }
    }

    fn of_argument(argument: Argument, reason: impl Display) -> Self {
        Self::option(&argument.name().replace('_', "-"), reason)
    }
}

/// An option whose value the library refuses.
impl From<mali_instancing::Error> for Failure {
    fn from(error: mali_instancing::Error) -> Self {
        Self::of_argument(error.place().argument, error)
    }
}

/// Options that do not go together.
impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Self {
        Self::of_argument(error.argument(), error)
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
