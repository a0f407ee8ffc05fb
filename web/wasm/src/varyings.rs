//! The varyings that two shaders share: their bytes in a Mali's memory, and their registers.

use mali_instancing::Arch;
use mali_instancing_codegen::{Naming, TextError};
use mali_instancing_inspect::to_json;
use mali_instancing_inspect::varyings::{
    LinkOptions, Shader, VaryingLanguage, VaryingMemory, VaryingRegisters,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Two shaders, and the Mali that they are linked for.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct VaryingsQuestion {
    vertex: String,
    fragment: String,
    arch: String,
    is_separable: bool,
}

/// The varyings that two shaders share. The data are those of the command, whose schema is `varyings.json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Linked {
    memory: Option<Memory>,
    registers: Option<Value>,
    registers_error: Option<String>,
    /// The mistake in the shaders, and the stage that has it.
    error: Option<StageError>,
}

/// The memory of varyings as data, as text and as code.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Memory {
    data: Value,
    text: String,
    c: String,
    rust: String,
}

/// A mistake in a shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StageError {
    /// `vertex` or `fragment`.
    stage: String,
    message: String,
}

pub(crate) fn varyings(question: VaryingsQuestion) -> Linked {
    let arch = Arch::from_name(&question.arch).unwrap_or(Arch::V10);
    let options = LinkOptions {
        is_separable: question.is_separable,
        ..LinkOptions::new(arch)
    };
    let shader = |stage: &str, text: &str| Shader::new(stage, text.as_bytes().to_vec());
    let memory = || -> Result<Memory, TextError> {
        let vertex = shader("vertex", &question.vertex)?;
        let fragment = shader("fragment", &question.fragment)?;
        let memory = VaryingMemory::link(&vertex, &fragment, options)?;
        let code = |language| {
            let code = memory.code(language, Naming::default());
            code.unwrap_or_else(|error| error.to_string())
        };
        Ok(Memory {
            data: data(&to_json(&memory)),
            text: memory.to_string(),
            c: code(VaryingLanguage::C),
            rust: code(VaryingLanguage::Rust),
        })
    };
    let registers = || {
        let vertex = shader("vertex", &question.vertex).map_err(|error| error.to_string())?;
        let registers = VaryingRegisters::of_vertex_shader(&vertex);
        registers
            .map(|registers| data(&to_json(&registers)))
            .map_err(|error| error.to_string())
    };
    let (memory, error) = match memory() {
        Ok(memory) => (Some(memory), None),
        Err(error) => {
            let message = error
                .line
                .map_or_else(String::new, |line| format!("line {line}: "));
            let message = message + &error.message;
            (
                None,
                Some(StageError {
                    stage: error.source,
                    message,
                }),
            )
        }
    };
    let (registers, registers_error) = match registers() {
        Ok(registers) => (Some(registers), None),
        Err(error) => (None, Some(error)),
    };
    Linked {
        memory,
        registers,
        registers_error,
        error,
    }
}

fn data(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}
