//! The functions that a build script calls.

use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use crate::code::{Language, Naming, Prefix, generate};
use crate::error::TextError;
use crate::manifest::Manifest;
use crate::source::Source;

/// Generates code from a manifest when a package is built: a file of the same name in `OUT_DIR`.
///
/// Returns the path of that file. Cargo runs the build script again when the manifest changes. It runs it in the folder of
/// the package: a relative path begins there.
///
/// ```no_run
/// // build.rs
/// use mali_instancing_codegen::{BuildError, Language, build};
///
/// fn main() -> Result<(), BuildError> {
///     build("draws.toml", Language::Rust)?;
///     Ok(())
/// }
/// ```
///
/// The package includes the words by `include!(concat!(env!("OUT_DIR"), "/draws.rs"));`.
///
/// # Errors
///
/// Mistakes in the manifest, with file, line and key, an empty manifest, and files that cannot be read or written. If
/// `main` of the build script returns the error, the build fails with its message.
pub fn build(manifest: impl AsRef<Path>, language: Language) -> Result<PathBuf, BuildError> {
    write(manifest.as_ref(), language, None)
}

/// As [`build`], with a prefix in front of all names.
///
/// ```no_run
/// // build.rs
/// use mali_instancing_codegen::{BuildError, Language, build_with_prefix};
///
/// fn main() -> Result<(), BuildError> {
///     let prefix = "cube".parse().unwrap();
///     build_with_prefix("draws.toml", Language::Asm, &prefix)?;
///     build_with_prefix("draws.toml", Language::AsmHeader, &prefix)?;
///     Ok(())
/// }
/// ```
///
/// # Errors
///
/// As [`build`].
pub fn build_with_prefix(
    manifest: impl AsRef<Path>,
    language: Language,
    prefix: &Prefix,
) -> Result<PathBuf, BuildError> {
    write(manifest.as_ref(), language, Some(prefix))
}

fn write(file: &Path, language: Language, prefix: Option<&Prefix>) -> Result<PathBuf, BuildError> {
    // Without such a line cargo would run the script at a change of any file of the package.
    println!("cargo::rerun-if-changed={}", file.display());
    let folder = env::var_os("OUT_DIR").ok_or(BuildError::OutDir)?;
    // The whole path shows which folder was searched.
    let in_file = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        |error| BuildError::File { path, error }
    };
    let bytes = fs::read(file).map_err(in_file(file))?;
    let source = Source::new(file.display().to_string(), bytes)?;
    let manifest = Manifest::read(source.clone())?;
    // A program that has nothing to draw writes an empty array, so a text without any array is a mistake.
    if source.says_nothing() {
        let message = "this manifest is empty: there is no descriptor in it";
        return Err(source.error_at_line(1, message).into());
    }
    let name = Path::new(file.file_name().unwrap_or_default());
    let path = Path::new(&folder).join(name.with_extension(language.extension()));
    // `OUT_DIR` differs from package to package, and so do the guards of two headers of one name.
    let header = Some(&*path);
    let code = generate(&manifest, language, Naming { prefix, header })?;
    fs::write(&path, code).map_err(in_file(&path))?;
    Ok(path)
}

/// The reason why a build script generated no code.
///
/// Its `Debug` is its message too, because cargo shows an error of `main` by `Debug`.
#[non_exhaustive]
pub enum BuildError {
    /// A mistake in the manifest, with its place.
    Manifest(TextError),
    /// A file that cannot be read or written.
    File {
        /// The file, with its whole path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// `OUT_DIR` is not set, so that the program is not a build script.
    OutDir,
}

impl From<TextError> for BuildError {
    fn from(error: TextError) -> Self {
        Self::Manifest(error)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Manifest(error) => error.fmt(formatter),
            Self::File { path, error } => write!(formatter, "{}: {error}", path.display()),
            Self::OutDir => formatter.write_str("OUT_DIR is not set: call this in a build script"),
        }
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for BuildError {}
