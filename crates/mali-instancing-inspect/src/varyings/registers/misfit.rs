//! Varyings that do not fit into the registers.

use std::fmt;

use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::Error;
use mali_varyings_shader::Name;
use serde::Serialize;

use crate::varyings::name;

/// A varying that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MissingRows {
    fits: bool,
    varying: String,
    #[serde(rename = "missing_rows")]
    rows: u64,
    /// The smallest number of registers that all varyings fit into; null if there is none up to 64.
    registers_needed: Option<u32>,
}

/// Varyings that cannot be packed.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::varyings::VaryingRegisters;
///
/// let toml = "registers = 2\n[[varying]]\nname = \"m\"\ntype = \"mat3\"\n";
/// let manifest = Source::new("cube.toml", toml.into())?;
/// let error = VaryingRegisters::pack(&manifest).err().unwrap();
/// assert_eq!(error.error.line, Some(3));
/// let misfit = error.misfit.unwrap();
/// assert!(mali_instancing_inspect::to_json(&misfit).contains("\"missing_rows\": 1"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    /// The error, and its place.
    pub error: TextError,
    /// The varying that does not fit, for the JSON output. `None` if another error occurred.
    pub misfit: Option<Box<MissingRows>>,
}

impl fmt::Display for PackError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl std::error::Error for PackError {}

impl From<TextError> for PackError {
    fn from(error: TextError) -> Self {
        Self {
            error,
            misfit: None,
        }
    }
}

/// Reports the varying that the error is about, or else the last, which is one too many. `needed` is the number of
/// registers that all varyings fit into.
pub(super) fn misfit(
    source: &Source,
    names: &[Name],
    registers: u32,
    error: Error,
    needed: Option<u32>,
) -> PackError {
    let (number, rows) = match error {
        Error::DoesNotFit {
            varying,
            missing_rows,
            ..
        } => (varying, Some(missing_rows)),
        // An empty list always fits, so there is a last one.
        _ => (error.varying().unwrap_or(names.len() - 1), None),
    };
    let Name { text, offset } = &names[number];
    let missing = |rows| MissingRows {
        fits: false,
        varying: text.clone(),
        rows,
        registers_needed: needed,
    };
    let misfit = rows.map(missing).map(Box::new);
    let text = Quoted::new(text);
    let message = match rows {
        Some(rows) => format!(
            "varying `{text}` does not fit into the {registers} register{} beside the others: {rows} {} missing{}",
            if registers == 1 { "" } else { "s" },
            if rows == 1 { "row is" } else { "rows are" },
            needed.map_or_else(String::new, |needed| format!(
                "; all of them need {needed} registers"
            )),
        ),
        None => {
            let other = error.other().and_then(|other| names.get(other));
            let other = other.map_or_else(String::new, |other| name::as_other(other, source));
            format!("{}{other}", error.with_name(text))
        }
    };
    let error = source.error(*offset, None, message);
    PackError { error, misfit }
}
