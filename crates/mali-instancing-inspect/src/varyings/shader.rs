//! Shaders whose mistakes are those of a text.

use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::BuiltIn;
use mali_varyings_shader::{Name, ShaderError, Stage, StageVaryings};

/// A shader: GLSL or GLSL ES, a SPIR-V module, or WGSL, as [`mali_varyings_shader::Shader`] reads it.
///
/// ```
/// use mali_instancing_inspect::varyings::Shader;
///
/// assert!(Shader::new("a.vert", b"out vec2 uv;".to_vec()).is_ok());
/// let wgsl = Shader::new("a.wgsl", b"@fragment fn main() {}".to_vec());
/// assert_eq!(wgsl.is_ok(), cfg!(feature = "wgsl"));
/// ```
#[derive(Debug)]
pub struct Shader {
    /// The source, which has no text if the shader is a module.
    source: Source,
    shader: mali_varyings_shader::Shader,
}

impl Shader {
    /// Takes the bytes of a shader, and its `name`, usually a file's path.
    ///
    /// # Errors
    ///
    /// Those of [`mali_varyings_shader::Shader::new`].
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, TextError> {
        let shader = match mali_varyings_shader::Shader::new(name, bytes) {
            Ok(shader) => shader,
            Err(error) => {
                let ShaderError {
                    name,
                    line,
                    message,
                    ..
                } = error;
                // The error has its line already, so it needs no text.
                let source = Source::new(name, Vec::new())?;
                return Err(source.error_at_line(line.unwrap_or(1), message));
            }
        };
        let source = Source::new(shader.name(), shader.text().into())?;
        Ok(Self { source, shader })
    }

    /// The same shader with a macro defined before the first line of GLSL: `NAME=VALUE`, or `NAME` for the value 1.
    ///
    /// # Errors
    ///
    /// An invalid name; the error names what is allowed.
    ///
    /// ```
    /// use mali_instancing_inspect::varyings::{Shader, VaryingRegisters};
    ///
    /// let text = b"#if LIGHTS > 1\nout vec3 light[LIGHTS];\n#endif".to_vec();
    /// let shader = Shader::new("a.vert", text)?.with_definition("LIGHTS=2").unwrap();
    /// let registers = VaryingRegisters::of_vertex_shader(&shader).unwrap();
    /// assert!(mali_instancing_inspect::to_json(&registers).contains("\"registers_used\": 2"));
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub fn with_definition(self, definition: &str) -> Result<Self, String> {
        let shader = self.shader.with_definition(definition)?;
        Ok(Self { shader, ..self })
    }

    /// The same shader, with declarations that its edition does not have accepted, or not.
    ///
    /// ```
    /// use mali_instancing_inspect::varyings::{Shader, VaryingRegisters};
    ///
    /// let text = b"#version 300 es\nlayout(location = 1) out vec2 uv;".to_vec();
    /// let shader = Shader::new("a.vert", text)?;
    /// let error = VaryingRegisters::of_vertex_shader(&shader).err().unwrap();
    /// assert!(error.to_string().starts_with("a.vert:2: GLSL ES 3.00 does not have `location`"));
    /// assert!(VaryingRegisters::of_vertex_shader(&shader.with_leniency(true)).is_ok());
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    #[must_use]
    pub fn with_leniency(self, is_lenient: bool) -> Self {
        let shader = self.shader.with_leniency(is_lenient);
        Self { shader, ..self }
    }

    /// The same shader, of which that entry point is read, as
    /// [`with_entry_point`](mali_varyings_shader::Shader::with_entry_point) has it.
    #[must_use]
    pub fn with_entry_point(self, name: &str) -> Self {
        let shader = self.shader.with_entry_point(name);
        Self { shader, ..self }
    }

    /// Whether the shader is one for Vulkan: a SPIR-V module, or WGSL.
    pub(super) const fn is_vulkans(&self) -> bool {
        !self.shader.is_glsl()
    }

    pub(super) const fn is_wgsl(&self) -> bool {
        self.shader.is_wgsl()
    }

    pub(super) const fn source(&self) -> &Source {
        &self.source
    }

    /// Sentences on what was assumed to read a stage of this shader.
    pub(super) fn notes(&self, stage: &StageVaryings) -> Vec<String> {
        let absent = stage.absent_extensions.iter().map(|Name { text, offset }| {
            let (name, line) = (Quoted::whole(self.source.name()), self.source.line(*offset));
            format!("{name}:{line}: read as without the extension `{text}`; -D {text} reads it as with it")
        });
        let position = (stage.writes_position == Some(false)).then(|| {
            let name = Quoted::whole(self.source.name());
            let variable = if self.is_wgsl() {
                "@builtin(position)"
            } else {
                "gl_Position"
            };
            format!("{name}: writes no {variable}: what it draws is undefined")
        });
        absent.chain(position).collect()
    }

    /// The varyings that a stage declares and uses.
    pub(super) fn read(&self, stage: Stage) -> Result<StageVaryings, TextError> {
        let read = self.shader.read(stage);
        read.map_err(|error| self.source.error(error.offset, None, error.message))
    }
}

/// The place of a built-in variable. Readers keep none: the first mention of its name is near enough.
pub(super) fn first_mention(source: &Source, built_in: BuiltIn, stage: Stage) -> usize {
    source.text().find(built_in.name(stage)).unwrap_or(0)
}
