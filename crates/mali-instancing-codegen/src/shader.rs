//! What a GPU needs to pad and divide by itself: shader functions, and the kernels of a manifest's indirect draws.

use mali_indirect::{Kernel, Language};

use crate::error::TextError;
use crate::manifest::{Descriptor, Manifest};
use crate::pack::PackedIndirectDraw;
use crate::read::{Fault, Location, Reason};
use mali_instancing::data::Quoted;

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
/// use mali_instancing_codegen::Manifest;
/// use mali_instancing_codegen::shader::{IndirectInput, ShaderLanguage};
///
/// let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = \"indirect\"\n\
///             buffers = [{ name = \"mesh\", stride = 20, size = 1400 }]\n";
/// let manifest = Manifest::from_toml("draws.toml", toml)?;
/// let input = IndirectInput::new(&manifest, None)?;
/// assert!(input.kernel(ShaderLanguage::Wgsl)?.contains("@compute"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
pub struct IndirectInput<'a> {
    manifest: &'a Manifest,
    location: Location,
    draw: PackedIndirectDraw,
}

impl<'a> IndirectInput<'a> {
    /// The draw of that name, or the only one.
    ///
    /// # Errors
    ///
    /// What is wrong with the draw or with the names; no such draw, or several and no name.
    pub fn new(manifest: &'a Manifest, name: Option<&str>) -> Result<Self, TextError> {
        manifest.check_names(manifest.located().map(|(location, _)| location))?;
        let draws: Vec<_> = manifest
            .located()
            .filter_map(|(location, descriptor)| match descriptor {
                Descriptor::VertexInput(input) if input.is_indirect() => {
                    Some((location, descriptor, input))
                }
                _ => None,
            })
            .collect();
        let names: Vec<_> = draws
            .iter()
            .map(|(_, _, input)| Quoted::new(&input.name).to_string())
            .collect();
        let names = names.join(", ");
        let error =
            |message| Err(manifest.error(&Fault::new(Location::default(), Reason::Wrong(message))));
        let chosen = match name {
            _ if draws.is_empty() => {
                let message = "no [[vertex_input]] has a count that is \"indirect\": write \
                               vertices = \"indirect\" in one";
                return error(message.to_owned());
            }
            None if draws.len() == 1 => draws.first(),
            None => {
                return error(format!(
                    "{} draws are indirect, and a kernel is one's: choose with --name one of {names}",
                    draws.len()
                ));
            }
            Some(name) => draws.iter().find(|(_, _, input)| input.name == name),
        };
        let Some((location, descriptor, input)) = chosen else {
            let name = Quoted::new(name.unwrap_or_default());
            return error(format!(
                "no indirect draw is called `{name}`, known: {names}"
            ));
        };
        manifest.check_part_names(location, input)?;
        let draw = manifest
            .arch_of(descriptor)
            .and_then(|arch| PackedIndirectDraw::new(input, arch))
            .map_err(|wrong| manifest.blame(wrong, location, descriptor))?;
        Ok(Self {
            manifest,
            location: location.clone(),
            draw,
        })
    }

    /// The kernel that writes the words of each draw.
    ///
    /// # Errors
    ///
    /// What no kernel can draw, which [`IndirectInput::new`] has refused already.
    pub fn kernel(&self, language: ShaderLanguage) -> Result<String, TextError> {
        match Kernel::new(&self.draw.draw()) {
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
        let source = Kernel::new(&self.draw.draw())
            .ok()
            .and_then(|kernel| kernel.index_bounds_source(language));
        source.ok_or_else(|| {
            let reason = "it has no indices to look through: on V4 to V7 a draw has with an index_type, and without \
                          minimum_index and maximum_index";
            self.blame(reason.to_owned())
        })
    }

    fn blame(&self, reason: String) -> TextError {
        self.manifest
            .error(&Fault::new(self.location.clone(), Reason::Wrong(reason)))
    }
}
