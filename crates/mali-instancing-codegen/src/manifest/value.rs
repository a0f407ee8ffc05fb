//! The types of keys' values that are not the core's.

use std::fmt;

use mali_indirect::{Count, IndexType};
use mali_instancing::{Arch, Format, PaddedCount};
#[cfg(feature = "schemars")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::choices;
use crate::read::{Number, parse_number, read_text};
use crate::suggestion::unknown_of_many;

choices! {
    /// The types of indices.
    pub IndexTypeNames of IndexType { "u8" => U8, "u16" => U16, "u32" => U32 }
}

choices! {
    Job { "draw" => Draw, "compute" => Compute }
}

/// The jobs that an [`Invocation`](super::Invocation) runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// A draw, whose vertices and instances are workgroups.
    Draw,
    /// A compute job.
    Compute,
}

/// Implements [`JsonSchema`], in place.
#[cfg(feature = "schemars")]
macro_rules! schema {
    ($Type:ident, |$generator:pat_param| $schema:expr) => {
        impl JsonSchema for $Type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

/// The value for a count that is in a command in the GPU's memory.
const INDIRECT: &str = "indirect";

/// A count of a draw: a number, or `"indirect"` for a command's, which only the GPU knows.
///
/// ```
/// use mali_instancing_codegen::{Descriptor, Manifest, NumberOrIndirect};
///
/// let toml = "[[vertex_input]]\nname = \"cube\"\nvertices = \"indirect\"\ninstances = 100\n";
/// let manifest = Manifest::from_toml("cube.toml", toml)?;
/// let Descriptor::VertexInput(cube) = &manifest.descriptors[0] else {
///     panic!("it is one");
/// };
/// assert_eq!(cube.vertices, Some(NumberOrIndirect::Indirect));
/// assert_eq!(cube.instances, Some(NumberOrIndirect::Number(100)));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberOrIndirect {
    /// The number.
    Number(u32),
    /// The command's.
    Indirect,
}

impl NumberOrIndirect {
    /// The number, if it is known.
    pub(crate) const fn known(self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(number),
            Self::Indirect => None,
        }
    }

    /// The schema of a count that is at least 1.
    #[cfg(feature = "schemars")]
    pub(super) fn schema_of_positive(_: &mut SchemaGenerator) -> Schema {
        Self::schema_at_least(1)
    }

    #[cfg(feature = "schemars")]
    fn schema_at_least(minimum: u32) -> Schema {
        // The schema of a number refers to no other schema, so any generator will do.
        let mut number = Number::<u32>::json_schema(&mut SchemaGenerator::default());
        number.insert("minimum".to_owned(), minimum.into());
        json_schema!({ "anyOf": [number, { "const": INDIRECT }] })
    }

    /// A count of an indirect draw. An absent count is the command's.
    pub(crate) fn count(count: Option<Self>) -> Count {
        let known = count.and_then(Self::known);
        known.map_or(Count::Indirect, Count::Known)
    }
}

impl<'de> Deserialize<'de> for NumberOrIndirect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a number or \"indirect\"";
        read_text(deserializer, expected, |text| match parse_number(text) {
            _ if text == INDIRECT => Ok(Self::Indirect),
            Ok(number) => Ok(Self::Number(number)),
            Err(reason) => Err(format!("{reason}. Write {expected}")),
        })
    }
}

impl Serialize for NumberOrIndirect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u32(*number),
            Self::Indirect => serializer.serialize_str(INDIRECT),
        }
    }
}

#[cfg(feature = "schemars")]
schema!(NumberOrIndirect, |_| Self::schema_at_least(0));

/// Reads a padded vertex count.
pub(super) fn padded_count<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<PaddedCount>, D::Error> {
    let Number(count) = Number::deserialize(deserializer)?;
    let count = PaddedCount::from_exact(count);
    count.map(Some).map_err(D::Error::custom)
}

/// True or false, or the bit: 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag(pub bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BooleanOrBit;

        impl Visitor<'_> for BooleanOrBit {
            type Value = Flag;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("true or false")
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Flag, E> {
                Ok(Flag(flag))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Flag, E> {
                self.visit_u64(parse_number(text).map_err(E::custom)?)
            }

            fn visit_u64<E: Error>(self, bit: u64) -> Result<Flag, E> {
                let reason = || E::custom(format_args!("{bit} is neither true (1) nor false (0)"));
                let is_bit = bit < 2;
                is_bit.then_some(Flag(bit == 1)).ok_or_else(reason)
            }
        }

        deserializer.deserialize_any(BooleanOrBit)
    }
}

impl Serialize for Flag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self.0)
    }
}

#[cfg(feature = "schemars")]
schema!(
    Flag,
    |_| json_schema!({ "enum": [true, false, 1, 0, "1", "0"] })
);

/// A format's name, or its 22-bit field in an architecture's descriptors.
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
        let format = match self {
            // The descriptors' packers refuse a field of more than 22 bits, with an error about this key.
            Self::Field(field) => return Ok(field),
            Self::Named(format) => format,
        };
        let allowed = "formats with 8-, 16- or 32-bit components and packed ones are allowed";
        let refused = || format!("Mali V{} cannot fetch {format}: {allowed}", arch.number());
        format.hardware(arch).ok_or_else(refused)
    }

    /// The format, or one with the same field in an architecture's descriptors.
    ///
    /// # Errors
    ///
    /// A format that the architecture cannot fetch, and a field that belongs to no format.
    pub fn format(self, arch: Arch) -> Result<Format, String> {
        // Also for a name, since a format that the architecture cannot fetch is an error.
        let field = self.field(arch)?;
        if let Self::Named(format) = self {
            return Ok(format);
        }
        let mut formats = Format::ALL.iter().copied();
        let found = formats.find(|format| format.hardware(arch) == Some(field));
        let allowed = "the field of a vertex format and its name without VK_FORMAT_ are allowed";
        let arch = arch.number();
        found.ok_or_else(|| {
            format!("no format of Mali V{arch} has the field {field:#08x}: {allowed}")
        })
    }
}

impl<'de> Deserialize<'de> for FormatOrField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer, "a format's name or number", |text| {
            // No name begins with a digit.
            if text.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
                let field = parse_number(text).map(Self::Field);
                return field.map_err(|error| error.to_string());
            }
            let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
            let allowed =
                "Vulkan's name of a vertex format without VK_FORMAT_, or the 22-bit field";
            let format = Format::from_name(text).map(Self::Named);
            format.ok_or_else(|| unknown_of_many(text, &names, allowed))
        })
    }
}

impl Serialize for FormatOrField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(format) => format.serialize(serializer),
            Self::Field(field) => serializer.serialize_u32(*field),
        }
    }
}

#[cfg(feature = "schemars")]
schema!(FormatOrField, |generator| {
    let mut field = generator.subschema_for::<Number<u32>>();
    // The largest number of 22 bits.
    field.insert("maximum".to_owned(), ((1 << 22) - 1).into());
    let name = generator.subschema_for::<Format>();
    json_schema!({ "anyOf": [name, field] })
});
