//! The inputs on which the words of a draw depend: each input is changed alone, and exactly the documented words
//! change.

use core::num::NonZeroU32;

use mali_instancing::draw::{
    BufferRange, Dependencies, DrawCounts, Pipeline, TableLayout, VertexAttribute, VertexBuffer,
    VertexInputState, attribute_dependencies, buffer_dependencies,
};
use mali_instancing::{Arch, Format, InputRate};

const BUFFERS: [VertexBuffer; 5] = [
    VertexBuffer::new(20, InputRate::Vertex),
    VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
    VertexBuffer::new(16, InputRate::Constant),
    VertexBuffer::new(0, InputRate::from_gl_divisor(1)),
    VertexBuffer::new(16, InputRate::from_gl_divisor(2)),
];

const ATTRIBUTES: [VertexAttribute; 5] = [
    VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
    VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 16),
    VertexAttribute::new(2, Format::R32G32B32A32_SFLOAT, 0),
    VertexAttribute::new(3, Format::R32_UINT, 0),
    VertexAttribute::new(4, Format::R32_UINT, 4),
];

const COUNTS: DrawCounts = DrawCounts::instanced(70, 100)
    .with_first_vertex(7)
    .with_first_instance(5)
    .with_primitive_vertices(NonZeroU32::new(3));

fn attributes(arch: Arch) -> Vec<VertexAttribute> {
    let mut attributes = ATTRIBUTES.to_vec();
    if arch.has_id_descriptors() {
        attributes.extend([VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID]);
    }
    attributes
}

/// Buffers whose strides are bound, and so are not known here.
const UNBOUND: [VertexBuffer; 5] = [
    VertexBuffer::new(0, BUFFERS[0].rate),
    VertexBuffer::new(0, BUFFERS[1].rate),
    VertexBuffer::new(0, BUFFERS[2].rate),
    VertexBuffer::new(0, BUFFERS[3].rate),
    VertexBuffer::new(0, BUFFERS[4].rate),
];

fn buffers(pipeline: &Pipeline) -> &'static [VertexBuffer; 5] {
    if pipeline.bound_strides {
        &UNBOUND
    } else {
        &BUFFERS
    }
}

/// The memory of every buffer, and what is added to the strides if they are bound.
#[derive(Clone, Copy)]
struct Memory {
    address: u64,
    size: u32,
    wider: u32,
}

/// The tables, then the words of `Draw` and `Invocation`.
fn words(pipeline: &Pipeline, counts: &DrawCounts, memory: Memory) -> Vec<u32> {
    let ranges = [20, 64, 16, 16, 16].map(|stride| {
        BufferRange::new(memory.address, memory.size).with_stride(stride + memory.wider)
    });
    let attributes = attributes(pipeline.arch);
    let mut words = vec![0; 200];
    // Strides are bound at the draws of a state.
    let state = VertexInputState::<5, 7>::new(*pipeline, buffers(pipeline), &attributes).unwrap();
    let tables = state.write(counts, &ranges, &mut words).unwrap();
    let mut words = in_order(pipeline, &words[tables.buffers], &words[tables.attributes]);
    words.extend(
        pipeline
            .draw(counts)
            .unwrap()
            .map_or([0; 2], |draw| draw.words()),
    );
    let invocation = pipeline.invocation(counts).unwrap();
    words.extend(invocation.map_or([0; 2], |invocation| invocation.words()));
    words
}

/// The words of both tables, eight for each buffer, wherever its descriptors are.
fn in_order(pipeline: &Pipeline, buffers: &[u32], attributes: &[u32]) -> Vec<u32> {
    let mut words = Vec::new();
    if pipeline.arch.has_attribute_buffers() {
        let mut end = 0;
        for index in attributes.chunks(2).take(5).map(|words| words[0] & 0x1ff) {
            let start = 4 * index as usize;
            let is_pair = buffers[start] & 0x3f == 4 || pipeline.layout == TableLayout::Fixed;
            end = start + if is_pair { 8 } else { 4 };
            words.extend(&buffers[start..end]);
            words.resize(words.len().next_multiple_of(8), 0);
        }
        words.extend(&buffers[end..]);
    } else {
        words.extend(buffers);
    }
    words.extend(attributes);
    words
}

/// The documented dependencies, in the same order.
fn said(pipeline: &Pipeline) -> Vec<Dependencies> {
    let arch = pipeline.arch;
    let of_attribute = |attribute| {
        let words = attribute_dependencies(pipeline, attribute, buffers(pipeline));
        words.into_iter().take(arch.attribute_words())
    };
    let mut said = Vec::new();
    said.extend(
        (buffers(pipeline).iter()).flat_map(|buffer| buffer_dependencies(pipeline, buffer)),
    );
    if arch.has_id_descriptors() {
        said.extend(Dependencies::OF_VERTEX_ID);
        said.extend(Dependencies::OF_INSTANCE_ID);
    }
    if arch.needs_null_terminator() {
        said.extend([Dependencies::NOTHING; 4]);
    }
    said.extend(attributes(arch).iter().flat_map(of_attribute));
    if arch.has_attribute_buffers() {
        said.extend(Dependencies::OF_DRAW);
        said.extend(Dependencies::OF_INVOCATION);
    } else {
        said.extend([Dependencies::NOTHING; 4]);
    }
    said
}

