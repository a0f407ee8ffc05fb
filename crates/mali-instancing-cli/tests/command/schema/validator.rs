//! A validator of JSON Schema, for the keywords that ours have: a crate that knows all of them takes a minute
//! to build.

use regex_lite::Regex;
use serde_json::Value;

/// Whether the value is what the schema says; `root` has the definitions. Panics at a keyword that it does not know.
pub(super) fn is_valid(root: &Value, schema: &Value, value: &Value) -> bool {
    let keywords = match schema {
        Value::Bool(anything) => return *anything,
        schema => schema.as_object().unwrap(),
    };
    let valid = |schema: &Value| is_valid(root, schema, value);
    keywords.iter().all(|(keyword, said)| match &**keyword {
        "$schema" | "title" | "description" | "definitions" | "format" => true,
        "$ref" => {
            let pointer = said.as_str().unwrap().strip_prefix('#').unwrap();
            valid(root.pointer(pointer).unwrap())
        }
        "allOf" => list(said).iter().all(valid),
        "anyOf" => list(said).iter().any(valid),
        "oneOf" => list(said).iter().filter(|one| valid(one)).count() == 1,
        "not" => !valid(said),
        "const" => said == value,
        "enum" => list(said).contains(value),
        "type" => match said {
            Value::String(name) => is_of(value, name),
            names => list(names)
                .iter()
                .any(|name| is_of(value, name.as_str().unwrap())),
        },
        "minimum" => value
            .as_f64()
            .is_none_or(|number| number >= said.as_f64().unwrap()),
        "maximum" => value
            .as_f64()
            .is_none_or(|number| number <= said.as_f64().unwrap()),
        "pattern" => {
            let pattern = Regex::new(said.as_str().unwrap()).unwrap();
            value.as_str().is_none_or(|text| pattern.is_match(text))
        }
        "items" => match said {
            Value::Array(said) => (value.as_array().into_iter().flatten().zip(said))
                .all(|(element, said)| is_valid(root, said, element)),
            said => (value.as_array().into_iter().flatten())
                .all(|element| is_valid(root, said, element)),
        },
        "minItems" => value
            .as_array()
            .is_none_or(|array| array.len() as u64 >= said.as_u64().unwrap()),
        "maxItems" => value
            .as_array()
            .is_none_or(|array| array.len() as u64 <= said.as_u64().unwrap()),
        "maxProperties" => value
            .as_object()
            .is_none_or(|object| object.len() as u64 <= said.as_u64().unwrap()),
        "dependencies" => value.as_object().is_none_or(|object| {
            let said = said.as_object().unwrap().iter();
            let mut needed = said.filter(|(key, _)| object.contains_key(*key));
            needed.all(|(_, keys)| {
                let mut keys = list(keys).iter().map(|key| key.as_str().unwrap());
                keys.all(|key| object.contains_key(key))
            })
        }),
        "required" => value.as_object().is_none_or(|object| {
            let mut keys = list(said).iter().map(|key| key.as_str().unwrap());
            keys.all(|key| object.contains_key(key))
        }),
        "properties" => value.as_object().is_none_or(|object| {
            let mut members = object.iter();
            members.all(|(key, value)| {
                said.get(key)
                    .is_none_or(|schema| is_valid(root, schema, value))
            })
        }),
        "additionalProperties" => value.as_object().is_none_or(|object| {
            let known = keywords.get("properties");
            let mut others = object
                .iter()
                .filter(|(key, _)| known.is_none_or(|known| known.get(key).is_none()));
            others.all(|(_, value)| is_valid(root, said, value))
        }),
        _ => panic!("the keyword {keyword} is not known"),
    })
}

fn list(said: &Value) -> &Vec<Value> {
    said.as_array().unwrap()
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("there is no type {name}"),
    }
}
