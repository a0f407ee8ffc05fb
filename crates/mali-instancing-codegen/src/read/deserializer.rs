//! Values as serde reads them, with errors that have places.

use serde_core::de::{
    DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor,
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
            Value::Array(_) => self.deserialize_any(visitor),
            _ => {
                let reason = Reason::NotTables(self.value.kind());
                Err(Fault::new(Location::default(), reason))
            }
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

    serde_core::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf option unit unit_struct
        newtype_struct tuple tuple_struct enum identifier ignored_any
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
