//! Words in texts.

use serde::de::{Deserialize, Deserializer, Error};

use super::choice::Choice;

/// A value that a text has by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named<T>(pub(crate) T);

impl<'de, T: Choice> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        T::parse(&name).map(Self).map_err(D::Error::custom)
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
        let names: Vec<&str> = T::NAMES.iter().map(|(name, _)| *name).collect();
        schemars::json_schema!({ "type": "string", "enum": names })
    }
}
