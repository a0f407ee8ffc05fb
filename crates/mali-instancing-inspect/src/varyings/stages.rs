//! The registers of the declarations of two shaders: outputs and inputs are counted separately.

use std::fmt;

use mali_instancing_codegen::Source;
use mali_instancing_codegen::read::Quoted;
use mali_varyings::{BuiltIn, Error, Target, Varying};
use mali_varyings_shader::{Stage, StageVaryings};
use serde::Serialize;

use super::packed::{PackError, VaryingRegisters, pack_stage};
use super::shader::Shader;
use super::text;

/// The rules by which the registers of shaders are counted.
///
/// ```
/// use mali_instancing_inspect::varyings::{RegisterOptions, Target};
///
/// let options = RegisterOptions::default().with_target(Target::ES300).with_registers(16).unwrap();
/// assert!(options.with_registers(65).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RegisterOptions {
    target: Option<Target>,
    registers: Option<u32>,
    is_separable: bool,
    is_lenient: bool,
}

impl RegisterOptions {
    /// The same options with the rules of this target. By default, they are those of the edition of GLSL ES of the vertex shader,
    /// and of 3.20 if it is not GLSL ES.
    #[must_use]
    pub const fn with_target(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// The same options with this number of registers. By default, it is that of the rules.
    ///
    /// # Errors
    ///
    /// [`Error::Registers`] for none and for more than 64.
    pub const fn with_registers(mut self, registers: u32) -> Result<Self, Error> {
        match Target::ES320.with_registers(registers) {
            Ok(_) => {
                self.registers = Some(registers);
                Ok(self)
            }
            Err(error) => Err(error),
        }
    }

    /// The same options for shaders that are compiled separately, of which all declarations count. If shaders are
    /// linked together, the varyings that are statically used count.
    #[must_use]
    pub const fn with_separable(mut self, is_separable: bool) -> Self {
        self.is_separable = is_separable;
        self
    }

    /// The same options with declarations that the edition of the rules does not have accepted, or not: by default they
    /// are errors, if rules are given.
    #[must_use]
    pub const fn with_leniency(mut self, is_lenient: bool) -> Self {
        self.is_lenient = is_lenient;
        self
    }

    /// Packs the part of a stage that counts.
    fn pack(
        self,
        source: &Source,
        mut stage: StageVaryings,
        mut target: Target,
    ) -> Result<VaryingRegisters<'_>, PackError> {
        if !self.is_separable {
            stage.retain_used();
        }
        if let Some(registers) = self.registers {
            target.registers = registers;
        }
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
/// let options = RegisterOptions::default().with_registers(1).unwrap();
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
                Some(100) => Target::ES100,
                Some(300) => Target::ES300,
                Some(310) => Target::ES310,
                _ => Target::ES320,
            });
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
        let name = built_in.name(Stage::Fragment);
        if stage.built_ins.has(built_in) {
            let offset = shader.source().text().find(name);
            stage.push(name, offset.unwrap_or(0), varying);
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
        formatter.write_str(&text::notes(&self.notes))
    }
}
