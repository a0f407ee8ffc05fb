//! What generated code is called, besides what the manifest says.

use std::path::Path;
use std::str::FromStr;

use super::identifier::{is_identifier, upper_case};

/// What the names of generated code are made of, besides the manifest's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Naming<'a> {
    /// What stands in front of all names.
    pub prefix: Option<&'a Prefix>,
    /// The file that a C header will be, so that no two headers have one guard. Absent, the manifest's
    /// name stands for it.
    pub header: Option<&'a Path>,
}

/// What stands in front of every name of generated code: `CUBE_` of `cube`, `Cube` or `cube_`.
///
/// ```
/// use mali_instancing_text::code::{Naming, Prefix, RecordLanguage, generate};
/// use mali_instancing_text::Source;
///
/// let manifest = Source::new("draws.toml", "[[draw]]\nname = \"null\"\nvertices = 70\n".into())?;
/// assert!(generate(&manifest, RecordLanguage::C, Naming::default()).is_err());
/// let prefix: Prefix = "cube".parse()?;
/// let naming = Naming { prefix: Some(&prefix), ..Naming::default() };
/// let code = String::from_utf8(generate(&manifest, RecordLanguage::C, naming)?)?;
/// assert!(code.contains("static const uint32_t CUBE_NULL[2]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix(String);

impl Prefix {
    /// In capitals, with a _ at its end.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Prefix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let stem = upper_case(text.trim_end_matches('_'));
        if is_identifier(&stem) {
            Ok(Self(stem + "_"))
        } else {
            Err(
                "a prefix is made of ASCII letters, digits and _, and does not begin with a digit"
                    .to_owned(),
            )
        }
    }
}
