//! The JSON Schemas of data, compared with the data that are accepted.

use std::collections::BTreeSet;
use std::fmt::Debug;

use mali_instancing::data::{
    AttributeSourceKeys, BufferRangeKeys, BuiltInId, DrawCountsKeys, InputRateKeys, Keys, Number,
    PipelineKeys, Rate, VertexAttributeKeys, VertexBufferKeys,
};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer,
};
use mali_instancing::{Arch, Format, InputRate, Padding, Rounding};
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Whether a value is valid by a schema. Only the keywords of the library's schemas are supported.
fn is_valid(root: &Value, schema: &Value, value: &Value) -> bool {
    let Value::Object(schema) = schema else {
        return schema == true;
    };
    schema
        .iter()
        .all(|(keyword, limit)| match (&**keyword, value) {
            ("$ref", _) => {
                let path = limit.as_str().unwrap().strip_prefix('#').unwrap();
                is_valid(root, root.pointer(path).unwrap(), value)
            }
            ("type", _) => {
                let kind = match value {
                    Value::Null => "null",
                    Value::Bool(_) => "boolean",
                    Value::Number(number) if number.is_f64() => "number",
                    Value::Number(_) => "integer",
                    Value::String(_) => "string",
                    Value::Array(_) => "array",
                    Value::Object(_) => "object",
                };
                limit == kind
                    || limit
                        .as_array()
                        .is_some_and(|kinds| kinds.contains(&kind.into()))
            }
            ("enum", _) => limit.as_array().unwrap().contains(value),
            ("minimum", Value::Number(number)) => {
                number.as_i128() >= limit.as_number().unwrap().as_i128()
            }
            ("maximum", Value::Number(number)) => {
                number.as_i128() <= limit.as_number().unwrap().as_i128()
            }
            ("pattern", Value::String(text)) => regex::Regex::new(limit.as_str().unwrap())
                .unwrap()
                .is_match(text),
            ("required", Value::Object(table)) => {
                let keys = limit.as_array().unwrap();
                keys.iter()
                    .all(|key| table.contains_key(key.as_str().unwrap()))
            }
            ("properties", Value::Object(table)) => table.iter().all(|(key, value)| {
                limit
                    .get(key)
                    .is_none_or(|schema| is_valid(root, schema, value))
            }),
            ("additionalProperties", Value::Object(table)) => {
                assert_eq!(limit, false);
                table
                    .keys()
                    .all(|key| schema["properties"].get(key).is_some())
            }
            ("oneOf", _) => {
                let alternatives = limit.as_array().unwrap();
                alternatives
                    .iter()
                    .filter(|schema| is_valid(root, schema, value))
                    .count()
                    == 1
            }
            ("anyOf", _) => {
                let alternatives = limit.as_array().unwrap();
                alternatives
                    .iter()
                    .any(|schema| is_valid(root, schema, value))
            }
            ("not", _) => !is_valid(root, limit, value),
            (
                "minimum"
                | "maximum"
                | "pattern"
                | "required"
                | "properties"
                | "additionalProperties"
                | "$schema"
                | "$defs"
                | "title"
                | "description",
                _,
            ) => true,
            _ => panic!("`{keyword}` is not checked"),
        })
}

/// Checks that the schema and the reader agree about a value. Returns whether it is valid.
fn is_read<T: JsonSchema + DeserializeOwned + Debug>(value: &Value) -> bool {
    let schema = SchemaGenerator::default()
        .into_root_schema_for::<T>()
        .to_value();
    let read = serde_json::from_value::<T>(value.clone());
    assert_eq!(
        is_valid(&schema, &schema, value),
        read.is_ok(),
        "{value}: {read:?}"
    );
    read.is_ok()
}

#[test]
fn a_number_is_what_its_schema_says() {
    for text in [
        "0",
        "-1",
        "1",
        "4294967295",
        "4294967296",
        "1.5",
        "null",
        "true",
        "[]",
        "\"0x10\"",
        "\"1_000\"",
        "\"_1\"",
        "\"1__0\"",
        "\"0x\"",
        "\"0X1f_F\"",
        "\"seventy\"",
        "\"\"",
        "\"+1\"",
        "2147483648",
        "-2147483648",
        "-2147483649",
        "\"--1\"",
        "18446744073709551615",
    ] {
        let value = serde_json::from_str(text).unwrap();
        is_read::<Number<u32>>(&value);
        is_read::<Number<u64>>(&value);
        is_read::<Number<i32>>(&value);
        is_read::<Number<std::num::NonZeroU32>>(&value);
    }
    assert!(is_read::<Number<i32>>(&json!("-0x10")));
    assert!(!is_read::<Number<u32>>(&json!("-x")));
}

