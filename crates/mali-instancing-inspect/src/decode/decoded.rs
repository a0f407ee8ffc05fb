//! A decoded descriptor: its fields and words as data, and a paragraph of text.

use std::fmt;

use mali_instancing::decode::{Decoded, Descriptor};
use mali_instancing::{Arch, FetchMode, PaddedCount};
use serde::{Serialize, Serializer};

use super::division::Division;
use super::kind::names;
use crate::explain::{self, format_names};
use crate::output::Words;

/// A descriptor of a table.
#[derive(Debug, Serialize)]
pub(super) struct DecodedDescriptor {
    /// The position of its first word in the table.
    pub(super) word: usize,
    /// The kind of descriptor.
    #[serde(rename = "descriptor")]
    kind: &'static str,
    /// Its fields, by genxml's names.
    #[serde(flatten, serialize_with = "fields")]
    pub(super) descriptor: Descriptor,
    /// The padded vertex count of the draw that it is made for, if that follows from its fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    padded_vertices: Option<u32>,
    /// The number by which an attribute buffer divides ids, a multiple of the padded vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardware_divisor: Option<u32>,
    /// The application's divisor, if no field has it: from V9 on.
    #[serde(skip_serializing_if = "Option::is_none", rename = "divisor")]
    valhall_divisor: Option<u32>,
    /// Vulkan's names of the formats with the descriptor's format field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_names: Vec<&'static str>,
    words: Words,
    #[serde(skip)]
    pub(super) arch: Arch,
}

fn fields<S: Serializer>(descriptor: &Descriptor, serializer: S) -> Result<S::Ok, S::Error> {
    match descriptor {
        Descriptor::AttributeBuffer(fields) => fields.serialize(serializer),
        Descriptor::InstanceId(fields) => fields.serialize(serializer),
        Descriptor::Attribute(fields) => fields.serialize(serializer),
        Descriptor::Draw(fields) => fields.serialize(serializer),
        Descriptor::Invocation(fields) => fields.serialize(serializer),
        Descriptor::ValhallAttribute(fields) => fields.serialize(serializer),
        Descriptor::Buffer(fields) => fields.serialize(serializer),
        Descriptor::VertexId(_) | Descriptor::Empty => {
            serializer.collect_map::<&str, (), [_; 0]>([])
        }
    }
}

impl DecodedDescriptor {
    /// `words` are the words of the table that it was decoded from.
    pub(super) fn new(arch: Arch, decoded: &Decoded, words: &[u32]) -> Self {
        let descriptor = decoded.descriptor;
        let division = Division::of(&descriptor);
        let divisor = division.as_ref().map(|division| division.divisor.get());
        let (padded_vertices, hardware_divisor, valhall_divisor) = match descriptor {
            Descriptor::AttributeBuffer(buffer) => {
                let padded = match buffer.mode {
                    FetchMode::Modulus(padded) => Some(padded),
                    // A power of two does not show which part of it is the padded count: only the continuation has
                    // the divisor.
                    _ => division.and_then(|division| Some(division.factors?.0)),
                };
                (padded.map(PaddedCount::get), divisor, None)
            }
            Descriptor::VertexId(padded) => (padded.map(PaddedCount::get), None, None),
            // It divides by the padded count.
            Descriptor::InstanceId(_) => (divisor, None, None),
            Descriptor::ValhallAttribute(_) => (None, None, divisor),
            _ => (None, None, None),
        };
        let words = words.get(decoded.word..decoded.word + decoded.length);
        Self {
            word: decoded.word,
            kind: names(&descriptor)[0],
            descriptor,
            padded_vertices,
            hardware_divisor,
            valhall_divisor,
            format_names: match descriptor {
                Descriptor::Attribute(fields) => format_names(arch, fields.format),
                Descriptor::ValhallAttribute(fields) => format_names(arch, fields.format),
                _ => Vec::new(),
            },
            words: words.unwrap_or_default().into(),
            arch,
        }
    }

    /// The name of its kind, in text.
    pub(super) fn title(&self) -> &'static str {
        names(&self.descriptor)[1]
    }

    /// The words that it was decoded from.
    pub(super) fn words(&self) -> &[u32] {
        &self.words.0
    }

    /// Writes its paragraph: its kind after `place`, the note, its way to an element, and its words.
    pub(super) fn print(
        &self,
        output: &mut dyn fmt::Write,
        place: &str,
        note: Option<String>,
    ) -> fmt::Result {
        let descriptor = &self.descriptor;
        writeln!(output, "{place}word {}: {}", self.word, self.title())?;
        if let Some(note) = note {
            writeln!(output, "{note}")?;
        }
        let mode = match descriptor {
            Descriptor::AttributeBuffer(buffer) => {
                Some((buffer.mode.to_string(), explain::element(buffer.mode)))
            }
            Descriptor::ValhallAttribute(attribute) => {
                let mode = attribute.mode;
                Some((mode.to_string(), explain::valhall_element(mode)))
            }
            _ => None,
        };
        if let Some((title, element)) = mode {
            writeln!(output, "mode: {title}\nelement: {element}")?;
        }
        if let Some(division) = Division::of(descriptor) {
            writeln!(output, "divides by {division}")?;
        }
        explain::print_words(output, self.arch, descriptor, &self.words.0, self.word)
    }
}
