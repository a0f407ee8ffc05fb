//! The words alone, one descriptor after the other.

use super::names::pipeline_without_words;
use crate::error::TextError;
use crate::pack::{NamedDescriptor, Words};

/// Little-endian, which is how the GPU reads them.
pub(super) fn emit(descriptors: &[NamedDescriptor]) -> Result<Vec<u8>, TextError> {
    let mut bytes = Vec::new();
    for descriptor in descriptors {
        let words = match &descriptor.words {
            Words::Descriptor(packed) => packed.words.clone(),
            Words::VertexInput(packed) => {
                let others = packed.other_descriptors().flat_map(|other| other.words);
                packed.words.iter().copied().chain(others).collect()
            }
            Words::Pipeline(_) => return Err(pipeline_without_words(&descriptor.name)),
        };
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
    }
    Ok(bytes)
}
