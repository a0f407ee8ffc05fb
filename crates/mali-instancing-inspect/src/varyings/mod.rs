//! Packs a manifest of varyings to a grid, a picture or code, and links two shaders to the memory between
//! them.

mod choices;
mod manifest;
mod memory;
mod name;
mod registers;
mod shader;
mod slots;

use mali_instancing_codegen::choices;

pub use choices::{DriverNames, MatchingNames, MesaVersionNames, TargetNames};
pub use mali_varyings::{Driver, Matching, MesaVersion, Target};
#[cfg(feature = "schemars")]
pub(crate) use manifest::Manifest;
pub use memory::{FeedbackOptions, LinkOptions, VaryingMemory};
pub use registers::{MissingRows, PackError, RegisterOptions, StageRegisters, VaryingRegisters};
pub use shader::Shader;

/// The forms that a manifest of varyings can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaryingLanguage {
    /// JSON, as written by [`to_json`](crate::to_json).
    Json,
    /// Rust that depends on nothing: `pub const UV_REGISTER`, `UV_COMPONENT` and `UV_ELEMENTS`.
    Rust,
    /// A header for C and C++ with the same contents.
    C,
}

/// Notes after an empty line, if there are any.
fn notes(notes: &[String]) -> String {
    match notes {
        [] => String::new(),
        notes => format!("\n{}\n", notes.join("\n")),
    }
}

choices! { VaryingLanguage { "json" => Json, "rust" => Rust, "c" => C } }
