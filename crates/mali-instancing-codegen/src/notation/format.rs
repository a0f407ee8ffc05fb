//! Vertex formats as the user writes them, and as the hardware's field says them.

use mali_instancing::{Arch, Format};

use super::number;
use super::quote::quote;
use super::suggestion::nearest;

/// A format's name or its 22-bit field.
pub enum HardwareFormat {
    /// A name.
    Named(Format),
    /// The field.
    Field(u32),
}

impl HardwareFormat {
    /// Reads a name of Vulkan's or a number. No name begins with a digit.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return number::parse(text).map(Self::Field);
        }
        if let Some(format) = Format::from_name(text) {
            return Ok(Self::Named(format));
        }
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let allowed = "Vulkan's name of a vertex format without VK_FORMAT_, or the 22-bit field";
        Err(unknown(text, &names, allowed))
    }

    /// The 22-bit field of an architecture's descriptors.
    pub fn field(&self, arch: Arch) -> Result<u32, String> {
        match *self {
            Self::Field(field) => Ok(field),
            Self::Named(format) => format.hardware(arch).ok_or_else(|| {
                format!(
                    "Mali V{} cannot fetch {format}: formats with 8-, 16- or 32-bit components and \
                     packed ones are allowed",
                    arch.number()
                )
            }),
        }
    }

    /// The format, or one that an architecture's descriptors say by the same field.
    pub fn format(&self, arch: Arch) -> Result<Format, String> {
        let field = self.field(arch)?;
        match *self {
            Self::Named(format) => Ok(format),
            Self::Field(_) => formats(arch, field).next().ok_or_else(|| {
                format!(
                    "no format of Mali V{} has the field {field:#08x}: the field of a vertex format \
                     and its name without VK_FORMAT_ are allowed",
                    arch.number()
                )
            }),
        }
    }
}

/// Says that there is no such format; there are too many to list.
pub fn unknown(text: &str, names: &[&str], allowed: &str) -> String {
    let suggestion = nearest(text, names)
        .map(|name| format!("did you mean `{name}`? "))
        .unwrap_or_default();
    format!(
        "`{}` is unknown, {suggestion}allowed: {allowed}",
        quote(text)
    )
}

/// The names of the formats that a field stands for. Integers and scaled integers share theirs.
pub fn names(arch: Arch, field: u32) -> Vec<&'static str> {
    formats(arch, field).map(Format::name).collect()
}

fn formats(arch: Arch, field: u32) -> impl Iterator<Item = Format> {
    let has_field = move |format: &Format| format.hardware(arch) == Some(field);
    Format::ALL.iter().copied().filter(has_field)
}
