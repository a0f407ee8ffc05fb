//! The macro that packs the same draw when it is compiled.

use mali_instancing::Arch;
use mali_instancing::data::Keys;
use serde_core::Serialize;
use serde_json::{Value, to_value};

use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::PartNames;
use crate::error::TextError;
use crate::manifest::{Descriptor, Manifest, VertexInput, Written};
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
    let mut lines = vec![format!(
        "    pub static {name}: {};",
        arguments(&draw).join(", ")
    )];
    lines.extend(input.buffers.iter().map(|buffer| {
        format!(
            "    buffer {} {{ {} }}",
            buffer.name,
            arguments(&buffer.buffer).join(", ")
        )
    }));
    lines.extend(input.attributes.iter().map(|attribute| {
        let name = &attribute.name;
        if let Some(id) = attribute.attribute.source.source {
            return format!("    attribute {name}: {};", id.name().replace('-', "_"));
        }
        let format = attribute
            .format
            .and_then(|format| to_value(Written(&format)).ok());
        let format = format.map(|format| argument("format", &format));
        let overlap = attribute
            .overlap
            .map(|overlap| format!("overlap = {overlap}"));
        let offset = arguments(&attribute.attribute);
        let arguments: Vec<_> = format.into_iter().chain(offset).chain(overlap).collect();
        let buffer = attribute.buffer.as_deref().unwrap_or_default();
        format!(
            "    attribute {name}: {buffer} {{ {} }}",
            arguments.join(", ")
        )
    }));
    format!("vertex_input! {{\n{}\n}}\n", lines.join("\n"))
}

/// `key = value`.
fn argument(key: &str, value: &Value) -> String {
    match value {
        Value::String(name) => format!("{key} = {}", name.replace('-', "_")),
        value => format!("{key} = {value}"),
    }
}

/// `key = value` of every key that is there.
fn arguments<K: Keys + Serialize>(keys: &K) -> Vec<String> {
    let table = to_value(keys).unwrap_or_default();
    let arguments = K::KEYS
        .iter()
        .filter_map(|key| Some(argument(key, table.get(key)?)));
    arguments.collect()
}
