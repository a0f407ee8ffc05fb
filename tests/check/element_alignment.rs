//! Elements that are not aligned to their components, in the words of draws that a driver packed all the same.

use mali_instancing::check::{Rule, Severity};
use mali_instancing::draw::{DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

use crate::draws::{Words, findings, packed};

/// A number that is changed after packing, by a difference.
enum Moved {
    Address(u32),
    Stride(u32),
    Offset(u32),
}

/// The words of a draw of aligned elements, of which one number is changed.
fn words(arch: Arch, format: Format, instances: u32, moved: &Moved) -> Words {
    let pipeline = Pipeline::new(arch);
    let counts = DrawCounts::instanced(16, instances);
    let buffer = VertexBuffer::new(20, InputRate::Vertex).with_size(Some(4096));
    let attribute = VertexAttribute::new(0, format, 0);
    let words = packed(&pipeline, &counts, &[buffer], &[attribute], &[0x1000_0000]);
    words.changed(|words| {
        let (word, bytes) = match (arch.has_attribute_buffers(), moved) {
            // A descriptor's address is a multiple of 64: the rest of it is in the offset.
            (true, Moved::Address(bytes) | Moved::Offset(bytes)) => {
                (&mut words.attributes[1], bytes)
            }
            // Word 2 has the stride up to V7, and the address from V9 on.
            (true, Moved::Stride(bytes)) | (false, Moved::Address(bytes)) => {
                (&mut words.buffers[2], bytes)
            }
            (false, Moved::Offset(bytes)) => (&mut words.attributes[2], bytes),
            (false, Moved::Stride(bytes)) => (&mut words.attributes[4], bytes),
        };
        *word += bytes;
    })
}

/// Three floats and three halfs, 18 bytes apart, are garbage on a Mali and right on other GPUs.
#[test]
fn each_misaligned_number_is_found() {
    let cases = [
        (Format::R32_SFLOAT, 1, Moved::Stride(2)),
        (Format::R32_SFLOAT, 1, Moved::Offset(2)),
        (Format::R32_SFLOAT, 1, Moved::Address(2)),
        (Format::R16G16_SFLOAT, 4, Moved::Address(1)),
        (Format::R16G16_UNORM, 4, Moved::Stride(1)),
        (Format::A2B10G10R10_UNORM_PACK32, 4, Moved::Offset(2)),
        (Format::R8G8B8_UNORM, 4, Moved::Offset(1)),
    ];
    let archs = [
        Arch::V4,
        Arch::V5,
        Arch::V6,
        Arch::V7,
        Arch::V9,
        Arch::V10,
        Arch::V13,
    ];
    let mut counted = [0; 2];
    for arch in archs {
        for (number, (format, instances, moved)) in cases.iter().enumerate() {
            let words = words(arch, *format, *instances, moved);
            let found = findings(&words.state());
            // Bytes are always aligned.
            if number == 6 {
                assert_eq!(found, [], "{arch}");
                continue;
            }
            let [finding] = found[..] else {
                panic!("{arch} {format}: {found:?}");
            };
            assert_eq!(finding.rule, Rule::ElementAlignment);
            // V4 and V5 read 32-bit floats without a conversion.
            let is_note = number < 3 && arch <= Arch::V5;
            assert_eq!(
                finding.severity == Severity::Note,
                is_note,
                "{arch} {format}"
            );
            counted[usize::from(is_note)] += 1;
        }
    }
    assert_eq!(counted, [36, 6]);
}

#[test]
fn the_finding_names_the_number_that_is_not_aligned() {
    for arch in [Arch::V7, Arch::V9] {
        let text = |moved| {
            let words = words(arch, Format::R16_UNORM, 4, &moved);
            let found = findings(&words.state());
            assert_eq!(found.len(), 1);
            found[0].to_string()
        };
        let [address, stride, offset] =
            [Moved::Address(1), Moved::Stride(1), Moved::Offset(1)].map(text);
        if arch == Arch::V7 {
            assert_eq!(address, offset);
            assert_eq!(stride, "element-alignment: buffers, word 2, stride: 0x15");
        } else {
            assert_eq!(
                address,
                "element-alignment: buffers, word 2, address: 0x10000001"
            );
            assert_eq!(
                stride,
                "element-alignment: attributes, word 4, stride: 0x15"
            );
        }
        let word = if arch == Arch::V7 { 1 } else { 2 };
        assert_eq!(
            offset,
            format!("element-alignment: attributes, word {word}, offset: 0x1")
        );
    }
}
