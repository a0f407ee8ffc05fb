//! The varyings that two shaders share: their bytes in a Mali's memory, and their registers; or the slots that a driver's
//! compiler leaves of them.

use mali_instancing::Arch;
use mali_instancing_codegen::{Naming, Source, TextError};
use mali_instancing_inspect::to_json;
use mali_instancing_inspect::varyings::{
    LinkOptions, Shader, VaryingLanguage, VaryingMemory, VaryingRegisters,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Two shaders or a manifest of slots, and the Mali that they are linked for.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct VaryingsQuestion {
    vertex: String,
    fragment: String,
    /// The manifest of slots, which takes the place of both shaders.
    slots: Option<String>,
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
    /// `vertex`, `fragment` or `slots`.
    stage: String,
    message: String,
}

impl Memory {
    fn new(memory: &VaryingMemory<'_>) -> Self {
        let code = |language| {
            let code = memory.code(language, Naming::default());
            code.unwrap_or_else(|error| error.to_string())
        };
        Self {
            data: data(&to_json(memory)),
            text: memory.to_string(),
            c: code(VaryingLanguage::C),
            rust: code(VaryingLanguage::Rust),
        }
    }
}

pub(crate) fn varyings(question: VaryingsQuestion) -> Linked {
    // The page offers names only, but an address can be edited by hand.
    let arch = Arch::from_name(&question.arch).unwrap_or(Arch::V10);
    let options = LinkOptions {
        is_separable: question.is_separable,
        ..LinkOptions::new(arch)
    };
    let shader = |stage: &str, text: &str| Shader::new(stage, text.as_bytes().to_vec());
    let memory = || -> Result<Memory, TextError> {
        if let Some(slots) = &question.slots {
            let slots = Source::new("slots", slots.as_bytes().to_vec())?;
            return Ok(Memory::new(&VaryingMemory::of_manifest(&slots, options)?));
        }
        let vertex = shader("vertex", &question.vertex)?;
        let fragment = shader("fragment", &question.fragment)?;
        Ok(Memory::new(&VaryingMemory::link(
            &vertex, &fragment, options,
        )?))
    };
    // Registers need the vertex shader alone, so they are shown also if the fragment shader is wrong.
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
            let line = error.line.map(|line| format!("line {line}: "));
            let message = line.unwrap_or_default() + &error.message;
            // The texts are named after their stages.
            let stage = error.source;
            (None, Some(StageError { stage, message }))
        }
    };
    let (registers, registers_error) = match registers() {
        // Slots have places in memory alone.
        _ if question.slots.is_some() => (None, None),
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
