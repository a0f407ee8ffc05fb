//! Tables of a manifest as types: which keys they have, and how they are read and written.

use mali_instancing::Arch;
use mali_instancing::data::{BuiltInId, Number};
use serde_core::de::{Deserialize, Deserializer};
use serde_core::ser::{Serialize, Serializer};

/// The type of a key's value. Numbers may be strings in the notation of
/// [`parse_number`](mali_instancing::data::parse_number).
pub(crate) trait Value: Sized {
    #[cfg(feature = "schemars")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A value as it is written.
pub(crate) struct Written<'a, T>(pub(crate) &'a T);

impl<T: Value> Serialize for Written<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

macro_rules! values {
    ($($number:ty),*; $($value:ty),*) => {
        $(impl Value for $number {
            #[cfg(feature = "schemars")]
            fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                generator.subschema_for::<Number<Self>>()
            }

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Number::deserialize(deserializer).map(|Number(number)| number)
            }

            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        })*
        $(impl Value for $value {
            #[cfg(feature = "schemars")]
            fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                generator.subschema_for::<Self>()
            }

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }

            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        })*
    };
}

values!(u32, i32; bool, String, Arch, BuiltInId);

/// Reads and writes the names of an enum's values.
macro_rules! named {
    ($Type:ty: $($variant:ident = $name:literal),+) => {
        impl $crate::manifest::table::Value for $Type {
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

/// Declares a table of a manifest, which has a name: keys of its own, the keys of some of the core's structures, and
/// arrays of tables. The range of a number, and what `needs` says of keys that must be there, are for its schema.
macro_rules! table {
    (
        $(#[doc = $doc:literal])*
        pub struct $Table:ident
        $(of { $($(#[$part_attribute:meta])* $part:ident: $Part:ty = $part_keys:expr,)+ })?
        $(with { $($(#[doc = $key_doc:literal])* $key:ident: $Value:ty $(=> $range:expr)?,)+ })?
        $(and { $($(#[doc = $array_doc:literal])* $array:ident: $Element:ty,)+ })?
        $(needs { $($needs:tt)* })?
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $Table {
            /// The name, which differs from all others beside it.
            pub name: String,
            $($($(#[$part_attribute])* pub $part: $Part,)+)?
            $($($(#[doc = $key_doc])* pub $key: Option<$Value>,)+)?
            $($($(#[doc = $array_doc])* pub $array: Vec<$Element>,)+)?
        }

        impl $Table {
            /// The keys of the table.
            pub(crate) const KEYS: &[&str] = {
                const LISTS: &[&[&str]] = &[
                    &["name"],
                    $($($part_keys,)+)?
                    $(&[$(stringify!($key)),+],)?
                    $(&[$(stringify!($array)),+],)?
                ];
                const COUNT: usize = {
                    let (mut count, mut list) = (0, 0);
                    while list < LISTS.len() {
                        count += LISTS[list].len();
                        list += 1;
                    }
                    count
                };
                &mali_instancing::data::concat::<COUNT>(LISTS)
            };
        }

        /// A table of these keys and no others.
        #[cfg(feature = "schemars")]
        impl schemars::JsonSchema for $Table {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($Table).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!("mali_instancing_codegen::", stringify!($Table)).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let mut table = $crate::manifest::schema::TableSchema::new(generator);
                $($(table.part::<$Part>($part_keys);)+)?
                $($(table.key::<$Value>(stringify!($key), &[$($key_doc),*], [$($range)?].first());)+)?
                $($(table.array::<$Element>(stringify!($array), &[$($array_doc),*]);)+)?
                let needs = schemars::json_schema!({ $($($needs)*)? });
                table.finish(&[$($doc),*], &needs)
            }
        }

        /// Reads a table of these keys.
        impl<'de> serde_core::Deserialize<'de> for $Table {
            fn deserialize<D: serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                struct Keys;

                impl<'de> serde_core::de::Visitor<'de> for Keys {
                    type Value = $Table;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
                        formatter.write_str("a table")
                    }

                    fn visit_map<A: serde_core::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> Result<$Table, A::Error> {
                        use mali_instancing::data::KnownKey;
                        use serde_core::de::Error;

                        let mut table = $Table::default();
                        let mut name = None;
                        while let Some(key) = map.next_key_seed(KnownKey($Table::KEYS))? {
                            match key {
                                "name" => name = Some(map.next_value()?),
                                $($(stringify!($key) => {
                                    let value = map.next_value_seed($crate::manifest::table::Seed::new())?;
                                    table.$key = Some(value);
                                })+)?
                                $($(stringify!($array) => table.$array = map.next_value()?,)+)?
                                _ => {
                                    $(let _ = $(
                                        mali_instancing::data::Keys::take(&mut table.$part, key, &mut map)? ||
                                    )+ false;)?
                                }
                            }
                        }
                        table.name = name.ok_or_else(|| A::Error::missing_field("name"))?;
                        Ok(table)
                    }
                }

                deserializer.deserialize_struct(stringify!($Table), $Table::KEYS, Keys)
            }
        }

        /// Writes the keys that are there.
        impl serde_core::Serialize for $Table {
            fn serialize<S: serde_core::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                use serde_core::ser::SerializeMap;

                let mut table = serializer.serialize_map(None)?;
                table.serialize_entry("name", &self.name)?;
                $($(mali_instancing::data::Keys::write(&self.$part, &mut table)?;)+)?
                $($(if let Some(value) = &self.$key {
                    let value = $crate::manifest::table::Written(value);
                    table.serialize_entry(stringify!($key), &value)?;
                })+)?
                $($(if !self.$array.is_empty() {
                    table.serialize_entry(stringify!($array), &self.$array)?;
                })+)?
                table.end()
            }
        }
    };
}

/// Reads a value of a key.
pub(super) struct Seed<T>(std::marker::PhantomData<T>);

impl<T> Seed<T> {
    pub(super) const fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<'de, T: Value> serde_core::de::DeserializeSeed<'de> for Seed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer)
    }
}

pub(super) use named;
pub(super) use table;
