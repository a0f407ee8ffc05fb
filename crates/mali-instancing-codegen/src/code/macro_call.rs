//! Invocations of the macro that packs the same draw at compile time.

use std::fmt::{self, Display, Write};

use mali_instancing::Arch;
use mali_instancing::data::{Keys, PipelineKeys};
use serde_core::Serialize;
use serde_core::ser::SerializeMap;

use super::concat;
use super::names::{Names, Rules};
use super::naming::Naming;
use super::parts::PartNames;
use crate::error::TextError;
use crate::manifest::{Descriptor, InputAttribute, Manifest, VertexInput};
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
    let pipeline = PipelineKeys {
        arch: Some(arch),
        ..input.draw.pipeline
    };
    let mut draw = Arguments::of(&pipeline);
    draw.add_keys(&input.draw.counts);
    let buffers = input.buffers.iter().map(|buffer| {
        let mut keys = buffer.buffer;
        // The macro does not accept 0 for an element per vertex.
        keys.rate.divisor = keys.rate.divisor.filter(|divisor| *divisor != 0);
        let arguments = Arguments::of(&keys);
        format!("    buffer {} {{ {arguments} }}\n", name(&buffer.name))
    });
    let attributes = input.attributes.iter().map(|attribute| {
        let source = match attribute.attribute.source.source {
            Some(id) => id.name().replace('-', "_") + ";",
            None => {
                let buffer = name(attribute.buffer.as_deref().unwrap_or_default());
                format!("{buffer} {{ {} }}", element(attribute, arch))
            }
        };
        format!("    attribute {}: {source}\n", name(&attribute.name))
    });
    format!(
        "vertex_input! {{\n    {begin}: {};\n{}}}\n",
        draw,
        concat(buffers.chain(attributes))
    )
}

/// The part of its buffer's element that an attribute reads.
fn element(attribute: &InputAttribute, arch: Arch) -> Arguments {
    let mut arguments = Arguments::default();
    let format = attribute.format.map(|format| format.format(arch));
    if let Some(Ok(format)) = format {
        arguments.add("format", &format);
    }
    arguments.add_keys(&attribute.attribute);
    if let Some(overlap) = attribute.overlap {
        arguments.add("overlap", &overlap);
    }
    arguments
}

/// Arguments in the macros' notation: `key = value`.
#[derive(Default)]
struct Arguments(Vec<String>);

impl Arguments {
    /// The arguments of the keys that are present.
    fn of(keys: &impl Keys) -> Self {
        let mut arguments = Self::default();
        arguments.add_keys(keys);
        arguments
    }

    fn add_keys(&mut self, keys: &impl Keys) {
        keys.write(self)
            .expect("keys have numbers, flags and names");
    }

    fn add(&mut self, key: &str, value: &impl Serialize) {
        self.serialize_entry(key, value)
            .expect("it is a number, a flag or a name");
    }
}

impl SerializeMap for Arguments {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> fmt::Result {
        self.0.push(text(key)? + " = ");
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        let value = text(value)?.replace('-', "_");
        self.0.last_mut().ok_or(fmt::Error)?.push_str(&value);
        Ok(())
    }

    fn end(self) -> fmt::Result {
        Ok(())
    }
}

impl Display for Arguments {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.join(", "))
    }
}

/// A number, a flag or a name, as serde's serializer for formatters writes it.
fn text<T: Serialize + ?Sized>(value: &T) -> Result<String, fmt::Error> {
    struct Shown<'a, T: ?Sized>(&'a T);

    impl<T: Serialize + ?Sized> Display for Shown<'_, T> {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(formatter)
        }
    }

    let mut text = String::new();
    write!(text, "{}", Shown(value))?;
    Ok(text)
}
