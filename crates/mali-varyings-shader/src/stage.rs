//! The varyings of a stage.

#[cfg(any(feature = "spirv", feature = "wgsl"))]
use mali_varyings::BaseType;
use mali_varyings::{BuiltIns, Precision, Varying, VaryingType};

use crate::declaration::Declaration;
use crate::edition::Edition;
use crate::error::Fault;

/// The largest depth of nested structures and arrays.
pub(crate) const MAX_DEPTH: u32 = 16;

/// The largest number of varyings: the components of a stage's locations.
const MAX_VARYINGS: usize = 128;

/// The largest number of structures, members and elements, empty ones too, so that reading a shader always ends.
const MAX_PARTS: usize = 4096;

/// The name of a varying. That of a member or an element is a path: `light.color`, `lights[1].color`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The name as declared.
    pub text: String,
    /// The name's first byte in the text.
    pub offset: usize,
}

/// The varyings of a stage, in the order of their declaration, and the built-in values that it uses.
///
/// ```
/// use mali_varyings::VaryingType;
/// use mali_varyings_shader::{Shader, Stage};
///
/// let text = b"#version 300 es\nout vec3 normal; out vec2 uv; void main() { uv = vec2(0); }".to_vec();
/// let mut found = Shader::new("a.vert", text)?.read(Stage::Vertex)?;
/// assert_eq!(found.names[0].text, "normal");
/// assert_eq!(found.varyings[1].varying_type(), VaryingType::Vec2);
/// assert_eq!(found.used, [Some(false), Some(true)]);
/// found.retain_used();
/// assert_eq!(found.names.len(), 1);
/// # Ok::<(), mali_varyings_shader::ShaderError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StageVaryings {
    /// The name of each varying.
    pub names: Vec<Name>,
    /// The varyings, as many as names.
    pub varyings: Vec<Varying>,
    /// The built-in variables that a vertex shader writes, or a fragment shader reads.
    pub built_ins: BuiltIns,
    /// Whether the shader statically uses each varying; empty, or `None`, if that is not known.
    pub used: Vec<Option<bool>>,
    /// The edition of a shader in GLSL.
    pub edition: Option<Edition>,
    /// Whether the entry point of a vertex shader writes the position. `None` in other stages, and without an entry point.
    pub writes_position: Option<bool>,
    /// The captures of transform feedback that a vertex shader declares (`xfb_offset`, in SPIR-V the decorations), by the
    /// names of OpenGL: a varying, an output, or `gl_SkipComponents2` and `gl_NextBuffer` for what is between. Empty if it
    /// declares none.
    ///
    /// ```
    /// use mali_varyings_shader::{Shader, Stage};
    ///
    /// let text = b"#version 450\nlayout(xfb_offset = 0) out vec2 uv; layout(xfb_offset = 16, xfb_stride = 32) out vec3 n;";
    /// let read = Shader::new("a.vert", text.to_vec())?.read(Stage::Vertex)?;
    /// assert_eq!(read.captures, ["uv", "gl_SkipComponents2", "n", "gl_SkipComponents1"]);
    /// # Ok::<(), mali_varyings_shader::ShaderError>(())
    /// ```
    pub captures: Vec<String>,
    /// The types around each varying of a shader in GLSL, the outermost first: `block Light`, `struct Lamp`. A structure
    /// without a name is `struct`. Empty for a varying that is not a member.
    ///
    /// ```
    /// use mali_varyings_shader::{Shader, Stage};
    ///
    /// let text = b"struct Lamp { vec2 size; }; out Light { Lamp lamp; vec2 a; }; out vec2 uv;".to_vec();
    /// let read = Shader::new("a.vert", text)?.read(Stage::Vertex)?;
    /// assert_eq!(read.containers, ["block Light, struct Lamp", "block Light", ""]);
    /// # Ok::<(), mali_varyings_shader::ShaderError>(())
    /// ```
    pub containers: Vec<String>,
    /// The macros of extensions that a condition names although neither the shader, nor a definition, nor this crate's list
    /// of what Mesa's drivers for Mali have defines them: the text was read as without the extension.
    ///
    /// ```
    /// use mali_varyings_shader::{Shader, Stage};
    ///
    /// let text = b"#ifdef GL_EXT_fog\nout float fog;\n#endif\nout vec2 uv;".to_vec();
    /// let read = Shader::new("a.vert", text)?.read(Stage::Vertex)?;
    /// assert_eq!((read.names.len(), &*read.absent_extensions[0].text), (1, "GL_EXT_fog"));
    /// # Ok::<(), mali_varyings_shader::ShaderError>(())
    /// ```
    pub absent_extensions: Vec<Name>,
    parts: usize,
}

