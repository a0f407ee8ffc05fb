//! Checks that each output is another file than the input and the other outputs, even if their names differ.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files::is_standard_stream;

/// The identity of a file, whatever its name.
#[derive(PartialEq)]
enum Identity {
    /// The number of its file system, and its number there.
    #[cfg(unix)]
    // Also the same for two hard links, whose paths have nothing in common.
    Numbers(u64, u64),
    /// Its path, without links.
    Path(PathBuf),
}

/// The identity of a regular file, or of one that does not exist yet. `None` for devices and pipes, which can be
/// written to several times.
fn identity(path: &Path) -> Option<Identity> {
    match fs::metadata(path) {
        #[cfg(unix)]
        Ok(metadata) if metadata.is_file() => {
            use std::os::unix::fs::MetadataExt;
            Some(Identity::Numbers(metadata.dev(), metadata.ino()))
        }
        #[cfg(not(unix))]
        Ok(metadata) if metadata.is_file() => fs::canonicalize(path).ok().map(Identity::Path),
        Ok(_) => None,
        Err(_) => {
            // The parent of a name alone is an empty path, which cannot be made canonical.
            let folder = Path::new(".").join(path.parent()?);
            let folder = fs::canonicalize(folder).ok()?;
            Some(Identity::Path(folder.join(path.file_name()?)))
        }
    }
}

/// Refuses outputs that are the input or another output. Each output has its option's name.
pub(crate) fn check(input: &Path, outputs: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    // With `< file` the standard input is a regular file, which has an identity. A pipe has none.
    let stdin = is_standard_stream(input).then_some(Path::new("/dev/stdin"));
    let mut taken = vec![("the input".to_owned(), identity(stdin.unwrap_or(input)))];
    for &(option, path) in outputs {
        let Some(path) = path.filter(|path| !is_standard_stream(path)) else {
            continue;
        };
        let identity = identity(path);
        // Two devices or pipes have no identity. That does not make them one file.
        let is_same = |(_, other): &&(_, _)| identity.is_some() && *other == identity;
        if let Some((holder, _)) = taken.iter().find(is_same) {
            let path = path.display();
            let reason = format!("{path} is {holder} too: another file is allowed");
            return Err(Failure::option(option, reason));
        }
        taken.push((format!("what --{option} writes"), identity));
    }
    Ok(())
}
