//! Names of generated code, besides those of the manifest.

use std::path::Path;
use std::str::FromStr;

use super::identifier::{is_identifier, upper_case};

/// Parts of the names of generated code, besides the manifest's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Naming<'a> {
    /// The beginning of all names.
    pub prefix: Option<&'a Prefix>,
    /// The file of a C header, so that no two headers have the same guard. `None` for the manifest's
    /// name.
    pub header: Option<&'a Path>,
}

impl<'a> Naming<'a> {
    /// The beginning of all names; empty if there is none.
    #[doc(hidden)]
    #[must_use]
    pub fn prefix(self) -> &'a str {
        self.prefix.map_or("", |prefix| &prefix.0)
    }

    /// This naming, with `prefix` if it has none.
    #[doc(hidden)]
    #[must_use]
    pub fn or_prefix(self, prefix: &'a Prefix) -> Self {
        Self {
            prefix: self.prefix.or(Some(prefix)),
            ..self
        }
    }
}

/// The beginning of every name of generated code: `CUBE_` of `cube`, `Cube` or `cube_`.
///
/// ```
/// use mali_instancing_codegen::{Language, Manifest, Naming, Prefix, generate};
///
/// let manifest = Manifest::from_toml("draws.toml", "[[draw]]\nname = \"null\"\nvertices = 70\n")?;
/// assert!(generate(&manifest, Language::C, Naming::default()).is_err());
/// let prefix: Prefix = "cube".parse()?;
/// let naming = Naming { prefix: Some(&prefix), ..Naming::default() };
/// let code = String::from_utf8(generate(&manifest, Language::C, naming)?)?;
/// assert!(code.contains("static const uint32_t CUBE_NULL[2]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix(String);

impl Prefix {
    /// The prefix of varyings in C, where all headers of a program share their names.
    #[doc(hidden)]
    #[must_use]
    pub fn of_varyings() -> Self {
        Self("VARYING_".to_owned())
    }
}

impl FromStr for Prefix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // One _ is added in any case, and names with __ are reserved in C++.
        let stem = upper_case(text.trim_end_matches('_'));
        if is_identifier(&stem) {
            return Ok(Self(stem + "_"));
        }
        let allowed = "ASCII letters, digits and _, and does not begin with a digit";
        Err(format!("a prefix is made of {allowed}"))
    }
}
