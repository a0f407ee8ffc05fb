//! Values that are one of several words, in options and in texts.

use std::fmt::{self, Debug};

use mali_indirect::Language as ShaderLanguage;
use mali_instancing::data::Rate;
use mali_instancing::{Arch, Padding, Rounding};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::suggestion::unknown;

/// A list of values with names.
///
/// A type lists its own values. The values of another package's type have a list of their own, because only that package
/// can implement the trait for the type itself.
///
/// ```
/// use mali_instancing::Padding;
/// use mali_instancing_codegen::choice::Choice;
///
/// assert_eq!(Padding::parse("tight"), Ok(Padding::Tight));
/// assert_eq!(<Padding as Choice>::name(Padding::Tight), "tight");
/// let error = Padding::parse("tihgt").unwrap_err();
/// assert_eq!(error, "`tihgt` is unknown, did you mean `tight`? known: hardware, tight, mesa");
/// ```
pub trait Choice: 'static {
    /// The type of the values.
    type Value: Copy + PartialEq + Send + Sync + 'static;

    /// The values in the order in which they are listed, each with its name.
    const NAMES: &'static [(&'static str, Self::Value)];

    /// The value with that name.
    ///
    /// # Errors
    ///
    /// A message for an unknown name, with the nearest name and a list of all.
    fn parse(text: &str) -> Result<Self::Value, String> {
        match Self::NAMES.iter().find(|(name, _)| *name == text) {
            Some((_, value)) => Ok(*value),
            None => Err(unknown(text, &names::<Self>())),
        }
    }

    /// The name of a value.
    #[must_use]
    fn name(value: Self::Value) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, choice)| *choice == value);
        named.map_or("", |(name, _)| name)
    }
}

fn names<C: Choice + ?Sized>() -> Vec<&'static str> {
    C::NAMES.iter().map(|(name, _)| *name).collect()
}

/// A value that is written as its name.
pub struct Named<C: Choice>(pub C::Value);

impl<C: Choice> Named<C> {
    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        C::name(self.0)
    }
}

// A derive would demand the same trait of `C`, which is often an empty type that only carries a list.
impl<C: Choice> Clone for Named<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Choice> Copy for Named<C> {}

impl<C: Choice> PartialEq for Named<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<C: Choice<Value: Eq>> Eq for Named<C> {}

impl<C: Choice> Debug for Named<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Named").field(&self.name()).finish()
    }
}

/// Reads the name.
impl<'de, C: Choice> Deserialize<'de> for Named<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        C::parse(&name).map(Self).map_err(D::Error::custom)
    }
}

/// Writes the name.
impl<C: Choice> Serialize for Named<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One of the names.
#[cfg(feature = "schemars")]
impl<C: Choice> schemars::JsonSchema for Named<C> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        std::any::type_name::<C>().into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": names::<C>() })
    }
}

/// Implements [`Choice`] for types, or declares lists of the values of other packages' types: those that are given, or
/// all of a type that has `ALL` and `name`.
#[doc(hidden)]
#[macro_export]
macro_rules! choices {
    ($($Type:ident { $($name:literal => $value:ident),+ })+) => {$(
        impl $crate::choice::Choice for $Type {
            type Value = Self;

            const NAMES: &'static [(&'static str, Self)] = &[$(($name, Self::$value)),+];
        }
    )+};
    ($($(#[$doc:meta])* $visibility:vis $List:ident of $Type:ident { $($name:literal => $value:ident),+ })+) => {$(
        $(#[$doc])*
        $visibility enum $List {}

        impl $crate::choice::Choice for $List {
            type Value = $Type;

            const NAMES: &'static [(&'static str, $Type)] = &[$(($name, $Type::$value)),+];
        }
    )+};
    ($($(#[$doc:meta])* $visibility:vis $List:ident of $Type:ident;)+) => {$(
        $(#[$doc])*
        $visibility enum $List {}

        impl $crate::choice::Choice for $List {
            type Value = $Type;

            const NAMES: &'static [(&'static str, $Type)] = $crate::names_of_all!($Type);
        }
    )+};
}

/// [`Choice::NAMES`] of a type that has `ALL` and `name`.
#[doc(hidden)]
#[macro_export]
macro_rules! names_of_all {
    ($Type:ident) => {
        &{
            // Iterators do not run in a constant. The loop replaces all of these pairs.
            let mut names = [("", $Type::ALL[0]); $Type::ALL.len()];
            let mut index = 0;
            while index < names.len() {
                names[index] = ($Type::ALL[index].name(), $Type::ALL[index]);
                index += 1;
            }
            names
        }
    };
}

/// Implements [`Choice`] for types that have `ALL` and `name`.
macro_rules! named_choices {
    ($($Type:ident),*) => {$(
        impl Choice for $Type {
            type Value = Self;

            const NAMES: &'static [(&'static str, Self)] = names_of_all!($Type);
        }
    )*};
}

named_choices!(Arch, Padding, Rate, Rounding, ShaderLanguage);

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};

    use super::*;

    choices! {
        Orders of Ordering { "less" => Less, "greater" => Greater }
    }
    choices! {
        Archs of Arch;
    }

    fn read<C: Choice>(name: &str) -> Result<C::Value, String> {
        let text: StrDeserializer<'_, Error> = name.into_deserializer();
        let read = Named::<C>::deserialize(text);
        read.map(|named| named.0).map_err(|error| error.to_string())
    }

    #[test]
    fn a_list_reads_and_names_the_values_of_another_packages_type() {
        assert_eq!(read::<Orders>("less"), Ok(Ordering::Less));
        assert_eq!(Named::<Orders>(Ordering::Greater).name(), "greater");
        let error = "`lesser` is unknown, did you mean `less`? known: less, greater";
        assert_eq!(read::<Orders>("lesser"), Err(error.to_owned()));
        assert_eq!(Orders::name(Ordering::Equal), "");
    }

    #[test]
    fn a_list_of_all_values_has_the_types_own_names() {
        assert_eq!(Archs::NAMES.len(), Arch::ALL.len());
        for arch in Arch::ALL {
            assert_eq!(read::<Archs>(arch.name()), Ok(*arch));
            assert_eq!(read::<Arch>(arch.name()), Ok(*arch));
        }
    }
}
