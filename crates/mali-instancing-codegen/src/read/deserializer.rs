//! Values as serde reads them, with errors that have places.

use serde_core::de::value::MapAccessDeserializer;
use serde_core::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use super::fault::{Fault, Reason};
use super::location::Location;
use super::node::{Entry, Node, Table, Value};

impl Node<'_> {
    /// Hands the value on to whoever takes values of its kind.
    fn visit<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Fault> {
        match &self.value {
            // In this notation numbers are read from strings, and keep the digits that were written.
            Value::Number(text) | Value::Text(text) => visitor.visit_str(text),
            Value::Fraction(text) => match text.parse() {
                Ok(fraction) => visitor.visit_f64(fraction),
                Err(_) => Err(Fault::invalid_type(Unexpected::Float(0.0), &visitor)),
            },
            Value::Boolean(boolean) => visitor.visit_bool(*boolean),
            Value::Array(elements) => visitor.visit_seq(Elements {
                elements: elements.iter().enumerate(),
            }),
            Value::Table(Table(entries)) => visitor.visit_map(Entries {
                entries: entries.iter(),
                entry: None,
            }),
            Value::Other(kind) => Err(Fault::invalid_type(Unexpected::Other(kind), &visitor)),
        }
    }

    /// The same for what takes values of one kind.
    fn visit_if<'de, V: Visitor<'de>>(
        &self,
        is_expected: bool,
        visitor: V,
        expected: &str,
    ) -> Result<V::Value, Fault> {
        if is_expected {
            self.visit(visitor)
        } else {
            Err(Fault::expected(expected, self.value.kind()))
        }
    }
}

impl<'de> Deserializer<'de> for &Node<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.visit_if(true, visitor, "")
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let is_boolean = matches!(self.value, Value::Boolean(_));
        self.visit_if(is_boolean, visitor, "true or false")
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let is_text = matches!(self.value, Value::Text(_));
        self.visit_if(is_text, visitor, "a string")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            // `[key]` for `[[key]]`.
            Value::Table(_) => Err(Fault::new(Location::default(), Reason::NotTables)),
            Value::Array(_) => self.deserialize_any(visitor),
            _ => Err(Fault::expected("an array", self.value.kind())),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let is_table = matches!(self.value, Value::Table(_));
        self.visit_if(is_table, visitor, "a table")
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    /// A key that is there has a value.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    /// A table whose key `kind` says what the others are.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match &self.value {
            Value::Table(table) => visitor.visit_enum(table),
            other => Err(Fault::expected("a table", other.kind())),
        }
    }

    serde_core::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct
        tuple tuple_struct identifier ignored_any
    }
}

/// The elements of an array, and their numbers.
struct Elements<'a, I: Iterator<Item = (usize, &'a Node<'a>)>> {
    elements: I,
}

impl<'de, 'a, I: Iterator<Item = (usize, &'a Node<'a>)>> SeqAccess<'de> for Elements<'a, I> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some((index, node)) = self.elements.next() else {
            return Ok(None);
        };
        let element = seed.deserialize(node).map_err(|fault| {
            fault
                .or_at(node.offset)
                .within(|inner| inner.of_element(index, node.name()))
        });
        element.map(Some)
    }
}

/// The keys of a table and their values.
struct Entries<'a, 'b, I: Iterator<Item = &'a Entry<'b>>>
where
    'b: 'a,
{
    entries: I,
    /// The one whose key was read last.
    entry: Option<&'a Entry<'b>>,
}

impl<'de, 'a, 'b, I: Iterator<Item = &'a Entry<'b>>> MapAccess<'de> for Entries<'a, 'b, I> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        self.entry = self.entries.next();
        let Some(Entry { key, offset, .. }) = self.entry else {
            return Ok(None);
        };
        let key = Node {
            offset: *offset,
            value: Value::Text(key.as_ref().into()),
        };
        let key = seed
            .deserialize(&key)
            .map_err(|fault| fault.or_at(*offset))?;
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some(Entry { key, node, .. }) = self.entry else {
            return Err(Fault::custom("a value is read before its key"));
        };
        seed.deserialize(node)
            .map_err(|fault| fault.or_at(node.offset).within(|inner| inner.of_value(key)))
    }
}

/// The key of a table that says of which kind it is.
const KIND: &str = "kind";

impl<'b> Table<'b> {
    fn without_kind<'a>(&'a self) -> Entries<'a, 'b, impl Iterator<Item = &'a Entry<'b>>> {
        Entries {
            entries: self.0.iter().filter(|entry| entry.key != KIND),
            entry: None,
        }
    }
}

impl<'de> EnumAccess<'de> for &Table<'_> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<K: DeserializeSeed<'de>>(self, seed: K) -> Result<(K::Value, Self), Fault> {
        let kind = self.0.iter().find(|entry| entry.key == KIND);
        let Entry { node, .. } = kind.ok_or_else(|| Fault::missing_field(KIND))?;
        let kind = seed.deserialize(node).map_err(|fault| {
            fault
                .or_at(node.offset)
                .within(|inner| inner.of_value(KIND))
        })?;
        Ok((kind, self))
    }
}

/// The other keys of a table that has a kind.
impl<'de> VariantAccess<'de> for &Table<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Err(Fault::expected("a string", "a table"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(MapAccessDeserializer::new(self.without_kind()))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Fault> {
        Err(Fault::expected("an array", "a table"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_map(self.without_kind())
    }
}
