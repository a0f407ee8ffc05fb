//! JSON: an array per kind, a record a line.

use crate::json::write_array;
use crate::manifest::NamedRecord;
use crate::manifest::kind::{ATTRIBUTE_BUFFER, KINDS};

/// The array of attribute buffers is always there, the others where the manifest has such records.
pub(crate) fn emit(records: &[NamedRecord]) -> Vec<u8> {
    let mut text = b"{".to_vec();
    for kind in KINDS {
        let mut records = records
            .iter()
            .filter(|record| record.kind.name == kind.name)
            .map(|named| named.record.to_json(Some(&named.name.text)))
            .peekable();
        if records.peek().is_none() && kind.name != ATTRIBUTE_BUFFER.name {
            continue;
        }
        if text.len() > 1 {
            text.extend(b", ");
        }
        write_array(&mut text, kind.plural, records).expect("a Vec takes any bytes");
    }
    text.extend(b"}\n");
    text
}
