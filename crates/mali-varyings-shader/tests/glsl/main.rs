//! The rules of GLSL, chapter by chapter, as its specification has them: the preprocessor, expressions, declarations, and
//! which edition has what.

mod declarations;
mod editions;
mod expressions;
mod macros;

use mali_varyings_shader::{Shader, Stage, StageVaryings};

/// The outputs of a vertex shader; an error as its message.
fn outputs(text: &str) -> Result<StageVaryings, String> {
    let shader = Shader::new("a.vert", text.into()).unwrap();
    let read = shader.read(Stage::Vertex);
    read.map_err(|error| error.to_string())
}

/// The names of the outputs.
fn names(text: &str) -> Vec<String> {
    let found = outputs(text).unwrap();
    found.names.into_iter().map(|name| name.text).collect()
}
