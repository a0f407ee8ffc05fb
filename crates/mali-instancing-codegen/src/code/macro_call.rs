//! The macro that packs the same draw when it is compiled.

use std::fmt::{self, Write};

use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::PartNames;
use crate::error::TextError;
use crate::manifest::descriptors::{NamedDescriptor, descriptors};
use crate::manifest::document;
use crate::manifest::document::{Table, Value};
use crate::manifest::kind::Packed;
use crate::notation::source::Source;

const RULES: Rules = Rules {
    noun: "a Rust name",
    suffixes: &[""],
    reserved: |_| None,
};

/// Writes every `[[vertex_input]]` of a manifest as an invocation of
/// [`vertex_input!`](https://docs.rs/mali-instancing/latest/mali_instancing/macro.vertex_input.html). Addresses
/// are left out: a constant is bound to its buffers before the draw.
///
/// ```
/// use mali_instancing_codegen::Source;
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
/// let manifest = Source::new("cube.toml", toml.into())?;
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
pub fn macro_calls(manifest: &Source) -> Result<String, TextError> {
    let descriptors = descriptors(manifest)?;
    let mut names = Names::new(&RULES, manifest, Naming::default());
    let document = document(manifest).map_err(|fault| fault.in_text(manifest))?;
    let arch = text(&document, "arch");
    let mut output = String::new();
    for NamedDescriptor { name, packed, .. } in &descriptors {
        let Packed::VertexInput(input) = packed else {
            continue;
        };
        let whole = names.add(name)?;
        PartNames::take(&mut names, name, &whole, input)?;
        let Some(keys) = tables(&document, "vertex_input")
            .find(|keys| text(keys, "name").as_deref() == Some(&*name.text))
        else {
            continue;
        };
        if !output.is_empty() {
            output.push('\n');
        }
        let arch = text(keys, "arch").or(arch.clone());
        output += &call(&whole, arch.as_deref(), keys);
    }
    Ok(output)
}

fn call(name: &str, arch: Option<&str>, keys: &Table) -> String {
    let mut text = String::new();
    write_call(&mut text, name, arch, keys).expect("a String takes any text");
    text
}

fn write_call(output: &mut String, name: &str, arch: Option<&str>, keys: &Table) -> fmt::Result {
    let mut arguments = arguments(keys, &["name", "arch", "buffers", "attributes"]);
    if let Some(arch) = arch {
        arguments.insert(0, format!("arch = {arch}"));
    }
    let arguments = arguments.join(", ");
    write!(
        output,
        "vertex_input! {{\n    pub static {name}: {arguments};\n"
    )?;
    for buffer in tables(keys, "buffers") {
        let name = text(buffer, "name").unwrap_or_default();
        let arguments = self::arguments(buffer, &["name", "address"]).join(", ");
        writeln!(output, "    buffer {name} {{ {arguments} }}")?;
    }
    for attribute in tables(keys, "attributes") {
        let name = text(attribute, "name").unwrap_or_default();
        match text(attribute, "source") {
            Some(source) => {
                let source = source.replace('-', "_");
                writeln!(output, "    attribute {name}: {source};")?;
            }
            None => {
                let buffer = text(attribute, "buffer").unwrap_or_default();
                let arguments = self::arguments(attribute, &["name", "buffer"]).join(", ");
                writeln!(output, "    attribute {name}: {buffer} {{ {arguments} }}")?;
            }
        }
    }
    writeln!(output, "}}")
}

/// `key = value` of every key but some, in the manifest's order.
fn arguments(Table(entries): &Table, without: &[&str]) -> Vec<String> {
    let mut entries: Vec<_> = entries
        .iter()
        .filter(|entry| !without.contains(&&*entry.key))
        .collect();
    entries.sort_by_key(|entry| entry.offset);
    let argument = |value: &Value| match value {
        Value::Number(text) => Some(text.to_string()),
        Value::Text(text) => Some(text.replace('-', "_")),
        Value::Boolean(value) => Some(value.to_string()),
        _ => None,
    };
    let arguments = entries
        .iter()
        .filter_map(|entry| Some(format!("{} = {}", entry.key, argument(&entry.node.value)?)));
    arguments.collect()
}

fn text(table: &Table, key: &str) -> Option<String> {
    match &table.get(key)?.node.value {
        Value::Text(text) => Some(text.to_string()),
        _ => None,
    }
}

fn tables<'a>(table: &'a Table<'a>, key: &str) -> impl Iterator<Item = &'a Table<'a>> {
    let nodes = match table.get(key).map(|entry| &entry.node.value) {
        Some(Value::Array(nodes)) => nodes.as_slice(),
        _ => &[],
    };
    nodes.iter().filter_map(|node| match &node.value {
        Value::Table(table) => Some(table),
        _ => None,
    })
}
