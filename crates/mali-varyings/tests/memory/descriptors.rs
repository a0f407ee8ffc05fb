//! Descriptors, compared with the numbers of Mesa's genxml and drivers.

use mali_instancing::descriptor::{Attribute, ValhallAttribute, ValhallFetchMode};
use mali_instancing::draw::DrawCall;
use mali_instancing::{Arch, BufferAddress};
use mali_varyings::{
    AttributeBufferVaryings, Error, FifoFormat, FragmentInputs, Interface, Linkage, Matching,
    NamedVarying, ValhallVaryings, Varying, VaryingAccess, VaryingBuffer, VaryingType,
    VertexOutputs,
};

const V4_TO_V7: [Arch; 4] = [Arch::V4, Arch::V5, Arch::V6, Arch::V7];

fn interface(types: &[VaryingType]) -> Interface {
    let varyings: Vec<Varying> = types.iter().copied().map(Varying::new).collect();
    Interface::new(&varyings).unwrap()
}

/// A stage with this number of locations, linked to itself.
fn linked(vectors: u32) -> Linkage {
    let varying = Varying::new(VaryingType::Vec4).with_array(vectors).unwrap();
    let stage = [NamedVarying { name: "v", varying }];
    Linkage::new(&stage, &stage, Matching::GlEs).unwrap()
}

/// genxml's numbers: 94 "Snap 4", 199 "R16F".
#[test]
fn position_and_point_size_have_buffers_of_their_own() {
    let none = Linkage::from_separable(Interface::EMPTY, Interface::EMPTY);
    let outputs = VertexOutputs {
        point_size: true,
        ..VertexOutputs::NONE
    };
    for arch in V4_TO_V7 {
        let (position, point_size) = match arch {
            Arch::V7 => (94 << 12, 199 << 12),
            _ => (94 << 12 | 0o3210, 199 << 12 | 0o5440),
        };
        let mali = AttributeBufferVaryings::new(arch, &none).unwrap();
        assert_eq!(
            (mali.fragment_descriptors(), mali.vertex_descriptors()),
            (0, 1)
        );
        let mali = mali.with_built_ins(outputs, FragmentInputs::NONE);
        assert_eq!(
            (mali.fragment_descriptors(), mali.vertex_descriptors()),
            (0, 2)
        );
        for (number, buffer, format) in [(0, 1, position), (1, 2, point_size)] {
            let fields = Attribute::decode(mali.vertex_descriptor(number).unwrap().words());
            assert_eq!((fields.buffer_index, fields.format), (buffer, format));
            assert_eq!((fields.offset, fields.offset_enable), (0, arch <= Arch::V5));
        }
    }
}

/// 95 is "Constant". The selectors of V4 to V6 choose the constant 0 four times, as does the order 0xe7 of V7.
#[test]
fn what_only_one_stage_has_goes_through_a_constant() {
    let one = interface(&[VaryingType::Vec2]);
    for arch in V4_TO_V7 {
        let zeros = if arch == Arch::V7 { 0xe7 } else { 0o4444 };
        let linkage = Linkage::from_separable(Interface::EMPTY, one.clone());
        let mali = AttributeBufferVaryings::new(arch, &linkage).unwrap();
        let fields = Attribute::decode(mali.fragment_descriptor(0).unwrap().words());
        assert_eq!((fields.buffer_index, fields.offset), (0, 0));
        assert_eq!(fields.format, 95 << 12 | zeros);
        let stage = [NamedVarying {
            name: "v",
            varying: Varying::new(VaryingType::Vec2),
        }];
        let linkage = Linkage::new(&stage, &[], Matching::GlEs).unwrap();
        let mali = AttributeBufferVaryings::new(arch, &linkage).unwrap();
        let fields = Attribute::decode(mali.vertex_descriptor(0).unwrap().words());
        assert_eq!(fields.format, 95 << 12 | zeros);
    }
}

