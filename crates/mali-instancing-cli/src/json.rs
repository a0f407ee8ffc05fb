//! JSON with a record a line, written as the records are found: they can be many.

use std::io::{self, Write};

use serde::Serialize;

/// An object with one array in it.
pub(crate) fn write_object(
    output: &mut dyn Write,
    name: &str,
    records: impl IntoIterator<Item = impl Serialize>,
) -> io::Result<()> {
    write!(output, "{{")?;
    write_array(output, name, records)?;
    writeln!(output, "}}")
}

/// An array and its name, a member of an object.
pub(crate) fn write_array(
    output: &mut dyn Write,
    name: &str,
    records: impl IntoIterator<Item = impl Serialize>,
) -> io::Result<()> {
    write!(output, "\"{name}\": [")?;
    let (mut separator, mut end) = ("\n  ", "]");
    for record in records {
        write!(output, "{separator}")?;
        serde_json::to_writer(&mut *output, &record)?;
        (separator, end) = (",\n  ", "\n]");
    }
    write!(output, "{end}")
}
