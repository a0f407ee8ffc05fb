//! What a shader declares: GLSL and GLSL ES as they are written, SPIR-V with the feature `spirv`.

mod declarations;
#[cfg(feature = "spirv")]
mod spirv;
mod tokens;

use mali_varyings::{FragmentInputs, Varying, VertexOutputs};

use crate::error::TextError;
use crate::manifest::document::{Fault, Name};
use crate::notation::source::Source;

/// How deep structures and arrays may be within each other.
const MAX_DEPTH: u32 = 16;

/// As many varyings as the locations of a stage have components.
const MAX_VARYINGS: usize = 128;

/// Which of two stages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Vertex,
    Fragment,
}

/// The varyings of a stage, in the order of their declaration, and what it uses that is built in.
#[derive(Default)]
pub(super) struct StageVaryings {
    pub(super) names: Vec<Name>,
    pub(super) varyings: Vec<Varying>,
    pub(super) outputs: VertexOutputs,
    pub(super) inputs: FragmentInputs,
}

/// A shader: GLSL or GLSL ES, or a SPIR-V module.
///
/// ```
/// use mali_instancing_text::varyings::Shader;
///
/// assert!(Shader::new("a.vert", b"out vec2 uv;".to_vec()).is_ok());
/// // The feature `spirv` reads modules.
/// let module = Shader::new("a.spv", vec![3, 2, 0x23, 7]);
/// assert_eq!(module.is_ok(), cfg!(feature = "spirv"));
/// ```
#[derive(Debug)]
pub struct Shader {
    /// Without text, if it is a module.
    source: Source,
    #[cfg(feature = "spirv")]
    module: Option<Vec<u8>>,
}

/// SPIR-V's magic number.
const MAGIC: [u8; 4] = 0x0723_0203_u32.to_le_bytes();

impl Shader {
    /// Takes bytes that were read from what is called `name`: a file's path, usually.
    ///
    /// # Errors
    ///
    /// Bytes that are neither UTF-8 nor a SPIR-V module, and modules without the feature `spirv`.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, TextError> {
        if !bytes.starts_with(&MAGIC) {
            return Ok(Self::from(Source::new(name, bytes)?));
        }
        let source = Source::new(name, Vec::new())?;
        #[cfg(feature = "spirv")]
        return Ok(Self {
            source,
            module: Some(bytes),
        });
        #[cfg(not(feature = "spirv"))]
        Err(
            Fault::new(0, "SPIR-V is read by a build with the feature `spirv` only")
                .in_text(&source),
        )
    }

    pub(super) const fn source(&self) -> &Source {
        &self.source
    }

    /// What a stage declares and uses.
    pub(super) fn read(&self, stage: Stage) -> Result<StageVaryings, Fault> {
        #[cfg(feature = "spirv")]
        if let Some(bytes) = &self.module {
            return spirv::read(bytes, stage);
        }
        let tokens = tokens::read(self.source.text())?;
        declarations::read(&tokens, stage)
    }
}

impl StageVaryings {
    /// Stops at what no stage has: a type within itself, or more varyings than there are components for.
    fn check(&self, name: &str, offset: usize, depth: u32) -> Result<(), Fault> {
        if depth > MAX_DEPTH {
            let message =
                format!("`{name}` has types within each other, more than {MAX_DEPTH} deep");
            return Err(Fault::new(offset, message));
        }
        if self.varyings.len() > MAX_VARYINGS {
            let message =
                format!("`{name}` is one too many: at most {MAX_VARYINGS} varyings are allowed");
            return Err(Fault::new(offset, message));
        }
        Ok(())
    }
}

impl From<Source> for Shader {
    fn from(source: Source) -> Self {
        Self {
            source,
            #[cfg(feature = "spirv")]
            module: None,
        }
    }
}
