//! The parts of JSON Schemas that are not derived.

use schemars::Schema;
use schemars::transform::transform_subschemas;
use serde_json::Value;

/// Removes `null` from a schema and the schemas in it, since an absent key is left out.
pub fn without_null(schema: &mut Schema) {
    // schemars adds null to an `Option` in one of three ways: as a type beside another, as a value beside others, and
    // as a schema beside a reference.
    for key in ["type", "enum", "anyOf"] {
        let Some(Value::Array(allowed)) = schema.get_mut(key) else {
            continue;
        };
        allowed.retain(|one| !one.is_null() && one != "null" && one["type"] != "null");
        match (key, &mut allowed[..]) {
            ("type", [one]) => {
                let one = one.take();
                schema.insert(key.to_owned(), one);
            }
            // The only schema that is left takes the place of the choice: its keys move up beside the description.
            ("anyOf", [Value::Object(one)]) => {
                let one = std::mem::take(one);
                schema.remove(key);
                for (key, value) in one {
                    schema.insert(key, value);
                }
            }
            _ => {}
        }
    }
    transform_subschemas(&mut without_null, schema);
}

/// Completes the derived schema of a table of a manifest.
pub(crate) fn of_table(schema: &mut Schema) {
    without_null(schema);
    shorten(schema);
    transform_subschemas(&mut shorten, schema);
}

/// Keeps the first paragraph of a description, as one line: an editor shows no examples, and cannot follow links to types.
fn shorten(schema: &mut Schema) {
    if let Some(text) = schema.get("description").and_then(Value::as_str) {
        let first = text.split("\n\n").next().unwrap_or_default();
        let first = first
            .replace('\n', " ")
            .replace("[`", "`")
            .replace("`]", "`");
        schema.insert("description".to_owned(), first.into());
    }
}
