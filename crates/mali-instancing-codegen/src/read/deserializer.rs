//! Deserializing values with serde, with errors that have places.

use std::vec;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};

use super::fault::{Fault, Reason};
use super::location::{Location, Step};
use super::node::{Entry, Node, Value};

impl Node<'_> {
    /// Reads the value as a type.
    ///
    /// # Errors
    ///
    /// The mistake in it, with its place.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        T::deserialize(self)
    }
}

/// The keys of a table and their values.
struct Entries<'a> {
    entries: vec::IntoIter<&'a Entry<'a>>,
    /// The entry whose key was read last.
    entry: Option<&'a Entry<'a>>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        self.entry = self.entries.next();
        // The fault of an unknown key has the key in its location already, so no step is added. Its byte is that of the
        // key, not that of the value.
        let key = self.entry.map(|(key, _)| key.read_as(seed, None));
        key.transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        // A visitor that breaks serde's contract gets an error, not a panic.
        let no_key = || Fault::custom("a value is read before its key");
        let (key, node) = self.entry.ok_or_else(no_key)?;
        node.read_as(seed, key.text().map(|key| Step::Key(key.to_owned())))
    }
}

/// The elements of an array, and their numbers.
struct Elements<I>(I);

impl<'de, 'a, I: Iterator<Item = (usize, &'a Node<'a>)>> SeqAccess<'de> for Elements<I> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some((index, node)) = self.0.next() else {
            return Ok(None);
        };
        let element = node.read_as(seed, Some(Step::Element(index, node.name())));
        element.map(Some)
    }
}

impl Node<'_> {
    /// Reads the value. A mistake in it gets `step` added to its location.
    fn read_as<'de, T: DeserializeSeed<'de>>(
        &self,
        seed: T,
        step: Option<Step>,
    ) -> Result<T::Value, Fault> {
        seed.deserialize(self)
            .map_err(|fault| fault.within(self.offset, step))
    }

    /// Passes the value to the visitor's method for its kind.
    fn visit<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Fault> {
        match &self.value {
            // Numbers are read from strings, so that they keep the digits that were written.
            Value::Number(text) | Value::Text(text) => visitor.visit_str(text),
            Value::Fraction(text) => match text.parse() {
                Ok(fraction) => visitor.visit_f64(fraction),
                // The number in `Unexpected` is not shown: `Fault::invalid_type` writes the kind alone.
                Err(_) => Err(Fault::invalid_type(Unexpected::Float(0.0), &visitor)),
            },
            Value::Boolean(boolean) => visitor.visit_bool(*boolean),
            Value::Array(elements) => visitor.visit_seq(Elements(elements.iter().enumerate())),
            Value::Table(entries) => visitor.visit_map(Entries {
                entries: entries.iter().collect::<Vec<_>>().into_iter(),
                entry: None,
            }),
            Value::Other(kind) => Err(Fault::invalid_type(Unexpected::Other(kind), &visitor)),
        }
    }

    /// As `visit`, for a type that accepts values of one kind.
    fn visit_if<'de, V: Visitor<'de>>(&self, kind: &str, visitor: V) -> Result<V::Value, Fault> {
        match self.value.kind() {
            found if found == kind => self.visit(visitor),
            found => Err(Fault::expected(kind, found)),
        }
    }
}

impl<'de> Deserializer<'de> for &Node<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.visit(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.visit_if("true or false", visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.visit_if("a string", visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            // `[key]` for `[[key]]`.
            Value::Table(_) => Err(Fault::new(Location::default(), Reason::NotTables)),
            _ => self.visit_if("an array", visitor),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.visit_if("a table", visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    /// The key is present, so it has a value.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        // All enums with data are tables with a `kind`. serde's own `tag` would copy the table first, without the
        // places of its values. Names of values have a `Deserialize` of their own, which reads a string.
        let Value::Table(entries) = &self.value else {
            return Err(Fault::expected("a table", self.value.kind()));
        };
        let is_kind = |(key, _): &&Entry| key.text() == Some(KIND);
        // `kind` may be at any place in its table, but serde asks for the variant before the variant's keys.
        let (kind, others): (Vec<_>, Vec<_>) = entries.iter().partition(is_kind);
        visitor.visit_enum(Entries {
            entries: others.into_iter(),
            // `variant_seed` reads the value of this entry as the variant's name.
            entry: kind.first().copied(),
        })
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct
        newtype_struct tuple tuple_struct identifier ignored_any
    }
}

/// The key of a table that has its kind.
const KIND: &str = "kind";

/// A table whose key `kind` selects the other keys.
impl<'de> EnumAccess<'de> for Entries<'_> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<K: DeserializeSeed<'de>>(mut self, seed: K) -> Result<(K::Value, Self), Fault> {
        match self.entry {
            Some(_) => Ok((self.next_value_seed(seed)?, self)),
            None => Err(Fault::missing_field(KIND)),
        }
    }
}

/// The other keys.
impl<'de> VariantAccess<'de> for Entries<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Err(Fault::expected("a string", "a table"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(MapAccessDeserializer::new(self))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Fault> {
        Err(Fault::expected("an array", "a table"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_map(self)
    }
}
