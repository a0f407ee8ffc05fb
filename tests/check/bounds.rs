//! The last element that a draw reads, against the reference model that runs each of its threads.

use mali_instancing::check::{Detail, DrawState, Rule};
use mali_instancing::draw::{DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::model::{Fetched, Memory, fetch, fetch_valhall, thread};
use mali_instancing::{Arch, Format, InputRate, Padding};
use proptest::prelude::*;

use crate::draws::{Words, elements, findings, packed, rules};

/// Memory without bytes: fetches that are in range return nothing.
const NO_MEMORY: Memory<'_> = Memory {
    address: 0,
    bytes: &[],
};

/// Whether a thread that is not discarded reads past the end of attribute 0's buffer, or before its beginning.
fn reads_out_of_range(words: &Words, counts: &DrawCounts) -> bool {
    let is_out = |fetched| fetched == Some(Fetched::OutOfRange);
    if let (Some(draw), Some(invocation)) = (words.draw, words.invocation) {
        let threads = (0..).map_while(|id| Some((id, thread(draw, invocation, id)?)));
        let mut ids = threads
            .filter(|(_, thread)| !thread.is_padding)
            .map(|(id, _)| id);
        return ids.any(|id| {
            is_out(fetch(
                words.arch,
                &words.buffers,
                &words.attributes,
                draw,
                0,
                id,
                NO_MEMORY,
            ))
        });
    }
    let instances = 0..counts.instances.unwrap();
    instances.into_iter().any(|instance| {
        (0..counts.vertices).any(|vertex| {
            let thread = [vertex, instance];
            let (buffers, attributes) = (&words.buffers, &words.attributes);
            is_out(fetch_valhall(
                buffers,
                attributes,
                counts.first_vertex,
                0,
                thread,
                NO_MEMORY,
            ))
        })
    })
}

fn rate() -> impl Strategy<Value = InputRate> {
    prop_oneof![
        Just(InputRate::Vertex),
        Just(InputRate::Constant),
        (1..9_u32).prop_map(InputRate::from_gl_divisor),
    ]
}

/// The index is above 2^31, where a signed number would be negative.
#[test]
fn the_first_vertex_of_a_draw_has_32_bits() {
    const FIRST: u32 = 3_000_000_000;
    for arch in Arch::ALL {
        let pipeline = Pipeline::new(*arch);
        let counts = DrawCounts::instanced(3, 1).with_first_vertex(FIRST);
        let checked = |size| {
            let buffer = VertexBuffer::new(1, InputRate::Vertex).with_size(Some(size));
            let attribute = VertexAttribute::new(0, Format::R8_UNORM, 0);
            let words = packed(&pipeline, &counts, &[buffer], &[attribute], &[0x1000]);
            rules(&words.state())
        };
        assert_eq!(checked(FIRST + 3), [], "{arch}");
        assert_eq!(checked(FIRST + 2), [Rule::OutOfBounds], "{arch}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// The APIs define the element as the vertex with the first one, or as instance / divisor + first instance.
    #[test]
    fn the_element_past_the_end_is_the_one_that_the_application_counts(
        arch in prop::sample::select(Arch::ALL),
        (vertices, first_vertex) in (1..40_u32, 0..9_u32),
        (instances, first_instance) in (1..12_u32, 0..9_u32),
        padding in prop::sample::select(Padding::ALL),
        rate in rate(),
        stride in 12..24_u32,
        less in 1..=4_u32,
    ) {
        let pipeline = Pipeline::new(arch).with_padding(padding);
        let counts = DrawCounts::instanced(vertices, instances)
            .with_first_vertex(first_vertex)
            .with_first_instance(first_instance);
        let last = elements(rate, &counts)[1] - 1;
        let size = last * stride + 4 - less;
        let buffer = VertexBuffer::new(stride, rate).with_size(Some(size.max(2)));
        let attribute = VertexAttribute::new(0, Format::R8G8B8A8_UNORM, 0);
        let words = packed(&pipeline, &counts, &[buffer], &[attribute], &[0x1000]);
        let state = DrawState {
            rates: &[Some(rate)],
            first_instance: Some(first_instance),
            ..words.state()
        };
        let found = findings(&state);
        let past_end: Vec<i64> = found
            .iter()
            .filter(|finding| finding.rule == Rule::OutOfBounds && finding.alternative == 0)
            .filter_map(|finding| match finding.detail {
                Some(Detail::LastElement { element, .. }) => Some(element),
                _ => None,
            })
            .collect();
        // A size of so few bytes can be one that was never stored.
        let is_explained = found.iter().any(|finding| {
            [Rule::NearestDraw, Rule::Unpatched, Rule::EmptyBuffer].contains(&finding.rule)
        });
        if !is_explained {
            prop_assert_eq!(past_end, [i64::from(last)], "{:?} {:?}", words, found);
        }
    }

    #[test]
    fn out_of_bounds_is_found_where_a_thread_reads_out_of_bounds(
        arch in prop::sample::select(Arch::ALL),
        vertices in 1..40_u32,
        instances in 1..12_u32,
        (first_vertex, first_instance) in (0..5_u32, 0..5_u32),
        padding in prop::sample::select(Padding::ALL),
        rate in rate(),
        stride in prop_oneof![Just(0), 1..24_u32],
        offset in 0..24_u32,
        step in -3..=3_i64,
        begin in 0..64_u64,
        moved in prop_oneof![3 => Just(0), 1 => -60..60_i32],
    ) {
        let pipeline = Pipeline::new(arch).with_padding(padding);
        let counts = DrawCounts::instanced(vertices, instances)
            .with_first_vertex(first_vertex)
            .with_first_instance(first_instance);
        // The buffer has some bytes more or less than the draw reads.
        let last = elements(rate, &counts)[1] - 1;
        let end = i64::from(last * stride + offset + 4);
        let buffer = VertexBuffer::new(stride, rate).with_size(Some((end + step).max(2) as u32));
        let attribute = VertexAttribute::new(0, Format::R8G8B8A8_UNORM, offset);
        let words = packed(&pipeline, &counts, &[buffer], &[attribute], &[0x1000 + begin]);
        let offset_word = if arch.has_attribute_buffers() { 1 } else { 2 };
        let words = words.changed(|words| {
            words.attributes[offset_word] = words.attributes[offset_word].wrapping_add_signed(moved);
        });
        let expected = reads_out_of_range(&words, &counts);
        let state = DrawState { rates: &[Some(rate)], ..words.state() };
        // If two drivers disagree about a per-instance offset, the finding is a note of its own.
        let found = rules(&state);
        // A stride in words and an offset without its sign are blamed themselves.
        let out_of_bounds = [
            Rule::OutOfBounds, Rule::Unpatched, Rule::EmptyBuffer, Rule::OffsetStart, Rule::NearestDraw,
            Rule::OffsetSign,
        ];
        prop_assert_eq!(
            found.iter().any(|rule| out_of_bounds.contains(rule)),
            expected,
            "{:?} {:?}", words, found
        );
    }
}
