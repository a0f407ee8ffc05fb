//! JSON Schemas of what a text says, of the types that it is read as.

use schemars::Schema;
use schemars::transform::{RecursiveTransform, Transform};
use serde_json::Value;

/// Takes out what is of Rust: `null`, which no key that is left out has, and examples.
pub(crate) fn of_text(schema: &mut Schema) {
    if let Some(Value::String(description)) = schema.get_mut("description") {
        let words = description.split("\n\n").next().unwrap_or_default();
        *description = words.to_owned();
    }
    RecursiveTransform(without_null).transform(schema);
}

fn without_null(schema: &mut Schema) {
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
}
