//! JSON: an array per kind, a descriptor a line.

use crate::manifest::descriptors::NamedDescriptor;
use crate::manifest::kind::{ATTRIBUTE_BUFFER, KINDS};
use crate::output::json::write_array;

/// The array of attribute buffers is always there, the others where the manifest has such descriptors.
pub(crate) fn emit(descriptors: &[NamedDescriptor]) -> String {
    let mut text = "{".to_owned();
    for kind in KINDS {
        let mut descriptors = descriptors
            .iter()
            .filter(|descriptor| descriptor.kind.name == kind.name)
            .map(|named| named.packed.to_json(&named.name.text))
            .peekable();
        if descriptors.peek().is_none() && kind.name != ATTRIBUTE_BUFFER.name {
            continue;
        }
        if text.len() > 1 {
            text.push_str(", ");
        }
        write_array(&mut text, kind.plural, descriptors).expect("a String takes any text");
    }
    text.push_str("}\n");
    text
}
