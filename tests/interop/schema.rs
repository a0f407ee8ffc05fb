//! The JSON Schemas of names, compared with the names that are read.

use std::fmt::Debug;

use mali_instancing::data::{BuiltInId, Rate};
use mali_instancing::draw::TableLayout;
use mali_instancing::{Arch, Format, Padding, Rounding};
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Checks that the schema and the reader agree about a value. Returns whether it is valid.
fn is_read<T: JsonSchema + DeserializeOwned + Debug>(value: &Value) -> bool {
    let schema = SchemaGenerator::default().into_root_schema_for::<T>();
    assert_eq!(schema.get("type"), Some(&json!("string")));
    let names = schema.get("enum").and_then(Value::as_array).unwrap();
    let read = serde_json::from_value::<T>(value.clone());
    assert_eq!(names.contains(value), read.is_ok(), "{value}: {read:?}");
    read.is_ok()
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
    every_name_and_no_other(TableLayout::ALL, TableLayout::name);
}
