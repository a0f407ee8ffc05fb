//! JSON Schemas, draft 7: of files, for editors, and of results, for programs that read the output of
//! [`write_json`](crate::write_json).

/// Lists names with the schemas that are checked in.
macro_rules! checked_in {
    ($folder:literal, $($name:literal),+) => {
        &[$(($name, include_str!(concat!("../schemas/", $folder, $name, ".json")))),+]
    };
}

/// The schema of each command's output, by the command's name.
///
/// ```
/// use mali_instancing_inspect::schema::ANSWERS;
///
/// let (_, pad) = ANSWERS.iter().find(|(command, _)| *command == "pad").unwrap();
/// assert!(pad.contains("\"padded_counts\""));
/// ```
pub const ANSWERS: &[(&str, &str)] =
    checked_in!("", "attr", "check", "decode", "pad", "trace", "varyings");

/// The schemas of the files that are read: manifests of varyings, in TOML or JSON.
///
/// ```
/// use mali_instancing_inspect::schema::READ;
///
/// let names: Vec<_> = READ.iter().map(|(name, _)| *name).collect();
/// assert_eq!(names, ["varyings"]);
/// ```
pub const READ: &[(&str, &str)] = checked_in!("read/", "varyings");

#[cfg(feature = "schemars")]
pub use made::{answered, made, read};

#[cfg(feature = "schemars")]
mod made {
    use schemars::generate::SchemaSettings;
    use schemars::transform::{RecursiveTransform, transform_subschemas};
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde_json::Value;

    use crate::attr::ExplainedBuffer;
    use crate::check::CheckedDraws;
    use crate::decode::{DecodedDescriptors, DecodedTables};
    use crate::pad::PaddedCounts;
    use crate::trace::TracedDraw;
    use crate::varyings::{Manifest, MissingRows, StageRegisters, VaryingMemory, VaryingRegisters};

    type Subschema = fn(&mut SchemaGenerator) -> Schema;

    /// The schemas of [`ANSWERS`](super::ANSWERS) and of [`READ`](super::READ), made from the types, each with the path
    /// of its file in `schemas`.
    ///
    /// ```
    /// use mali_instancing_inspect::schema::{ANSWERS, READ, made};
    ///
    /// assert_eq!(made().len(), ANSWERS.len() + READ.len());
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
    #[must_use]
    pub fn made() -> Vec<(&'static str, Schema)> {
        macro_rules! one_of {
            ($($Answer:ty),+) => {
                answered(&[$(|generator| generator.subschema_for::<$Answer>()),+])
            };
        }

        vec![
            ("attr.json", one_of!(ExplainedBuffer)),
            ("check.json", one_of!(CheckedDraws)),
            ("decode.json", one_of!(DecodedDescriptors, DecodedTables)),
            ("pad.json", one_of!(PaddedCounts)),
            ("trace.json", one_of!(TracedDraw)),
            (
                "varyings.json",
                one_of!(
                    VaryingRegisters<'_>,
                    StageRegisters<'_>,
                    MissingRows,
                    VaryingMemory<'_>
                ),
            ),
            ("read/varyings.json", read::<Manifest>()),
        ]
    }

    /// The schema of a result that has one of these types and, like all results, a version.
    ///
    /// ```
    /// let schema = mali_instancing_inspect::schema::answered(&[|generator| {
    ///     generator.subschema_for::<u32>()
    /// }]);
    /// assert!(schema.pointer("/properties/version").is_some());
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
    #[must_use]
    pub fn answered(answers: &[Subschema]) -> Schema {
        let settings = SchemaSettings::draft07().for_serialize();
        let settings = settings.with_transform(RecursiveTransform(shorten));
        let mut generator = settings.into_generator();
        let answers = answers.iter().map(|answer| answer(&mut generator));
        let answers: Vec<_> = answers.collect();
        let mut schema = json_schema!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": { "version": { "type": "integer", "const": crate::VERSION } },
            "required": ["version"],
            "anyOf": answers,
        });
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
    /// let schema = mali_instancing_inspect::schema::read::<Script>();
    /// assert!(schema.pointer("/properties/$schema").is_some());
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
    #[must_use]
    pub fn read<T: JsonSchema>() -> Schema {
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

    /// Removes `null`, since an absent key is left out.
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
        transform_subschemas(&mut without_null, schema);
    }
}
