//! Structures of keys: the values of a table's keys, each of which may be absent.
//!
//! The generator's manifests are read and written by hand with these, and not by serde's derives with `toml::Spanned`.
//! A table there has the keys of several structures: derived, these are flattened, and a flattened structure has
//! neither the places of its values (`Spanned` refuses them) nor an error for an unknown key. `Spanned` reads only
//! TOML, and the same manifests are in JSON. Only a table that has no other structure's keys could be derived, which two
//! of the nine tables of manifests are.

use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;

use serde_core::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_core::ser::SerializeMap;

use super::error::KeyError;
use super::number::Number;
use super::written::Written;
use crate::padded_count::PaddedCount;

/// A structure of keys, each of which may be absent. A table can have the keys of several structures and keys of its
/// own: read each key with [`KnownKey`], handle the table's own keys, and pass the others to `take` of each structure.
///
/// Hidden, since only the generator reads such tables.
#[doc(hidden)]
pub trait Keys: Default {
    /// The names of the keys.
    const KEYS: &'static [&'static str];

    /// Reads the value of the key that was just read, and returns whether the key belongs to this structure.
    /// If it does not, the value is still unread.
    ///
    /// # Errors
    ///
    /// A value that the key cannot have, and a duplicate key.
    fn take<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<bool, A::Error>;

    /// Writes the keys that are present into a table, which may have other keys.
    ///
    /// # Errors
    ///
    /// Those of the table's writer.
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error>;

    /// The names of the keys that are present.
    fn present(&self) -> impl Iterator<Item = &'static str>;
}

impl<K: Keys> Written for K {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        Keys::write(self, table)
    }
}

/// A reader of a key that must be one of these names. It returns the name.
///
/// The error for another key is [`Error::unknown_field`], which lists the names. It is made while the key is read, so
/// that it has the key's place in the text.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct KnownKey(pub &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for KnownKey {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KnownKey {
    type Value = &'static str;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<&'static str, E> {
        let known = self.0.iter().find(|&&known| known == key);
        known.copied().ok_or_else(|| E::unknown_field(key, self.0))
    }
}

/// The names of several lists, for a [`KnownKey`]. `COUNT` is the sum of their lengths.
///
/// ```
/// use mali_instancing::data::{InputRateKeys, Keys, concat};
///
/// const KEYS: &[&str] = &concat::<3>(&[&["name"], InputRateKeys::KEYS]);
/// assert_eq!(KEYS, ["name", "rate", "divisor"]);
/// ```
///
/// # Panics
///
/// If `COUNT` is another number, which is a compile error in a constant.
#[doc(hidden)]
#[must_use]
pub const fn concat<const COUNT: usize>(lists: &[&[&'static str]]) -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let mut count = 0;
    let mut list = 0;
    while list < lists.len() {
        let mut name = 0;
        while name < lists[list].len() {
            names[count] = lists[list][name];
            count += 1;
            name += 1;
        }
        list += 1;
    }
    assert!(count == COUNT, "COUNT is not the number of names");
    names
}

/// The type of a key's value.
pub(super) trait Value: Sized {
    /// The type that the value is read as.
    #[cfg(feature = "schemars")]
    type Data: schemars::JsonSchema;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Value for $number {
            #[cfg(feature = "schemars")]
            type Data = Number<Self>;

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Number::deserialize(deserializer).map(|Number(number)| number)
            }
        }
    )*};
}

macro_rules! as_they_are {
    ($($value:ty),*) => {$(
        impl Value for $value {
            #[cfg(feature = "schemars")]
            type Data = Self;

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
    )*};
}

numbers!(u32, u64, usize, NonZeroU32);

impl Value for PaddedCount {
    #[cfg(feature = "schemars")]
    type Data = Number<u32>;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let count = u32::read(deserializer)?;
        Self::from_exact(count).map_err(D::Error::custom)
    }
}

as_they_are!(
    bool,
    crate::arch::Arch,
    crate::divisor::Rounding,
    crate::draw::TableLayout,
    crate::format::Format,
    crate::padding::Padding,
    super::built_in_id::BuiltInId,
    super::rate::Rate
);

struct Seed<T>(PhantomData<T>);

impl<'de, T: Value> DeserializeSeed<'de> for Seed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer)
    }
}

/// Reads the value of a key, which is an error if the key already has a value.
pub(super) fn set<'de, T: Value, A: MapAccess<'de>>(
    value: &mut Option<T>,
    key: &'static str,
    map: &mut A,
) -> Result<(), A::Error> {
    if value.is_some() {
        return Err(A::Error::duplicate_field(key));
    }
    *value = Some(map.next_value_seed(Seed(PhantomData))?);
    Ok(())
}

