//! What is written must be neither what is read nor something else that is written: the same file, by whatever
//! names.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files::is_standard_stream;

/// A file, whatever it is called.
#[derive(PartialEq)]
enum Identity {
    /// The number of its file system, and its own there.
    #[cfg(unix)]
    Numbers(u64, u64),
    /// The way to it, without links.
    Path(PathBuf),
}

impl Identity {
    /// Of a regular file, or of one that is still to be made. `None` for devices and pipes, which can be
    /// written to as often as one likes.
    fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Self::of_existing(path),
            Ok(_) => None,
            Err(_) => {
                let folder = match path.parent()? {
                    folder if folder.as_os_str().is_empty() => Path::new("."),
                    folder => folder,
                };
                let folder = fs::canonicalize(folder).ok()?;
                Some(Self::Path(folder.join(path.file_name()?)))
            }
        }
    }

    #[cfg(unix)]
    fn of_existing(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let metadata = fs::metadata(path).ok()?;
        Some(Self::Numbers(metadata.dev(), metadata.ino()))
    }

    #[cfg(not(unix))]
    fn of_existing(path: &Path) -> Option<Self> {
        fs::canonicalize(path).ok().map(Self::Path)
    }
}

/// Refuses outputs, each with its option's name, that are the input or another output.
pub(crate) fn check(input: &Path, outputs: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let input = if is_standard_stream(input) {
        Path::new("/dev/stdin")
    } else {
        input
    };
    let mut taken = vec![("the input", Identity::of(input))];
    for &(option, path) in outputs {
        let Some(path) = path.filter(|path| !is_standard_stream(path)) else {
            continue;
        };
        let Some(identity) = Identity::of(path) else {
            continue;
        };
        let holder = taken
            .iter()
            .find(|(_, other)| other.as_ref() == Some(&identity));
        if let Some((holder, _)) = holder {
            let reason = format!(
                "{} is {holder} too: another file is allowed",
                path.display()
            );
            return Err(Failure::option(option, reason));
        }
        taken.push((option_title(option), Some(identity)));
    }
    Ok(())
}

/// What holds a file, in a message.
fn option_title(option: &str) -> &'static str {
    match option {
        "plot" => "what --plot writes",
        _ => "what --output writes",
    }
}
