//! The macro that packs the same draw when it is compiled.

use mali_instancing::Arch;
use mali_instancing::data::{DrawCallKeys, Keys, VertexBufferKeys};
use serde_core::Serialize;
use serde_json::{Value, to_value};

use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::PartNames;
use crate::error::TextError;
use crate::manifest::{Descriptor, Manifest, VertexInput};
use crate::pack::Words;

const RULES: Rules = Rules::new("a Rust name");

/// Writes every `[[vertex_input]]` of a manifest as an invocation of
/// [`vertex_input!`](https://docs.rs/mali-instancing/latest/mali_instancing/macro.vertex_input.html). Addresses
/// are left out: a constant is bound to its buffers before the draw.
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
/// Whatever is wrong with the manifest, and a name that Rust cannot have.
pub fn macro_calls(manifest: &Manifest) -> Result<String, TextError> {
    let packed = manifest.pack()?;
    let mut names = Names::new(&RULES, Naming::default());
    let mut calls = Vec::new();
    for (named, descriptor) in packed.iter().zip(&manifest.descriptors) {
        let (Words::VertexInput(words), Descriptor::VertexInput(input)) =
            (&named.words, descriptor)
        else {
            continue;
        };
        let whole = names.add(&named.name)?;
        PartNames::take(&mut names, named, &whole, words)?;
        calls.push(call(&whole, words.arch(), input));
    }
    Ok(calls.join("\n"))
}

fn call(name: &str, arch: Arch, input: &VertexInput) -> String {
    let mut draw = input.draw.call;
    draw.arch = Some(arch);
    let mut call = format!(
        "vertex_input! {{\n    pub static {name}: {};\n",
        arguments(&draw, DrawCallKeys::KEYS)
    );
    for buffer in &input.buffers {
        let (name, arguments) = (&buffer.name, arguments(buffer, VertexBufferKeys::KEYS));
        call = format!("{call}    buffer {name} {{ {arguments} }}\n");
    }
    for attribute in &input.attributes {
        let name = &attribute.name;
        let source = match attribute.attribute.source.source {
            Some(id) => id.name().replace('-', "_") + ";",
            None => {
                let buffer = attribute.buffer.as_deref().unwrap_or_default();
                format!(
                    "{buffer} {{ {} }}",
                    arguments(attribute, &["format", "offset", "overlap"])
                )
            }
        };
        call = format!("{call}    attribute {name}: {source}\n");
    }
    call + "}\n"
}

/// `key = value` of some keys, as far as a table has them.
fn arguments(table: &impl Serialize, keys: &[&str]) -> String {
    let table = to_value(table).unwrap_or_default();
    let arguments = keys.iter().filter_map(|key| match table.get(key)? {
        Value::String(name) => Some(format!("{key} = {}", name.replace('-', "_"))),
        value => Some(format!("{key} = {value}")),
    });
    arguments.collect::<Vec<_>>().join(", ")
}
