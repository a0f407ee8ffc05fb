//! JSON with a descriptor a line, written as the descriptors are found: they can be many.

use std::fmt::{self, Write};

use serde::Serialize;

/// Writes an object with one array in it.
pub fn write_object(
    output: &mut dyn Write,
    name: &str,
    descriptors: impl IntoIterator<Item = impl Serialize>,
) -> fmt::Result {
    write!(output, "{{")?;
    write_array(output, name, descriptors)?;
    writeln!(output, "}}")
}

/// Writes an array and its name, a member of an object: a descriptor a line, as the descriptors are found.
///
/// ```
/// let mut json = String::new();
/// mali_instancing_codegen::output::json::write_array(&mut json, "ids", [70, 72])?;
/// assert_eq!(json, "\"ids\": [\n  70,\n  72\n]");
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Errors
///
/// Those of `output`, and a descriptor that JSON cannot hold.
pub fn write_array(
    output: &mut dyn Write,
    name: &str,
    descriptors: impl IntoIterator<Item = impl Serialize>,
) -> fmt::Result {
    write!(output, "\"{name}\": [")?;
    let (mut separator, mut end) = ("\n  ", "]");
    for descriptor in descriptors {
        let descriptor = serde_json::to_string(&descriptor).map_err(|_| fmt::Error)?;
        write!(output, "{separator}{descriptor}")?;
        (separator, end) = (",\n  ", "\n]");
    }
    write!(output, "{end}")
}
