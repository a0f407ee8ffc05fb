//! Packs a manifest of varyings to a grid, a picture or code, and links two shaders to the memory between
//! them.

// A manifest (`manifest`) or shaders (`shader`) come in. Both become the declarations of two stages, except that a
// manifest can have the slots of a driver's compiler instead (`slots`). From there two ways part: `registers` packs
// the declarations of a stage by the rules of the standard, which say what each implementation must accept. `memory`
// links two stages and shows where a Mali has the varyings. `choices` has the words that manifests and options choose
// from, and `name` has errors at a varying's name and the names in code.
mod choices;
mod manifest;
mod memory;
mod name;
mod registers;
mod shader;
mod slots;

use mali_instancing_codegen::choices;

pub use choices::{DriverNames, MatchingNames, MesaVersionNames, RegisterTargetNames};
pub use mali_varyings::{Driver, Matching, MesaVersion, RegisterTarget};
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
