//! The two layouts of the table of buffers, on V4 to V7.

use mali_instancing::decode::{Descriptor, Kind, attributes, descriptors};
use mali_instancing::draw::{
    BufferIndices, BufferRange, DrawCounts, Pipeline, TableLayout, Tables, VertexAttribute,
    VertexBuffer, VertexInputState, words_needed, write,
};
use mali_instancing::{Arch, FetchMode, Format, InputRate, Rounding};
use proptest::prelude::*;
use proptest::sample::select;

fn calls() -> impl Strategy<Value = (Pipeline, DrawCounts)> {
    let counts = (1..300_u32, prop::option::of(1..9_u32));
    let reserved = (0..4_u32, 0..3_u32);
    (select(&Arch::ALL[..4]), counts, reserved).prop_map(
        |(arch, (vertices, instances), reserved)| {
            let pipeline = Pipeline::new(arch)
                .with_reserved_buffers(reserved.0)
                .with_reserved_attributes(reserved.1);
            let counts = DrawCounts::any_instances(vertices).with_instances(instances);
            (pipeline, counts)
        },
    )
}

fn rates() -> impl Strategy<Value = InputRate> {
    let divisors = prop_oneof![1..20_u32, Just(1 << 16)];
    prop_oneof![
        Just(InputRate::Vertex),
        Just(InputRate::Constant),
        divisors.prop_map(InputRate::from_gl_divisor),
    ]
}

fn buffers(rates: &[InputRate]) -> Vec<VertexBuffer> {
    let buffers = rates.iter().map(|rate| VertexBuffer::new(16, *rate));
    buffers.collect()
}

/// The draw's words, and the places of its tables. Each buffer has an address of its own, which identifies its
/// descriptor.
fn packed(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
) -> (Vec<u32>, Tables) {
    let ranges: Vec<_> = (1..=buffers.len() as u64)
        .map(|number| BufferRange::new(number << 20, 4096))
        .collect();
    let needed = words_needed(pipeline, buffers.len(), attributes).unwrap();
    let mut words = vec![0xdead_beef; needed];
    let tables = write(pipeline, counts, buffers, attributes, &ranges, &mut words).unwrap();
    (words, tables)
}

/// Whether a buffer needs a continuation, computed as in the specification.
fn is_divided(pipeline: &Pipeline, counts: &DrawCounts, rate: InputRate) -> bool {
    let padded = u64::from(pipeline.padded_vertices(counts).unwrap().get());
    match rate {
        InputRate::Instance { divisor } if counts.instances != Some(1) => {
            let product = padded * u64::from(divisor.get());
            !product.is_power_of_two() && product < 1 << 32
        }
        _ => false,
    }
}

proptest! {
    /// Each attribute names the descriptor of its buffer, which is the same in both layouts.
    #[test]
    fn attributes_find_the_same_buffers_in_both_layouts(
        (pipeline, counts) in calls(),
        rates in prop::collection::vec(rates(), 1..=32),
    ) {
        let buffers = buffers(&rates);
        let mut read: Vec<_> = (0..buffers.len())
            .map(|number| VertexAttribute::new(number, Format::R32_UINT, 4))
            .collect();
        if pipeline.arch.has_id_descriptors() {
            read.extend([VertexAttribute::INSTANCE_ID, VertexAttribute::VERTEX_ID]);
        }
        let mut found = Vec::new();
        for &layout in TableLayout::ALL {
            let pipeline = pipeline.with_layout(layout);
            let (words, tables) = packed(&pipeline, &counts, &buffers, &read);
            let table = &words[tables.buffers.clone()];
            let own = &words[tables.attributes.clone()][..2 * read.len()];
            let followed: Vec<_> = attributes(pipeline.arch, table, own)
                .map(|followed| followed.buffer.unwrap().unwrap().descriptor)
                .collect();
            for (number, descriptor) in (1_u64..).zip(followed.iter().take(buffers.len())) {
                let Descriptor::AttributeBuffer(fields) = descriptor else {
                    panic!("{descriptor:?}")
                };
                prop_assert_eq!(fields.address.get(), number << 20);
            }
            found.push(followed);
            prop_assert_eq!(tables.buffer_descriptors, table.len() / 4);
            let own = pipeline.reserved_attributes as usize;
            prop_assert_eq!(tables.attribute_descriptors, read.len() + own);
        }
        prop_assert_eq!(&found[0], &found[1]);
    }

    /// No descriptor of a table is empty before its end, and the table has the length of the specification.
    #[test]
    fn a_table_has_no_empty_descriptor_before_its_end(
        (pipeline, counts) in calls(),
        rates in prop::collection::vec(rates(), 0..20),
        layout in select(TableLayout::ALL),
    ) {
        let pipeline = pipeline.with_layout(layout);
        let (words, tables) = packed(&pipeline, &counts, &buffers(&rates), &[]);
        let mut count: usize = 0;
        for rate in rates {
            if is_divided(&pipeline, &counts, rate) {
                count = count.next_multiple_of(2) + 2;
            } else {
                count += if layout == TableLayout::Fixed { 2 } else { 1 };
            }
        }
        for descriptor in descriptors(pipeline.arch, Kind::Buffers, &words[..4 * count]) {
            let descriptor = descriptor.unwrap().descriptor;
            prop_assert!(matches!(descriptor, Descriptor::AttributeBuffer(_)));
        }
        let last = usize::from(matches!(pipeline.arch, Arch::V6 | Arch::V7));
        let own = pipeline.reserved_buffers as usize;
        prop_assert_eq!(tables.buffer_descriptors, count + own + last);
        let end = tables.buffers.end;
        prop_assert_eq!(&words[end - 4 * last..end], &vec![0; 4 * last]);
    }
}

