//! A shader and its language.

use mali_varyings::Stage;
use std::path::Path;

use crate::error::{Fault, ShaderError, line};
use crate::glsl;
#[cfg(feature = "spirv")]
use crate::spirv;
use crate::stage::StageVaryings;
#[cfg(feature = "wgsl")]
use crate::wgsl;

/// A shader: GLSL or GLSL ES, a SPIR-V module, or WGSL.
///
/// ```
/// use mali_varyings_shader::Shader;
///
/// assert!(Shader::new("a.vert", b"out vec2 uv;".to_vec()).is_ok());
/// // The feature `spirv` reads modules, `wgsl` what its name says is WGSL.
/// let module = Shader::new("a.spv", vec![3, 2, 0x23, 7]);
/// assert_eq!(module.is_ok(), cfg!(feature = "spirv"));
/// let wgsl = Shader::new("a.wgsl", b"@fragment fn main() {}".to_vec());
/// assert_eq!(wgsl.is_ok(), cfg!(feature = "wgsl"));
/// ```
#[derive(Clone, Debug)]
pub struct Shader {
    name: String,
    /// The text, which is empty if the shader is a module.
    text: String,
    language: Language,
    /// The macros of GLSL: names and values.
    definitions: Vec<(String, String)>,
    is_lenient: bool,
    /// The name of the entry point that is read; `None` for the only one.
    entry_point: Option<String>,
}

/// The language of a shader.
#[derive(Clone, Debug)]
enum Language {
    Glsl,
    #[cfg(feature = "spirv")]
    Spirv(Vec<u8>),
    #[cfg(feature = "wgsl")]
    Wgsl,
}

/// The text with line feeds in place of carriage returns that end a line alone: GLSL 4.60, 3.1. It is as long as before.
fn with_line_feeds(text: String) -> String {
    if !text.contains('\r') {
        return text;
    }
    let mut letters = text.chars().peekable();
    let mut ended = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let is_alone = letter == '\r' && letters.peek() != Some(&'\n');
        ended.push(if is_alone { '\n' } else { letter });
    }
    ended
}

