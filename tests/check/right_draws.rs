//! A draw that the library packs has no error, whatever the caller knows of it.

use mali_instancing::InputRate;
use mali_instancing::check::{DrawState, Severity, check};
use mali_instancing::draw::{AttributeSource, VertexBuffer};
use proptest::prelude::*;
use proptest::sample::select;

use crate::draws::{elements, packed_from};
use crate::random_draws::{RightDraw, draws};

/// Draws whose buffers have every element that they read, and no byte more than a few.
fn draws_in_bounds() -> impl Strategy<Value = RightDraw> {
    let more = prop::collection::vec((0..3_u32, 0..=10_u64), 5);
    (draws(), select(&[1, 10][..]), more).prop_map(|(mut draw, scale, more)| {
        draw.counts.vertices *= scale;
        draw.counts.first_vertex *= scale;
        draw.counts.first_instance *= scale;
        draw.counts.instances = Some(draw.instances * scale);
        // A range may begin with any element up to the first that is read.
        for (element, (_, tenths)) in draw.first_elements.iter_mut().zip(&more) {
            *element = (u64::from(*element * scale) * tenths / 10) as u32;
        }
        for (number, (more, _)) in (0..draw.buffers.len()).zip(more) {
            let of_buffer = draw
                .attributes
                .iter()
                .filter(|attribute| attribute.source == AttributeSource::Buffer(number));
            let ends = of_buffer.map(|attribute| attribute.offset + attribute.format.size());
            let element = ends.max().unwrap_or(0).next_multiple_of(4);
            let buffer = &mut draw.buffers[number];
            buffer.stride = buffer.stride.max(element);
            let [_, end] = elements(buffer.rate, &draw.counts);
            let elements = end - draw.first_elements[number];
            draw.ranges[number].size = elements * buffer.stride + 4 * more;
            // A gibibyte for each buffer.
            draw.ranges[number].address += (number as u64) << 30;
        }
        draw
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        // A million draws take minutes without optimization: PROPTEST_CASES=1000000.
        ProptestConfig::default().cases.max(20_000)
    ))]

    #[test]
    fn no_right_draw_has_an_error(
        draw in draws_in_bounds(),
        [knows_all, knows_first_instance, knows_whole, knows_rates] in any::<[bool; 4]>(),
    ) {
        let RightDraw { pipeline, counts, buffers, attributes, ranges, first_elements, .. } = draw;
        let has_attribute_buffers = pipeline.arch.has_attribute_buffers();
        let sized = buffers.iter().zip(&ranges);
        let buffers: Vec<VertexBuffer> =
            sized.map(|(buffer, range)| buffer.with_size(Some(range.size))).collect();
        let addresses: Vec<u64> = ranges.iter().map(|range| range.address).collect();
        let words =
            packed_from(&pipeline, &counts, &buffers, &attributes, &addresses, &first_elements);
        let rate = |source| match source {
            AttributeSource::Buffer(buffer) => Some(buffers[buffer].rate),
            AttributeSource::VertexId | AttributeSource::InstanceId => None,
        };
        let rates: Vec<Option<InputRate>> =
            attributes.iter().map(|attribute| rate(attribute.source)).collect();
        let begins_at_0 = first_elements.iter().all(|&element| element == 0);
        let state = DrawState {
            tiler_draw: words.draw.filter(|_| knows_all),
            tiler_invocation: words.invocation.filter(|_| knows_all),
            is_indexed: (has_attribute_buffers && knows_all).then_some(false),
            first_instance: knows_first_instance.then_some(counts.first_instance),
            has_whole_buffers: begins_at_0 && knows_whole,
            table: (!has_attribute_buffers && knows_all).then_some(0),
            read_attributes: knows_all.then(|| (1 << attributes.len()) - 1),
            rates: if knows_rates { &rates } else { &[] },
            ..words.state()
        };
        let mut errors = Vec::new();
        check(&state, |finding| {
            if finding.severity != Severity::Note {
                errors.push(finding.to_string());
            }
        });
        prop_assert!(errors.is_empty(), "{:?}: {:x?}", errors, state);
    }
}
