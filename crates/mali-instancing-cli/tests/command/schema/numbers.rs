//! The schema of numbers accepts what is read as one.

use std::num::NonZeroU32;

use mali_instancing_codegen::read::{Integer, Number};
use schemars::SchemaGenerator;
use serde_json::{Value, json};

use super::validator::is_valid;

/// Checks that the schema and the reader agree about a value. Returns whether it is valid.
fn is_read<T: Integer>(value: &Value) -> bool {
    let schema = SchemaGenerator::default().into_root_schema_for::<Number<T>>();
    let schema = schema.to_value();
    let read = serde_json::from_value::<Number<T>>(value.clone());
    assert_eq!(is_valid(&schema, &schema, value), read.is_ok(), "{value}");
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
        is_read::<u32>(&value);
        is_read::<u64>(&value);
        is_read::<i32>(&value);
        is_read::<NonZeroU32>(&value);
    }
    assert!(is_read::<i32>(&json!("-0x10")));
    assert!(!is_read::<u32>(&json!("-x")));
}
