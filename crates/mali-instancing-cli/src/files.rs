//! Where the input comes from and the output goes: files, and the standard input and output. A file
//! is written whole or not at all.

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

/// How many bytes a packed file may have: a small one can be made to fill all memory.
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

/// Reads a file, or the standard input if `path` is `-`, and says what it is called.
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

/// Unpacks what gzip packed; other bytes stay as they are.
pub(crate) fn unpacked(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
    const MAGIC: [u8; 2] = [0x1f, 0x8b];
    if !bytes.starts_with(&MAGIC) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    // A byte more, to tell a file that has just as many from one that has more.
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
    let written = write(&mut output).and_then(|()| output.flush());
    written.map_err(|error| Failure::standard_output(&error))
}

/// Prints an answer, as JSON or as text.
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

/// Whether a person would see what is written to `path`.
pub(crate) fn is_terminal(path: Option<&Path>) -> bool {
    file(path).is_none() && io::stdout().is_terminal()
}

/// Writes `bytes` to `path`, or to the standard output where there is none or it is `-`.
pub(crate) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    let Some(path) = file(path) else {
        return print(|output| output.write_all(bytes));
    };
    let name = path.display();
    replace(path, bytes)
        .map_err(|error| Failure::input(format_args!("cannot write {name}: {error}")))
}

/// Writes text that has escape sequences for colours, without them where no terminal shows it.
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

/// Refuses what cannot hold a picture, before there is one.
pub(crate) fn check_picture(path: &Path) -> Result<(), Failure> {
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

/// Writes beside the file and renames, so that nobody ever reads half of it. Devices and pipes
/// cannot be renamed over, and are written to; a link stays one.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {
            let permissions = Some(metadata.permissions());
            rename_over(&fs::canonicalize(path)?, bytes, permissions)
        }
        Ok(_) => fs::write(path, bytes),
        // A link to nothing: what it leads to can be made, but not beside itself.
        Err(_) if path.is_symlink() => fs::write(path, bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => rename_over(path, bytes, None),
        Err(error) => Err(error),
    }
}

/// Writes a new file and gives it the name `path`; `permissions` are those of the file before.
fn rename_over(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let (mut file, temporary) = create_beside(path)?;
    let write = || {
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    let written = write();
    if written.is_err() {
        // What is reported is why it was not written.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A new file in the folder of `path`, under a name that nobody has: another process that writes the
/// same file has another number, and files that a killed process left are skipped.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let mut attempt = 0;
    loop {
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}.{attempt}", process::id()));
        let temporary = path.with_file_name(name);
        match File::create_new(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => {
                attempt += 1;
            }
            created => return created.map(|file| (file, temporary)),
        }
    }
}
