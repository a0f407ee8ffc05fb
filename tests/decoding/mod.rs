//! Decodes words and packs the decoded descriptors by hand, which must give the same words.

use mali_instancing::decode::{Decoded, Descriptor, Kind, descriptors};
use mali_instancing::descriptor::{
    Attribute, Buffer, Invocation, InvocationFields, ValhallAttribute,
};
use mali_instancing::{
    Arch, AttributeBuffer, AttributeBufferFields, DecodeError, FetchMode, PaddedCount,
};

/// All kinds of descriptors that words can be read as.
pub(crate) const KINDS: [Kind; 4] = [
    Kind::Buffers,
    Kind::Attributes,
    Kind::Draw,
    Kind::Invocation,
];

/// The words of a descriptor's fields.
fn packed(arch: Arch, descriptor: Descriptor) -> Vec<u32> {
    let built_in_id = |descriptor_type, parameters, divisor_d| {
        vec![descriptor_type, parameters << 24, divisor_d, 0]
    };
    match descriptor {
        Descriptor::AttributeBuffer(AttributeBufferFields {
            mode,
            address,
            stride,
            size,
        }) => {
            let words = AttributeBuffer::new(mode, address, stride, size).words();
            let length = if matches!(mode, FetchMode::NpotDivisor { .. }) {
                8
            } else {
                4
            };
            words[..length].to_vec()
        }
        Descriptor::VertexId(padded) => built_in_id(
            0x22,
            padded.map_or(0x9f, |padded| padded.to_bits().into()),
            0,
        ),
        Descriptor::InstanceId(magic) => {
            let parameters = magic.divisor_r() | u32::from(magic.divisor_e()) << 5;
            built_in_id(0x24, parameters, magic.divisor_d())
        }
        Descriptor::Empty if arch.has_attribute_buffers() => vec![0; 4],
        Descriptor::Empty => vec![0; 8],
        Descriptor::Attribute(fields) => Attribute::new(fields).unwrap().words().to_vec(),
        Descriptor::Draw(fields) => {
            let flags = fields.flags.to_le_bytes();
            let sizes = [fields.instance_size, fields.instance_primitive_size];
            let [low, high] = sizes.map(PaddedCount::to_bits);
            let word = u32::from_le_bytes([flags[0], flags[1], low, high]);
            vec![word, fields.offset_start]
        }
        Descriptor::Invocation(InvocationFields::Draw {
            vertices,
            instances,
        }) => Invocation::draw(vertices, instances)
            .unwrap()
            .words()
            .to_vec(),
        Descriptor::Invocation(InvocationFields::Compute { size, workgroups }) => {
            Invocation::compute(size, workgroups)
                .unwrap()
                .words()
                .to_vec()
        }
        Descriptor::ValhallAttribute(fields) => {
            ValhallAttribute::new(fields).unwrap().words().to_vec()
        }
        Descriptor::Buffer(fields) => Buffer::new(arch, fields.address, fields.size)
            .unwrap()
            .words()
            .to_vec(),
    }
}

/// Decodes, and checks the position of each descriptor and that it packs to the same words.
pub(crate) fn check(arch: Arch, kind: Kind, words: &[u32]) -> Result<Vec<Descriptor>, DecodeError> {
    let mut next = 0;
    let mut found = Vec::new();
    for decoded in descriptors(arch, kind, words) {
        let Decoded {
            word,
            length,
            descriptor,
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
        assert_eq!(packed(arch, descriptor), words[word..word + length]);
        next = word + length;
        found.push(descriptor);
    }
    assert_eq!(next, words.len());
    Ok(found)
}
