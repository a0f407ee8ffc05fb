//! What a GPU needs to pad and divide by itself: shader functions, and the kernels of a manifest's indirect draws.

use mali_indirect::{Kernel, Language};

use crate::error::TextError;
use crate::manifest::kind::{ReadIndirectDraw, indirect_draws};
use crate::notation::quote;
use crate::notation::source::Source;

/// The language of a shader.
pub type ShaderLanguage = Language;

/// The functions alone.
///
/// ```
/// use mali_instancing_codegen::shader::{ShaderLanguage, functions};
///
/// assert!(functions(ShaderLanguage::Glsl).contains("uint mali_inst_padded_bits(uint vertices"));
/// ```
#[must_use]
pub fn functions(language: ShaderLanguage) -> String {
    mali_indirect::functions(language)
}

/// An indirect draw of a manifest: a `[[vertex_input]]` with a count that is `"indirect"`.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_codegen::shader::{IndirectInput, ShaderLanguage};
///
/// let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = \"indirect\"\n\
///             buffers = [{ name = \"mesh\", stride = 20, size = 1400 }]\n";
/// let manifest = Source::new("draws.toml", toml.into())?;
/// let input = IndirectInput::read(&manifest, None)?;
/// assert!(input.kernel(ShaderLanguage::Wgsl)?.contains("@compute"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
pub struct IndirectInput<'a> {
    source: &'a Source,
    draw: ReadIndirectDraw,
}

impl<'a> IndirectInput<'a> {
    /// The draw of that name, or the only one.
    ///
    /// # Errors
    ///
    /// What is wrong with the manifest; no such draw, or several and no name.
    pub fn read(manifest: &'a Source, name: Option<&str>) -> Result<Self, TextError> {
        let mut draws = indirect_draws(manifest).map_err(|fault| fault.in_text(manifest))?;
        let names: Vec<&str> = draws.iter().map(|draw| &*draw.name.text).collect();
        let listed = names
            .iter()
            .map(|name| quote(name))
            .collect::<Vec<_>>()
            .join(", ");
        let error = |message: String| Err(manifest.error(0, None, message));
        let position = match name {
            _ if draws.is_empty() => {
                let message = "no [[vertex_input]] has a count that is \"indirect\": write \
                               vertices = \"indirect\" in one";
                return error(message.to_owned());
            }
            None if draws.len() == 1 => 0,
            None => {
                return error(format!(
                    "{} draws are indirect, and a kernel is one's: choose with --name one of {listed}",
                    draws.len()
                ));
            }
            Some(name) => match names.iter().position(|known| *known == name) {
                Some(position) => position,
                None => {
                    let name = quote(name);
                    return error(format!(
                        "no indirect draw is called `{name}`, known: {listed}"
                    ));
                }
            },
        };
        Ok(Self {
            source: manifest,
            draw: draws.swap_remove(position),
        })
    }

    /// The kernel that writes the words of each draw.
    ///
    /// # Errors
    ///
    /// What no kernel can draw, which [`IndirectInput::read`] has refused already.
    pub fn kernel(&self, language: ShaderLanguage) -> Result<String, TextError> {
        let draw = self.draw.draw();
        match Kernel::new(&draw) {
            Ok(kernel) => Ok(kernel.source(language)),
            Err(error) => Err(self.blame(error.to_string())),
        }
    }

    /// The kernel that looks for the bounds of each draw's indices.
    ///
    /// # Errors
    ///
    /// Where there is nothing to look for, says why.
    pub fn index_bounds_kernel(&self, language: ShaderLanguage) -> Result<String, TextError> {
        let draw = self.draw.draw();
        let source = Kernel::new(&draw)
            .ok()
            .and_then(|kernel| kernel.index_bounds_source(language));
        source.ok_or_else(|| {
            let reason = "has no indices to look through: on V4 to V7 a draw has with an index_type, and without \
                          minimum_index and maximum_index";
            self.blame(format!("{} {reason}", quote(&self.draw.name.text)))
        })
    }

    fn blame(&self, message: String) -> TextError {
        self.source.error(self.draw.name.offset, None, message)
    }
}
