//! The vertex input of a pipeline: that of a draw without its counts.

use mali_instancing::draw::{StateWords, words_needed};
use mali_instancing::{Arch, Part};
use serde::ser::SerializeStruct;

use super::descriptor::WordTexts;
use super::draw::count;
use super::vertex_input::{Parts, check_direct};
use super::wrong::Wrong;
use crate::manifest::{COUNTS, Table, VertexInput};

/// The vertex input of a pipeline, checked.
pub struct PackedPipeline {
    pub(crate) arch: Arch,
    pub(crate) buffers: usize,
    pub(crate) attributes: usize,
    /// The length of its tables, in words.
    pub(crate) words_needed: usize,
    /// The words of its state.
    pub(crate) words: Vec<u32>,
}

impl PackedPipeline {
    pub(super) fn new(input: &VertexInput, arch: Arch) -> Result<Self, Wrong> {
        check_direct(input)?;
        let reason = "it belongs to a draw, which needs `vertices` too; without any count, this is a pipeline's";
        Wrong::if_any(&input.present(), COUNTS, reason)?;
        for (number, buffer) in input.buffers.iter().enumerate() {
            if buffer.address.is_some() {
                let reason = "a pipeline's buffers have their addresses in each draw: leave it out";
                return Err(Wrong::new("address", reason).of(Part::Buffer(number)));
            }
        }
        let pipeline = input.pipeline(arch);
        let parts = Parts::new(input, arch)?;
        let (buffers, attributes) = (&parts.buffers, &parts.attributes);
        // The counts are not known, so this is the largest length that a draw can need.
        let tables = words_needed(&pipeline, buffers.len(), attributes)?;
        let mut rows = vec![[0; 8]; StateWords::rows_needed(arch, buffers.len(), attributes.len())];
        StateWords::pack(pipeline, buffers, attributes, &mut rows)?;
        Ok(Self {
            arch,
            buffers: buffers.len(),
            attributes: attributes.len(),
            words_needed: tables,
            words: rows.into_flattened(),
        })
    }

    /// The comment on the pipeline in generated code.
    pub(crate) fn sentence(&self) -> String {
        let arch = self.arch;
        let buffers = count(self.buffers, "buffer", "buffers");
        let attributes = count(self.attributes, "attribute", "attributes");
        format!("Mali {arch}, vertex input of a pipeline: {buffers}, {attributes}.")
    }

    /// Its words, in lines.
    pub(crate) fn rows(&self) -> Vec<&[u32]> {
        self.words.chunks(8).collect()
    }

    /// Writes the pipeline's members in JSON, besides its name.
    pub(super) fn write<S: SerializeStruct>(&self, table: &mut S) -> Result<(), S::Error> {
        table.serialize_field("arch", self.arch.name())?;
        table.serialize_field("words_needed", &self.words_needed)?;
        table.serialize_field("state_words", &WordTexts(&self.words))
    }
}
