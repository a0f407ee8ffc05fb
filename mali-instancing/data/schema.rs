//! JSON Schemas of numbers and of tables of keys.

use core::ops::RangeInclusive;

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::keys::Value;
use super::number::{Integer, Number};

/// An integer of the type, or a string in the notation of [`parse_number`](super::parse_number).
impl<T: Integer> JsonSchema for Number<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        alloc::format!("Number_{}_to_{}", T::MIN, T::MAX).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let sign = if T::MIN < 0 { "-?" } else { "" };
        json_schema!({
            "type": ["integer", "string"],
            "minimum": T::MIN,
            "maximum": T::MAX,
            "pattern": alloc::format!("^{sign}(0[xX][0-9a-fA-F](_*[0-9a-fA-F])*|[0-9](_*[0-9])*)$"),
        })
    }
}

/// A structure of keys, each of which has a schema.
pub(super) trait Properties {
    fn properties(table: &mut TableSchema<'_>);
}

/// The schemas of a table's keys.
pub(super) struct TableSchema<'a> {
    generator: &'a mut SchemaGenerator,
    properties: Schema,
}

impl TableSchema<'_> {
    pub(super) fn property<T: Value>(
        &mut self,
        key: &str,
        description: &[&str],
        range: Option<&RangeInclusive<i128>>,
    ) {
        let mut schema = self.generator.subschema_for::<T::Data>();
        let lines: Vec<&str> = description.iter().map(|line| line.trim()).collect();
        schema.insert("description".to_string(), lines.join(" ").into());
        if let Some(range) = range {
            let limits = json_schema!({ "minimum": range.start(), "maximum": range.end() });
            for (limit, value) in limits.as_object().into_iter().flatten() {
                schema.insert(limit.clone(), value.clone());
            }
        }
        self.properties.insert(key.to_string(), schema.into());
    }
}

/// The schema of a table with the keys of `K`. All keys of one of the lists `needed` must be present, and the first key
/// of each other list must be absent.
pub(super) fn table<K: Properties>(
    generator: &mut SchemaGenerator,
    needed: &[&[&'static str]],
) -> Schema {
    let mut table = TableSchema {
        generator,
        properties: json_schema!({}),
    };
    K::properties(&mut table);
    let mut schema = json_schema!({
        "type": "object",
        "properties": table.properties,
        "additionalProperties": false,
    });
    let needs = |keys: &[&'static str]| json_schema!({ "required": keys });
    match needed {
        [] | [[]] => {}
        [keys] => {
            schema.insert("required".to_string(), keys.to_vec().into());
        }
        alternatives => {
            let alternatives: Vec<Schema> = alternatives
                .iter()
                .map(|keys| {
                    let others = alternatives.iter().filter(|others| others != &keys);
                    let ruled_out: Vec<Schema> = others.map(|others| needs(&others[..1])).collect();
                    let mut schema = needs(keys);
                    let not = json_schema!({ "anyOf": ruled_out });
                    schema.insert("not".to_string(), not.into());
                    schema
                })
                .collect();
            schema.insert("oneOf".to_string(), alternatives.into());
        }
    }
    schema
}

/// Implements the schemas of types that are tables of keys.
macro_rules! schemas {
    ($($type:ident: $Keys:ident, $needed:expr;)*) => {$(
        /// A table of these keys and no others.
        #[cfg(feature = "schemars")]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> alloc::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn schema_id() -> alloc::borrow::Cow<'static, str> {
                concat!("mali_instancing::", stringify!($type)).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::data::schema::table::<$Keys>(generator, $needed)
            }
        }
    )*};
}

pub(super) use schemas;