impl StageVaryings {
    /// Adds a varying, whose name begins at a byte of the text.
    pub fn push(&mut self, name: &str, offset: usize, varying: Varying) {
        let text = name.to_owned();
        self.varyings.push(varying);
        self.names.push(Name { text, offset });
    }

    /// Removes the varyings that the shader is known not to use.
    pub fn retain_used(&mut self) {
        let is_used = |number: usize| self.used.get(number) != Some(&Some(false));
        let kept: Vec<bool> = (0..self.names.len()).map(is_used).collect();
        self.retain(&kept);
    }

    /// Makes every varying highly precise, as an edition in which precision qualifiers
    /// [mean nothing](crate::Edition::has_precision) has it.
    pub fn raise_precision(&mut self) {
        for varying in &mut self.varyings {
            *varying = varying.with_precision(Precision::High);
        }
    }

    /// Adds a varying, and returns it.
    pub(crate) fn declare(
        &mut self,
        name: &str,
        offset: usize,
        varying_type: VaryingType,
        declared: Declaration,
    ) -> Result<Varying, Fault> {
        let varying = declared.varying(varying_type);
        let varying =
            varying.map_err(|(_, error)| Fault::new(offset, error.with_name(name).to_string()))?;
        self.push(name, offset, varying);
        Ok(varying)
    }

    fn retain(&mut self, kept: &[bool]) {
        let mut keep = kept.iter();
        self.varyings.retain(|_| keep.next() == Some(&true));
        let mut keep = kept.iter();
        self.names.retain(|_| keep.next() == Some(&true));
        let mut keep = kept.iter();
        self.containers.retain(|_| keep.next() == Some(&true));
        let mut keep = kept.iter();
        self.used.retain(|_| keep.next() == Some(&true));
    }

    /// Removes a variable and its parts.
    pub(crate) fn remove(&mut self, variable: &str) {
        let is_kept = |name: &Name| name.text.split(['.', '[']).next() != Some(variable);
        let kept: Vec<bool> = self.names.iter().map(is_kept).collect();
        self.retain(&kept);
    }

    /// Counts a part of a varying, and refuses a type within itself, and more parts and
    /// varyings than a stage has components for.
    pub(crate) fn check(&mut self, name: &str, offset: usize, depth: u32) -> Result<(), Fault> {
        self.parts += 1;
        let message = if depth > MAX_DEPTH {
            format!("`{name}` has types that are nested more than {MAX_DEPTH} deep")
        } else if self.varyings.len() >= MAX_VARYINGS {
            format!("`{name}` is one too many: at most {MAX_VARYINGS} varyings are allowed")
        } else if self.parts > MAX_PARTS {
            format!("`{name}` is one too many: at most {MAX_PARTS} parts of varyings are allowed")
        } else {
            return Ok(());
        };
        Err(Fault::new(offset, message))
    }
}

/// The type with this number of vectors.
#[cfg(any(feature = "spirv", feature = "wgsl"))]
pub(crate) fn vector_type(
    base_type: BaseType,
    bits: u32,
    columns: u32,
    components: u32,
) -> Option<VaryingType> {
    VaryingType::ALL.iter().copied().find(|known| {
        (known.base_type(), known.bits()) == (base_type, bits)
            && (known.columns(), known.components()) == (columns, components)
    })
}

/// A bit for each of the first elements of an array, at most eight.
pub(crate) fn first_elements(length: u32) -> u8 {
    u8::MAX
        // For a length of 0 this is a shift by 8, which has no result.
        .checked_shr(8_u32.saturating_sub(length))
        .unwrap_or(0)
}
