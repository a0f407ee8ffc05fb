//! The questions and their answers.

use serde::{Deserialize, Serialize};

/// Lists the questions: the name of each, the feature that answers it, its type, the type of the answer, and the
/// function that answers it.
macro_rules! questions {
    ($($name:ident, $feature:literal, $Question:ty => $Answer:ty, $answer:path;)+) => {
        /// A question: one member, whose name is the name of the question.
        #[derive(Deserialize)]
        #[allow(non_camel_case_types, reason = "the names are those of the JSON")]
        enum Question {
            $(#[cfg(feature = $feature)] $name($Question),)+
        }

        fn json_of(question: Question) -> Result<Vec<u8>, serde_json::Error> {
            match question {
                $(#[cfg(feature = $feature)] Question::$name(question) => serde_json::to_vec(&Answered::<$Answer> { answer: $answer(question) }),)+
            }
        }

        /// All questions and answers of the page, for the schema.
        #[cfg(test)]
        #[derive(schemars::JsonSchema)]
        #[allow(dead_code, reason = "only its schema is wanted")]
        struct Doors {
            questions: Questions,
            answers: Answers,
        }

        #[cfg(test)]
        #[derive(schemars::JsonSchema)]
        #[allow(dead_code, reason = "only its schema is wanted")]
        struct Questions {
            $($name: $Question,)+
        }

        #[cfg(test)]
        #[derive(schemars::JsonSchema)]
        #[allow(dead_code, reason = "only its schema is wanted")]
        struct Answers {
            $($name: $Answer,)+
        }
    };
}

questions! {
    names, "draws", crate::answers::names::NamesQuestion => crate::answers::names::Known, crate::answers::names::names;
    draw, "draws", crate::draw::Subject => crate::draw::Shown, crate::draw::shown;
    edit, "draws", crate::draw::Edited => crate::draw::Subject, crate::draw::edit;
    open, "draws", crate::draw::Subject => crate::draw::Opened, crate::draw::open;
    grid, "draws", crate::answers::grid::GridQuestion => crate::answers::grid::Grid, crate::answers::grid::grid;
    compare, "draws", crate::answers::compare::CompareQuestion => Option<crate::answers::compare::Compared>, crate::answers::compare::compare;
    thread, "draws", crate::answers::thread::ThreadQuestion => Option<crate::answers::thread::ShownThread>, crate::answers::thread::thread;
    table, "draws", crate::answers::thread::TableQuestion => Vec<crate::answers::thread::Instance>, crate::answers::thread::table;
    code, "draws", crate::answers::code::CodeQuestion => crate::answers::code::Code, crate::answers::code::code;
    dividing, "draws", crate::answers::dividing::DividingQuestion => crate::answers::dividing::Divided, crate::answers::dividing::dividing;
    varyings, "varyings", crate::varyings::VaryingsQuestion => crate::varyings::Linked, crate::varyings::varyings;
}

/// The answer; it is a member, so that a mistake in the question can be another.
#[derive(Serialize)]
struct Answered<T> {
    answer: T,
}

#[derive(Serialize)]
struct Misunderstood {
    misunderstood: String,
}

/// Answers a question in JSON.
pub(crate) fn answer(question: &[u8]) -> Vec<u8> {
    let answered = serde_json::from_slice(question).and_then(json_of);
    // A question of the other module is unknown here, since its variant is left out by the feature.
    answered.unwrap_or_else(|error| {
        let misunderstood = error.to_string();
        serde_json::to_vec(&Misunderstood { misunderstood }).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn the_schema_that_is_checked_in_is_that_of_the_questions_and_answers() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page.schema.json");
        let settings = schemars::generate::SchemaSettings::draft07().for_serialize();
        let schema = settings.into_generator().into_root_schema_for::<Doors>();
        let schema = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("SCHEMAS").is_some_and(|value| value == "overwrite") {
            std::fs::write(path, &schema).unwrap();
        }
        assert_eq!(
            std::fs::read_to_string(path).unwrap(),
            schema,
            "SCHEMAS=overwrite accepts it"
        );
    }

    fn answered(question: &Value) -> Value {
        serde_json::from_slice(&answer(question.to_string().as_bytes())).unwrap()
    }

    /// A field that looks empty is an empty one.
    #[test]
    fn white_space_in_a_field_is_nothing() {
        let answer_with = |vertices: &str, size: &str| {
            let draw = json!({
                "name": "a", "arch": "v7", "vertices": vertices, "instances": "100", "first_vertex": "",
                "first_instance": "", "padding": "", "rounding": "", "layout": "", "idvs": "",
                "primitive_vertices": "", "resource_table": "",
            });
            let buffer = json!({
                "name": "mesh", "stride": "20", "rate": "vertex", "divisor": "", "size": size, "address": "0x10000000",
            });
            let attribute = json!({ "name": "uv", "buffer": "mesh", "format": "R16G16_UNORM", "offset": "12", "overlap": "" });
            let form = json!({ "draw": draw, "buffers": [buffer], "attributes": [attribute] });
            answered(&json!({ "draw": { "of": { "form": form }, "edits": [], "is_fixed": false } }))
        };
        let missing = json!({
            "part": "draw", "key": "vertices", "message": "a number of vertices is missing",
        });
        for space in ["", " ", "\t "] {
            assert_eq!(answer_with(space, "")["answer"]["mistake"], missing);
            let draw = &answer_with("70", space)["answer"]["draw"];
            let mut descriptors = draw["descriptors"].as_array().unwrap().iter();
            let buffer = descriptors.find(|descriptor| descriptor["table"] == "buffers");
            // The fourth word is the size: the last of 70 elements, 20 bytes apart, ends after 16.
            assert_eq!(buffer.unwrap()["words"][3], 69 * 20 + 16, "{space:?}");
        }
    }

    #[test]
    fn words_that_are_no_descriptor_are_named_by_the_first_and_the_last() {
        // Descriptors of buffers of V7 have four words. The type in the low six bits of a first word has no value 63.
        let words = "0 0 0 0 0x3f 0 0 0";
        for (text, title) in [
            (words, "buffers, words 4 to 7: no descriptor"),
            ("0 0 0 0 0x3f", "buffers, word 4: no descriptor"),
        ] {
            let text = json!({ "text": text, "arch": "v7", "table": "buffers", "number": 0 });
            let shown = answered(
                &json!({ "draw": { "of": { "text": text }, "edits": [], "is_fixed": false } }),
            );
            assert_eq!(
                shown["answer"]["draw"]["descriptors"][0]["title"], title,
                "{shown}"
            );
        }
    }

    #[test]
    fn what_is_no_question_is_said_to_be_none() {
        for question in ["", "{}", "{\"draw\":{}}", "{\"what\":1}", "\u{1}"] {
            let answer = String::from_utf8(answer(question.as_bytes())).unwrap();
            assert!(
                answer.starts_with("{\"misunderstood\":\""),
                "{question}: {answer}"
            );
        }
    }
}
