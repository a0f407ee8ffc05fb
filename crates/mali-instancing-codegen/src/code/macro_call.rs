//! Invocations of the macro that packs the same draw at compile time.

use mali_instancing::Arch;

use super::concat;
use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::PartNames;
use crate::error::TextError;
use crate::manifest::{Descriptor, InputAttribute, Manifest, Table, VertexInput};
use crate::pack::Words;

const RULES: Rules = Rules::new("a Rust name");

/// Writes every `[[vertex_input]]` of a manifest as an invocation of
/// [`vertex_input!`](https://docs.rs/mali-instancing/latest/mali_instancing/macro.vertex_input.html). Addresses
/// are left out, because a constant is bound to its buffers right before the draw.
///
/// ```
/// use mali_instancing_codegen::Manifest;
/// use mali_instancing_codegen::code::macro_calls;
///
/// let toml = r#"
/// [[vertex_input]]
/// name = "cube"
/// arch = "v7"
/// vertices = 70
/// buffers = [{ name = "mesh", stride = 20 }]
/// attributes = [{ name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT" }]
/// "#;
/// let manifest = Manifest::from_toml("cube.toml", toml)?;
/// assert_eq!(
///     macro_calls(&manifest)?,
///     "vertex_input! {
///     pub static CUBE: arch = v7, vertices = 70;
///     buffer mesh { stride = 20 }
///     attribute position: mesh { format = R32G32B32_SFLOAT }
/// }
/// "
/// );
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
///
/// # Errors
///
/// Mistakes in the manifest, and names that are invalid in Rust.
pub fn macro_calls(manifest: &Manifest) -> Result<String, TextError> {
    let packed = manifest.pack()?;
    let mut names = Names::new(&RULES, Naming::default());
    let mut calls = Vec::new();
    for named in &packed {
        let arch = match &named.words {
            Words::VertexInput(words) => words.arch(),
            Words::Pipeline(pipeline) => pipeline.arch,
            Words::Descriptor(_) => continue,
        };
        if let Descriptor::VertexInput(input) = &named.descriptor {
            let whole = names.add(&named.name)?;
            PartNames::take(&mut names, named, &whole)?;
            let begin = format!("pub static {whole}");
            calls.push(macro_call(&begin, arch, input, str::to_owned));
        }
    }
    Ok(calls.join("\n"))
}

/// An invocation of the macro for a constant, whose definition begins with `begin`. `name` gives the names of its
/// parts.
pub(super) fn macro_call(
    begin: &str,
    arch: Arch,
    input: &VertexInput,
    name: fn(&str) -> String,
) -> String {
    // The architecture may be the manifest's, which the macro does not see.
    let draw = VertexInput {
        arch: Some(arch),
        ..input.clone()
    };
    let draw = arguments(draw.entries());
    let buffers = input.buffers.iter().map(|buffer| {
        // A constant has no addresses. The macro does not accept a divisor of 0 for an element per vertex.
        let mut entries = buffer.entries();
        entries.retain(|(key, value)| *key != "address" && (*key, &**value) != ("divisor", "0"));
        let arguments = arguments(entries);
        format!("    buffer {} {{ {arguments} }}\n", name(&buffer.name))
    });
    let attributes = input.attributes.iter().map(|attribute| {
        let source = match attribute.source {
            Some(id) => id.name().replace('-', "_") + ";",
            None => {
                let buffer = name(attribute.buffer.as_deref().unwrap_or_default());
                format!("{buffer} {{ {} }}", element(attribute, arch))
            }
        };
        format!("    attribute {}: {source}\n", name(&attribute.name))
    });
    format!(
        "vertex_input! {{\n    {begin}: {draw};\n{}}}\n",
        concat(buffers.chain(attributes))
    )
}

/// The part of its buffer's element that an attribute reads.
fn element(attribute: &InputAttribute, arch: Arch) -> String {
    let format = attribute.format.and_then(|format| format.format(arch).ok());
    let format = format.map(|format| ("format", format.name().to_owned()));
    let others = attribute.entries().into_iter();
    let others = others.filter(|(key, _)| ["offset", "overlap"].contains(key));
    arguments(format.into_iter().chain(others))
}

/// Keys and their values in the macros' notation.
fn arguments(entries: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let arguments = entries.into_iter();
    // The macro's values are identifiers, `round_down`, where a manifest has `round-down`. No number in a
    // `vertex_input` is negative.
    let arguments = arguments.map(|(key, value)| format!("{key} = {}", value.replace('-', "_")));
    arguments.collect::<Vec<_>>().join(", ")
}
