//! JSON with a location a line.

use std::fmt::{self, Write};

use mali_varyings::VaryingAccess;
use serde::Serialize;

use super::text::fifo_name;
use super::{Row, VaryingMemory, feedback};
use mali_instancing_codegen::output::json::write_array;

#[derive(Serialize)]
struct LocationJson {
    location: u32,
    vertex: Option<String>,
    fragment: Option<String>,
    offset: Option<u32>,
    bytes: Option<u32>,
    format: Option<&'static str>,
}

impl From<Row> for LocationJson {
    fn from(row: Row) -> Self {
        let [vertex, fragment] = row
            .names
            .map(|name| Some(name).filter(|name| !name.is_empty()));
        Self {
            location: row.location,
            vertex,
            fragment,
            offset: row.place.map(|(offset, ..)| offset),
            bytes: row.place.map(|(_, bytes, _)| bytes),
            format: row.place.map(|(.., format)| format),
        }
    }
}

pub(super) fn write(memory: &VaryingMemory<'_>, output: &mut dyn Write) -> fmt::Result {
    let descriptors = memory.descriptors();
    let access = match descriptors.access {
        VaryingAccess::Baked => "baked",
        VaryingAccess::Descriptors => "descriptors",
    };
    write!(
        output,
        "{{\"arch\": \"{}\", \"separable\": {}, \"bytes_per_vertex\": {}, \"access\": \"{access}\", ",
        memory.arch,
        memory.linkage.is_separable(),
        memory.linkage.memory().bytes(),
    )?;
    let value = |value: serde_json::Value| value.to_string();
    write!(
        output,
        "\"allocation\": {}, \"vary_size\": {}, \"fifo_format\": {}, ",
        value(
            descriptors
                .allocation
                .map(|word| format!("{word:#010x}"))
                .into()
        ),
        value(descriptors.vary_size.into()),
        value(descriptors.fifo_format.map(fifo_name).into()),
    )?;
    write_array(
        output,
        "locations",
        memory.rows().into_iter().map(LocationJson::from),
    )?;
    for (name, descriptors) in [
        ("vertex_descriptors", descriptors.vertex),
        ("fragment_descriptors", descriptors.fragment),
    ] {
        let hexadecimal = |words: Vec<u32>| -> Vec<String> {
            words.iter().map(|word| format!("{word:#010x}")).collect()
        };
        write!(output, ", ")?;
        write_array(output, name, descriptors.into_iter().map(hexadecimal))?;
    }
    if let Some(captured) = &memory.feedback {
        feedback::write_json(captured, &memory.linkage, output)?;
    }
    writeln!(output, "}}")
}
