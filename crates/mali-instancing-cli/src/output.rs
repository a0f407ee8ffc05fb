//! Where the output goes: to the standard output, or to a file that is there whole or not at all.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstream::AutoStream;
use atomic_write_file::AtomicWriteFile;

use crate::failure::Failure;

/// Writes to the standard output.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    write(&mut output)
        .and_then(|()| output.flush())
        .map_err(|error| Failure::standard_output(&error))
}

/// The file to write to, `None` for the standard output.
pub(crate) fn file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| path.as_os_str() != "-")
}

/// Whether a person would see what is written to `path`.
pub(crate) fn is_terminal(path: Option<&Path>) -> bool {
    file(path).is_none() && io::stdout().is_terminal()
}

/// Writes `bytes` to `path`, or to the standard output where there is none or it is `-`.
pub(crate) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    match file(path) {
        None => print(|output| output.write_all(bytes)),
        Some(path) => replace(path, bytes)
            .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display()))),
    }
}

/// Writes text with escape sequences for colours, but for what is no terminal without them.
pub(crate) fn write_styled(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    if file(path).is_some() {
        let plain = anstream::adapter::strip_str(text).to_string();
        return write(path, plain.as_bytes());
    }
    let mut output = AutoStream::auto(io::stdout().lock());
    output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
        .map_err(|error| Failure::standard_output(&error))
}

/// Writes beside the file and renames, so that nobody ever reads half of it. Devices and pipes
/// cannot be renamed over, and are written to; a link stays one.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => fs::canonicalize(path)?,
        Ok(_) => return fs::write(path, bytes),
        // A link to nothing: what it leads to can be made, but not beside itself.
        Err(_) if path.is_symlink() => return fs::write(path, bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(error),
    };
    let mut file = AtomicWriteFile::open(path)?;
    file.write_all(bytes)?;
    file.commit()
}
