//! The words alone, one descriptor after the other.

use crate::manifest::descriptors::NamedDescriptor;
use crate::manifest::kind::Packed;

/// Little-endian, which is how the GPU reads them.
pub(super) fn emit(descriptors: &[NamedDescriptor]) -> Vec<u8> {
    let mut words = Vec::new();
    for NamedDescriptor { packed, .. } in descriptors {
        match packed {
            Packed::Descriptor(descriptor) => words.extend(&descriptor.words),
            Packed::VertexInput(input) => {
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
