//! The questions and their answers.

use serde::{Deserialize, Serialize};

/// Lists the questions: the name of each, its type, the type of the answer, and the function that answers it.
macro_rules! questions {
    ($($name:ident, $Question:ty => $Answer:ty, $answer:path;)+) => {
        /// A question: one member, whose name is the name of the question.
        #[derive(Deserialize)]
        #[allow(non_camel_case_types, reason = "the names are those of the JSON")]
        enum Question {
            $($name($Question),)+
        }

        fn json_of(question: Question) -> Result<Vec<u8>, serde_json::Error> {
            match question {
                $(Question::$name(question) => serde_json::to_vec(&Answered::<$Answer> { answer: $answer(question) }),)+
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
    names, crate::names::NamesQuestion => crate::names::Known, crate::names::names;
    draw, crate::draw::Subject => crate::draw::Shown, crate::draw::shown;
    edit, crate::draw::Edited => crate::draw::Subject, crate::draw::edit;
    open, crate::draw::Subject => crate::draw::Opened, crate::draw::open;
    grid, crate::grid::GridQuestion => crate::grid::Grid, crate::grid::grid;
    compare, crate::compare::CompareQuestion => Option<crate::compare::Compared>, crate::compare::compare;
    thread, crate::thread::ThreadQuestion => Option<crate::thread::ShownThread>, crate::thread::thread;
    table, crate::thread::TableQuestion => Vec<crate::thread::Instance>, crate::thread::table;
    code, crate::code::CodeQuestion => crate::code::Code, crate::code::code;
    dividing, crate::dividing::DividingQuestion => crate::dividing::Divided, crate::dividing::dividing;
    varyings, crate::varyings::VaryingsQuestion => crate::varyings::Linked, crate::varyings::varyings;
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
    answered.unwrap_or_else(|error| {
        let misunderstood = error.to_string();
        serde_json::to_vec(&Misunderstood { misunderstood }).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
