//! What goes to stderr, and the exit code that goes with it.

use std::fmt;
use std::io;
use std::process::ExitCode;

use mali_instancing::Argument;
use mali_instancing::data::KeyError;
use mali_instancing_codegen::TextError;
use mali_instancing_inspect::Rejected;

/// Why the command stops.
pub(crate) enum Failure {
    /// An option or an argument that cannot be used.
    Usage(String),
    /// Input that cannot be used, or a file that cannot be read or written.
    Input(String),
    /// Several parts of the input that cannot be used.
    Inputs(Vec<String>),
    /// What `check` found, and has printed already.
    Found,
    /// So many checks of `verify` that found a number wrong.
    Disproved(u64),
    /// Whoever read the output has had enough of it, like `head`. Nothing is wrong.
    ReaderGone,
}

impl Failure {
    /// Several parts of the input that cannot be used, or none.
    pub(crate) fn all(errors: &[impl fmt::Display]) -> Result<(), Self> {
        if errors.is_empty() {
            return Ok(());
        }
        Err(Self::Inputs(
            errors.iter().map(ToString::to_string).collect(),
        ))
    }

    pub(crate) fn option(name: &str, reason: impl fmt::Display) -> Self {
        Self::Usage(format!("--{name}: {reason}"))
    }

    /// A failed write to the standard output.
    pub(crate) fn standard_output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            _ => Self::Input(format!("cannot write to the standard output: {error}")),
        }
    }

    /// What is said of it: a message for each thing that is wrong.
    pub(crate) fn messages(&self) -> Vec<String> {
        match self {
            Self::Usage(reason) | Self::Input(reason) => vec![reason.clone()],
            Self::Inputs(reasons) => reasons.clone(),
            Self::Found => Vec::new(),
            Self::Disproved(1) => vec!["1 check failed".to_owned()],
            Self::Disproved(checks) => vec![format!("{checks} checks failed")],
            Self::ReaderGone => vec!["nobody reads the standard output".to_owned()],
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Input(_) | Self::Inputs(_) | Self::Found | Self::Disproved(_) => {
                ExitCode::from(1)
            }
            Self::ReaderGone => ExitCode::SUCCESS,
        }
    }
}

/// An option whose value the library refuses.
impl From<mali_instancing::Error> for Failure {
    fn from(error: mali_instancing::Error) -> Self {
        Self::option(&option_name(error.place().argument), error)
    }
}

/// Options that do not go together.
impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Self {
        Self::option(&option_name(error.argument()), error)
    }
}

fn option_name(argument: Argument) -> String {
    argument.name().replace('_', "-")
}

/// An option whose value cannot be used.
impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Self {
        Self::option(&rejected.key.replace('_', "-"), rejected.reason)
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::Input(error.to_string())
    }
}
