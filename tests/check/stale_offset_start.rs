//! An offset start that is not the one that was subtracted from the offsets of attributes per instance.

use mali_instancing::check::{DrawState, Expected, Rule, Severity};
use mali_instancing::draw::{DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};
use proptest::prelude::*;

use crate::draws::{Words, findings, packed_from};

/// 70 vertices and 100 instances, with a buffer per vertex and one per instance of each stride, and an attribute of each
/// at an offset.
fn draw(counts: DrawCounts, strides: &[u32], offset: u32, first_elements: &[u32]) -> Words {
    let mesh = VertexBuffer::new(256, InputRate::Vertex);
    let per_instance = strides
        .iter()
        .map(|stride| VertexBuffer::new(*stride, InputRate::from_gl_divisor(3)));
    let buffers: Vec<VertexBuffer> = [mesh].into_iter().chain(per_instance).collect();
    let buffers: Vec<VertexBuffer> = buffers
        .into_iter()
        .map(|buffer| buffer.with_size(Some(1 << 20)))
        .collect();
    let attributes: Vec<VertexAttribute> = (0..buffers.len())
        .map(|buffer| VertexAttribute::new(buffer, Format::R32_UINT, offset))
        .collect();
    let addresses: Vec<u64> = (1..=buffers.len() as u64)
        .map(|number| (number << 28) + 4 * number)
        .collect();
    packed_from(
        &Pipeline::new(Arch::V7),
        &counts,
        &buffers,
        &attributes,
        &addresses,
        first_elements,
    )
}

/// The severity and the expected value, if the words have another offset start and the draw has this first instance.
fn found(
    words: &Words,
    offset_start: u32,
    first_instance: Option<u32>,
) -> Option<(Severity, Expected)> {
    let changed =
        words.changed(|words| words.draw = words.draw.map(|[first, _]| [first, offset_start]));
    let state = DrawState {
        first_instance,
        ..changed.state()
    };
    let mut found = findings(&state).into_iter();
    let first = found.find(|finding| finding.rule == Rule::StaleOffsetStart)?;
    Some((first.severity, first.expected))
}

fn counts(first_vertex: u32) -> DrawCounts {
    DrawCounts::instanced(70, 100).with_first_vertex(first_vertex)
}

#[test]
fn two_strides_that_agree_on_an_offset_start_show_any_other() {
    let expected = Expected::Value(10);
    for offset in [4, 128] {
        let words = draw(counts(10), &[256, 400], offset, &[]);
        for offset_start in [0, 5, 9, 12, 40, 500, 2000] {
            let found = found(&words, offset_start, Some(0));
            assert_eq!(found, Some((Severity::Error, expected)), "{offset_start}");
        }
        assert_eq!(found(&words, 10, Some(0)), None);
        // Few bytes may be an offset in the element before, and the bytes of an address that is not aligned.
        let is_found = found(&words, 11, Some(0)).is_some();
        assert_eq!(is_found, offset > 64);
    }
}

#[test]
fn a_larger_offset_start_may_be_that_of_a_first_instance_that_is_not_known() {
    let words = draw(counts(10), &[256, 400], 4, &[]);
    let note = Some((Severity::Note, Expected::Value(10)));
    assert_eq!(found(&words, 40, None), note);
    assert_eq!(found(&words, 40, Some(30)), None);
}

#[test]
fn one_stride_shows_no_larger_offset_start() {
    for strides in [&[256][..], &[256, 256]] {
        assert_eq!(found(&draw(counts(10), strides, 4, &[]), 40, Some(0)), None);
    }
    // Nothing is subtracted at 0.
    assert_eq!(
        found(&draw(counts(0), &[256, 400], 4, &[]), 40, Some(0)),
        None
    );
}

proptest! {
    #[test]
    fn every_right_draw_has_the_offset_start_that_was_subtracted(
        first_vertex in 0_u32..100,
        first_instance in 0_u32..40,
        offset in (0_u32..15).prop_map(|words| 4 * words),
        strides in prop::collection::vec(1_u32..100, 1..4),
        parts in prop::collection::vec(0_u32..40, 3),
        is_known in any::<bool>(),
    ) {
        let strides: Vec<u32> = strides.into_iter().map(|words| 4 * words + 4).collect();
        let counts = counts(first_vertex).with_first_instance(first_instance);
        let parts = parts.into_iter().map(|part| part.min(first_instance)).take(strides.len());
        let first_elements: Vec<u32> = [0].into_iter().chain(parts).collect();
        let words = draw(counts, &strides, offset.min(strides.iter().min().unwrap() - 4), &first_elements);
        let given = is_known.then_some(first_instance);
        let error = found(&words, first_vertex, given).filter(|(severity, _)| *severity == Severity::Error);
        prop_assert_eq!(error, None);
    }
}
