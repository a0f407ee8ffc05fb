//! The words alone, one descriptor after the other.

use crate::pack::NamedDescriptor;
use crate::pack::Words;

/// Little-endian, which is how the GPU reads them.
pub(super) fn emit(descriptors: &[NamedDescriptor]) -> Vec<u8> {
    let mut words = Vec::new();
    for NamedDescriptor { words: packed, .. } in descriptors {
        match packed {
            Words::Descriptor(descriptor) => words.extend(&descriptor.words),
            Words::VertexInput(input) => {
                words.extend(&input.packed.words);
                words.extend(
                    input
                        .packed
                        .other_descriptors()
                        .flat_map(|other| other.words),
                );
            }
        }
    }
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}
