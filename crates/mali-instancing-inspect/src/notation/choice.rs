//! Values that are one of several words, in options and in texts.

use mali_instancing::data::Rate;
use mali_instancing::{Arch, Padding, Rounding};
use mali_instancing_codegen::Language;
use mali_instancing_codegen::shader::ShaderLanguage;
use mali_instancing_codegen::suggestion::unknown;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// A type whose values have names.
///
/// ```
/// use mali_instancing::Padding;
/// use mali_instancing_inspect::notation::Choice;
///
/// assert_eq!(Padding::parse("tight"), Ok(Padding::Tight));
/// assert_eq!(Choice::name(Padding::Tight), "tight");
/// let error = Padding::parse("tihgt").unwrap_err();
/// assert_eq!(error, "`tihgt` is unknown, did you mean `tight`? known: hardware, tight, mesa");
/// ```
pub trait Choice: Copy + PartialEq + Send + Sync + 'static {
    /// The values in the order in which they are listed, each with its name.
    const NAMES: &'static [(&'static str, Self)];

    /// The value with that name.
    ///
    /// # Errors
    ///
    /// A message for an unknown name, with the nearest name and a list of all.
    fn parse(text: &str) -> Result<Self, String> {
        match Self::NAMES.iter().find(|(name, _)| *name == text) {
            Some((_, choice)) => Ok(*choice),
            None => Err(unknown(text, &names::<Self>())),
        }
    }

    /// The name of the value.
    fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, choice)| *choice == self);
        named.map_or("", |(name, _)| name)
    }
}

fn names<T: Choice>() -> Vec<&'static str> {
    T::NAMES.iter().map(|(name, _)| *name).collect()
}

/// [`Choice::NAMES`] for a type of the library with names.
macro_rules! library_names {
    () => {
        &{
            let mut names = [("", Self::ALL[0]); Self::ALL.len()];
            let mut index = 0;
            while index < names.len() {
                names[index] = (Self::ALL[index].name(), Self::ALL[index]);
                index += 1;
            }
            names
        }
    };
}

/// Implements [`Choice`] for types of the library.
macro_rules! library_choices {
    ($($choice:ident),*) => {$(
        impl Choice for $choice {
            const NAMES: &'static [(&'static str, Self)] = library_names!();
        }
    )*};
}

library_choices!(Arch, Padding, Rate, Rounding, Language, ShaderLanguage);

pub(crate) use {library_choices, library_names};

/// A value that is written as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named<T>(pub(crate) T);

impl<'de, T: Choice> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        T::parse(&name).map(Self).map_err(D::Error::custom)
    }
}

/// Writes the name.
impl<T: Choice> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

/// One of the names.
#[cfg(feature = "schemars")]
impl<T: Choice> schemars::JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        std::any::type_name::<T>().into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": names::<T>() })
    }
}

/// Implements [`Choice`] for types, with a line for each.
macro_rules! choices {
    ($($choice:ident { $($name:literal => $value:ident),+ })+) => {$(
        impl $crate::notation::Choice for $choice {
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, Self::$value)),+];
        }
    )+};
}

pub(crate) use choices;
