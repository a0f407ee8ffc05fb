use super::threads::{Threads, count};
use crate::check::finding::{Expected, Part, Place};
use crate::check::rule::Rule;
use crate::check::sink::Sink;
use crate::check::state::DrawState;

/// Judges words 1 and 3 of the `Primitive`.
///
/// Thread 0 shades the vertex of the smallest index. So the tiler adds its negative, the base vertex
/// offset, to an index to get the thread, all modulo 2^32.
pub(super) fn judge(state: &DrawState<'_>, threads: &Threads, sink: &mut Sink<'_>) {
    let (Some(words), Some(vertices)) = (state.primitive, threads.vertices) else {
        sink.not_checked(Rule::BaseVertex);
        return;
    };
    let place = Place {
        part: Part::Primitive,
        attribute: None,
        start: 0,
        words: &words,
    };
    let [base_vertex_offset, last] = words;
    if last == 0 && vertices > 1 {
        sink.found(place.word(Rule::Unpatched, 1, Expected::AtLeast(1)));
    }
    let Some(bounds) = state.index_bounds else {
        if (base_vertex_offset as i32) > 0 {
            sink.found(place.word(Rule::BaseVertex, 0, Expected::Value(0)));
        }
        return;
    };
    let span = u64::from(bounds.maximum.saturating_sub(bounds.minimum)) + 1;
    let first = bounds.minimum.wrapping_add(base_vertex_offset);
    if span > u64::from(vertices) {
        sink.found(count(
            state,
            Rule::BaseVertex,
            vertices,
            Expected::AtLeast(span),
        ));
    } else if u64::from(first) + span > u64::from(vertices) {
        let expected = bounds.minimum.wrapping_neg();
        sink.found(place.word(Rule::BaseVertex, 0, Expected::Value(expected.into())));
    }
}
