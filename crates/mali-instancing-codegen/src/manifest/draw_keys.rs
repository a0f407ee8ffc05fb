//! The keys of a draw, some of whose counts only the GPU may know.

use std::fmt;

use mali_indirect::Count;
use mali_instancing::data::{DrawCallKeys, Keys, Number};
use mali_instancing::draw::DrawCall;
use mali_instancing::{Arch, Argument, Error};
use serde_core::de::value::U32Deserializer;
use serde_core::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as DataError, MapAccess, Visitor,
};
use serde_core::ser::SerializeMap;

/// The value of a count that a command in the GPU's memory has.
pub(super) const INDIRECT: &str = "indirect";

/// The keys of a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawKeys {
    /// What is known.
    pub call: DrawCallKeys,
    /// What only the GPU knows, which packs such a draw itself.
    pub indirect: Vec<IndirectCount>,
}

/// A count that a command in the GPU's memory can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndirectCount {
    /// The number of vertices, or of indices.
    Vertices,
    /// The number of instances.
    Instances,
    /// The first vertex, or the base vertex.
    FirstVertex,
    /// The first instance.
    FirstInstance,
}

impl IndirectCount {
    /// Every count.
    pub const ALL: &[Self] = &[
        Self::Vertices,
        Self::Instances,
        Self::FirstVertex,
        Self::FirstInstance,
    ];

    /// Its key.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertices => "vertices",
            Self::Instances => "instances",
            Self::FirstVertex => "first_vertex",
            Self::FirstInstance => "first_instance",
        }
    }
}

impl From<DrawCall> for DrawKeys {
    fn from(call: DrawCall) -> Self {
        Self {
            call: call.into(),
            indirect: Vec::new(),
        }
    }
}

impl DrawKeys {
    /// A count of an indirect draw. One that is not there is the command's.
    pub(crate) fn count(&self, count: IndirectCount) -> Count {
        let known = match count {
            IndirectCount::Vertices => self.call.vertices,
            IndirectCount::Instances => self.call.instances,
            IndirectCount::FirstVertex => self.call.first_vertex,
            IndirectCount::FirstInstance => self.call.first_instance,
        };
        known.map_or(Count::Indirect, Count::Known)
    }
}

impl DrawKeys {
    /// Checks that each key that is there has an effect.
    pub(crate) fn check_used(&self, arch: Arch) -> Result<(), Error> {
        let mut arguments = self.present().filter_map(Argument::from_name);
        arguments.try_for_each(|argument| arch.check_used(argument))
    }
}

/// The keys of a [`DrawCall`], whose counts may be `"indirect"`.
#[cfg(feature = "schemars")]
impl schemars::JsonSchema for DrawKeys {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DrawKeys".into()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        "mali_instancing_codegen::DrawKeys".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = DrawCallKeys::json_schema(generator);
        for count in IndirectCount::ALL {
            let known = schema.pointer_mut(&format!("/properties/{}", count.name()));
            if let Some(known) = known {
                let description = known
                    .as_object_mut()
                    .and_then(|one| one.remove("description"));
                let number = std::mem::take(known);
                let either = schemars::json_schema!({
                    "description": description,
                    "anyOf": [number, { "const": INDIRECT }],
                });
                *known = either.into();
            }
        }
        schema
    }
}

impl Keys for DrawKeys {
    const KEYS: &'static [&'static str] = DrawCallKeys::KEYS;

    fn take<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<bool, A::Error> {
        let mut counts = IndirectCount::ALL.iter();
        let Some(count) = counts.find(|count| count.name() == key) else {
            return self.call.take(key, map);
        };
        match map.next_value_seed(NumberOrIndirect)? {
            Count::Indirect => self.indirect.push(*count),
            Count::Known(number) => {
                self.call.take(key, &mut Value::<A::Error>::new(number))?;
            }
        }
        Ok(true)
    }

    fn present(&self) -> impl Iterator<Item = &'static str> {
        let indirect = self.indirect.iter().map(|count| count.name());
        self.call.present().chain(indirect)
    }

    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        self.call.write(table)?;
        let mut indirect = self.indirect.iter();
        indirect.try_for_each(|count| table.serialize_entry(count.name(), INDIRECT))
    }
}

/// Reads a number, or what is written for one that a command has.
struct NumberOrIndirect;

impl NumberOrIndirect {
    fn known<E: DataError>(number: Result<Number<u32>, E>) -> Result<Count, E> {
        match number {
            Ok(Number(number)) => Ok(Count::Known(number)),
            Err(reason) => Err(E::custom(format_args!(
                "{reason}. Write a number or \"{INDIRECT}\""
            ))),
        }
    }
}

impl<'de> DeserializeSeed<'de> for NumberOrIndirect {
    type Value = Count;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Count, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for NumberOrIndirect {
    type Value = Count;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a number or \"{INDIRECT}\"")
    }

    fn visit_str<E: DataError>(self, text: &str) -> Result<Count, E> {
        match text {
            INDIRECT => Ok(Count::Indirect),
            _ => Self::known(Number::deserialize(
                serde_core::de::value::StrDeserializer::new(text),
            )),
        }
    }

    fn visit_i64<E: DataError>(self, number: i64) -> Result<Count, E> {
        Self::known(Number::deserialize(
            serde_core::de::value::I64Deserializer::new(number),
        ))
    }

    fn visit_u64<E: DataError>(self, number: u64) -> Result<Count, E> {
        Self::known(Number::deserialize(
            serde_core::de::value::U64Deserializer::new(number),
        ))
    }
}

/// The value of a key that was read already.
struct Value<E> {
    number: Option<U32Deserializer<E>>,
}

impl<E> Value<E> {
    fn new(number: u32) -> Self {
        Self {
            number: Some(U32Deserializer::new(number)),
        }
    }
}

impl<'de, E: DataError> MapAccess<'de> for Value<E> {
    type Error = E;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, _: K) -> Result<Option<K::Value>, E> {
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, E> {
        match self.number.take() {
            Some(number) => seed.deserialize(number),
            None => Err(E::custom("a value is read twice")),
        }
    }
}