fn every_name_and_no_other<T: JsonSchema + DeserializeOwned + Debug + Copy>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
) {
    for &value in all {
        assert!(is_read::<T>(&json!(name(value))));
    }
    for other in [json!(""), json!("other"), json!(7), json!(null)] {
        assert!(!is_read::<T>(&other));
    }
}

#[test]
fn names_are_those_of_the_schema() {
    every_name_and_no_other(Arch::ALL, Arch::name);
    every_name_and_no_other(Format::ALL, Format::name);
    every_name_and_no_other(Padding::ALL, Padding::name);
    every_name_and_no_other(Rounding::ALL, Rounding::name);
    every_name_and_no_other(Rate::ALL, Rate::name);
    every_name_and_no_other(BuiltInId::ALL, BuiltInId::name);
}

/// Some values, of which each key accepts at least one.
fn values() -> Vec<Value> {
    let mut values = vec![
        json!(1),
        json!("0x30"),
        json!(true),
        json!(1.5),
        json!(null),
        json!([]),
    ];
    let names = [
        "v7",
        "tight",
        "nearest",
        "fixed",
        "instance",
        "R32_SFLOAT",
        "vertex-id",
    ];
    values.extend(names.map(Value::from));
    values
}

/// Compares the schema of a structure of keys, and that of the type that it makes, with the accepted data.
fn each_key<K, T>()
where
    K: Keys + JsonSchema + DeserializeOwned + Debug,
    T: JsonSchema + DeserializeOwned + Debug,
{
    let schema = SchemaGenerator::default()
        .into_root_schema_for::<K>()
        .to_value();
    let properties = schema["properties"].as_object().unwrap();
    let keys: BTreeSet<&str> = properties.keys().map(|key| &**key).collect();
    assert_eq!(keys, K::KEYS.iter().copied().collect());
    for property in properties.values() {
        assert!(
            property["description"].as_str().unwrap().ends_with('.'),
            "{property}"
        );
    }
    let mut right = Map::new();
    for &key in K::KEYS {
        let taken: Vec<Value> = (values().into_iter())
            .filter(|value| is_read::<K>(&json!({ key: value })))
            .collect();
        right.insert(
            key.to_owned(),
            taken.first().unwrap_or_else(|| panic!("{key}")).clone(),
        );
    }
    assert!(!is_read::<K>(&json!({ "unknown": 1 })));

    // Every set of keys.
    for set in 0..1_u32 << K::KEYS.len() {
        let table: Map<String, Value> = (K::KEYS.iter().enumerate())
            .filter(|(index, _)| set >> index & 1 != 0)
            .map(|(_, &key)| (key.to_owned(), right[key].clone()))
            .collect();
        is_read::<T>(&Value::Object(table));
    }
}

#[test]
fn tables_are_read_where_the_schema_allows_them() {
    each_key::<PipelineKeys, Pipeline>();
    each_key::<DrawCountsKeys, DrawCounts>();
    each_key::<InputRateKeys, InputRate>();
    each_key::<VertexBufferKeys, VertexBuffer>();
    each_key::<BufferRangeKeys, BufferRange>();
    each_key::<AttributeSourceKeys, AttributeSource>();
    each_key::<VertexAttributeKeys, VertexAttribute>();
}

#[test]
fn what_a_draw_has_at_most_is_in_its_schema() {
    let [pipeline, counts] = [
        SchemaGenerator::default().into_root_schema_for::<Pipeline>(),
        SchemaGenerator::default().into_root_schema_for::<DrawCounts>(),
    ]
    .map(schemars::Schema::to_value);
    for (schema, mut table, key, value, expected) in [
        (
            &pipeline,
            json!({ "arch": "v9" }),
            "resource_table",
            63,
            true,
        ),
        (
            &pipeline,
            json!({ "arch": "v9" }),
            "resource_table",
            64,
            false,
        ),
        (&counts, json!({ "vertices": 1 }), "vertices", 0, false),
        (&counts, json!({ "vertices": 1 }), "instances", 0, false),
    ] {
        table[key] = value.into();
        assert_eq!(is_valid(schema, schema, &table), expected, "{table}");
    }
}
