//! Shaders for a GPU that pads and divides itself: shader functions, and the kernels of a manifest's indirect draws.

use crate::read::Quoted;
use mali_indirect::Kernel;
pub use mali_indirect::{Language as ShaderLanguage, functions};

use crate::error::TextError;
use crate::manifest::{Descriptor, Manifest};
use crate::pack::with_kernel;
use crate::read::{Location, Reason};

/// The kind of a kernel. By default, the manifest's buffers are constants, and the words of draws follow each other.
///
/// ```
/// use mali_instancing_codegen::Manifest;
/// use mali_instancing_codegen::shader::{KernelOptions, ShaderLanguage, kernel};
///
/// let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = \"indirect\"\n\
///             buffers = [{ name = \"mesh\", stride = 20 }]\n";
/// let manifest = Manifest::from_toml("draws.toml", toml)?;
/// let options = KernelOptions { buffers_in_memory: true, ..KernelOptions::default() };
/// let source = kernel(&manifest, None, ShaderLanguage::Wgsl, options)?;
/// assert!(source.contains("vertex_buffers: array<u32>"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelOptions {
    /// Whether the kernel reads the addresses, sizes, strides and divisors of the vertex buffers from memory. Those in
    /// the manifest are not used, and may be absent.
    pub buffers_in_memory: bool,
    /// Whether the kernel writes each draw's words to places of its own: into the driver's jobs and tables.
    pub in_place: bool,
}

/// The kernel that writes the words of each draw of a `[[vertex_input]]` with a count that is `"indirect"`: the one
/// with that name, or the only one.
///
/// ```
/// use mali_instancing_codegen::Manifest;
/// use mali_instancing_codegen::shader::{KernelOptions, ShaderLanguage, kernel};
///
/// let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = \"indirect\"\n\
///             buffers = [{ name = \"mesh\", stride = 20, size = 1400 }]\n";
/// let manifest = Manifest::from_toml("draws.toml", toml)?;
/// let source = kernel(&manifest, None, ShaderLanguage::Wgsl, KernelOptions::default())?;
/// assert!(source.contains("@compute"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
///
/// # Errors
///
/// Mistakes in the draw or the names; no such draw, or several draws and no name.
pub fn kernel(
    manifest: &Manifest,
    name: Option<&str>,
    language: ShaderLanguage,
    options: KernelOptions,
) -> Result<String, TextError> {
    let (_, source) =
        of_indirect_draw(manifest, name, options, |_, kernel| kernel.source(language))?;
    Ok(source)
}

/// A header for C, C++ and OpenCL C with the numbers of the kernels of an indirect draw: the positions of a draw's words,
/// the statuses, and the bindings or arguments. Its macros begin with the draw's name in upper case.
///
/// ```
/// use mali_instancing_codegen::Manifest;
/// use mali_instancing_codegen::shader::{KernelOptions, ShaderLanguage, kernel_header};
///
/// let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = \"indirect\"\n\
///             buffers = [{ name = \"mesh\", stride = 20, size = 1400, address = 0x10000000 }]\n";
/// let manifest = Manifest::from_toml("draws.toml", toml)?;
/// let header = kernel_header(&manifest, None, ShaderLanguage::OpenCl, KernelOptions::default())?;
/// assert!(header.contains("#define CUBE_STATUS_EMPTY 1\n"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
///
/// # Errors
///
/// As [`kernel`].
pub fn kernel_header(
    manifest: &Manifest,
    name: Option<&str>,
    language: ShaderLanguage,
    options: KernelOptions,
) -> Result<String, TextError> {
    of_indirect_draw(manifest, name, options, |name, kernel| {
        kernel.header(name, language)
    })
    .map(|(_, header)| header)
}

/// The kernel that finds the bounds of each draw's indices, for the same draws as [`kernel`]. The manifest's buffers are not
/// used, and may be absent.
///
/// ```
/// use mali_instancing_codegen::Manifest;
/// use mali_instancing_codegen::shader::{KernelOptions, ShaderLanguage, index_bounds_kernel};
///
/// let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = \"indirect\"\n\
///             buffers = [{ name = \"mesh\", stride = 20, size = 1400 }]\n";
/// let manifest = Manifest::from_toml("draws.toml", toml)?;
/// let options = KernelOptions::default();
/// let error = index_bounds_kernel(&manifest, None, ShaderLanguage::Wgsl, options).unwrap_err();
/// assert!(error.to_string().contains("vertex_input `cube`: it has no indices to look through"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
///
/// # Errors
///
/// As [`kernel`], and a draw without indices whose bounds must be found.
pub fn index_bounds_kernel(
    manifest: &Manifest,
    name: Option<&str>,
    language: ShaderLanguage,
    options: KernelOptions,
) -> Result<String, TextError> {
    let options = KernelOptions {
        // This kernel reads no vertex buffers. With buffers in memory their sizes may be absent.
        buffers_in_memory: true,
        ..options
    };
    let (location, source) = of_indirect_draw(manifest, name, options, |_, kernel| {
        kernel.index_bounds_source(language)
    })?;
    source.ok_or_else(|| {
        let reason = "it has no indices to look through: on V4 to V7 a draw has with an index_type, and without \
                      minimum_index and maximum_index";
        manifest.error(location, Reason::Wrong(reason.to_owned()))
    })
}

/// The location of an indirect draw, and the result of `write`, which gets the draw's name and its kernel.
fn of_indirect_draw<R>(
    manifest: &Manifest,
    name: Option<&str>,
    options: KernelOptions,
    write: impl FnOnce(&str, &Kernel) -> R,
) -> Result<(Location, R), TextError> {
    // Two draws of one name could not be told apart by `name`.
    manifest.check_names(manifest.located().map(|(location, _)| location))?;
    let located = manifest.located();
    let draws = located.filter_map(|(location, descriptor)| match descriptor {
        Descriptor::VertexInput(one) if one.is_indirect() => Some((location, descriptor, one)),
        _ => None,
    });
    let mut draws: Vec<_> = draws.collect();
    // All names, for the messages, before the draws of other names are removed.
    let names = draws.iter().map(|(_, _, one)| Quoted::new(&one.name));
    let names: Vec<_> = names.map(|name| name.to_string()).collect();
    draws.retain(|(_, _, one)| name.is_none_or(|name| one.name == name));
    let (count, known) = (names.len(), names.join(", "));
    let reason = match draws.pop() {
        // The draw that was taken was the only one.
        Some((location, descriptor, input)) if draws.is_empty() => {
            // No words are packed here: `packed` finds the architecture, and gives an error its place.
            let (written, _) = manifest.packed(&location, descriptor, |arch| {
                let input = manifest.with_rules(input, arch);
                with_kernel(&input, arch, options.buffers_in_memory, |kernel| {
                    if options.in_place {
                        write(&input.name, &kernel.clone().in_place())
                    } else {
                        write(&input.name, kernel)
                    }
                })
            })?;
            return Ok((location, written));
        }
        Some(_) => {
            let choose = "choose with --name one of";
            format!("{count} draws are indirect, and a kernel is for one of them: {choose} {known}")
        }
        None if count == 0 => {
            "no [[vertex_input]] has a count that is \"indirect\": write vertices = \
                               \"indirect\" in one"
                .to_owned()
        }
        None => {
            let name = Quoted::new(name.unwrap_or_default());
            format!("no indirect draw is called `{name}`, known: {known}")
        }
    };
    Err(manifest.error(Location::default(), Reason::Wrong(reason)))
}
