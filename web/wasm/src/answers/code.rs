//! A draw as code of a program, ready to copy.

use mali_instancing_codegen::code::macro_calls;
use mali_instancing_codegen::shader::{ShaderLanguage, functions};
use mali_instancing_codegen::{Language, Manifest, Naming, generate};
use serde::{Deserialize, Serialize};

use crate::draw::{Subject, with_draw};

/// A draw, and the form that it is converted to.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CodeQuestion {
    subject: Subject,
    kind: Kind,
}

/// The forms of a draw in a program.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
enum Kind {
    Macro,
    Manifest,
    C,
    Rust,
    Json,
    /// Functions that are the same for every draw, in the shader language with this name.
    Shader(String),
}

/// The code, or the reason why there is none.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Code {
    Text(String),
    Error(String),
}

pub(crate) fn code(question: CodeQuestion) -> Code {
    if let Kind::Shader(name) = &question.kind {
        return match ShaderLanguage::from_name(name) {
            Some(language) => Code::Text(functions(language)),
            None => Code::Error(format!("there is no shader language {name}")),
        };
    }
    let manifest = with_draw(&question.subject, |draw| draw.manifest.clone());
    let Some(manifest) = manifest else {
        return Code::Error("these words have no manifest: open them as a draw first".to_owned());
    };
    let read = || Manifest::from_toml("draw.toml", &manifest);
    let generated = |language| {
        let code = generate(&read()?, language, Naming::default())?;
        Ok(String::from_utf8_lossy(&code).into_owned())
    };
    let code = match question.kind {
        Kind::Macro => read().and_then(|manifest| macro_calls(&manifest)),
        Kind::C => generated(Language::C),
        Kind::Rust => generated(Language::Rust),
        Kind::Json => generated(Language::Json),
        Kind::Manifest | Kind::Shader(_) => Ok(manifest),
    };
    code.map_or_else(|error| Code::Error(error.to_string()), Code::Text)
}
