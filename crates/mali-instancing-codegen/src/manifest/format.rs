//! Vertex formats as manifests have them, by name or by the hardware's field.

use std::fmt;

#[cfg(feature = "schemars")]
use mali_instancing::data::Number;
use mali_instancing::data::parse_number;
use mali_instancing::{Arch, Format};
use serde_core::de::{Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::table::Value;
use crate::suggestion::unknown_of_many;

/// A format's name, or the 22-bit field that an architecture's descriptors have of it.
///
/// ```
/// use mali_instancing::{Arch, Format};
/// use mali_instancing_codegen::FormatOrField;
///
/// let field = FormatOrField::Field(0x0a_c010);
/// assert_eq!(field.format(Arch::V7), Ok(Format::R16G16_UNORM));
/// assert_eq!(FormatOrField::from(Format::R16G16_UNORM).field(Arch::V7), Ok(0x0a_c010));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatOrField {
    /// The name.
    Named(Format),
    /// The field.
    Field(u32),
}

impl From<Format> for FormatOrField {
    fn from(format: Format) -> Self {
        Self::Named(format)
    }
}

impl FormatOrField {
    /// The 22-bit field of an architecture's descriptors.
    ///
    /// # Errors
    ///
    /// A format that the architecture cannot fetch.
    pub fn field(self, arch: Arch) -> Result<u32, String> {
        match self {
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
    ///
    /// # Errors
    ///
    /// A format that the architecture cannot fetch, and a field that is no format's.
    pub fn format(self, arch: Arch) -> Result<Format, String> {
        let field = self.field(arch)?;
        let has_field = |format: &Format| format.hardware(arch) == Some(field);
        match self {
            Self::Named(format) => Ok(format),
            Self::Field(_) => Format::ALL.iter().copied().find(has_field).ok_or_else(|| {
                format!(
                    "no format of Mali V{} has the field {field:#08x}: the field of a vertex format \
                     and its name without VK_FORMAT_ are allowed",
                    arch.number()
                )
            }),
        }
    }
}

impl Value for FormatOrField {
    #[cfg(feature = "schemars")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut field = generator.subschema_for::<Number<u32>>();
        field.insert("maximum".to_owned(), MAX_FIELD.into());
        let name = generator.subschema_for::<Format>();
        schemars::json_schema!({ "anyOf": [name, field] })
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOrNumber)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(format) => format.serialize(serializer),
            Self::Field(field) => serializer.serialize_u32(*field),
        }
    }
}

/// The largest number of 22 bits.
#[cfg(feature = "schemars")]
const MAX_FIELD: u32 = (1 << 22) - 1;

struct NameOrNumber;

impl Visitor<'_> for NameOrNumber {
    type Value = FormatOrField;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a format's name or number")
    }

    /// No name begins with a digit.
    fn visit_str<E: Error>(self, text: &str) -> Result<FormatOrField, E> {
        if text.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return parse_number(text)
                .map(FormatOrField::Field)
                .map_err(E::custom);
        }
        if let Some(format) = Format::from_name(text) {
            return Ok(FormatOrField::Named(format));
        }
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let allowed = "Vulkan's name of a vertex format without VK_FORMAT_, or the 22-bit field";
        Err(E::custom(unknown_of_many(text, &names, allowed)))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<FormatOrField, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<FormatOrField, E> {
        self.visit_str(&number.to_string())
    }
}
