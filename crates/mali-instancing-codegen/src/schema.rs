//! The parts of JSON Schemas that are not derived.

use mali_instancing::Arch;
use schemars::transform::transform_subschemas;
use schemars::{Schema, json_schema};
use serde_json::{Value, json};

use crate::manifest::{KINDS, Kind};

/// Removes `null` from a schema and the schemas in it, since an absent key is left out.
pub fn without_null(schema: &mut Schema) {
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

/// Completes the derived schema of a manifest: the architectures of each kind.
pub(crate) fn of_manifest(schema: &mut Schema) {
    without_null(schema);
    let mut without_default = json_schema!({});
    for kind in KINDS {
        let Some(array) = schema.pointer_mut(&format!("/properties/{}", kind.name)) else {
            continue;
        };
        let table = &mut array["items"];
        table["properties"]["arch"] = arch(kind);
        let description = table
            .as_object_mut()
            .and_then(|table| table.remove("description"));
        array["description"] = description.into();
        if kind.default_arch.is_none() {
            let required = json_schema!({ "items": { "required": ["arch"] } }).into();
            without_default.insert(kind.name.to_owned(), required);
        }
    }
    if let Some(properties) = schema.pointer_mut("/properties") {
        properties["$schema"] = json_schema!({ "type": "string" }).into();
    }
    let alternatives = json!([{ "required": ["arch"] }, { "properties": without_default }]);
    schema.insert("anyOf".to_owned(), alternatives);
}

fn arch(kind: &Kind) -> Value {
    let archs = Arch::ALL.iter().map(|arch| (arch.name(), *arch));
    let every = archs.chain(Arch::GPUS.iter().copied());
    let every = every.filter(|(_, arch)| kind.archs.contains(arch));
    let names: Vec<&str> = every.map(|(name, _)| name).collect();
    let absent = match kind.default_arch {
        Some(arch) => format!("the manifest's, or {}", arch.name()),
        None => "the manifest's".to_owned(),
    };
    let arch = json_schema!({
        "description": format!("The GPU's architecture. Absent: {absent}."),
        "type": "string",
        "enum": names,
    });
    arch.into()
}
