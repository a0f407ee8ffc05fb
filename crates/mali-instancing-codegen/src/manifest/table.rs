//! Tables of a manifest as types: their keys, reading and writing.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use mali_instancing::Arch;
use mali_instancing::data::KnownKey;
use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::value::Value;

/// The facts of a kind of descriptor.
pub(crate) struct Kind {
    /// Its key in a manifest.
    pub(crate) name: &'static str,
    /// Its alignment in memory, in bytes.
    pub(crate) alignment: usize,
    /// The architectures that have such descriptors.
    pub(crate) archs: RangeInclusive<Arch>,
    /// The architecture of a descriptor if neither the descriptor nor the manifest names one; `None` if one of them
    /// must.
    pub(crate) default_arch: Option<Arch>,
}

/// A table that has some keys and no others.
pub(crate) trait Table: Default {
    const KEYS: &'static [&'static str];

    /// The key that is required.
    const NEEDED: Option<&'static str>;

    /// Reads the value of the key that was just read.
    fn take<'de, A: MapAccess<'de>>(
        &mut self,
        key: &'static str,
        map: &mut A,
    ) -> Result<(), A::Error>;

    /// The keys that are present, besides the name and arrays.
    fn present(&self) -> Vec<&'static str>;
}

pub(super) fn read<'de, T: Table, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Reader<T>(PhantomData<T>);

    impl<'de, T: Table> Visitor<'de> for Reader<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a table")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
            let mut table = T::default();
            let mut needed = T::NEEDED;
            while let Some(key) = map.next_key_seed(KnownKey(T::KEYS))? {
                table.take(key, &mut map)?;
                needed = needed.filter(|needed| *needed != key);
            }
            match needed {
                Some(needed) => Err(A::Error::missing_field(needed)),
                None => Ok(table),
            }
        }
    }

    deserializer.deserialize_struct("Table", T::KEYS, Reader(PhantomData))
}

/// Reads a value of a key.
pub(super) fn next_value<'de, T: Value, A: MapAccess<'de>>(map: &mut A) -> Result<T, A::Error> {
    struct Seed<T>(PhantomData<T>);

    impl<'de, T: Value> DeserializeSeed<'de> for Seed<T> {
        type Value = T;

        fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
            T::read(deserializer)
        }
    }

    map.next_value_seed(Seed(PhantomData))
}

/// Declares a table of a manifest, which has a name, keys of its own, the keys of some of the core's structures, and
/// arrays of tables. The range of a number, and the required keys in `needs`, are for its schema.
macro_rules! table {
    (
        $(#[doc = $doc:literal])*
        pub struct $Table:ident
        $(of { $($(#[$part_attribute:meta])* $part:ident: $Part:ty = $part_keys:expr,)+ })?
        $(with { $($(#[doc = $key_doc:literal])* $key:ident: $Value:ty $(=> $range:expr)?,)+ })?
        $(and { $($(#[doc = $array_doc:literal])* $array:ident: $Element:ty,)+ })?
        needs { $($needs:tt)* }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $Table {
            /// The name, which differs from all other names in the array.
            pub name: String,
            $($($(#[$part_attribute])* pub $part: $Part,)+)?
            $($($(#[doc = $key_doc])* pub $key: Option<$Value>,)+)?
            $($($(#[doc = $array_doc])* pub $array: Vec<$Element>,)+)?
        }

        impl $crate::manifest::table::Table for $Table {
            const KEYS: &'static [&'static str] = {
                const OWN: &[&str] = &[$($(stringify!($key),)+)? $($(stringify!($array)),+)?];
                &mali_instancing::data::concat::<{ 1 $($(+ $part_keys.len())+)? + OWN.len() }>(
                    &[&["name"], $($($part_keys,)+)? OWN],
                )
            };

            const NEEDED: Option<&'static str> = Some("name");

            fn take<'de, A: serde_core::de::MapAccess<'de>>(
                &mut self,
                key: &'static str,
                map: &mut A,
            ) -> Result<(), A::Error> {
                match key {
                    "name" => self.name = map.next_value()?,
                    $($(stringify!($key) => self.$key = Some($crate::manifest::table::next_value(map)?),)+)?
                    $($(stringify!($array) => self.$array = map.next_value()?,)+)?
                    _ => {
                        $(let _ = $(mali_instancing::data::Keys::take(&mut self.$part, key, map)? ||)+ false;)?
                    }
                }
                Ok(())
            }

            fn present(&self) -> Vec<&'static str> {
                let keys: &[Option<&'static str>] = &[
                    $($(self.$key.is_some().then_some(stringify!($key)),)+)?
                ];
                let parts = std::iter::empty();
                $($(let parts = parts.chain(mali_instancing::data::Keys::present(&self.$part));)+)?
                parts.chain(keys.iter().copied().flatten()).collect()
            }
        }

        #[cfg(feature = "schemars")]
        $crate::manifest::schema::schema!($Table: "A table of these keys and no others.", |generator| {
            let mut table = $crate::manifest::schema::TableSchema::new(generator);
            $($(table.part::<$Part>($part_keys);)+)?
            $($(table.key::<$Value>(stringify!($key), &[$($key_doc),*], [$($range)?].first());)+)?
            $($(table.array::<$Element>(stringify!($array), &[$($array_doc),*]);)+)?
            table.finish(&[$($doc),*], &schemars::json_schema!({ $($needs)* }))
        });

        /// Reads a table of these keys.
        impl<'de> serde_core::Deserialize<'de> for $Table {
            fn deserialize<D: serde_core::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::manifest::table::read(deserializer)
            }
        }

        /// Writes the keys that are present.
        impl serde_core::Serialize for $Table {
            fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde_core::ser::SerializeMap;

                let mut table = serializer.serialize_map(None)?;
                table.serialize_entry("name", &self.name)?;
                $($(mali_instancing::data::Keys::write(&self.$part, &mut table)?;)+)?
                $($(if let Some(value) = &self.$key {
                    table.serialize_entry(stringify!($key), &$crate::manifest::value::Written(value))?;
                })+)?
                $($(if !self.$array.is_empty() {
                    table.serialize_entry(stringify!($array), &self.$array)?;
                })+)?
                table.end()
            }
        }
    };
}

pub(super) use table;
