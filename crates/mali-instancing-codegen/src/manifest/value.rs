//! The types of keys' values, and their reading and writing.

use std::fmt;

#[cfg(feature = "schemars")]
use schemars::{Schema, SchemaGenerator, json_schema};

use mali_instancing::data::{BuiltInId, Number, parse_number};
use mali_instancing::{Arch, Format};
use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::suggestion::unknown_of_many;

/// The type of a key's value. Numbers may be strings in the notation of [`parse_number`].
pub(super) trait Value: Sized {
    #[cfg(feature = "schemars")]
    fn schema(generator: &mut SchemaGenerator) -> Schema;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A value that is written.
pub(super) struct Written<'a, T>(pub(super) &'a T);

impl<T: Value> Serialize for Written<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

/// Implements values that are read as another type.
macro_rules! values {
    ($($value:ty: $Read:ty, $pattern:pat => $read:expr;)*) => {$(
        impl Value for $value {
            #[cfg(feature = "schemars")]
            fn schema(generator: &mut SchemaGenerator) -> Schema {
                generator.subschema_for::<$Read>()
            }

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$Read>::deserialize(deserializer).map(|$pattern| $read)
            }

            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        }
    )*};
}

values! {
    u32: Number<u32>, Number(number) => number;
    i32: Number<i32>, Number(number) => number;
    bool: bool, flag => flag;
    String: String, text => text;
    Arch: Arch, arch => arch;
    BuiltInId: BuiltInId, id => id;
}

/// Implements values of an enum, which are read and written by their names.
macro_rules! named {
    ($Type:ty: $($variant:ident = $name:literal),+) => {
        impl $crate::manifest::value::Value for $Type {
            #[cfg(feature = "schemars")]
            fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": [$($name),+] })
            }

            fn read<'de, D: serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let name = <String as serde_core::Deserialize>::deserialize(deserializer)?;
                match &*name {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(serde_core::de::Error::unknown_variant(&name, &[$($name),+])),
                }
            }

            fn write<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(match self {
                    $(Self::$variant => $name,)+
                })
            }
        }
    };
}

pub(super) use named;

/// Reads a number or a word by its text.
pub(super) fn read_text<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    struct Text<F>(&'static str, F);

    impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for Text<F> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str(self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            self.1(text).map_err(E::custom)
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }
    }

    deserializer.deserialize_any(Text(expected, parse))
}

/// True or false, or the bit: 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag(pub bool);

impl Value for Flag {
    #[cfg(feature = "schemars")]
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [true, false, 1, 0, "1", "0"] })
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
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

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self.0)
    }
}

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

impl Value for FormatOrField {
    #[cfg(feature = "schemars")]
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let mut field = generator.subschema_for::<Number<u32>>();
        // The largest number of 22 bits.
        field.insert("maximum".to_owned(), ((1 << 22) - 1).into());
        let name = generator.subschema_for::<Format>();
        json_schema!({ "anyOf": [name, field] })
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
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

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(format) => format.serialize(serializer),
            Self::Field(field) => serializer.serialize_u32(*field),
        }
    }
}
