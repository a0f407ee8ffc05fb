//! Descriptors, compared with the numbers of Mesa's genxml and drivers.

use mali_instancing::descriptor::{Attribute, ValhallAttribute, ValhallFetchMode};
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::{Arch, BufferAddress};
use mali_varyings::{
    BaseType, Driver, Error, FifoFormat, MemoryLayout, MesaVersion, Slot, SlotProblem, Stage,
    ValhallVaryings, VaryingAccess, VaryingBuffer, VaryingDescriptors,
};

use super::{in_buffers, in_packets};

const V4_TO_V7: [Arch; 4] = [Arch::V4, Arch::V5, Arch::V6, Arch::V7];

/// The drivers of an architecture up to V7.
fn drivers(arch: Arch) -> &'static [Driver] {
    if arch >= Arch::V6 {
        &Driver::ALL
    } else {
        &[Driver::Panfrost]
    }
}

/// Floats at locations of Mesa's `gl_varying_slot`, with indices from 0.
fn floats(slots: &[(u8, u8)]) -> Vec<Slot> {
    let slots = slots.iter().zip(0..);
    let slot =
        |(&(location, components), index)| Slot::new(location, index, BaseType::Float, components);
    slots.map(slot).collect()
}

fn layout(slots: &[(u8, u8)]) -> MemoryLayout {
    MemoryLayout::place(&floats(slots)).unwrap()
}

/// `number` vectors of four components at the application's locations.
fn vectors(number: u8) -> Vec<(u8, u8)> {
    (0..number).map(|location| (32 + location, 4)).collect()
}

/// genxml's numbers: 94 "Snap 4", 199 "R16F", 240 the order "R000".
#[test]
fn position_and_point_size_have_buffers_of_their_own() {
    for arch in V4_TO_V7 {
        for &driver in drivers(arch) {
            let (position, point_size) = match (arch, driver) {
                (Arch::V7, Driver::Panfrost) => (94 << 12, 199 << 12),
                (Arch::V7, Driver::PanVk) => (94 << 12, 199 << 12 | 0xf0),
                _ => (94 << 12 | 0o3210, 199 << 12 | 0o5440),
            };
            let layout = layout(&[(0, 4), (12, 1)]);
            let mali = in_buffers(driver, arch, &layout, &[]).unwrap();
            let lengths = Stage::ALL.map(|stage| mali.linked.descriptors(stage));
            assert_eq!(lengths, [2, 0]);
            for (number, buffer, format) in [(0, 1, position), (1, 2, point_size)] {
                let fields = Attribute::decode(mali.vertex_descriptor(number).unwrap().words());
                assert_eq!((fields.buffer_index, fields.format), (buffer, format));
                assert_eq!((fields.offset, fields.offset_enable), (0, arch <= Arch::V5));
            }
        }
    }
}

/// 95 is "Constant". PanVK has the constant 0 four times, by the selectors of V6 and the order 0xe7 of V7.
#[test]
fn what_only_one_stage_has_goes_through_a_constant() {
    for arch in V4_TO_V7 {
        for &driver in drivers(arch) {
            let zeros = match (driver, arch) {
                (Driver::Panfrost, _) => 0,
                (Driver::PanVk, Arch::V7) => 0xe7,
                (Driver::PanVk, _) => 0o4444,
            };
            let (layout, inputs) = (layout(&[(32, 2)]), floats(&[(33, 2)]));
            let mali = in_buffers(driver, arch, &layout, &inputs).unwrap();
            for descriptor in [mali.fragment_descriptor(0), mali.vertex_descriptor(0)] {
                let fields = Attribute::decode(descriptor.unwrap().words());
                assert_eq!((fields.buffer_index, fields.offset), (0, 0));
                assert_eq!(fields.format, 95 << 12 | zeros);
            }
            assert_eq!(mali.linked.read_as(0), None);
        }
    }
}

