//! The part of a manifest's JSON Schema that is not derived.

use mali_instancing::Arch;
use schemars::{Schema, json_schema};
use serde_json::{Value, json};

use super::table::Kind;
use crate::schema::without_null;

/// Completes the derived schema of a manifest: the architectures of each kind.
pub(super) fn of_manifest(schema: &mut Schema, kinds: &[&Kind]) {
    without_null(schema);
    let mut without_default = json_schema!({});
    for kind in kinds {
        let Some(array) = schema.pointer_mut(&format!("/properties/{}", kind.name)) else {
            continue;
        };
        // schemars is told to write the tables in place (`inline`), so the schema of a kind is under its array.
        let table = &mut array["items"];
        table["properties"]["arch"] = arch(kind);
        let description = table
            .as_object_mut()
            .and_then(|table| table.remove("description"));
        array["description"] = description.into();
        // A `vertex_input` has no default architecture: the manifest names one, or each of them does.
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
