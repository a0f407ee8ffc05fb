//! The data of descriptors: their fields, with the names of Mesa's genxml, and their words.

use serde_core::ser::{Serialize, SerializeMap, Serializer};

use crate::data::written::{Hexadecimal, SnakeCase, Text, Words, Written, written};
use crate::descriptor::{
    Attribute, AttributeBuffer, Buffer, Draw, Field, FieldKind, InstanceId, Invocation,
    ValhallAttribute, VertexId,
};
use crate::padded_count::PaddedCount;

macro_rules! descriptors {
    ($($descriptor:ident),*) => {$(
        impl Written for $descriptor {
            fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
                write_fields(Self::FIELDS, &self.words(), table)
            }
        }

        written!($descriptor);
    )*};
}

descriptors!(
    Attribute,
    AttributeBuffer,
    Buffer,
    Draw,
    InstanceId,
    Invocation,
    ValhallAttribute,
    VertexId
);

/// Writes the fields that a descriptor has, depending on its type. If two fields have one name, only the first is
/// written: the other one is the type of a continuation, which is always the same.
fn write_fields<M: SerializeMap>(
    fields: &'static [Field],
    words: &[u32],
    table: &mut M,
) -> Result<(), M::Error> {
    for (index, &field) in fields.iter().enumerate() {
        let is_second = fields[..index].iter().any(|first| first.name == field.name);
        match field.get(words) {
            Some(value) if field.is_in(words) && !is_second => {
                table.serialize_entry(&Text(SnakeCase(field.name)), &FieldData { field, value })?;
            }
            _ => {}
        }
    }
    table.serialize_entry("words", &Words(words))
}

/// A field's value, which [`Field::get`] returned.
struct FieldData {
    field: Field,
    value: u64,
}

impl Serialize for FieldData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.value;
        match self.field.kind {
            FieldKind::Number | FieldKind::Bytes => serializer.serialize_u64(value),
            FieldKind::SignedBytes => serializer.serialize_i64(value as i64),
            FieldKind::Flag => serializer.serialize_bool(value != 0),
            FieldKind::Hexadecimal => Hexadecimal::word(value as u32).serialize(serializer),
            FieldKind::Format => Hexadecimal::format(value as u32).serialize(serializer),
            FieldKind::Address => Hexadecimal::address(value).serialize(serializer),
            FieldKind::PaddedCount => match PaddedCount::from_bits(value as u8) {
                Some(padded) => padded.serialize(serializer),
                None => serializer.serialize_none(),
            },
            FieldKind::Named(values) => {
                match values.iter().find(|named| u64::from(named.number) == value) {
                    Some(named) => serializer.serialize_str(named.name),
                    None => serializer.serialize_u64(value),
                }
            }
        }
    }
}
