//! Varyings in their registers: a grid, a picture, code or JSON.
//!
//! The declarations of one stage come in, from a manifest or a shader. `pack_stage` packs them by the rules of the
//! target, into one `PlacedVarying` each (`placed`): a name, a declaration and a placement.
//! `stages` does this for the outputs and the inputs of two shaders, which take registers independently of each other,
//! and adds the built-in inputs that count. `misfit` reports the varying that does not fit.
//!
//! `grid` makes cells of the placements, for every component of every register. `text` and `svg` show the cells with a
//! legend, in the same colours, and `code` writes the placements as constants.

mod code;
mod grid;
mod misfit;
mod placed;
mod stages;
mod svg;
mod text;

use std::fmt;

use mali_instancing_codegen::code::Naming;
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::{Placement, RegisterTarget, pack, registers_needed};
use mali_varyings_shader::{Stage, StageVaryings};
use serde::Serialize;

use super::VaryingLanguage;
use super::manifest::{Contents, rules_name};
use super::shader::Shader;
use crate::output::json::to_json;
use misfit::misfit;
pub use misfit::{MissingRows, PackError};
use placed::PlacedVarying;
#[cfg(feature = "schemars")]
use placed::PlacedVaryingData;
pub use stages::{RegisterOptions, StageRegisters};

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
    source: &'a Source,
    /// Whether all varyings fit.
    fits: bool,
    #[serde(skip)]
    target: RegisterTarget,
    registers_used: u32,
    /// The smallest number of registers that all varyings fit into.
    registers_needed: u32,
    /// The place of each varying, in the order of the manifest.
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<PlacedVaryingData<'_>>"))]
    varyings: Vec<PlacedVarying>,
}

/// Packs the declarations of a stage.
fn pack_stage(
    source: &Source,
    StageVaryings {
        names, varyings, ..
    }: StageVaryings,
    target: RegisterTarget,
) -> Result<VaryingRegisters<'_>, PackError> {
    let mut placements = vec![Placement::UNPLACED; varyings.len()];
    // The search writes into the placements, too: `pack` comes after it.
    let registers_needed = registers_needed(&varyings, &target, &mut placements).ok();
    let registers_used = pack(&varyings, &target, &mut placements)
        .map_err(|error| misfit(source, &names, target.registers, error, registers_needed))?;
    let placed = names.into_iter().zip(varyings).zip(placements);
    Ok(VaryingRegisters {
        source,
        fits: true,
        target,
        registers_used,
        // What the target has is enough.
        registers_needed: registers_needed.unwrap_or(target.registers),
        varyings: placed
            .map(|((name, declaration), placement)| PlacedVarying {
                name,
                declaration,
                placement,
            })
            .collect(),
    })
}

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
        let target = RegisterTarget {
            is_lenient: true,
            ..RegisterTarget::ES320
        };
        pack_stage(shader.source(), stage, target)
    }

    /// The number of registers in use, in a sentence.
    fn summary(&self) -> String {
        format!(
            "{} of {} registers used, {} needed, rules {}",
            self.registers_used,
            self.target.registers,
            self.registers_needed,
            rules_name(self.target.rules)
        )
    }

    /// The declarations and their places: a line for each varying, with escape sequences for its colour.
    #[must_use]
    pub fn legend(&self) -> String {
        text::legend(self)
    }

    /// The grid and the legend as a picture.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// The registers as code.
    ///
    /// # Errors
    ///
    /// A name that the language does not allow.
    pub fn code(&self, language: VaryingLanguage, naming: Naming) -> Result<String, TextError> {
        match language {
            VaryingLanguage::Json => Ok(to_json(self)),
            VaryingLanguage::Rust => code::rust(self, naming),
            VaryingLanguage::C => code::c(self, naming),
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
