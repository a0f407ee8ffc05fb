//! Names of the parts of a vertex input in generated code: `CUBE_BUFFER_MESH`.

use super::identifier::upper_case;
use super::names::{Named, Names};
use crate::error::TextError;
use crate::pack::{Name, NamedDescriptor, OtherDescriptor, PackedDraw};

/// The names of a vertex input's buffers and attributes, made from its name, each in their order.
pub(super) struct PartNames {
    pub(super) buffers: Vec<String>,
    pub(super) attributes: Vec<String>,
}

impl PartNames {
    /// Takes the names. `whole` is the name of the vertex input.
    pub(super) fn take<'a>(
        names: &mut Names<'a, Name<'a>>,
        descriptor: &'a NamedDescriptor<'a>,
        whole: &str,
    ) -> Result<Self, TextError> {
        let mut take = |parts: &'a [Name<'a>], kind| {
            let parts = parts.iter().map(|part| {
                let made = format!("{whole}_{kind}_{}", upper_case(part.text()));
                // An error is about the part, whose line a reader has to change.
                names.add_made(part, made)
            });
            parts.collect::<Result<_, _>>()
        };
        Ok(Self {
            buffers: take(&descriptor.buffers, "BUFFER")?,
            attributes: take(&descriptor.attributes, "ATTRIBUTE")?,
        })
    }
}

/// The names that are made from a draw's name.
pub(super) struct DrawNames {
    pub(super) parts: PartNames,
    /// The type of its two tables.
    pub(super) tables: String,
    pub(super) others: Vec<(String, OtherDescriptor)>,
}

impl DrawNames {
    /// Takes the names. `whole` is the name of the draw.
    pub(super) fn take<'a>(
        names: &mut Names<'a, Name<'a>>,
        descriptor: &'a NamedDescriptor<'a>,
        whole: &str,
        packed: &PackedDraw,
    ) -> Result<Self, TextError> {
        Ok(Self {
            parts: PartNames::take(names, descriptor, whole)?,
            tables: names.add_made(&descriptor.name, format!("{whole}_TABLES"))?,
            others: other_descriptors(names, &descriptor.name, whole, packed)?,
        })
    }
}

/// The descriptors beside the tables of a vertex input, with their names.
pub(super) fn other_descriptors<'a>(
    names: &mut Names<'a, Name<'a>>,
    name: &'a Name<'a>,
    whole: &str,
    packed: &PackedDraw,
) -> Result<Vec<(String, OtherDescriptor)>, TextError> {
    let others = packed.other_descriptors().map(|other| {
        let made = format!("{whole}_{}", other.name.to_ascii_uppercase());
        Ok((names.add_made(name, made)?, other))
    });
    others.collect()
}
