//! The words alone, one record after the other.

use crate::manifest::records::NamedRecord;

/// Little-endian, which is how the GPU reads them.
pub(super) fn emit(records: &[NamedRecord]) -> Vec<u8> {
    records
        .iter()
        .flat_map(|named| &named.record.words)
        .flat_map(|word| word.to_le_bytes())
        .collect()
}