/// genxml's numbers: 37, 38 and 97 of the special buffers, 191 "RGBA32F", 197 "R32I".
#[test]
fn built_in_inputs_have_descriptors_on_v4_and_v5() {
    let linkage = Linkage::from_separable(Interface::EMPTY, interface(&[VaryingType::Float]));
    let inputs = FragmentInputs {
        point_coord: true,
        front_facing: true,
        frag_coord: true,
    };
    for arch in V4_TO_V7 {
        let mali = AttributeBufferVaryings::new(arch, &linkage).unwrap();
        let mali = mali.with_built_ins(VertexOutputs::NONE, inputs);
        let call = DrawCall::instanced(arch, 3, 1);
        let addresses = [0x1000, 0x2000, 0].map(|address| BufferAddress::new(address).unwrap());
        let table = mali.table(&mali.buffers(&call).unwrap(), &addresses);
        let types = [12, 16, 20].map(|word| table[word]);
        if arch >= Arch::V6 {
            assert_eq!((mali.fragment_descriptors(), types), (1, [0; 3]));
            continue;
        }
        assert_eq!((mali.fragment_descriptors(), types), (4, [97, 38, 37]));
        let formats = [191 << 12 | 0o3210, 197 << 12 | 0o5440, 191 << 12 | 0o3210];
        for (number, (buffer, format)) in (1..).zip((3..).zip(formats)) {
            let fields = Attribute::decode(mali.fragment_descriptor(number).unwrap().words());
            assert_eq!((fields.buffer_index, fields.format), (buffer, format));
        }
    }
}

#[test]
fn a_draws_buffers_have_an_element_for_every_thread() {
    let linkage = Linkage::from_separable(
        interface(&[VaryingType::Vec3, VaryingType::Vec2]),
        Interface::EMPTY,
    );
    let outputs = VertexOutputs {
        point_size: true,
        ..VertexOutputs::NONE
    };
    let strides_and_sizes = |arch, instances| {
        let call = DrawCall::instanced(arch, 70, instances).with_first_vertex(5);
        let mali = AttributeBufferVaryings::new(arch, &linkage).unwrap();
        let mali = mali.with_built_ins(outputs, FragmentInputs::NONE);
        let buffers = mali.buffers(&call).unwrap();
        buffers.map(|buffer| (buffer.stride, buffer.size))
    };
    let elements = |threads| [24, 16, 2].map(|stride| (stride, stride * threads));
    assert_eq!(strides_and_sizes(Arch::V7, 100), elements(72 * 100));
    assert_eq!(strides_and_sizes(Arch::V5, 100), elements(72 * 100 + 5));
    assert_eq!(strides_and_sizes(Arch::V7, 1), elements(70));
}

#[test]
fn what_is_not_written_has_no_buffer() {
    let none = Linkage::from_separable(Interface::EMPTY, Interface::EMPTY);
    let mali = AttributeBufferVaryings::new(Arch::V7, &none).unwrap();
    let call = DrawCall::instanced(Arch::V7, 3, 1);
    let buffers = mali.buffers(&call).unwrap();
    assert_eq!(buffers[0], VaryingBuffer { stride: 0, size: 0 });
    assert_eq!(buffers[2], VaryingBuffer { stride: 0, size: 0 });
    let table = mali.table(&buffers, &[BufferAddress::new(0x1000).unwrap(); 3]);
    assert_eq!((&table[..4], &table[8..]), (&[0; 4][..], &[0; 16][..]));
    assert_eq!(table[6..8], [16, 48]);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let linkage = linked(32);
    let arch = mali_instancing::Error::AttributeBufferArch { arch: 9 };
    let result = AttributeBufferVaryings::new(Arch::V9, &linkage).map(|_| ());
    assert_eq!(result, Err(Error::Draw(arch)));
    let result = ValhallVaryings::new(Arch::V7, &linkage).map(|_| ());
    assert_eq!(result, Err(Error::PacketArch { arch: Arch::V7 }));

    let mali = AttributeBufferVaryings::new(Arch::V7, &linkage).unwrap();
    let call = DrawCall::any_instances(Arch::V7, 70);
    assert_eq!(mali.buffers(&call), Err(Error::UnknownInstances));
    let of = |instances| call.with_instances(Some(instances));
    assert!(matches!(mali.buffers(&of(0)), Err(Error::Draw(_))));
    let most = u32::MAX / 512 / 72;
    assert!(mali.buffers(&of(most)).is_ok());
    let error = Error::BufferSize {
        stride: 512,
        elements: u64::from(most + 1) * 72,
    };
    assert_eq!(mali.buffers(&of(most + 1)), Err(error));
}

