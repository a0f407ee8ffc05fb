//! What the words of a draw depend on: each is changed alone, and the words that change are those that are
//! said to.

use core::num::NonZeroU32;

use mali_instancing::draw::{
    BufferRange, Dependencies, DrawCall, VertexAttribute, VertexBuffer, VertexInput, write,
};
use mali_instancing::{Arch, Format, InputRate};

const BUFFERS: [VertexBuffer; 4] = [
    VertexBuffer::new(20, InputRate::Vertex),
    VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
    VertexBuffer::new(16, InputRate::Constant),
    VertexBuffer::new(0, InputRate::from_gl_divisor(1)),
];

const ATTRIBUTES: [VertexAttribute; 4] = [
    VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
    VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 16),
    VertexAttribute::new(2, Format::R32G32B32A32_SFLOAT, 0),
    VertexAttribute::new(3, Format::R32_UINT, 0),
];

const CALL: DrawCall = DrawCall {
    instances: Some(100),
    first_vertex: 7,
    first_instance: 5,
    primitive_vertices: NonZeroU32::new(3),
    ..DrawCall::new(Arch::V7, 70)
};

fn attributes(arch: Arch) -> Vec<VertexAttribute> {
    let mut attributes = ATTRIBUTES.to_vec();
    if arch.has_id_descriptors() {
        attributes.extend([VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID]);
    }
    attributes
}

/// The tables, then the words of `Draw` and `Invocation`.
fn words(call: &DrawCall, address: u64, size: u32) -> Vec<u32> {
    let ranges = [0, 1, 2, 3].map(|_| BufferRange {
        address,
        size: Some(size),
    });
    let attributes = attributes(call.arch);
    let mut words = vec![0; 200];
    let tables = write(call, &BUFFERS, &attributes, &ranges, &mut words).unwrap();
    words.truncate(tables.attributes.end);
    words.extend(call.draw().unwrap().map_or([0; 2], |draw| draw.words()));
    let invocation = call.invocation().unwrap();
    words.extend(invocation.map_or([0; 2], |invocation| invocation.words()));
    words
}

/// In the same order.
fn said(arch: Arch) -> Vec<Dependencies> {
    let call = DrawCall { arch, ..CALL };
    let mut said = Vec::new();
    if arch.has_attribute_buffers() {
        let input = VertexInput::<4, 4, 2>::new(call, BUFFERS, ATTRIBUTES).unwrap();
        let dependencies = input.dependencies();
        said.extend(dependencies.buffers.as_flattened());
        if arch.has_id_descriptors() {
            said.extend(Dependencies::OF_VERTEX_ID);
            said.extend(Dependencies::OF_INSTANCE_ID);
        }
        if arch.needs_null_terminator() {
            said.extend([Dependencies::NOTHING; 4]);
        }
        said.extend(dependencies.attributes.as_flattened());
        if arch.has_id_descriptors() {
            said.extend([Dependencies::NOTHING; 4]);
        }
        said.extend(Dependencies::OF_DRAW);
        said.extend(Dependencies::OF_INVOCATION);
    } else {
        let input = VertexInput::<4, 4, 8>::new(call, BUFFERS, ATTRIBUTES).unwrap();
        let dependencies = input.dependencies();
        said.extend(dependencies.buffers.as_flattened());
        said.extend(dependencies.attributes.as_flattened());
        said.extend([Dependencies::NOTHING; 4]);
    }
    said
}

#[test]
fn words_depend_on_what_they_are_said_to() {
    for &arch in Arch::ALL {
        let call = DrawCall { arch, ..CALL };
        let (address, size) = (0x12_3456_7040, 6400);
        let mut found = vec![Dependencies::NOTHING; said(arch).len()];
        let mut change = |from: &DrawCall, to: &DrawCall, [address_to, size_to]: [u64; 2], on| {
            let before = words(from, address, size);
            let after = words(to, address_to, u32::try_from(size_to).unwrap());
            assert_eq!(before.len(), found.len(), "{arch:?}");
            for ((found, before), after) in found.iter_mut().zip(before).zip(after) {
                if before != after {
                    *found = found.and(on);
                }
            }
        };
        let here = [address, u64::from(size)];
        for vertices in [1, 3, 60, 61, 64, 68, 70, 1 << 20] {
            for instances in [1, 2, 3, 100] {
                let instances = Some(instances);
                let to = DrawCall {
                    vertices,
                    instances,
                    ..call
                };
                change(&call, &to, here, Dependencies::COUNTS);
                let first_instance = 6;
                let later = DrawCall {
                    first_instance,
                    ..to
                };
                let there = DrawCall {
                    first_instance,
                    ..call
                };
                change(&there, &later, here, Dependencies::COUNTS);
            }
        }
        for first_instance in [0, 1, 1000] {
            let to = DrawCall {
                first_instance,
                ..call
            };
            change(&call, &to, here, Dependencies::FIRST_INSTANCE);
        }
        for first_vertex in [0, 1, 1000] {
            let to = DrawCall {
                first_vertex,
                ..call
            };
            change(&call, &to, here, Dependencies::OFFSET_START);
        }
        for moved in [[0x45, 6400], [0x98_7654_3210_0000, 6400], [address, 64]] {
            change(&call, &call, moved, Dependencies::ADDRESS);
        }
        assert_eq!(found, said(arch), "{arch:?}");
    }
}

#[test]
fn dependencies_are_a_constant() {
    const WORDS: [[Dependencies; 2]; 4] = {
        match VertexInput::<4, 4, 2>::new(CALL, BUFFERS, ATTRIBUTES) {
            Ok(input) => input.dependencies().attributes,
            Err(_) => panic!(),
        }
    };
    assert!(WORDS[1][1].contains(Dependencies::OFFSET_START.and(Dependencies::FIRST_INSTANCE)));
    assert_eq!(
        WORDS[2][1],
        Dependencies::FIRST_INSTANCE.and(Dependencies::ADDRESS)
    );
}
