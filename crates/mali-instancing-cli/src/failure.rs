//! What goes to stderr, and the exit code that goes with it.

use std::fmt;
use std::io;
use std::process::ExitCode;

use mali_instancing_text::{Rejected, TextError};

/// Why the command stops.
pub(crate) enum Failure {
    /// An option or an argument that cannot be used.
    Usage(String),
    /// Input that cannot be used, or a file that cannot be read or written.
    Input(String),
    /// So many checks of `verify` that found a number wrong.
    Disproved(u64),
    /// Whoever read the output has had enough of it, like `head`. Nothing is wrong.
    ReaderGone,
}

impl Failure {
    /// Several parts of the input that cannot be used, or none.
    pub(crate) fn all(errors: &[impl fmt::Display]) -> Result<(), Self> {
        let reasons: Vec<_> = errors.iter().map(ToString::to_string).collect();
        if reasons.is_empty() {
            return Ok(());
        }
        // Each is a line that says that it is an error, as the first one does.
        Err(Self::Input(reasons.join("\nerror: ")))
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

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Input(_) | Self::Disproved(_) => ExitCode::from(1),
            Self::ReaderGone => ExitCode::SUCCESS,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(reason) | Self::Input(reason) => formatter.write_str(reason),
            Self::Disproved(1) => formatter.write_str("1 check failed"),
            Self::Disproved(checks) => write!(formatter, "{checks} checks failed"),
            Self::ReaderGone => formatter.write_str("nobody reads the standard output"),
        }
    }
}

/// An option whose value cannot be used.
impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Self {
        let option = rejected.key().replace('_', "-");
        Self::Usage(format!("--{option}{}", rejected.reason()))
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::Input(error.to_string())
    }
}
