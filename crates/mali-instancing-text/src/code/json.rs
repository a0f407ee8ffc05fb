//! JSON: an array per kind, a record a line.

use crate::manifest::kind::{ATTRIBUTE_BUFFER, KINDS};
use crate::manifest::records::NamedRecord;
use crate::output::json::write_array;

/// The array of attribute buffers is always there, the others where the manifest has such records.
pub(crate) fn emit(records: &[NamedRecord]) -> String {
    let mut text = "{".to_owned();
    for kind in KINDS {
        let mut records = records
            .iter()
            .filter(|record| record.kind.name == kind.name)
            .map(|named| named.packed.to_json(&named.name.text))
            .peekable();
        if records.peek().is_none() && kind.name != ATTRIBUTE_BUFFER.name {
            continue;
        }
        if text.len() > 1 {
            text.push_str(", ");
        }
        write_array(&mut text, kind.plural, records).expect("a String takes any text");
    }
    text.push_str("}\n");
    text
}
