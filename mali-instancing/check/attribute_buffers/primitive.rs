use super::threads::{Threads, count};
use crate::check::finding::{Expected, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::DrawState;
use crate::descriptor::Draw;
use crate::draw::IndexBounds;

/// Checks words 1 and 3 of the `Primitive`.
///
/// Thread 0 shades the vertex of the smallest index. This is why the tiler adds its negative, the base vertex
/// offset, to an index to get the thread, and the thread's vertex is the offset start later. Index and
/// vertex are the base vertex apart. All is modulo 2^32.
pub(super) fn check(state: &DrawState<'_>, threads: &Threads, reporter: &mut Reporter<'_>) {
    let (Some(words), Some(vertices)) = (state.primitive, threads.vertices) else {
        reporter.not_checked(Rule::BaseVertex);
        return;
    };
    let location = Location {
        table: Table::Primitive,
        attribute: None,
        start: 0,
        words: &words,
    };
    let [base_vertex_offset, last] = words;
    if last == 0 && vertices > 1 {
        reporter.found(location.word(Rule::Unpatched, 1, Expected::AtLeast(1)));
    }
    if let Some(bounds) = state.index_bounds {
        let span = span(bounds);
        let first = bounds.minimum.wrapping_add(base_vertex_offset);
        if span > u64::from(vertices) {
            let expected = Expected::AtLeast(span);
            reporter.found(count(state, Rule::BaseVertex, vertices, expected));
            return;
        }
        if u64::from(first) + span > u64::from(vertices) {
            let expected = Expected::Value(bounds.minimum.wrapping_neg().into());
            reporter.found(location.word(Rule::BaseVertex, 0, expected));
            return;
        }
    } else if state.base_vertex.is_none() && (base_vertex_offset as i32) > 0 {
        reporter.found(location.word(Rule::BaseVertex, 0, Expected::Value(0)));
    }
    let (Some(base_vertex), Some(offset_start)) = (state.base_vertex, threads.offset_start) else {
        return;
    };
    let base_vertex = base_vertex as u32;
    if offset_start.wrapping_add(base_vertex_offset) == base_vertex {
        return;
    }
    if state.index_bounds.is_some() {
        // The bounds say that the base vertex offset is right.
        let words = state.draw.unwrap_or_default();
        let draw = Location {
            table: Table::Draw,
            words: &words,
            ..location
        };
        let expected = Expected::Value(base_vertex.wrapping_sub(base_vertex_offset).into());
        reporter.found(draw.field(Rule::BaseVertex, Draw::OFFSET_START, expected));
    } else {
        let expected = Expected::Value(base_vertex.wrapping_sub(offset_start).into());
        reporter.found(location.word(Rule::BaseVertex, 0, expected));
    }
}

/// How many vertices there are from the smallest index to the largest.
fn span(bounds: IndexBounds) -> u64 {
    u64::from(bounds.maximum.saturating_sub(bounds.minimum)) + 1
}
