use crate::check::finding::{Expected, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::DrawState;
use crate::descriptor::Draw;

/// Checks the numbers that the tiler job repeats.
///
/// Mesa's drivers wrote the same value into both jobs in all of the 1,464 draws that were recorded.
pub(super) fn check(state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
    let draws = state.draw.zip(state.tiler_draw);
    let invocations = state.invocation.zip(state.tiler_invocation);
    if draws.is_none() && invocations.is_none() {
        reporter.not_checked(Rule::TilerJob);
    }
    if let Some((draw, tiler)) = draws {
        let location = location(Table::TilerDraw, &tiler);
        for field in [Draw::INSTANCE_SIZE, Draw::OFFSET_START] {
            let [expected, found] = [&draw, &tiler].map(|words| field.get(words));
            if let Some(expected) = expected.filter(|_| expected != found) {
                reporter.found(location.field(Rule::TilerJob, field, Expected::Value(expected)));
            }
        }
    }
    if let Some((invocation, tiler)) = invocations {
        let words = invocation.iter().zip(&tiler);
        for (word, (expected, _)) in words.enumerate().filter(|(_, (one, other))| one != other) {
            let expected = Expected::Value((*expected).into());
            let location = location(Table::TilerInvocation, &tiler);
            reporter.found(location.word(Rule::TilerJob, word, expected));
        }
    }
}

const fn location(table: Table, words: &[u32]) -> Location<'_> {
    Location {
        table,
        attribute: None,
        start: 0,
        words,
    }
}
