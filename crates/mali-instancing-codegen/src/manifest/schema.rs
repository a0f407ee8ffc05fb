//! JSON Schemas of manifests, put together from those of the tables' types.

use std::ops::RangeInclusive;

use mali_instancing::{Arch, Padding, Rounding};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::table::Kind;
use super::value::Value;

/// The schema of a table, put together by [`table!`](super::table::table).
pub(super) struct TableSchema<'a> {
    generator: &'a mut SchemaGenerator,
    properties: Schema,
}

impl<'a> TableSchema<'a> {
    pub(super) fn new(generator: &'a mut SchemaGenerator) -> Self {
        let description = "The name, which differs from all other names in the array.";
        let properties = json_schema!({ "name": { "type": "string", "description": description } });
        Self {
            generator,
            properties,
        }
    }

    /// Some keys of a structure of keys.
    pub(super) fn part<P: JsonSchema>(&mut self, keys: &[&str]) {
        let part = P::json_schema(self.generator);
        for key in keys {
            if let Some(schema) = part.pointer(&format!("/properties/{key}")) {
                self.properties.insert((*key).to_owned(), schema.clone());
            }
        }
    }

    pub(super) fn key<V: Value>(
        &mut self,
        key: &str,
        doc: &[&str],
        range: Option<&RangeInclusive<i128>>,
    ) {
        let mut schema = V::schema(self.generator);
        schema.insert("description".to_owned(), first_paragraph(doc).into());
        if let Some(range) = range {
            let limits = json_schema!({ "minimum": range.start(), "maximum": range.end() });
            for (limit, value) in limits.as_object().into_iter().flatten() {
                schema.insert(limit.clone(), value.clone());
            }
        }
        self.properties.insert(key.to_owned(), schema.into());
    }

    pub(super) fn array<T: JsonSchema>(&mut self, key: &str, doc: &[&str]) {
        let elements = json_schema!({
            "description": first_paragraph(doc),
            "type": "array",
            "items": self.generator.subschema_for::<T>(),
        });
        self.properties.insert(key.to_owned(), elements.into());
    }

    /// The schema, with the keys that are required besides the name.
    pub(super) fn finish(self, doc: &[&str], needs: &Schema) -> Schema {
        let mut schema = json_schema!({
            "description": first_paragraph(doc),
            "type": "object",
            "properties": self.properties,
            "additionalProperties": false,
            "required": ["name"],
        });
        for (keyword, needed) in needs.as_object().into_iter().flatten() {
            let said = schema.get_mut(keyword).and_then(|said| said.as_array_mut());
            match (said, needed.as_array()) {
                (Some(required), Some(keys)) => required.extend(keys.clone()),
                _ => {
                    schema.insert(keyword.clone(), needed.clone());
                }
            }
        }
        schema
    }
}

/// The schema of a manifest, kind by kind.
pub(super) struct ManifestSchema<'a> {
    generator: &'a mut SchemaGenerator,
    properties: Schema,
    /// The kinds whose descriptors must have an architecture if the manifest has none.
    without_default: Schema,
}

impl<'a> ManifestSchema<'a> {
    pub(super) fn new(generator: &'a mut SchemaGenerator) -> Self {
        let described = |mut schema: Schema, description: &str| {
            schema.insert("description".to_owned(), description.into());
            schema
        };
        let arch = described(
            generator.subschema_for::<Arch>(),
            "The architecture of descriptors without one of their own.",
        );
        let padding = described(
            generator.subschema_for::<Padding>(),
            "The rule of padding of draws without one of their own, on V4 to V7.",
        );
        let rounding = described(
            generator.subschema_for::<Rounding>(),
            "The rule of rounding of draws without one of their own.",
        );
        Self {
            generator,
            properties: json_schema!({
                "$schema": { "type": "string" },
                "arch": arch,
                "padding": padding,
                "rounding": rounding,
            }),
            without_default: json_schema!({}),
        }
    }

    pub(super) fn kind<T: JsonSchema>(&mut self, kind: &Kind) {
        let mut table = T::json_schema(self.generator);
        let description = table.remove("description");
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
        if let Some(properties) = table.pointer_mut("/properties") {
            properties["arch"] = arch.into();
        }
        let tables = json_schema!({ "description": description, "type": "array", "items": table });
        self.properties.insert(kind.name.to_owned(), tables.into());
        if kind.default_arch.is_none() {
            let required = json_schema!({ "items": { "required": ["arch"] } }).into();
            self.without_default.insert(kind.name.to_owned(), required);
        }
    }

    pub(super) fn finish(self) -> Schema {
        json_schema!({
            "description": "A manifest of mali-instancing: descriptors and draws, from which code is generated.",
            "type": "object",
            "properties": self.properties,
            "additionalProperties": false,
            "anyOf": [{ "required": ["arch"] }, { "properties": self.without_default }],
        })
    }
}

/// The first paragraph of documentation, as one line.
fn first_paragraph(doc: &[&str]) -> String {
    let lines = doc.iter().map(|line| line.trim());
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    // An editor cannot follow links to types.
    lines.join(" ").replace("[`", "`").replace("`]", "`")
}

/// Implements the schema of a type.
macro_rules! schema {
    ($Type:ident: $doc:literal, |$generator:ident| $schema:expr) => {
        #[doc = $doc]
        impl schemars::JsonSchema for $Type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!("mali_instancing_codegen::", stringify!($Type)).into()
            }

            fn json_schema($generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $schema
            }
        }
    };
}

pub(super) use schema;
