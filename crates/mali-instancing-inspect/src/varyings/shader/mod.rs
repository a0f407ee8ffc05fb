//! The declarations of a shader: GLSL and GLSL ES as text, SPIR-V with the feature `spirv`, WGSL with
//! the feature `wgsl`.

mod glsl;
#[cfg(feature = "spirv")]
mod spirv;
#[cfg(feature = "wgsl")]
mod wgsl;

use std::path::Path;

use mali_instancing::data::Quoted;
use mali_instancing_codegen::{Source, TextError};
#[cfg(any(feature = "spirv", feature = "wgsl"))]
use mali_varyings::BaseType;
use mali_varyings::{FragmentInputs, Varying, VaryingType, VertexOutputs};

use super::declared::Declared;
use super::name::Name;
pub(super) use glsl::Edition;

/// The largest depth of nested structures and arrays.
const MAX_DEPTH: u32 = 16;

/// The largest number of varyings: the components of a stage's locations.
const MAX_VARYINGS: usize = 128;

/// The largest number of structures, members and elements, empty ones too, so that reading a shader always ends.
const MAX_PARTS: usize = 4096;

/// One of the two stages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Vertex,
    Fragment,
}

#[cfg(any(feature = "spirv", feature = "wgsl"))]
impl Stage {
    const fn title(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Fragment => "fragment",
        }
    }
}

/// The varyings of a stage, in the order of their declaration, and the built-in values that it uses.
#[derive(Default)]
pub(super) struct StageVaryings {
    pub(super) names: Vec<Name>,
    pub(super) varyings: Vec<Varying>,
    pub(super) outputs: VertexOutputs,
    pub(super) inputs: FragmentInputs,
    /// Whether the shader statically uses each varying; empty, or `None`, if that is not known.
    pub(super) used: Vec<Option<bool>>,
    /// Whether the declarations are a shader's, and not a manifest's.
    pub(super) is_shader: bool,
    /// The edition of a shader in GLSL.
    pub(super) edition: Option<Edition>,
    parts: usize,
}

/// An error at a byte of a shader.
#[derive(Debug)]
struct Fault {
    offset: usize,
    message: String,
}

impl Fault {
    fn new(offset: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { offset, message }
    }
}

/// A shader: GLSL or GLSL ES, a SPIR-V module, or WGSL.
///
/// ```
/// use mali_instancing_inspect::varyings::Shader;
///
/// assert!(Shader::new("a.vert", b"out vec2 uv;".to_vec()).is_ok());
/// // The feature `spirv` reads modules, `wgsl` what its name says is WGSL.
/// let module = Shader::new("a.spv", vec![3, 2, 0x23, 7]);
/// assert_eq!(module.is_ok(), cfg!(feature = "spirv"));
/// let wgsl = Shader::new("a.wgsl", b"@fragment fn main() {}".to_vec());
/// assert_eq!(wgsl.is_ok(), cfg!(feature = "wgsl"));
/// ```
#[derive(Debug)]
pub struct Shader {
    /// The source, which has no text if the shader is a module.
    source: Source,
    language: Language,
    /// The macros of GLSL: names and values.
    definitions: Vec<(String, String)>,
    is_lenient: bool,
}

/// The language of a shader.
#[derive(Debug)]
enum Language {
    Glsl,
    #[cfg(feature = "spirv")]
    Spirv(Vec<u8>),
    #[cfg(feature = "wgsl")]
    Wgsl,
}

/// SPIR-V's magic number.
const MAGIC: [u8; 4] = 0x0723_0203_u32.to_le_bytes();

