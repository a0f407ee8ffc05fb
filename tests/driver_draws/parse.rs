use mali_instancing::{Arch, Format};

use crate::golden::{self, Row};

pub(crate) fn arch(row: &Row) -> Arch {
    Arch::from_name(&format!("v{}", row.text("arch"))).unwrap()
}

/// The first vertex, which only descriptors of V4 to V7 have. On later architectures the column is stale in draws of the
/// GL driver, and a base vertex in those of the Vulkan driver.
pub(crate) fn first_vertex(row: &Row, arch: Arch) -> u32 {
    if arch.has_attribute_buffers() {
        row.number("offset_start")
    } else {
        0
    }
}

/// The parts of a column, each with fields that are separated by `:`.
pub(crate) fn parts<'a>(row: &'a Row, column: &str) -> Vec<Vec<&'a str>> {
    let parts = row.text(column).split(';').filter(|part| !part.is_empty());
    parts.map(|part| part.split(':').collect()).collect()
}

pub(crate) fn hexadecimal(digits: &str) -> u64 {
    u64::from_str_radix(digits, 16).unwrap()
}

/// The format with this name in Gallium, in lower case.
pub(crate) fn format(gallium: &str) -> Format {
    let name = golden::format_name(&gallium.to_uppercase());
    Format::from_name(&name).unwrap_or_else(|| panic!("no format {name}"))
}
