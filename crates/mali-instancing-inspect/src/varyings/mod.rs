//! A manifest of varyings, packed, to a grid, a picture or code; two shaders, linked, to the memory between
//! them.

mod emit_c;
mod emit_rust;
mod grid;
mod manifest;
mod memory;
mod packed;
mod palette;
mod plot;
mod shader;
mod text;

use std::fmt;

use serde::Serialize;

use crate::notation::Choice;
use crate::output::json::to_json;
use mali_instancing_codegen::Source;
use mali_instancing_codegen::TextError;
use mali_instancing_codegen::code::Naming;
use manifest::Interface;
#[cfg(feature = "schemars")]
pub(crate) use manifest::Manifest;
pub use memory::{FeedbackOptions, StoredVarying, VaryingMemory};
pub use packed::MissingRows;
use packed::PackedVaryings;
pub use shader::Shader;
use shader::Stage;

/// What a manifest of varyings can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaryingLanguage {
    /// JSON, as [`to_json`] has it.
    Json,
    /// Rust that depends on nothing: `pub const UV_REGISTER`, `UV_COMPONENT` and `UV_ELEMENTS`.
    Rust,
    /// A header for C and C++ with the same.
    C,
}

impl Choice for VaryingLanguage {
    const NAMES: &'static [(&'static str, Self)] =
        &[("json", Self::Json), ("rust", Self::Rust), ("c", Self::C)];
}

/// The varyings of a manifest in their registers.
///
/// ```
/// use mali_instancing_codegen::code::Naming;
/// use mali_instancing_inspect::varyings::{VaryingLanguage, VaryingRegisters};
/// use mali_instancing_codegen::Source;
///
/// let toml = "[[varying]]\nname = \"uv\"\ntype = \"vec2\"\narray = 3\n";
/// let manifest = Source::new("cube.toml", toml.into())?;
/// let registers = VaryingRegisters::pack(&manifest).unwrap();
/// assert!(mali_instancing_inspect::to_json(&registers).contains("\"registers_used\": 3,"));
/// let code = registers.code(VaryingLanguage::Rust, Naming::default())?;
/// assert!(code.contains("pub const UV_ELEMENTS: [(u32, u32); 3]"));
/// assert!(registers.svg().starts_with("<svg"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct VaryingRegisters<'a> {
    #[serde(skip)]
    manifest: &'a Source,
    #[serde(flatten)]
    packed: PackedVaryings,
}

/// Varyings that cannot be packed.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::varyings::VaryingRegisters;
///
/// let toml = "registers = 2\n[[varying]]\nname = \"m\"\ntype = \"mat3\"\n";
/// let manifest = Source::new("cube.toml", toml.into())?;
/// let error = VaryingRegisters::pack(&manifest).err().unwrap();
/// assert_eq!(error.error().line(), Some(3));
/// let misfit = error.misfit().unwrap();
/// assert!(mali_instancing_inspect::to_json(misfit).contains("\"missing_rows\": 1"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    error: TextError,
    misfit: Option<Box<MissingRows>>,
}

impl PackError {
    /// What is wrong, and where.
    #[must_use]
    pub const fn error(&self) -> &TextError {
        &self.error
    }

    /// The answer all the same: the varying that does not fit. `None` where something else is wrong.
    #[must_use]
    pub fn misfit(&self) -> Option<&MissingRows> {
        self.misfit.as_deref()
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl std::error::Error for PackError {}

impl<'a> VaryingRegisters<'a> {
    /// Packs the varyings of a manifest.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the manifest, and varyings that do not fit.
    pub fn pack(manifest: &'a Source) -> Result<Self, PackError> {
        let interface = Interface::read(manifest)
            .and_then(|interface| interface.check_one_stage().map(|()| interface))
            .map_err(|fault| PackError {
                error: fault.in_text(manifest),
                misfit: None,
            })?;
        Self::place(manifest, interface)
    }

    /// Packs what a vertex shader writes.
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
        let source = shader.source();
        let stage = shader.read(Stage::Vertex).map_err(|fault| PackError {
            error: fault.in_text(source),
            misfit: None,
        })?;
        Self::place(source, Interface::of_shader(stage))
    }

    fn place(manifest: &'a Source, interface: Interface) -> Result<Self, PackError> {
        match interface.pack() {
            Ok(packed) => Ok(Self { manifest, packed }),
            Err(misfit) => Err(PackError {
                error: misfit.fault().in_text(manifest),
                misfit: misfit.missing_rows().map(Box::new),
            }),
        }
    }

    /// What was declared, and where it is: a line a varying, with escape sequences for its colour.
    #[must_use]
    pub fn legend(&self) -> String {
        text::legend(&self.packed)
    }

    /// The grid and the legend as a picture.
    #[must_use]
    pub fn svg(&self) -> String {
        plot::svg(&self.packed)
    }

    /// The registers in a language.
    ///
    /// # Errors
    ///
    /// A name that the language cannot have.
    pub fn code(&self, language: VaryingLanguage, naming: Naming) -> Result<String, TextError> {
        match language {
            VaryingLanguage::Json => Ok(to_json(self)),
            VaryingLanguage::Rust => emit_rust::emit(self.manifest, &self.packed, naming),
            VaryingLanguage::C => emit_c::emit(self.manifest, &self.packed, naming),
        }
    }
}

/// Writes the grid, registers down and components across, and the legend, with escape sequences for
/// the varyings' colours.
impl fmt::Display for VaryingRegisters<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&text::grid(&self.packed))
    }
}