/// Every stage has its own indices, with gaps.
#[test]
fn a_descriptor_is_at_the_index_of_its_slot() {
    let at = |index, slot: Slot| Slot { index, ..slot };
    let [position, normal, uv] = floats(&[(0, 4), (32, 3), (40, 2)]).try_into().unwrap();
    let outputs = [at(1, position), at(4, normal), at(9, uv)];
    let layout = MemoryLayout::place(&outputs).unwrap();
    let inputs = [at(3, uv)];
    let mali = in_buffers(Driver::Panfrost, Arch::V7, &layout, &inputs).unwrap();
    let lengths = Stage::ALL.map(|stage| mali.linked.descriptors(stage));
    assert_eq!(lengths, [10, 4]);
    let filled: Vec<_> = (0..10)
        .filter(|&number| mali.vertex_descriptor(number).is_some())
        .collect();
    assert_eq!(filled, [1, 4, 9]);
    let fields = Attribute::decode(mali.fragment_descriptor(3).unwrap().words());
    assert_eq!((fields.offset, mali.fragment_descriptor(2)), (16, None));
    let mali = in_packets(Driver::Panfrost, Arch::V9, &layout, &inputs, true).unwrap();
    assert_eq!(mali.linked.descriptors(Stage::Fragment), 4);
    assert_eq!(mali.linked.access(2), None);
    assert_eq!(mali.fragment_descriptor(2), None);
}

/// Nothing accesses the descriptor of an output that only transform feedback reads.
#[test]
fn what_is_only_captured_has_neither_memory_nor_a_descriptor() {
    let mut outputs = floats(&[(32, 4), (33, 2)]);
    outputs[0].is_only_captured = true;
    let layout = MemoryLayout::place(&outputs).unwrap();
    assert_eq!(
        (layout.offset(32), layout.offset(33), layout.bytes()),
        (None, Some(0), 8)
    );
    let inputs = floats(&[(32, 4), (33, 2)]);
    let mali = in_buffers(Driver::Panfrost, Arch::V7, &layout, &inputs).unwrap();
    assert_eq!(mali.vertex_descriptor(0), None);
    let fields = Attribute::decode(mali.fragment_descriptor(0).unwrap().words());
    assert_eq!(fields.format >> 12, 95);
}

/// A driver's log of a layout agrees with where its slots are.
#[test]
fn a_layout_shows_which_slots_are_stored() {
    let mut outputs = floats(&[(0, 4), (32, 4), (33, 2)]);
    outputs[1].is_only_captured = true;
    let layout = MemoryLayout::place(&outputs).unwrap();
    let mut layouts = vec![layout];
    for arch in [Arch::V7, Arch::V10] {
        let mut earlier = layout;
        let (version, driver) = (MesaVersion::V25_0, Driver::PanVk);
        earlier
            .place_in_mesa(version, driver, arch, &outputs[2..])
            .unwrap();
        layouts.push(earlier);
    }
    for layout in layouts {
        let shown = format!("{layout:?}");
        // Each location is after the word about it.
        let words = shown
            .split("location: ")
            .map(|part| part.contains("not stored"));
        let words: Vec<bool> = words.take(outputs.len()).collect();
        assert_eq!(words, [false, true, false], "{shown}");
    }
}

/// genxml's numbers: 37, 38 and 97 of the special buffers, 191 "RGBA32F", 197 "R32I". The number of a buffer is that of
/// the buffers before it which there are: the general one, positions, point sizes, point coordinates, facings.
#[test]
fn panfrost_numbers_the_special_buffers_without_gaps() {
    for arch in [Arch::V4, Arch::V5] {
        for bits in 0..16_u8 {
            let has = |bit: u8| bits >> bit & 1 != 0;
            let outputs: &[_] = if has(0) {
                &[(0, 4), (12, 1)]
            } else {
                &[(0, 4)]
            };
            // In the order of the buffers: point coordinate 25, facing 24, position 0.
            let kinds = [
                (25, 97, 191 << 12 | 0o3210),
                (24, 38, 197 << 12 | 0o5440),
                (0, 37, 191 << 12 | 0o3210),
            ];
            let mut read = vec![(32, 1)];
            let mut expected = Vec::new();
            let mut next = 2 + u32::from(has(0));
            for (bit, (location, buffer_type, format)) in (1..).zip(kinds) {
                if has(bit) {
                    read.push((location, 4));
                    expected.push((location, next, buffer_type, format));
                    next += 1;
                }
            }
            read.sort_unstable();
            let (layout, inputs) = (layout(outputs), floats(&read));
            let mali = in_buffers(Driver::Panfrost, arch, &layout, &inputs).unwrap();
            let pipeline = Pipeline::new(arch);
            let counts = DrawCounts::instanced(3, 1);
            let addresses =
                [0x1000, 0x2000, 0x3000].map(|address| BufferAddress::new(address).unwrap());
            let table = mali.table(&mali.buffers(&pipeline, &counts).unwrap(), &addresses);
            for (location, buffer, buffer_type, format) in expected {
                let input = inputs
                    .iter()
                    .find(|input| input.location == location)
                    .unwrap();
                let words = mali
                    .fragment_descriptor(input.index.into())
                    .unwrap()
                    .words();
                let fields = Attribute::decode(words);
                assert_eq!((fields.buffer_index, fields.format), (buffer, format));
                assert_eq!(table[4 * buffer as usize..][..4], [buffer_type, 0, 0, 0]);
            }
            assert!(table[4 * next as usize..].iter().all(|&word| word == 0));
        }
    }
}

