//! Input and output: files, and the standard input and output. A file
//! is written completely or not at all.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::{self, File, Permissions};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use anstream::AutoStream;
use flate2::read::MultiGzDecoder;
use mali_instancing_codegen::Source;
use mali_instancing_inspect::write_json;
use serde::Serialize;

use crate::failure::Failure;

/// The largest size of an unpacked file, in bytes: a small packed file could fill all memory.
const LARGEST_UNPACKED: u64 = 1 << 30;

/// Whether a path is the standard input or output.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a file to read in messages.
pub(crate) fn name_of_input(path: &Path) -> String {
    let stdin = is_standard_stream(path).then_some(Path::new("standard input"));
    stdin.unwrap_or(path).display().to_string()
}

/// Reads a text file, or the standard input if `path` is `-`.
pub(crate) fn read(path: &Path) -> Result<Source, Failure> {
    let (name, bytes) = read_bytes(path)?;
    Ok(Source::new(name, bytes)?)
}

/// Reads a file, or the standard input if `path` is `-`, and returns its name for messages too.
pub(crate) fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let name = name_of_input(path);
    let mut bytes = Vec::new();
    let read = if is_standard_stream(path) {
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    match read {
        Ok(bytes) => Ok((name, bytes)),
        Err(error) => Err(Failure::input(format_args!("cannot read {name}: {error}"))),
    }
}

/// Unpacks bytes that gzip packed, and returns others unchanged.
pub(crate) fn unpacked(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
    const MAGIC: [u8; 2] = [0x1f, 0x8b];
    if !bytes.starts_with(&MAGIC) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    // One byte more than allowed, to notice a file that is too large.
    let mut reader = MultiGzDecoder::new(&*bytes).take(LARGEST_UNPACKED + 1);
    let reason = match reader.read_to_end(&mut unpacked) {
        Err(error) => error.to_string(),
        Ok(bytes) if bytes as u64 > LARGEST_UNPACKED => {
            "unpacked, it has more than 2^30 bytes".to_owned()
        }
        Ok(_) => return Ok(unpacked),
    };
    Err(Failure::input(format!("cannot unpack {name}: {reason}")))
}

/// Writes to the standard output.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    // A writer that is dropped flushes too, and forgets the error.
    let written = write(&mut output).and_then(|()| output.flush());
    written.map_err(|error| Failure::standard_output(&error))
}

/// Prints a result, as JSON or as text.
pub(crate) fn print_answer(
    answer: &(impl Serialize + Display),
    is_json: bool,
) -> Result<(), Failure> {
    print(|output| {
        if is_json {
            write_json(answer, output)
        } else {
            write!(output, "{answer}")
        }
    })
}

/// The file to write to, `None` for the standard output.
pub(crate) fn file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| !is_standard_stream(path))
}

/// Whether output to `path` goes to a terminal.
pub(crate) fn is_terminal(path: Option<&Path>) -> bool {
    file(path).is_none() && io::stdout().is_terminal()
}

/// Writes `bytes` to `path`, or to the standard output if it is absent or `-`.
pub(crate) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    let Some(path) = file(path) else {
        return print(|output| output.write_all(bytes));
    };
    let name = path.display();
    replace(path, bytes)
        .map_err(|error| Failure::input(format_args!("cannot write {name}: {error}")))
}

/// Writes text with escape sequences for colours, or without these if the output is not a terminal.
pub(crate) fn write_styled(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    if file(path).is_some() {
        let plain = anstream::adapter::strip_str(text).to_string();
        return write(path, plain.as_bytes());
    }
    let mut output = AutoStream::auto(io::stdout().lock());
    let written = output.write_all(text.as_bytes());
    let flushed = written.and_then(|()| output.flush());
    flushed.map_err(|error| Failure::standard_output(&error))
}

/// Refuses a path that cannot hold a picture, before the picture is made.
pub(crate) fn check_picture(path: &Path) -> Result<(), Failure> {
    // A name without an extension is allowed: only another one would promise another format.
    let is_svg = |extension: &OsStr| extension.eq_ignore_ascii_case("svg");
    let reason = if is_standard_stream(path) {
        "a picture needs a file: - is not one".to_owned()
    } else if path.extension().is_none_or(is_svg) {
        return Ok(());
    } else {
        format!("the picture is SVG: {} must end in .svg", path.display())
    };
    Err(Failure::option("plot", reason))
}

/// Writes a new file beside the old one and renames it, so that no program reads an incomplete file. Devices and pipes
/// cannot be replaced, so they are written to directly. A link stays a link.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {
            let permissions = Some(metadata.permissions());
            // Renaming over a link would replace the link. Its file is replaced instead.
            rename_over(&fs::canonicalize(path)?, bytes, permissions)
        }
        Ok(_) => fs::write(path, bytes),
        // A link to a file that does not exist: write through the link.
        Err(_) if path.is_symlink() => fs::write(path, bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => rename_over(path, bytes, None),
        Err(error) => Err(error),
    }
}

/// Writes a new file and renames it to `path`. `permissions` are those of the old file.
fn rename_over(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let (mut file, temporary) = create_beside(path)?;
    let write = || {
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        // Some file systems store the new name before the contents. Without this the file could be empty after a crash.
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    let written = write();
    if written.is_err() {
        // The error of writing is reported, not that of removing the file.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A new file in the folder of `path`, with a name that no file has: another process that writes the
/// same file has another number, and files that a killed process left are skipped.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let mut attempt = 0;
    loop {
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}.{attempt}", process::id()));
        let temporary = path.with_file_name(name);
        match File::create_new(&temporary) {
            // More than a hundred such files are not expected, and the loop must end.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => {
                attempt += 1;
            }
            created => return created.map(|file| (file, temporary)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_a_killed_process_left_are_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words.h");
        let names = [0, 1, 2].map(|_| create_beside(&path).unwrap().1);
        let expected = [0, 1, 2].map(|attempt| {
            let name = format!(".words.h.{}.{attempt}", process::id());
            folder.path().join(name)
        });
        assert_eq!(names, expected);
    }
}
