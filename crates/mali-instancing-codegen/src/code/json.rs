//! JSON: an array per kind, a descriptor a line.

use crate::manifest::KINDS;
use crate::pack::NamedDescriptor;

/// The array of attribute buffers, the first kind, is always there, the others where the manifest has such
/// descriptors.
pub(super) fn emit(descriptors: &[NamedDescriptor]) -> String {
    let arrays = KINDS.iter().enumerate().filter_map(|(number, kind)| {
        let of_kind = descriptors
            .iter()
            .filter(|descriptor| descriptor.kind.name == kind.name);
        let lines: Vec<String> = of_kind
            .map(|descriptor| {
                serde_json::to_string(descriptor).expect("strings and numbers are JSON")
            })
            .collect();
        if lines.is_empty() {
            return (number == 0).then(|| format!("\"{}s\": []", kind.name));
        }
        Some(format!(
            "\"{}s\": [\n  {}\n]",
            kind.name,
            lines.join(",\n  ")
        ))
    });
    format!("{{{}}}\n", arrays.collect::<Vec<_>>().join(", "))
}
