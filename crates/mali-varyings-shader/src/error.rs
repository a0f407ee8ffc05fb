//! Mistakes in a shader.

use std::fmt;

/// A mistake in a shader, or a part of it that is not supported.
///
/// ```
/// use mali_varyings_shader::{Shader, Stage};
///
/// let shader = Shader::new("a.vert", b"#version 300 es\nout double a;".to_vec())?;
/// let error = shader.read(Stage::Vertex).err().unwrap();
/// assert_eq!(error.offset, 20);
/// assert!(error.to_string().starts_with("a.vert:2: `double` is not supported"));
/// # Ok::<(), mali_varyings_shader::ShaderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShaderError {
    /// The name of the shader.
    pub name: String,
    /// The line in the text, from 1; `None` in a module.
    pub line: Option<usize>,
    /// The byte in the text at which the mistake is; 0 in a module.
    pub offset: usize,
    /// The mistake, and what is allowed.
    pub message: String,
}

/// Writes the name, the line and the message.
impl fmt::Display for ShaderError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.name)?;
        if let Some(line) = self.line {
            write!(formatter, "{line}:")?;
        }
        write!(formatter, " {}", self.message)
    }
}

impl std::error::Error for ShaderError {}

/// An error at a byte of a shader.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) offset: usize,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { offset, message }
    }
}

/// The number of the line that a byte is on, from 1.
pub(crate) fn line(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.split(|&byte| byte == b'\n').count()
}
