//! What each word of a record says.

use mali_instancing::{AttributeBufferFields, FetchMode};

use crate::fields::Fields;
use crate::record::word;

/// The fields of an attribute buffer's words, one text per word.
pub(crate) fn attribute_buffer(fields: &AttributeBufferFields) -> [String; 8] {
    let record_type = match fields.mode {
        FetchMode::Linear | FetchMode::Constant => "1 (linear)",
        FetchMode::PowerOfTwoDivisor(_) => "2 (power-of-two divisor)",
        FetchMode::Modulus(_) => "3 (modulus)",
        FetchMode::OtherDivisor { .. } => "4 (other divisor)",
    };
    let address = fields.address.get();
    let parameters: Vec<String> = Fields::new(fields.mode)
        .iter()
        .filter(|(letter, _)| *letter != "D")
        .map(|(letter, value)| format!("; divisor {letter} {value}"))
        .collect();
    let continuation = match fields.mode {
        FetchMode::OtherDivisor { magic, divisor } => [
            "type 0x20 (continuation)".to_owned(),
            format!("divisor D {}", word(magic.divisor_d())),
            "reserved".to_owned(),
            format!("divisor {divisor}, the application's"),
        ],
        _ => ["no continuation"; 4].map(str::to_owned),
    };
    let [word4, word5, word6, word7] = continuation;
    [
        format!(
            "type {record_type}; pointer, bits 6..31: {:#x}",
            address & 0xffff_ffff
        ),
        format!(
            "pointer, bits 32..55: {:#x}{}",
            address >> 32,
            parameters.concat()
        ),
        format!("stride {} bytes", fields.stride),
        format!("size {} bytes", fields.size),
        word4,
        word5,
        word6,
        word7,
    ]
}
