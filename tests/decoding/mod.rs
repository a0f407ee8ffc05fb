//! Decodes words, and packs by hand what was answered: it must be the same words.

use mali_instancing::decode::{Decoded, Kind, Record, records};
use mali_instancing::descriptor::{
    Attribute, Buffer, Invocation, InvocationFields, ValhallAttribute,
};
use mali_instancing::{
    Arch, AttributeBuffer, AttributeBufferFields, DecodeError, FetchMode, PaddedCount,
};

/// Whatever words can be read as.
pub(crate) const KINDS: [Kind; 4] = [
    Kind::Buffers,
    Kind::Attributes,
    Kind::Draw,
    Kind::Invocation,
];

/// The words that a record's fields stand for.
fn packed(arch: Arch, record: Record) -> Vec<u32> {
    let built_in_id =
        |record_type, parameters, divisor_d| vec![record_type, parameters << 24, divisor_d, 0];
    match record {
        Record::AttributeBuffer(AttributeBufferFields {
            mode,
            address,
            stride,
            size,
        }) => {
            let words = AttributeBuffer::new(mode, address, stride, size).words();
            let length = if matches!(mode, FetchMode::OtherDivisor { .. }) {
                8
            } else {
                4
            };
            words[..length].to_vec()
        }
        Record::VertexId(padded) => built_in_id(
            0x22,
            padded.map_or(0x9f, |padded| padded.to_bits().into()),
            0,
        ),
        Record::InstanceId(magic) => {
            let parameters = magic.divisor_r() | u32::from(magic.divisor_e()) << 5;
            built_in_id(0x24, parameters, magic.divisor_d())
        }
        Record::Empty if arch.has_attribute_buffers() => vec![0; 4],
        Record::Empty => vec![0; 8],
        Record::Attribute(fields) => Attribute::new(fields).unwrap().words().to_vec(),
        Record::Draw(fields) => {
            let flags = fields.flags.to_le_bytes();
            let sizes = [fields.instance_size, fields.instance_primitive_size];
            let [low, high] = sizes.map(PaddedCount::to_bits);
            let word = u32::from_le_bytes([flags[0], flags[1], low, high]);
            vec![word, fields.offset_start]
        }
        Record::Invocation(InvocationFields::Draw {
            vertices,
            instances,
        }) => Invocation::draw(vertices, instances)
            .unwrap()
            .words()
            .to_vec(),
        Record::Invocation(InvocationFields::Compute { size, workgroups }) => {
            Invocation::compute(size, workgroups)
                .unwrap()
                .words()
                .to_vec()
        }
        Record::ValhallAttribute(fields) => ValhallAttribute::new(fields).unwrap().words().to_vec(),
        Record::Buffer(fields) => Buffer::new(arch, fields.address, fields.size)
            .unwrap()
            .words()
            .to_vec(),
    }
}

/// Decodes, and checks that what was answered stands where it was said to, and packs to the same.
pub(crate) fn check(arch: Arch, kind: Kind, words: &[u32]) -> Result<Vec<Record>, DecodeError> {
    let mut next = 0;
    let mut found = Vec::new();
    for decoded in records(arch, kind, words) {
        let Decoded {
            word,
            length,
            record,
        } = match decoded {
            Ok(decoded) => decoded,
            Err(error) => {
                assert!(error.word >= next && error.word <= words.len(), "{error}");
                assert!(
                    error
                        .to_string()
                        .starts_with(&format!("word {}: ", error.word))
                );
                return Err(error);
            }
        };
        assert_eq!(word, next);
        assert_eq!(packed(arch, record), words[word..word + length]);
        next = word + length;
        found.push(record);
    }
    assert_eq!(next, words.len());
    Ok(found)
}