/// Reads a table that has these keys and no others, and converts it to the type of the keys.
pub(super) fn read<'de, K: Keys, T: TryFrom<K, Error: Into<KeyError>>, D: Deserializer<'de>>(
    deserializer: D,
    name: &'static str,
    expecting: &'static str,
) -> Result<T, D::Error> {
    let table = Table {
        expecting,
        said: PhantomData::<(K, T)>,
    };
    deserializer.deserialize_struct(name, K::KEYS, table)
}

struct Table<K, T> {
    expecting: &'static str,
    said: PhantomData<(K, T)>,
}

impl<'de, K: Keys, T: TryFrom<K, Error: Into<KeyError>>> Visitor<'de> for Table<K, T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.expecting)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut keys = K::default();
        while let Some(key) = map.next_key_seed(KnownKey(K::KEYS))? {
            keys.take(key, &mut map)?;
        }
        T::try_from(keys).map_err(|error| error.into().in_data())
    }
}

/// Declares a structure of keys, and implements reading and writing of its type. The range of a number, and the
/// keys that the structure `needs`, or other keys that exclude the first of these, are for its schema.
macro_rules! keys {
    (
        $(#[$attribute:meta])*
        pub struct $Keys:ident of $Type:ident, $expecting:literal
        $(with { $(#[$part_attribute:meta])* $part:ident: $Part:ty, })?
        {
            $($(#[doc = $key_doc:expr])* $key:ident: $Value:ty $(=> $range:expr)?,)+
        }
        needs $([$($needed:ident),*])or+
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $Keys {
            $($(#[$part_attribute])* pub $part: $Part,)?
            $($(#[doc = $key_doc])* pub $key: Option<$Value>,)+
        }

        impl $crate::data::Keys for $Keys {
            const KEYS: &'static [&'static str] = {
                const OWN: &[&str] = &[$(stringify!($key)),+];
                &$crate::data::concat::<{ $(<$Part>::KEYS.len() +)? OWN.len() }>(
                    &[$(<$Part>::KEYS,)? OWN],
                )
            };

            fn take<'de, A: serde_core::de::MapAccess<'de>>(
                &mut self,
                key: &str,
                map: &mut A,
            ) -> Result<bool, A::Error> {
                $(if self.$part.take(key, map)? {
                    return Ok(true);
                })?
                match key {
                    $(stringify!($key) => {
                        $crate::data::keys::set(&mut self.$key, stringify!($key), map)?;
                    })+
                    _ => return Ok(false),
                }
                Ok(true)
            }

            fn write<M: serde_core::ser::SerializeMap>(
                &self,
                table: &mut M,
            ) -> Result<(), M::Error> {
                $($crate::data::Keys::write(&self.$part, table)?;)?
                $(if let Some(value) = &self.$key {
                    table.serialize_entry(stringify!($key), value)?;
                })+
                Ok(())
            }

            fn present(&self) -> impl Iterator<Item = &'static str> {
                [$(self.$key.is_some().then_some(stringify!($key))),+]
                    .into_iter()
                    .flatten()
                    $(.chain($crate::data::Keys::present(&self.$part)))?
            }
        }

        #[cfg(feature = "schemars")]
        impl $crate::data::schema::Properties for $Keys {
            fn properties(table: &mut $crate::data::schema::TableSchema<'_>) {
                $(<$Part>::properties(table);)?
                $(table.property::<$Value>(
                    stringify!($key),
                    &[$($key_doc),*],
                    [$($range)?].first(),
                );)+
            }
        }

        #[cfg(feature = "schemars")]
        $crate::data::schema::schemas! {
            $Keys: $Keys, &[&[]];
            $Type: $Keys, &[$(&[$(stringify!($needed)),*]),+];
        }

        /// Writes the keys that are present.
        impl serde_core::Serialize for $Keys {
            fn serialize<S: serde_core::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $crate::data::written::write(self, serializer)
            }
        }

        /// Reads a table of these keys.
        impl<'de> serde_core::Deserialize<'de> for $Keys {
            fn deserialize<D: serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::data::keys::read::<Self, Self, D>(deserializer, stringify!($Type), $expecting)
            }
        }

        #[doc = concat!("Writes the keys of [`", stringify!($Keys), "`](crate::data::", stringify!($Keys), ").")]
        impl serde_core::Serialize for $Type {
            fn serialize<S: serde_core::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $Keys::from(*self).serialize(serializer)
            }
        }

        #[doc = concat!("Reads the keys of [`", stringify!($Keys), "`](crate::data::", stringify!($Keys), ").")]
        impl<'de> serde_core::Deserialize<'de> for $Type {
            fn deserialize<D: serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::data::keys::read::<$Keys, Self, D>(deserializer, stringify!($Type), $expecting)
            }
        }
    };
}

pub(super) use keys;
