//! Elements that are not aligned to their components, in the words of draws that a driver packed all the same.

use mali_instancing::check::{Rule, Severity};
use mali_instancing::draw::{DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

use crate::draws::{Words, findings, packed, rules};

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
    words.changed(|words| words.move_by(moved))
}

impl Words {
    fn move_by(&mut self, moved: &Moved) {
        let (word, bytes) = match (self.arch.has_attribute_buffers(), moved) {
            // A descriptor's address is a multiple of 64: the rest of it is in the offset.
            (true, Moved::Address(bytes) | Moved::Offset(bytes)) => {
                (&mut self.attributes[1], bytes)
            }
            // Word 2 has the stride up to V7, and the address from V9 on.
            (true, Moved::Stride(bytes)) | (false, Moved::Address(bytes)) => {
                (&mut self.buffers[2], bytes)
            }
            (false, Moved::Offset(bytes)) => (&mut self.attributes[2], bytes),
            (false, Moved::Stride(bytes)) => (&mut self.attributes[4], bytes),
        };
        *word += bytes;
    }
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

/// The unit adds address, offset and n strides before it converts.
#[test]
fn an_element_is_found_where_the_sum_of_the_numbers_is_not_aligned() {
    let archs = [Arch::V4, Arch::V7, Arch::V9, Arch::V10, Arch::V14];
    let formats = [Format::R8_UNORM, Format::R16_UNORM, Format::R32_UNORM];
    for (arch, (format, component)) in archs
        .into_iter()
        .flat_map(|arch| formats.into_iter().zip([1, 2, 4]).map(move |of| (arch, of)))
    {
        for number in 0..4 * 4 * 4 {
            let [address, offset, stride] = [number % 4, number / 4 % 4, number / 16];
            let words = words(arch, format, 4, &Moved::Address(address)).changed(|words| {
                words.move_by(&Moved::Offset(offset));
                words.move_by(&Moved::Stride(stride));
            });
            let starts =
                (0..16).map(|vertex| 0x1000_0000 + address + offset + vertex * (20 + stride));
            let is_aligned = starts.into_iter().all(|start| start % component == 0);
            let found = findings(&words.state());
            assert!(
                found
                    .iter()
                    .all(|finding| finding.rule == Rule::ElementAlignment),
                "{found:?}"
            );
            assert_eq!(
                found.is_empty(),
                is_aligned,
                "{arch} {format}: {address}, {offset}, {stride}"
            );
        }
    }
}

/// A buffer begins with 2 bytes that no attribute reads. Bytes 4 to 7 of it are no aligned float, and 6 to 9 are.
#[test]
fn attributes_of_a_buffer_are_aligned_each_by_its_own_sum() {
    for arch in [Arch::V9, Arch::V10, Arch::V13] {
        let buffer = VertexBuffer::new(20, InputRate::Vertex).with_size(Some(4096));
        let attributes =
            [0, 4, 8].map(|offset| VertexAttribute::new(0, Format::R32_SFLOAT, offset));
        let counts = DrawCounts::instanced(16, 4);
        let words = packed(
            &Pipeline::new(arch),
            &counts,
            &[buffer],
            &attributes,
            &[0x1000_0000],
        );
        let words = words.changed(|words| {
            words.buffers[2] += 2;
            for attribute in words.attributes.chunks_mut(8) {
                attribute[2] += 2;
            }
        });
        assert_eq!(findings(&words.state()), [], "{arch}");
        let changed = words.changed(|words| words.attributes[8 + 2] = 4);
        let found = findings(&changed.state());
        let found: Vec<_> = found
            .iter()
            .map(|finding| (finding.rule, finding.attribute))
            .collect();
        assert_eq!(found, [(Rule::ElementAlignment, Some(1))], "{arch}");
    }
}

/// The upper ten bits of a format are its number, and the lower twelve the order of its components.
#[test]
fn an_element_in_no_order_of_components_is_aligned_as_any_format_of_its_number() {
    for arch in [Arch::V4, Arch::V6, Arch::V7, Arch::V9] {
        let of_arch = |format: &Format| Some((*format, format.hardware(arch)?));
        let formats: Vec<(Format, u32)> = Format::ALL.iter().filter_map(of_arch).collect();
        for (format, field) in &formats {
            let same = formats
                .iter()
                .filter(|(_, other)| other >> 12 == field >> 12);
            let least = same.map(|(format, _)| format.alignment()).min().unwrap();
            let found = |bytes| {
                let words = words(arch, *format, 4, &Moved::Offset(bytes));
                rules(
                    &words
                        .changed(|words| words.attributes[0] |= 0xfff << 10)
                        .state(),
                )
            };
            assert_eq!(found(least), [Rule::Format], "{arch} {format}");
            if least > 1 {
                let both = [Rule::Format, Rule::ElementAlignment];
                assert_eq!(found(least / 2), both, "{arch} {format}");
            }
        }
    }
}
