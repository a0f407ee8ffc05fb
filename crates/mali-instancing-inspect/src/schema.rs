//! JSON Schemas, draft 7: of files, for editors, and of the answers that this repository reads.

/// The schemas of the files that are read: manifests of varyings, in TOML or JSON.
///
/// ```
/// use mali_instancing_inspect::schema::READ;
///
/// let names: Vec<_> = READ.iter().map(|(name, _)| *name).collect();
/// assert_eq!(names, ["varyings"]);
/// ```
pub const READ: &[(&str, &str)] = &[("varyings", include_str!("../schemas/read/varyings.json"))];

#[cfg(feature = "schemars")]
pub use generated::{of_answers, of_file};

#[cfg(feature = "schemars")]
mod generated {
    use mali_instancing_codegen::schema::without_null;
    use schemars::generate::SchemaSettings;
    use schemars::transform::RecursiveTransform;
    use schemars::{JsonSchema, Schema, json_schema};
    use serde_json::Value;

    use crate::varyings::{Manifest, MissingRows, StageRegisters, VaryingMemory, VaryingRegisters};

    /// The schema of [`READ`](super::READ) and that of the answers about varyings, from which the page's types are made,
    /// each with the path of its file in `schemas`.
    ///
    /// ```
    /// use mali_instancing_inspect::schema::of_answers;
    ///
    /// let paths: Vec<_> = of_answers().into_iter().map(|(path, _)| path).collect();
    /// assert_eq!(paths, ["varyings.json", "read/varyings.json"]);
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
    #[must_use]
    pub fn of_answers() -> Vec<(&'static str, Schema)> {
        vec![
            ("varyings.json", of_varyings()),
            ("read/varyings.json", of_file::<Manifest>()),
        ]
    }

    /// The schema of a result about varyings, which has one of these types and, like all results, a version.
    fn of_varyings() -> Schema {
        let settings = SchemaSettings::draft07().for_serialize();
        let settings = settings.with_transform(RecursiveTransform(shorten));
        let mut generator = settings.into_generator();
        let answers = [
            generator.subschema_for::<VaryingRegisters<'_>>(),
            generator.subschema_for::<StageRegisters<'_>>(),
            generator.subschema_for::<MissingRows>(),
            generator.subschema_for::<VaryingMemory<'_>>(),
        ];
        let mut schema = json_schema!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": { "version": { "type": "integer", "const": crate::VERSION } },
            "required": ["version"],
            "anyOf": answers,
        });
        // `true` applies the settings' transform, which shortens the descriptions.
        let definitions = generator.take_definitions(true);
        schema.insert("definitions".to_owned(), definitions.into());
        schema
    }

    /// The schema of a file of this type, which may name its schema.
    ///
    /// ```
    /// #[derive(schemars::JsonSchema)]
    /// struct Script {
    ///     calls: Vec<String>,
    /// }
    ///
    /// let schema = mali_instancing_inspect::schema::of_file::<Script>();
    /// assert!(schema.pointer("/properties/$schema").is_some());
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
    #[must_use]
    pub fn of_file<T: JsonSchema>() -> Schema {
        let settings = SchemaSettings::draft07().with_transform(without_null);
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        if let Some(properties) = schema.pointer_mut("/properties") {
            properties["$schema"] = json_schema!({ "type": "string" }).into();
        }
        schema
    }

    /// Removes the examples of documentation.
    fn shorten(schema: &mut Schema) {
        let text = schema.get("description").and_then(Value::as_str);
        if let Some((first, _)) = text.and_then(|text| text.split_once("\n\n")) {
            let first = first.to_owned();
            schema.insert("description".to_owned(), first.into());
        }
    }
}
