//! JSON Schemas of answers, of draft 7: what a program can expect of [`write_json`](crate::write_json).

/// Names a command and the schema of its answer that is checked in.
macro_rules! answers {
    ($($command:literal),+) => {
        /// The schema of the answer of each command that has one, by the command's name.
        ///
        /// ```
        /// use mali_instancing_inspect::schema::ANSWERS;
        ///
        /// let (_, pad) = ANSWERS.iter().find(|(command, _)| *command == "pad").unwrap();
        /// assert!(pad.contains("\"padded_counts\""));
        /// ```
        pub const ANSWERS: &[(&str, &str)] = &[
            $(($command, include_str!(concat!("../schemas/", $command, ".json")))),+
        ];
    };
}

answers!(
    "attr", "check", "decode", "pad", "plan", "trace", "varyings"
);

/// The schemas of [`ANSWERS`], made of the answers' types.
///
/// ```
/// let made = mali_instancing_inspect::schema::made();
/// assert_eq!(made.len(), mali_instancing_inspect::schema::ANSWERS.len());
/// ```
#[cfg(feature = "schemars")]
#[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
#[must_use]
pub fn made() -> Vec<(&'static str, schemars::Schema)> {
    use crate::attr::ExplainedBuffer;
    use crate::check::CheckedDraws;
    use crate::decode::{DecodedDescriptors, DecodedTables};
    use crate::pad::PaddedCounts;
    use crate::plan::PlannedScript;
    use crate::trace::TracedDraw;
    use crate::varyings::{MissingRows, VaryingMemory, VaryingRegisters};

    macro_rules! one_of {
        ($($Answer:ty),+) => {
            versioned(&[$(|generator| generator.subschema_for::<$Answer>()),+])
        };
    }

    vec![
        ("attr", one_of!(ExplainedBuffer)),
        ("check", one_of!(CheckedDraws)),
        ("decode", one_of!(DecodedDescriptors, DecodedTables)),
        ("pad", one_of!(PaddedCounts)),
        ("plan", one_of!(PlannedScript)),
        ("trace", one_of!(TracedDraw)),
        (
            "varyings",
            one_of!(VaryingRegisters<'_>, MissingRows, VaryingMemory<'_>),
        ),
    ]
}

#[cfg(feature = "schemars")]
type Subschema = fn(&mut schemars::SchemaGenerator) -> schemars::Schema;

/// The schema of an answer of one of these types, which has a version as all have.
#[cfg(feature = "schemars")]
fn versioned(answers: &[Subschema]) -> schemars::Schema {
    use schemars::generate::SchemaSettings;
    use schemars::transform::RecursiveTransform;
    use schemars::{Schema, json_schema};

    /// Leaves the examples of documentation out.
    fn shorten(schema: &mut Schema) {
        let text = schema.get("description").and_then(|text| text.as_str());
        if let Some((first, _)) = text.and_then(|text| text.split_once("\n\n")) {
            let first = first.to_owned();
            schema.insert("description".to_owned(), first.into());
        }
    }

    let settings = SchemaSettings::draft07().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(shorten));
    let mut generator = settings.into_generator();
    let answers: Vec<_> = answers
        .iter()
        .map(|answer| answer(&mut generator))
        .collect();
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