/// A descriptor of 16 bytes for each of 15 buffers, the null terminator, and 15 attributes of 8 bytes; in the fixed
/// layout twice as many for the buffers.
#[test]
fn a_draw_of_one_instance_has_one_descriptor_a_buffer() {
    let buffers = buffers(&[InputRate::from_gl_divisor(3); 15]);
    let read: Vec<_> = (0..15)
        .map(|number| VertexAttribute::new(number, Format::R32_UINT, 0))
        .collect();
    for (layout, bytes) in [(TableLayout::Driver, 376), (TableLayout::Fixed, 616)] {
        let pipeline = Pipeline::new(Arch::V7).with_layout(layout);
        let counts = DrawCounts::instanced(70, 1);
        let (_, tables) = packed(&pipeline, &counts, &buffers, &read);
        assert_eq!(4 * tables.attributes.end, bytes);
    }
}

/// The library does not write the entries that the driver writes itself, wherever they are.
#[test]
fn reserved_descriptors_are_after_ours_and_before_the_end() {
    let buffers = buffers(&[InputRate::Vertex]);
    let read = [VertexAttribute::new(0, Format::R32_UINT, 0)];
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch)
            .with_reserved_buffers(3)
            .with_reserved_attributes(2);
        let counts = DrawCounts::any_instances(70);
        let (descriptors, words) = match arch {
            Arch::V4 | Arch::V5 => (1 + 3, 4),
            Arch::V6 | Arch::V7 => (1 + 3 + 1, 4),
            _ => (1 + 3, 8),
        };
        let state = VertexInputState::<4, 4>::new(pipeline, &buffers, &read).unwrap();
        let mut table = vec![0xdead_beef; state.words_needed()];
        let ranges = [BufferRange::new(1 << 20, 4096)];
        let tables = state.write(&counts, &ranges, &mut table).unwrap();
        assert_eq!(tables.buffer_descriptors, descriptors, "{arch}");
        assert_eq!(tables.buffers.len(), descriptors * words, "{arch}");
        assert_eq!(tables.attribute_descriptors, 1 + 2, "{arch}");
        let attribute_words = arch.attribute_words();
        assert_eq!(tables.attributes.len(), 3 * attribute_words, "{arch}");
        let own = tables.attributes.start + attribute_words;
        let kept = table[own..].iter().all(|word| *word == 0xdead_beef);
        assert!(kept, "{arch}");
    }
}

#[test]
fn a_table_has_at_most_255_reserved_descriptors() {
    let pipeline = Pipeline::new(Arch::V7).with_reserved_buffers(Pipeline::MAX_RESERVED + 1);
    let counts = DrawCounts::any_instances(70);
    let error = write(&pipeline, &counts, &[], &[], &[], &mut [0; 2000]).unwrap_err();
    assert_eq!(error.place().argument.name(), "reserved_buffers");
    assert_eq!(
        error.to_string(),
        "256 are too many of the driver's own descriptors: at most 255 are allowed"
    );
}

#[test]
fn a_pair_is_placed_at_an_even_index() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::any_instances(70);
    let mode = |divisor| {
        let rate = InputRate::from_gl_divisor(divisor);
        FetchMode::new(
            pipeline.thread_count(&counts).unwrap(),
            rate,
            Rounding::RoundDown,
        )
        .unwrap()
    };
    for (layout, indices, next) in [
        (TableLayout::Driver, [0, 1, 2, 4, 6], 8),
        (TableLayout::Fixed, [0, 2, 4, 6, 8], 10),
    ] {
        let mut placement = BufferIndices::new(layout);
        let placed = [0, 0, 3, 0, 3].map(|divisor| placement.place(mode(divisor)));
        assert_eq!((placed, placement.next()), (indices, next));
    }
}
