//! Only the words, one descriptor after the other.

use crate::pack::{NamedDescriptor, Words};

/// The words are little-endian, as the GPU reads them.
pub(super) fn emit(descriptors: &[NamedDescriptor]) -> Vec<u8> {
    let words = descriptors.iter().flat_map(|one| match &one.words {
        Words::Descriptor(packed) => packed.words.clone(),
        Words::VertexInput(packed) => {
            let others = packed.other_descriptors().flat_map(|other| other.words);
            packed.words.iter().copied().chain(others).collect()
        }
        Words::Pipeline(packed) => packed.words.clone(),
    });
    words.flat_map(u32::to_le_bytes).collect()
}
