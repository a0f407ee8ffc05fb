//! JSON: an array for each kind, with a descriptor on each line.

use crate::manifest::KINDS;
use crate::pack::NamedDescriptor;

/// The array of attribute buffers, the first kind, is always present. The others are present if the manifest has such
/// descriptors.
pub(super) fn emit(descriptors: &[NamedDescriptor]) -> String {
    let arrays = KINDS.iter().enumerate().filter_map(|(number, kind)| {
        let name = kind.name;
        let of_kind = descriptors.iter().filter(|one| one.kind().name == name);
        let lines = of_kind
            .map(serde_json::to_string)
            .collect::<Result<Vec<_>, _>>();
        let lines = lines.expect("strings and numbers are JSON").join(",\n  ");
        if lines.is_empty() {
            return (number == 0).then(|| format!("\"{name}s\": []"));
        }
        Some(format!("\"{name}s\": [\n  {lines}\n]"))
    });
    format!("{{{}}}\n", arrays.collect::<Vec<_>>().join(", "))
}