impl Shader {
    /// Takes the bytes of a shader, and its `name`, usually a file's path. Bytes with SPIR-V's
    /// magic number are a module; a name that ends with `.wgsl` is a shader in WGSL.
    ///
    /// # Errors
    ///
    /// Bytes that are neither UTF-8 nor a SPIR-V module, modules without the feature `spirv`, and WGSL
    /// without the feature `wgsl`.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, TextError> {
        let name = name.into();
        let is_module = bytes.starts_with(&MAGIC);
        let is_wgsl = Path::new(&name).extension() == Some("wgsl".as_ref());
        #[cfg(feature = "spirv")]
        if is_module {
            let (source, language) = (Source::new(name, Vec::new())?, Language::Spirv(bytes));
            return Ok(Self {
                source,
                language,
                definitions: Vec::new(),
                is_lenient: false,
            });
        }
        let source = Source::new(name, if is_module { Vec::new() } else { bytes })?;
        let without = |language: &str, feature: &str| {
            let message = format!("only a build with the feature `{feature}` reads {language}");
            source.error(0, None, message)
        };
        let language = match (is_module, is_wgsl) {
            (true, _) => return Err(without("SPIR-V", "spirv")),
            #[cfg(feature = "wgsl")]
            (false, true) => Language::Wgsl,
            #[cfg(not(feature = "wgsl"))]
            (false, true) => return Err(without("WGSL", "wgsl")),
            (false, false) => Language::Glsl,
        };
        Ok(Self {
            source,
            language,
            definitions: Vec::new(),
            is_lenient: false,
        })
    }

    /// The same shader with a macro defined before the first line of GLSL: `NAME=VALUE`, or `NAME` for the value 1.
    /// With `GL_ES`, a text without `#version` is in GLSL ES 1.00; without it, in GLSL 1.10.
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
    pub fn with_definition(mut self, definition: &str) -> Result<Self, String> {
        let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if !name.chars().all(is_part) || name.is_empty() || name.starts_with(char::is_numeric) {
            let name = Quoted::new(name);
            return Err(format!(
                "`{name}` is not the name of a macro: letters, digits and _ are allowed"
            ));
        }
        self.definitions.push((name.to_owned(), value.to_owned()));
        Ok(self)
    }

    /// The same shader, with declarations that its edition of GLSL or GLSL ES does not have accepted, or not. By
    /// default they are errors, except without `#version`. SPIR-V and WGSL have no editions.
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
    pub fn with_leniency(mut self, is_lenient: bool) -> Self {
        self.is_lenient = is_lenient;
        self
    }

    pub(super) const fn source(&self) -> &Source {
        &self.source
    }

    /// The varyings that a stage declares and uses.
    pub(super) fn read(&self, stage: Stage) -> Result<StageVaryings, TextError> {
        let read = match &self.language {
            Language::Glsl => glsl::read(&self.source, &self.definitions, self.is_lenient, stage),
            #[cfg(feature = "spirv")]
            Language::Spirv(bytes) => spirv::read(bytes, stage),
            #[cfg(feature = "wgsl")]
            Language::Wgsl => wgsl::read(self.source.text(), stage),
        };
        let read = read.map(|found| StageVaryings {
            is_shader: true,
            ..found
        });
        read.map_err(|Fault { offset, message }| self.source.error(offset, None, message))
    }
}

/// The type with this number of vectors.
#[cfg(any(feature = "spirv", feature = "wgsl"))]
fn vector_type(
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

impl StageVaryings {
    pub(super) fn push(&mut self, name: &str, offset: usize, varying: Varying) {
        let text = name.to_owned();
        self.varyings.push(varying);
        self.names.push(Name { text, offset });
    }

    /// Adds a varying, and returns it.
    fn declare(
        &mut self,
        name: &str,
        offset: usize,
        varying_type: VaryingType,
        declared: Declared,
    ) -> Result<Varying, Fault> {
        let varying = declared.varying(varying_type);
        let varying = varying
            .map_err(|(_, error)| Fault::new(offset, format!("varying `{name}`: {error}")))?;
        self.push(name, offset, varying);
        Ok(varying)
    }

    /// Removes the varyings that the shader is known not to use.
    pub(super) fn retain_used(&mut self) {
        let is_used = |number: usize| self.used.get(number) != Some(&Some(false));
        let kept: Vec<bool> = (0..self.names.len()).map(is_used).collect();
        self.retain(&kept);
    }

    fn retain(&mut self, kept: &[bool]) {
        let mut keep = kept.iter();
        self.varyings.retain(|_| keep.next() == Some(&true));
        let mut keep = kept.iter();
        self.names.retain(|_| keep.next() == Some(&true));
    }

    /// Removes a variable and its parts.
    fn remove(&mut self, variable: &str) {
        let is_kept = |name: &Name| name.text.split(['.', '[']).next() != Some(variable);
        let kept: Vec<bool> = self.names.iter().map(is_kept).collect();
        self.retain(&kept);
    }

    /// Counts a part of a varying, and refuses a type within itself, and more parts and
    /// varyings than a stage has components for.
    fn check(&mut self, name: &str, offset: usize, depth: u32) -> Result<(), Fault> {
        self.parts += 1;
        let message = if depth > MAX_DEPTH {
            format!("`{name}` has types that are nested more than {MAX_DEPTH} deep")
        } else if self.varyings.len() > MAX_VARYINGS {
            format!("`{name}` is one too many: at most {MAX_VARYINGS} varyings are allowed")
        } else if self.parts > MAX_PARTS {
            format!("`{name}` is one too many: at most {MAX_PARTS} parts of varyings are allowed")
        } else {
            return Ok(());
        };
        Err(Fault::new(offset, message))
    }
}
