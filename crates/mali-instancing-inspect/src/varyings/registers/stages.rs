//! The registers of the declarations of two shaders: outputs and inputs are counted separately.

use std::fmt;

use mali_instancing_codegen::Source;
use mali_instancing_codegen::read::Quoted;
use mali_varyings::{BuiltIn, RegisterTarget, Varying};
use mali_varyings_shader::{Stage, StageVaryings};
use serde::Serialize;

use super::{PackError, VaryingRegisters, pack_stage, text};
use crate::rejected::Rejected;
use crate::varyings::notes;
use crate::varyings::shader::{Shader, first_mention};

/// The rules by which the registers of shaders are counted.
///
/// ```
/// use mali_instancing_inspect::varyings::{RegisterOptions, RegisterTarget};
///
/// let options = RegisterOptions { target: Some(RegisterTarget::ES300), ..RegisterOptions::default() };
/// assert!(!options.is_separable);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RegisterOptions {
    /// The rules. `None` selects those of the edition of GLSL ES of the vertex shader, and of 3.20 if it is not GLSL ES.
    pub target: Option<RegisterTarget>,
    /// The number of registers, 1 to 64. `None` selects that of the rules.
    pub registers: Option<u32>,
    /// Whether the shaders are compiled separately, so that all declarations count. If shaders are linked together, the
    /// varyings that are statically used count.
    pub is_separable: bool,
    /// Whether declarations that the edition of the rules does not have are accepted: by default they are errors, if rules
    /// are given.
    pub is_lenient: bool,
}

impl RegisterOptions {
    /// Checks the number of registers.
    ///
    /// # Errors
    ///
    /// A number that is not in 1 to 64.
    ///
    /// ```
    /// use mali_instancing_inspect::varyings::RegisterOptions;
    ///
    /// let options = RegisterOptions { registers: Some(65), ..RegisterOptions::default() };
    /// assert_eq!(options.check().unwrap_err().key, "registers");
    /// ```
    pub fn check(self) -> Result<(), Rejected> {
        let registers = self.registers.unwrap_or(RegisterTarget::ES320.registers);
        let counted = RegisterTarget::ES320.with_registers(registers);
        let rejected = counted.map_err(|error| Rejected::new("registers", error.to_string()));
        rejected.map(|_| ())
    }

    /// Packs the part of a stage that counts.
    fn pack(
        self,
        source: &Source,
        mut stage: StageVaryings,
        mut target: RegisterTarget,
    ) -> Result<VaryingRegisters<'_>, PackError> {
        if !self.is_separable {
            stage.retain_used();
        }
        let checked = self.check();
        checked.map_err(|rejected| source.error(0, None, rejected.reason))?;
        target.registers = self.registers.unwrap_or(target.registers);
        // The reader has checked the declarations against the edition of the shader itself, including extensions.
        target.is_lenient = self.is_lenient || self.target.is_none();
        pack_stage(source, stage, target)
    }
}

/// The outputs of a vertex shader and the inputs of a fragment shader in their registers.
///
/// ```
/// use mali_instancing_inspect::varyings::{RegisterOptions, Shader, StageRegisters};
///
/// let vertex = Shader::new("a.vert", b"out vec3 normal; out float fog;".to_vec())?;
/// let fragment = Shader::new("a.frag", b"in vec3 normal;\nin vec4 colour;".to_vec())?;
/// let options = RegisterOptions { registers: Some(1), ..RegisterOptions::default() };
/// let error = StageRegisters::pack(&vertex, &fragment, options).err().unwrap();
/// assert!(error.to_string().starts_with("a.frag:1: varying `normal` does not fit"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct StageRegisters<'a> {
    /// The outputs of the vertex shader.
    vertex: VaryingRegisters<'a>,
    /// The inputs of the fragment shader, and the built-in inputs that it reads and that count.
    fragment: VaryingRegisters<'a>,
    /// The assumptions under which the shaders were read.
    notes: Vec<String>,
}

impl<'a> StageRegisters<'a> {
    /// Packs the declarations of two shaders.
    ///
    /// # Errors
    ///
    /// Declarations that cannot be read or are not supported, and varyings that do not fit; each error has the line.
    pub fn pack(
        vertex: &'a Shader,
        fragment: &'a Shader,
        options: RegisterOptions,
    ) -> Result<Self, PackError> {
        let written = vertex.read(Stage::Vertex)?;
        let mut read = fragment.read(Stage::Fragment)?;
        let edition = written.edition.filter(|edition| edition.is_es);
        let target = options
            .target
            .unwrap_or(match edition.map(|edition| edition.version) {
                Some(100) => RegisterTarget::ES100,
                Some(300) => RegisterTarget::ES300,
                Some(310) => RegisterTarget::ES310,
                _ => RegisterTarget::ES320,
            });
        // Of the built-in variables the standard counts these inputs alone.
        add_built_in(&mut read, fragment);
        let notes = [vertex.notes(&written), fragment.notes(&read)].concat();
        Ok(Self {
            notes,
            vertex: options.pack(vertex.source(), written, target)?,
            fragment: options.pack(fragment.source(), read, target)?,
        })
    }
}

/// Adds the built-in inputs that take registers where a shader uses them.
fn add_built_in(stage: &mut StageVaryings, shader: &Shader) {
    for (built_in, varying) in [
        (BuiltIn::FragCoord, Varying::FRAG_COORD),
        (BuiltIn::FrontFacing, Varying::FRONT_FACING),
        (BuiltIn::PointCoord, Varying::POINT_COORD),
    ] {
        if stage.built_ins.has(built_in) {
            let offset = first_mention(shader.source(), built_in, Stage::Fragment);
            stage.push(built_in.name(Stage::Fragment), offset, varying);
        }
    }
}

/// Writes a grid and a legend for each shader, with escape sequences for the varyings' colours.
impl fmt::Display for StageRegisters<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (registers, title, space) in [
            (&self.vertex, "outputs", "\n"),
            (&self.fragment, "inputs", ""),
        ] {
            let name = Quoted::whole(registers.source.name());
            let grid = text::grid(registers);
            write!(formatter, "{title} of {name}\n\n{grid}{space}")?;
        }
        formatter.write_str(&notes(&self.notes))
    }
}
