use super::threads::Threads;
use crate::check::finding::{Expected, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::DrawState;
use crate::descriptor::{Draw, Invocation, InvocationFields};

/// Checks the numbers that the tiler job repeats. If the tables show that the vertex job's number is wrong, which is
/// reported for the vertex job, the tiler job must have the right one.
///
/// Mesa's drivers wrote the same value into both jobs in all of the 1,464 draws that were recorded.
pub(super) fn check(state: &DrawState<'_>, threads: &Threads, reporter: &mut Reporter<'_>) {
    let draws = state.draw.zip(state.tiler_draw);
    let invocations = state.invocation.zip(state.tiler_invocation);
    if draws.is_none() && invocations.is_none() {
        reporter.not_checked(Rule::TilerJob);
    }
    if let Some((draw, tiler)) = draws {
        let location = Location::of_draw(Table::TilerDraw, &tiler);
        let size = threads.instance_size.map(|size| u64::from(size.to_bits()));
        let start = threads.offset_start.map(u64::from);
        for (field, right) in [(Draw::INSTANCE_SIZE, size), (Draw::OFFSET_START, start)] {
            let expected = right.or(field.get(&draw));
            if let Some(expected) = expected.filter(|_| expected != field.get(&tiler)) {
                reporter.found(location.field(Rule::TilerJob, field, Expected::Value(expected)));
            }
        }
    }
    if let Some((invocation, tiler)) = invocations {
        let counts = threads.vertices.zip(threads.instances);
        let right =
            counts.and_then(|(vertices, instances)| Invocation::draw(vertices, instances).ok());
        // Counts that need more than 32 bits have no invocation.
        let right = right.map_or(invocation, |right| right.words());
        let is_right = |words| match (Invocation::decode(words), counts) {
            (
                Ok(InvocationFields::Draw {
                    vertices,
                    instances,
                }),
                Some(counts),
            ) => (vertices, instances) == counts,
            _ => words == invocation,
        };
        if is_right(tiler) {
            return;
        }
        // The driver's own words, if they are right.
        let right = if is_right(invocation) {
            invocation
        } else {
            right
        };
        let words = right.iter().zip(&tiler);
        for (word, (expected, _)) in words.enumerate().filter(|(_, (one, other))| one != other) {
            let expected = Expected::Value((*expected).into());
            let location = Location::of_draw(Table::TilerInvocation, &tiler);
            reporter.found(location.word(Rule::TilerJob, word, expected));
        }
    }
}
