//! The words alone, one record after the other.

use crate::manifest::kind::Packed;
use crate::manifest::records::NamedRecord;

/// Little-endian, which is how the GPU reads them.
pub(super) fn emit(records: &[NamedRecord]) -> Vec<u8> {
    let mut words = Vec::new();
    for NamedRecord { packed, .. } in records {
        match packed {
            Packed::Record(record) => words.extend(&record.words),
            Packed::VertexInput(input) => {
                words.extend(&input.packed.words);
                words.extend(input.packed.other_records().flat_map(|other| other.words));
            }
        }
    }
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}
