//! JSON, a record a line.

use crate::manifest::NamedBuffer;

pub(crate) fn emit(buffers: &[NamedBuffer]) -> String {
    let records: Vec<String> = buffers
        .iter()
        .map(|buffer| {
            let json = buffer.packed.to_json(Some(&buffer.name));
            serde_json::to_string(&json).expect("strings and numbers can be written as JSON")
        })
        .collect();
    if records.is_empty() {
        return "{\"attribute_buffers\": []}\n".to_owned();
    }
    format!(
        "{{\"attribute_buffers\": [\n  {}\n]}}\n",
        records.join(",\n  ")
    )
}
