//! Packs a manifest of varyings to a grid, a picture or code, and links two shaders to the memory between
//! them.

mod choices;
mod emit;
mod grid;
mod manifest;
mod memory;
mod name;
mod packed;
mod plot;
mod shader;
mod slots;
mod stages;
mod text;

use std::fmt;

use mali_instancing_codegen::code::Naming;
use mali_instancing_codegen::{Source, TextError, choices};

use crate::output::json::to_json;
pub use choices::{DriverNames, MatchingNames, MesaVersionNames, TargetNames};
pub use mali_varyings::{Driver, Matching, MesaVersion, Target};
use mali_varyings_shader::Stage;
use manifest::Contents;
#[cfg(feature = "schemars")]
pub(crate) use manifest::Manifest;
pub use memory::{FeedbackOptions, LinkOptions, VaryingMemory};
use packed::pack_stage;
pub use packed::{MissingRows, PackError, VaryingRegisters};
pub use shader::Shader;
pub use stages::{RegisterOptions, StageRegisters};

/// The forms that a manifest of varyings can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaryingLanguage {
    /// JSON, as written by [`to_json`].
    Json,
    /// Rust that depends on nothing: `pub const UV_REGISTER`, `UV_COMPONENT` and `UV_ELEMENTS`.
    Rust,
    /// A header for C and C++ with the same contents.
    C,
}

choices! { VaryingLanguage { "json" => Json, "rust" => Rust, "c" => C } }

impl<'a> VaryingRegisters<'a> {
    /// Packs the varyings of a manifest.
    ///
    /// # Errors
    ///
    /// Any error in the manifest, and varyings that do not fit.
    pub fn pack(manifest: &'a Source) -> Result<Self, PackError> {
        let contents = Contents::read(manifest)?;
        contents.check_one_stage(manifest)?;
        let [varyings, _] = contents.stages;
        pack_stage(manifest, varyings, contents.target)
    }

    /// Packs the varyings that a vertex shader writes.
    ///
    /// # Errors
    ///
    /// Declarations that cannot be read or are not supported, and varyings that do not fit.
    ///
    /// ```
    /// use mali_instancing_inspect::varyings::{Shader, VaryingRegisters};
    ///
    /// let shader = Shader::new("a.vert", b"out vec3 normal; out vec2 uv;".to_vec())?;
    /// let registers = VaryingRegisters::of_vertex_shader(&shader).unwrap();
    /// assert!(registers.svg().starts_with("<svg "));
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub fn of_vertex_shader(shader: &'a Shader) -> Result<Self, PackError> {
        let stage = shader.read(Stage::Vertex)?;
        let target = Target {
            is_lenient: true,
            ..Target::ES320
        };
        pack_stage(shader.source(), stage, target)
    }

    /// The declarations and their places: a line for each varying, with escape sequences for its colour.
    #[must_use]
    pub fn legend(&self) -> String {
        text::legend(self)
    }

    /// The grid and the legend as a picture.
    #[must_use]
    pub fn svg(&self) -> String {
        plot::svg(self)
    }

    /// The registers as code.
    ///
    /// # Errors
    ///
    /// A name that the language does not allow.
    pub fn code(&self, language: VaryingLanguage, naming: Naming) -> Result<String, TextError> {
        match language {
            VaryingLanguage::Json => Ok(to_json(self)),
            VaryingLanguage::Rust => emit::rust(self, naming),
            VaryingLanguage::C => emit::c(self, naming),
        }
    }
}

/// Writes the grid, with registers down and components across, and the legend, with escape sequences for
/// the varyings' colours.
impl fmt::Display for VaryingRegisters<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&text::grid(self))
    }
}
