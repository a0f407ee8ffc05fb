//! Vertex formats by the hardware's field.

use mali_instancing::{Arch, Format};

/// The names of the formats that a field stands for. Integers and scaled integers share theirs.
pub(crate) fn names(arch: Arch, field: u32) -> Vec<&'static str> {
    let has_field = |format: &Format| format.hardware(arch) == Some(field);
    let formats = Format::ALL.iter().copied().filter(has_field);
    formats.map(Format::name).collect()
}