#[test]
fn a_draws_buffers_have_an_element_for_every_thread() {
    let layout = layout(&[(0, 4), (12, 1), (32, 3), (33, 2)]);
    let strides_and_sizes = |arch, instances| {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(70, instances).with_first_vertex(5);
        let mali = in_buffers(Driver::Panfrost, arch, &layout, &[]).unwrap();
        let buffers = mali.buffers(&pipeline, &counts).unwrap();
        buffers.map(|buffer| (buffer.stride, buffer.size))
    };
    let elements = |threads| [24, 16, 2].map(|stride| (stride, stride * threads));
    assert_eq!(strides_and_sizes(Arch::V7, 100), elements(72 * 100));
    assert_eq!(strides_and_sizes(Arch::V5, 100), elements(72 * 100 + 5));
    assert_eq!(strides_and_sizes(Arch::V7, 1), elements(70));
}

/// The generations count threads differently: V4 and V5 from the offset start on, V9 without padding.
#[test]
fn a_draw_on_another_architecture_has_no_buffers() {
    let layout = layout(&[(0, 4), (32, 3)]);
    let counts = DrawCounts::instanced(70, 100).with_first_vertex(5);
    for linked in V4_TO_V7 {
        let mali = in_buffers(Driver::Panfrost, linked, &layout, &[]).unwrap();
        for &arch in Arch::ALL {
            let found = mali.buffers(&Pipeline::new(arch), &counts).map(|_| ());
            let expected = if arch == linked {
                Ok(())
            } else {
                Err(Error::LinkedArch { arch, linked })
            };
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn what_is_not_written_has_no_buffer() {
    let none = layout(&[]);
    let mali = in_buffers(Driver::PanVk, Arch::V7, &none, &[]).unwrap();
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(3, 1);
    let buffers = mali.buffers(&pipeline, &counts).unwrap();
    assert_eq!(buffers[0], VaryingBuffer { stride: 0, size: 0 });
    assert_eq!(buffers[2], VaryingBuffer { stride: 0, size: 0 });
    let table = mali.table(&buffers, &[BufferAddress::new(0x1000).unwrap(); 3]);
    assert_eq!((&table[..4], &table[8..]), (&[0; 4][..], &[0; 16][..]));
    assert_eq!(table[6..8], [16, 48]);
}

#[test]
fn what_cannot_be_linked_or_drawn_is_refused() {
    let layout = layout(&vectors(32));
    let (driver, arch) = (Driver::PanVk, Arch::V5);
    assert_eq!(
        in_buffers(driver, arch, &layout, &[]).map(|_| ()),
        Err(Error::DriverArch { driver, arch })
    );
    let mali = in_buffers(Driver::PanVk, Arch::V7, &layout, &[]).unwrap();
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::any_instances(70);
    assert_eq!(
        mali.buffers(&pipeline, &counts),
        Err(Error::UnknownInstances)
    );
    let of = |instances| mali.buffers(&pipeline, &counts.with_instances(Some(instances)));
    assert!(matches!(of(0), Err(Error::Draw(_))));
    let most = u32::MAX / 512 / 72;
    assert!(of(most).is_ok());
    let error = Error::BufferSize {
        stride: 512,
        elements: u64::from(most + 1) * 72,
    };
    assert_eq!(of(most + 1), Err(error));
}

/// Position, point coordinate and facing have no slot in the fragment stage from V6 on, other built-in inputs never.
#[test]
fn an_input_is_read_from_memory_or_special_on_v4_and_v5() {
    let layout = layout(&[]);
    for location in 0..64_u8 {
        let input = floats(&[(location, 1)]);
        let problem = SlotProblem::NotAnInput(location);
        let refused = Err(Error::InvalidSlot { slot: 0, problem });
        // Panfrost links what OpenGL has, PanVK what Vulkan has.
        let is_of_gl = matches!(location, 1..=11 | 13 | 14 | 17 | 18);
        let is_refused =
            |driver| matches!(location, 16 | 19 | 20) || is_of_gl && driver == Driver::PanVk;
        let is_generic = matches!(location, 1..=11 | 13..=20 | 32..);
        let is_special = matches!(location, 0 | 24 | 25);
        for &arch in Arch::ALL {
            let driver = if arch.has_attribute_buffers() {
                Driver::Panfrost
            } else {
                Driver::PanVk
            };
            let linked = if arch.has_attribute_buffers() {
                in_buffers(Driver::Panfrost, arch, &layout, &input).map(|_| ())
            } else {
                in_packets(Driver::PanVk, arch, &layout, &input, true).map(|_| ())
            };
            if is_refused(driver) {
                assert!(
                    matches!(linked, Err(Error::BuiltIn { .. })),
                    "{arch} {location}"
                );
                continue;
            }
            let is_allowed = is_generic || is_special && arch <= Arch::V5;
            assert_eq!(
                linked,
                if is_allowed { Ok(()) } else { refused },
                "{arch} {location}"
            );
        }
    }
}

/// `pan_ld_var_buf_off_size`: an offset must be below 256 bytes on V9 and V10, 2,048 from V11 on.
#[test]
fn offsets_are_baked_while_the_instruction_has_bits_for_them() {
    for (arch, count, baked) in [
        (Arch::V9, 16, 16),
        (Arch::V9, 17, 16),
        (Arch::V9, 32, 16),
        (Arch::V10, 16, 16),
        (Arch::V10, 17, 16),
        (Arch::V11, 32, 32),
        (Arch::V14, 32, 32),
    ] {
        let slots = vectors(count);
        let (layout, inputs) = (layout(&slots), floats(&slots));
        let link = |driver, is_known| in_packets(driver, arch, &layout, &inputs, is_known).unwrap();
        let mali = link(Driver::PanVk, true);
        // Each location has 16 bytes. One descriptor takes a table of all locations, because their numbers are its
        // indices.
        for index in 0..32 {
            let access = match index {
                _ if index >= u32::from(count) => None,
                _ if index < baked => Some(VaryingAccess::Baked),
                _ => Some(VaryingAccess::Descriptors),
            };
            assert_eq!(mali.linked.access(index), access, "{arch}, {count}");
        }
        let all = u32::from(count);
        let descriptors = if all > baked { all } else { 0 };
        assert_eq!(
            mali.linked.descriptors(Stage::Fragment),
            descriptors,
            "{arch}, {count}"
        );
        // Panfrost makes descriptors always.
        assert_eq!(
            link(Driver::Panfrost, true)
                .linked
                .descriptors(Stage::Fragment),
            all
        );
        let mali = link(Driver::PanVk, false);
        assert_eq!(mali.linked.access(0), Some(VaryingAccess::Descriptors));
        assert_eq!(mali.linked.descriptors(Stage::Fragment), all);
    }
}

#[test]
fn a_descriptor_names_the_hardwares_buffer_of_packets() {
    let mut outputs = floats(&[(32, 3), (33, 2)]);
    outputs[1].base_type = BaseType::Uint;
    let layout = MemoryLayout::place(&outputs).unwrap();
    // The components are those that are stored.
    let inputs = floats(&[(32, 1), (33, 2), (34, 1)]);
    for arch in &Arch::ALL[4..] {
        let mali = in_packets(Driver::PanVk, *arch, &layout, &inputs, false).unwrap();
        assert_eq!(mali.linked.descriptors(Stage::Fragment), 3);
        // 183 "RGB32F", 175 "RG32F" with the order RGB1, 95 "Constant" with the order 0000.
        let formats = [
            (183 << 12 | 0x10, 0),
            (175 << 12 | 0x10, 16),
            (95 << 12 | 0xe7, 0),
        ];
        for (number, (format, offset)) in (0..).zip(formats) {
            let words = mali.fragment_descriptor(number).unwrap().words();
            let fields = ValhallAttribute::decode(words).unwrap();
            assert_eq!(
                fields.mode,
                ValhallFetchMode::VertexPacket { packet_stride: 40 }
            );
            assert_eq!((fields.format, fields.offset), (format, 1024 + offset));
            assert_eq!((fields.table, fields.stride), (61, 24));
            assert_eq!(fields.buffer_index, u32::from(*arch >= Arch::V12));
        }
    }
}

#[test]
fn the_hardware_is_told_how_large_a_packet_is() {
    for (slots, stride) in [(&[][..], 0), (&[(32, 3)], 12)] {
        let layout = layout(slots);
        let link = |arch| in_packets(Driver::Panfrost, arch, &layout, &[], true).unwrap();
        let v9 = link(Arch::V9);
        assert_eq!(v9.allocation(), Some(stride << 16 | (stride + 16)));
        assert_eq!(v9.vary_size(), None);
        let v10 = link(Arch::V10);
        assert_eq!((v10.allocation(), v10.vary_size()), (None, Some(stride)));
    }
}

#[test]
fn more_than_a_position_takes_the_extended_format() {
    fn link(layout: &MemoryLayout) -> ValhallVaryings<'_> {
        *in_packets(Driver::PanVk, Arch::V10, layout, &[], true).unwrap()
    }
    let basic = layout(&[(0, 4), (32, 4)]);
    assert_eq!(link(&basic).fifo_format(true, true), FifoFormat::Basic);
    // The point size and the layer.
    for location in [12, 22] {
        let layout = layout(&[(0, 4), (location, 1)]);
        let mali = link(&layout);
        for (draws_points, is_multiview) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            // In draws of triangles in one view, the point size is patched out.
            let format = if location == 12 && !draws_points && !is_multiview {
                FifoFormat::Basic
            } else {
                FifoFormat::Extended
            };
            assert_eq!(mali.fifo_format(draws_points, is_multiview), format);
        }
    }
}

/// Outputs: the position, three floats at location 32, and two of 16 bits at 33. Inputs: those at 33, and a float at 34,
/// which is not written. From V9 on, Mesa 25.0 has 16 bytes of 32-bit components for each location, written or not; on V4 to
/// V7 it stores only what is read.
#[test]
fn a_location_has_what_both_stages_have_there() {
    let mut outputs = floats(&[(0, 4), (32, 3), (33, 2)]);
    outputs[2].bits = 16;
    let mut inputs = floats(&[(33, 2), (34, 1)]);
    inputs[0].bits = 16;
    let baked = Some(VaryingAccess::Baked);
    let described = Some(VaryingAccess::Descriptors);
    // For each location, whether it is stored and its offset; then the bits that are read, and how, at 33 and 34.
    for (version, arch, stored, offsets, read) in [
        (
            MesaVersion::V26,
            Arch::V10,
            [true, true, false],
            [Some(0), Some(12), None],
            [Some((16, baked)), None],
        ),
        (
            MesaVersion::V26,
            Arch::V7,
            [true, true, false],
            [Some(0), Some(12), None],
            [Some((16, described)), None],
        ),
        (
            MesaVersion::V25_0,
            Arch::V10,
            [true, true, false],
            [Some(0), Some(16), Some(32)],
            [Some((32, baked)), Some((32, baked))],
        ),
        (
            MesaVersion::V25_0,
            Arch::V7,
            [false, true, false],
            [None, Some(0), None],
            [Some((16, described)), None],
        ),
    ] {
        let mut layout = MemoryLayout::place(&outputs).unwrap();
        let placed = layout.place_in_mesa(version, Driver::PanVk, arch, &inputs);
        placed.unwrap();
        let linked = VaryingDescriptors::link(Driver::PanVk, arch, &layout, &inputs, true).unwrap();
        let ats = [32, 33, 34].map(|location| linked.at(location));
        let case = (version, arch);
        assert_eq!(ats.map(|at| at.offset), offsets, "{case:?}");
        assert_eq!(ats.map(|at| at.stored.is_some()), stored, "{case:?}");
        assert_eq!(
            ats.map(|at| at.output.is_some()),
            [true, true, false],
            "{case:?}"
        );
        assert_eq!(
            ats.map(|at| at.input),
            [None, Some(inputs[0]), Some(inputs[1])],
            "{case:?}"
        );
        let read_there = ats.map(|at| Some((at.read_as?.bits, at.access)));
        assert_eq!(read_there, [None, read[0], read[1]], "{case:?}");
        // The position has a section of its own, and at 35 is nothing.
        let (position, nothing) = (linked.at(0), linked.at(35));
        assert!(position.output.is_some() && position.stored.is_none());
        assert!(position.offset.is_none() && nothing.output.is_none() && nothing.input.is_none());
    }
}