#[test]
fn words_depend_on_what_they_are_said_to() {
    let layouts = |arch| {
        let layouts = TableLayout::ALL.iter();
        layouts.flat_map(move |layout| [(arch, *layout, false), (arch, *layout, true)])
    };
    for (arch, layout, are_bound) in Arch::ALL.iter().flat_map(|arch| layouts(*arch)) {
        let pipeline = Pipeline::new(arch)
            .with_layout(layout)
            .with_bound_strides(are_bound);
        let here = Memory {
            address: 0x12_3456_7040,
            size: 6400,
            wider: 0,
        };
        let mut found = vec![Dependencies::NOTHING; said(&pipeline).len()];
        let mut change = |from: &DrawCounts, to: &DrawCounts, memory: Memory, on| {
            let before = words(&pipeline, from, here);
            let after = words(&pipeline, to, memory);
            assert_eq!(before.len(), found.len(), "{arch:?}");
            for ((found, before), after) in found.iter_mut().zip(before).zip(after) {
                if before != after {
                    *found = found.and(on);
                }
            }
        };
        let one = COUNTS.with_instances(Some(1));
        for vertices in [1, 3, 60, 61, 64, 68, 70, 1 << 20] {
            for instances in [1, 2, 3, 100] {
                let instances = Some(instances);
                let to = COUNTS.with_vertices(vertices).with_instances(instances);
                change(&COUNTS, &to, here, Dependencies::COUNTS);
                let first_instance = 6;
                let later = to.with_first_instance(first_instance);
                let there = COUNTS.with_first_instance(first_instance);
                change(&there, &later, here, Dependencies::COUNTS);
            }
        }
        for first_instance in [0, 1, 1000] {
            let to = COUNTS.with_first_instance(first_instance);
            change(&COUNTS, &to, here, Dependencies::FIRST_INSTANCE);
        }
        for first_vertex in [0, 1, 1000, 1 << 28] {
            let to = COUNTS.with_first_vertex(first_vertex);
            change(&COUNTS, &to, here, Dependencies::FIRST_VERTEX);
        }
        // The first instance decides whether 2^31 bytes are subtracted, for the strides 64 and 16.
        for first_vertex in [(1 << 25) + 3, (1 << 27) + 3] {
            let far = COUNTS.with_first_vertex(first_vertex);
            let to = far.with_first_instance(0);
            change(&far, &to, here, Dependencies::FIRST_INSTANCE);
            // In a draw of a single instance nothing is subtracted.
            let one = to.with_instances(Some(1));
            change(&one, &to, here, Dependencies::COUNTS);
        }
        let wider = if are_bound { 4 } else { 0 };
        for moved in [
            Memory {
                address: 0x45,
                ..here
            },
            Memory {
                address: 0x98_7654_3210_0000,
                ..here
            },
            Memory { size: 64, ..here },
            Memory { wider, ..here },
        ] {
            change(&COUNTS, &COUNTS, moved, Dependencies::ADDRESS);
            // No buffer has a continuation here.
            change(&one, &one, moved, Dependencies::ADDRESS);
        }
        // The strides 64 and 16 subtract less than 2^31 bytes, 68 and 20 more.
        for first_vertex in [33_000_000, 120_000_000] {
            let far = COUNTS.with_first_vertex(first_vertex);
            change(&far, &far, Memory { wider, ..here }, Dependencies::ADDRESS);
        }
        // With 64 padded vertices the divisors 1 and 2 have a copy, which has a stride.
        let even = COUNTS.with_vertices(60);
        change(
            &even,
            &even,
            Memory { wider, ..here },
            Dependencies::ADDRESS,
        );
        assert_eq!(found, said(&pipeline), "{arch:?}, {layout}, {are_bound}");
    }
}

#[test]
fn dependencies_are_a_constant() {
    const PIPELINE: Pipeline = Pipeline::new(Arch::V7);
    const ROW: [Dependencies; 8] = attribute_dependencies(&PIPELINE, &ATTRIBUTES[1], &BUFFERS);
    const CONSTANT: [Dependencies; 8] = attribute_dependencies(&PIPELINE, &ATTRIBUTES[2], &BUFFERS);
    assert!(ROW[1].contains(Dependencies::FIRST_VERTEX.and(Dependencies::FIRST_INSTANCE)));
    assert_eq!(
        CONSTANT[1],
        Dependencies::FIRST_INSTANCE.and(Dependencies::ADDRESS)
    );
}
