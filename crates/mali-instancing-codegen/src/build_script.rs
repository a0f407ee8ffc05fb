//! What a build script calls.

use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use crate::code::{Language, Naming, Prefix, generate};
use crate::error::TextError;
use crate::manifest::Manifest;
use crate::source::Source;

/// Makes code of a manifest when a package is built: the file of the same name in `OUT_DIR`.
///
/// Returns the path of that file. Cargo runs the build script again when the manifest changes.
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
/// In the package, `include!(concat!(env!("OUT_DIR"), "/draws.rs"));` has the words.
///
/// # Errors
///
/// What is wrong with the manifest, with its file, line and key, and what is wrong with a file. Returned from a build
/// script's `main`, it fails the build with that message.
pub fn build(manifest: impl AsRef<Path>, language: Language) -> Result<PathBuf, BuildError> {
    Build::new(manifest).write(language)
}

/// What a build script makes of a manifest: [`build`] with choices.
///
/// ```no_run
/// // build.rs
/// use mali_instancing_codegen::{Build, BuildError, Language};
///
/// fn main() -> Result<(), BuildError> {
///     let draws = Build::new("draws.toml").prefix("cube".parse().unwrap());
///     draws.write(Language::Asm)?;
///     draws.write(Language::AsmHeader)?;
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Build {
    manifest: PathBuf,
    prefix: Option<Prefix>,
}

impl Build {
    /// Code of this manifest, without a prefix.
    #[must_use]
    pub fn new(manifest: impl AsRef<Path>) -> Self {
        Self {
            manifest: manifest.as_ref().to_owned(),
            prefix: None,
        }
    }

    /// What is in front of all names.
    #[must_use]
    pub fn prefix(self, prefix: Prefix) -> Self {
        Self {
            prefix: Some(prefix),
            ..self
        }
    }

    /// Writes the code in a language, and returns the path of its file.
    ///
    /// # Errors
    ///
    /// As [`build`].
    pub fn write(&self, language: Language) -> Result<PathBuf, BuildError> {
        println!("cargo::rerun-if-changed={}", self.manifest.display());
        let folder = env::var_os("OUT_DIR").ok_or(BuildError::OutDir)?;
        let in_file = |path: &Path| {
            let path = path.to_owned();
            |error| BuildError::File { path, error }
        };
        let bytes = fs::read(&self.manifest).map_err(in_file(&self.manifest))?;
        let source = Source::new(self.manifest.display().to_string(), bytes)?;
        let manifest = Manifest::read(source)?;
        let name = Path::new(self.manifest.file_name().unwrap_or_default());
        let path = Path::new(&folder).join(name.with_extension(language.extension()));
        let naming = Naming {
            prefix: self.prefix.as_ref(),
            header: Some(&path),
        };
        fs::write(&path, generate(&manifest, language, naming)?).map_err(in_file(&path))?;
        Ok(path)
    }
}

/// Why a build script made no code.
///
/// Its `Debug` is its message too, because that is what cargo shows of an error of `main`.
#[non_exhaustive]
pub enum BuildError {
    /// What is wrong with the manifest, and where.
    Manifest(TextError),
    /// A file that cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no `OUT_DIR`: this is not a build script.
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
