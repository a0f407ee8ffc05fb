//! Tables of a manifest as types: which keys they have, and how they are read and written.

use mali_instancing::Arch;
use mali_instancing::data::{BuiltInId, Number};
use serde_core::de::{Deserialize, Deserializer};
use serde_core::ser::{Serialize, Serializer};

/// The type of a key's value. Numbers may be strings in the notation of
/// [`parse_number`](mali_instancing::data::parse_number).
pub(crate) trait Value: Sized {
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
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Number::deserialize(deserializer).map(|Number(number)| number)
            }

            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        })*
        $(impl Value for $value {
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
/// arrays of tables.
macro_rules! table {
    (
        $(#[$attribute:meta])*
        pub struct $Table:ident
        $(of { $($(#[$part_attribute:meta])* $part:ident: $Part:ty = $part_keys:expr,)+ })?
        $(with { $($(#[$key_attribute:meta])* $key:ident: $Value:ty,)+ })?
        $(and { $($(#[$array_attribute:meta])* $array:ident: $Element:ty,)+ })?
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $Table {
            /// The name, which differs from all others beside it.
            pub name: String,
            $($($(#[$part_attribute])* pub $part: $Part,)+)?
            $($($(#[$key_attribute])* pub $key: Option<$Value>,)+)?
            $($($(#[$array_attribute])* pub $array: Vec<$Element>,)+)?
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