/// The error of a shader in a language that this build does not read.
#[cfg(not(all(feature = "spirv", feature = "wgsl")))]
fn not_read(name: String, language: &str, feature: &str) -> ShaderError {
    ShaderError {
        name,
        line: None,
        offset: 0,
        message: format!("only a build with the feature `{feature}` reads {language}"),
    }
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
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, ShaderError> {
        let name = name.into();
        if bytes.starts_with(&MAGIC) {
            #[cfg(feature = "spirv")]
            return Ok(Self::of(name, String::new(), Language::Spirv(bytes)));
            #[cfg(not(feature = "spirv"))]
            return Err(not_read(name, "SPIR-V", "spirv"));
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let offset = error.utf8_error().valid_up_to();
                // The bytes before the mistake are UTF-8, so lines can be counted there.
                let before = String::from_utf8_lossy(&error.as_bytes()[..offset]);
                let line = line(&before, offset);
                let message = "this is not UTF-8".to_owned();
                return Err(ShaderError {
                    name,
                    line: Some(line),
                    offset,
                    message,
                });
            }
        };
        // Some editors begin a file with a byte order mark.
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        let text = with_line_feeds(text);
        if Path::new(&name).extension() == Some("wgsl".as_ref()) {
            #[cfg(feature = "wgsl")]
            return Ok(Self::of(name, text, Language::Wgsl));
            #[cfg(not(feature = "wgsl"))]
            return Err(not_read(name, "WGSL", "wgsl"));
        }
        Ok(Self::of(name, text, Language::Glsl))
    }

    const fn of(name: String, text: String, language: Language) -> Self {
        Self {
            name,
            text,
            language,
            definitions: Vec::new(),
            is_lenient: false,
            entry_point: None,
        }
    }

    /// The same shader with a macro defined before the first line of GLSL: `NAME=VALUE`, or `NAME` for the value 1.
    /// With `GL_ES`, a text without `#version` is in GLSL ES 1.00; without it, in GLSL 1.10.
    ///
    /// # Errors
    ///
    /// An invalid name; the error names what is allowed.
    ///
    /// ```
    /// use mali_varyings_shader::{Shader, Stage};
    ///
    /// let text = b"#if LIGHTS > 1\nout vec3 light[LIGHTS];\n#endif".to_vec();
    /// let shader = Shader::new("a.vert", text)?.with_definition("LIGHTS=2").unwrap();
    /// assert_eq!(shader.read(Stage::Vertex)?.varyings[0].length(), 2);
    /// # Ok::<(), mali_varyings_shader::ShaderError>(())
    /// ```
    pub fn with_definition(mut self, definition: &str) -> Result<Self, String> {
        let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if !name.chars().all(is_part) || name.is_empty() || name.starts_with(char::is_numeric) {
            let name = name.escape_debug();
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
    /// use mali_varyings_shader::{Shader, Stage};
    ///
    /// let text = b"#version 300 es\nlayout(location = 1) out vec2 uv;".to_vec();
    /// let shader = Shader::new("a.vert", text)?;
    /// let error = shader.read(Stage::Vertex).err().unwrap();
    /// assert!(error.to_string().starts_with("a.vert:2: GLSL ES 3.00 does not have `location`"));
    /// assert!(shader.with_leniency(true).read(Stage::Vertex).is_ok());
    /// # Ok::<(), mali_varyings_shader::ShaderError>(())
    /// ```
    #[must_use]
    pub fn with_leniency(mut self, is_lenient: bool) -> Self {
        self.is_lenient = is_lenient;
        self
    }

    /// The same shader, of which that entry point is read. A module with several of a stage needs one; GLSL has `main`
    /// alone.
    ///
    /// ```
    /// use mali_varyings_shader::{Shader, Stage};
    ///
    /// let shader = Shader::new("a.vert", b"out vec2 uv;".to_vec())?.with_entry_point("vertex_main");
    /// let error = shader.read(Stage::Vertex).unwrap_err().to_string();
    /// assert_eq!(error, "a.vert:1: GLSL has no entry point `vertex_main`: `main` is its only one");
    /// # Ok::<(), mali_varyings_shader::ShaderError>(())
    /// ```
    #[must_use]
    pub fn with_entry_point(mut self, name: &str) -> Self {
        self.entry_point = Some(name.to_owned());
        self
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text without a byte order mark, and with line feeds for carriage returns that end lines alone, to which the names' and errors' offsets refer; empty if the shader is a
    /// module.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the shader is in GLSL or GLSL ES, and not a SPIR-V module or in WGSL.
    ///
    /// ```
    /// let shader = mali_varyings_shader::Shader::new("a.vert", b"out vec2 uv;".to_vec())?;
    /// assert!(shader.is_glsl());
    /// # Ok::<(), mali_varyings_shader::ShaderError>(())
    /// ```
    #[must_use]
    pub const fn is_glsl(&self) -> bool {
        matches!(self.language, Language::Glsl)
    }

    /// Whether the shader is in WGSL.
    ///
    /// ```
    /// let shader = mali_varyings_shader::Shader::new("a.vert", b"out vec2 uv;".to_vec())?;
    /// assert!(!shader.is_wgsl());
    /// # Ok::<(), mali_varyings_shader::ShaderError>(())
    /// ```
    #[must_use]
    pub const fn is_wgsl(&self) -> bool {
        match self.language {
            #[cfg(feature = "wgsl")]
            Language::Wgsl => true,
            _ => false,
        }
    }

    /// The varyings that a stage declares and uses.
    ///
    /// # Errors
    ///
    /// Declarations that cannot be read, that the edition does not have, or that are not supported.
    ///
    /// ```
    /// use mali_varyings_shader::{Shader, Stage};
    ///
    /// let shader = Shader::new("a.frag", b"#version 300 es\nin mediump vec2 uv;".to_vec())?;
    /// assert_eq!(shader.read(Stage::Fragment)?.varyings.len(), 1);
    /// assert_eq!(shader.read(Stage::Vertex)?.varyings.len(), 0);
    /// # Ok::<(), mali_varyings_shader::ShaderError>(())
    /// ```
    pub fn read(&self, stage: Stage) -> Result<StageVaryings, ShaderError> {
        let read = match &self.language {
            Language::Glsl => match &self.entry_point {
                Some(name) if name != "main" => Err(Fault::new(
                    0,
                    format!(
                        "GLSL has no entry point `{}`: `main` is its only one",
                        name.escape_debug()
                    ),
                )),
                _ => glsl::check_file(&self.name).and_then(|()| {
                    glsl::read(&self.text, &self.definitions, self.is_lenient, stage)
                }),
            },
            #[cfg(feature = "spirv")]
            Language::Spirv(bytes) => spirv::read(bytes, stage, self.entry_point.as_deref()),
            #[cfg(feature = "wgsl")]
            Language::Wgsl => wgsl::read(&self.text, stage, self.entry_point.as_deref()),
        };
        read.map_err(|Fault { offset, message }| ShaderError {
            name: self.name.clone(),
            line: (!self.text.is_empty()).then(|| line(&self.text, offset)),
            offset,
            message,
        })
    }
}
