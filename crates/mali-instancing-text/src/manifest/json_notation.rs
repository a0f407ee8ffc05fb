//! Reads JSON, and nothing but JSON.

use std::borrow::Cow;

use jsonc_parser::ast::{self, ObjectProp};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;

use super::document::{Entry, Fault, Node, Table, Value};

const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(crate) fn read(text: &str) -> Result<Table<'_>, Fault> {
    let document = parse_to_ast(text, &CollectOptions::default(), &STRICT)
        .map_err(|error| Fault::new(error.range().start, error.kind().to_string()))?;
    match document.value.map(node).transpose()? {
        Some(Node {
            value: Value::Table(table),
            ..
        }) => check(text).map(|()| table),
        Some(Node { offset, value }) => Err(Fault::new(
            offset,
            format!("expected an object, found {}", value.kind()),
        )),
        None => Err(Fault::new(0, "expected an object")),
    }
}

/// Checks what the parser, however strict, lets pass: control characters in strings, and white space
/// that is none in JSON. A fault is put down to its line, which is all that is said of it.
fn check(text: &str) -> Result<(), Fault> {
    serde_json::from_str::<IgnoredAny>(text)
        .map(|_| ())
        .map_err(|error| {
            let line_begin: usize = text
                .split_inclusive('\n')
                .take(error.line().saturating_sub(1))
                .map(str::len)
                .sum();
            let position = format!(" at line {} column {}", error.line(), error.column());
            let message = error.to_string();
            let message = message.strip_suffix(&position).unwrap_or(&message);
            Fault::new(line_begin, message)
        })
}

fn node(value: ast::Value<'_>) -> Result<Node<'_>, Fault> {
    let offset = value.range().start;
    let value = match value {
        ast::Value::StringLit(text) => Value::Text(text.value),
        ast::Value::NumberLit(number) => Value::Number(Cow::Borrowed(number.value)),
        ast::Value::BooleanLit(boolean) => Value::Boolean(boolean.value),
        ast::Value::NullKeyword(_) => Value::Other("null"),
        ast::Value::Array(array) => Value::Array(
            array
                .elements
                .into_iter()
                .map(node)
                .collect::<Result<_, _>>()?,
        ),
        ast::Value::Object(object) => Value::Table(table(object.properties)?),
    };
    Ok(Node { offset, value })
}

fn table(properties: Vec<ObjectProp<'_>>) -> Result<Table<'_>, Fault> {
    let mut entries: Vec<Entry> = Vec::with_capacity(properties.len());
    for ObjectProp { name, value, .. } in properties {
        let offset = name.range().start;
        let key = name.into_string();
        if entries.iter().any(|entry| entry.key == key) {
            return Err(Fault::new(offset, format!("`{key}` is given twice")));
        }
        entries.push(Entry {
            key: Cow::Owned(key),
            offset,
            node: node(value)?,
        });
    }
    Ok(Table(entries))
}
