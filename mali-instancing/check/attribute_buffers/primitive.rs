use super::threads::{Threads, count};
use crate::check::finding::{Expected, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::DrawState;
use crate::descriptor::Draw;
use crate::draw::IndexBounds;

/// Checks words 1 and 3 of the `Primitive`.
///
/// Thread 0 shades the vertex of the smallest index. To get the thread of an index, the tiler adds the base vertex
/// offset, which is the negated smallest index. A thread's vertex is its number plus the offset start. An index plus
/// the base vertex is its vertex. All of it is modulo 2^32.
pub(super) fn check(state: &DrawState<'_>, threads: &Threads, reporter: &mut Reporter<'_>) {
    let (Some(words), Some(vertices)) = (state.primitive, threads.vertices) else {
        for rule in [Rule::BaseVertex, Rule::IndexCount, Rule::UnreachedVertices] {
            reporter.not_checked(rule);
        }
        return;
    };
    let location = Location::of_draw(Table::Primitive, &words);
    let [base_vertex_offset, last] = words;
    // 0 is one index, which reaches one vertex. With more vertices it is a placeholder that was not replaced.
    if last == 0 && vertices > 1 {
        reporter.found(location.word(Rule::Unpatched, 1, Expected::AtLeast(1)));
    } else if state.is_indexed == Some(false) {
        if last != vertices.wrapping_sub(1) {
            let expected = Expected::Value(vertices.wrapping_sub(1).into());
            reporter.found(location.word(Rule::IndexCount, 1, expected));
        }
    } else {
        let indices = u64::from(last) + 1;
        let reached = (state.index_bounds).map_or(indices, |bounds| indices.min(span(bounds)));
        if u64::from(vertices) > reached {
            let (rule, expected) = (Rule::UnreachedVertices, Expected::AtMost(reached));
            reporter.found(count(state, rule, vertices, expected));
        }
    }
    match state.is_indexed {
        None => reporter.not_checked(Rule::IndexCount),
        Some(false) if base_vertex_offset != 0 => {
            reporter.found(location.word(Rule::BaseVertex, 0, Expected::Value(0)));
            return;
        }
        Some(_) => {}
    }
    if let Some(bounds) = state.index_bounds {
        let span = span(bounds);
        // The thread of the smallest index.
        let first = bounds.minimum.wrapping_add(base_vertex_offset);
        // Whatever the offset is, some index has no thread.
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
    } else if state.base_vertex.is_none() && !can_lead(base_vertex_offset, threads.offset_start) {
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
        // By the bounds, the base vertex offset is right.
        let words = state.draw.unwrap_or_default();
        let draw = Location::of_draw(Table::Draw, &words);
        let expected = Expected::Value(base_vertex.wrapping_sub(base_vertex_offset).into());
        reporter.found(draw.field(Rule::BaseVertex, Draw::OFFSET_START, expected));
    } else {
        let expected = Expected::Value(base_vertex.wrapping_sub(offset_start).into());
        reporter.found(location.word(Rule::BaseVertex, 0, expected));
    }
}

/// The number of vertices from the smallest index to the largest.
fn span(bounds: IndexBounds) -> u64 {
    u64::from(bounds.maximum.saturating_sub(bounds.minimum)) + 1
}

/// Whether some smallest index and some base vertex, a signed number of 32 bits, give this base vertex offset and this
/// offset start. The offset start may be signed, too.
fn can_lead(base_vertex_offset: u32, offset_start: Option<u32>) -> bool {
    let smallest = i64::from(base_vertex_offset.wrapping_neg());
    // Every base vertex up to this limit is possible.
    if smallest <= i64::from(i32::MAX) + 1 {
        return true;
    }
    offset_start.is_none_or(|offset_start| {
        let [with_sign, without] = [i64::from(offset_start as i32), i64::from(offset_start)];
        [with_sign, without]
            .iter()
            .any(|first| i32::try_from(first - smallest).is_ok())
    })
}