/// `pan_ld_var_buf_off_size`: an offset must be below 256 bytes on V9 and V10, 2,048 from V11 on.
#[test]
fn offsets_are_baked_while_the_instruction_has_bits_for_them() {
    for (arch, vectors, baked) in [
        (Arch::V9, 16, 16),
        (Arch::V9, 17, 16),
        (Arch::V9, 32, 16),
        (Arch::V10, 16, 16),
        (Arch::V10, 17, 16),
        (Arch::V11, 32, 32),
        (Arch::V14, 32, 32),
    ] {
        let linkage = linked(vectors);
        let mali = ValhallVaryings::new(arch, &linkage).unwrap();
        // Each location has 16 bytes. One descriptor takes a table of all locations, because their numbers are its
        // indices.
        for location in 0..32 {
            let access = match location {
                _ if location >= vectors => None,
                _ if location < baked => Some(VaryingAccess::Baked),
                _ => Some(VaryingAccess::Descriptors),
            };
            assert_eq!(mali.access(location), access, "{arch}, {vectors}");
        }
        let descriptors = if vectors > baked { vectors } else { 0 };
        assert_eq!(
            mali.fragment_descriptors(),
            descriptors,
            "{arch}, {vectors}"
        );
        let apart = Linkage::from_separable(linkage.producer().clone(), linkage.consumer().clone());
        let mali = ValhallVaryings::new(arch, &apart).unwrap();
        assert_eq!(mali.access(0), Some(VaryingAccess::Descriptors));
        assert_eq!(mali.fragment_descriptors(), vectors);
    }
}

#[test]
fn a_descriptor_names_the_hardwares_buffer_of_packets() {
    let linkage = Linkage::from_separable(
        interface(&[VaryingType::Vec3, VaryingType::Uvec2]),
        interface(&[VaryingType::Vec3, VaryingType::Vec2, VaryingType::Float]),
    );
    for arch in &Arch::ALL[4..] {
        let mali = ValhallVaryings::new(*arch, &linkage).unwrap();
        assert_eq!(mali.fragment_descriptors(), 3);
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
    let none = Linkage::from_separable(Interface::EMPTY, Interface::EMPTY);
    let some = Linkage::from_separable(interface(&[VaryingType::Vec3]), Interface::EMPTY);
    for (linkage, stride) in [(&none, 0), (&some, 12)] {
        let v9 = ValhallVaryings::new(Arch::V9, linkage).unwrap();
        assert_eq!(v9.allocation(), Some(stride << 16 | (stride + 16)));
        assert_eq!(v9.vary_size(), None);
        let v10 = ValhallVaryings::new(Arch::V10, linkage).unwrap();
        assert_eq!((v10.allocation(), v10.vary_size()), (None, Some(stride)));
    }
}

#[test]
fn more_than_a_position_takes_the_extended_format() {
    let none = Linkage::from_separable(Interface::EMPTY, Interface::EMPTY);
    let mali = ValhallVaryings::new(Arch::V10, &none).unwrap();
    assert_eq!(mali.fifo_format(true, true), FifoFormat::Basic);
    let outputs: [fn(&mut VertexOutputs) -> &mut bool; 4] = [
        |outputs| &mut outputs.point_size,
        |outputs| &mut outputs.layer,
        |outputs| &mut outputs.viewport,
        |outputs| &mut outputs.primitive_id,
    ];
    for (number, output) in outputs.into_iter().enumerate() {
        let mut written = VertexOutputs::NONE;
        *output(&mut written) = true;
        let mali = mali.with_outputs(written);
        for (draws_points, is_multiview) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            // In draws of triangles in one view, the point size is patched out.
            let format = if number == 0 && !draws_points && !is_multiview {
                FifoFormat::Basic
            } else {
                FifoFormat::Extended
            };
            assert_eq!(mali.fifo_format(draws_points, is_multiview), format);
        }
    }
}
