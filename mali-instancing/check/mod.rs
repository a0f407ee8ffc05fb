//! Whether the records of a draw belong together.

mod bounds;
mod division;
mod finding;
mod format;
mod job_manager;
mod rule;
mod sink;
mod state;
mod valhall;
mod verdict;

pub use finding::{Evidence, Expected, Finding, Part};
pub use rule::{Rule, Rules, Severity};
pub use state::{Counts, DrawState};

use sink::Sink;

/// Judges the words of a draw.
///
/// `report` gets each finding, the likeliest cause first. Answers the rules that were not checked, for
/// want of what the draw's state does not have.
///
/// Findings are handed to a function: to hand them out as a list would take memory, and to hand them out
/// one by one would take every rule apart.
pub fn check(state: &DrawState<'_>, mut report: impl FnMut(Finding)) -> Rules {
    let mut rules = Rules::EMPTY;
    let unchecked = judge(state, &mut |finding| rules = rules.with(finding.rule));
    for rule in rules.iter() {
        judge(state, &mut |finding| {
            if finding.rule == rule {
                report(finding);
            }
        });
    }
    unchecked
}

/// Reports what is found in the order of the words.
fn judge(state: &DrawState<'_>, report: &mut dyn FnMut(Finding)) -> Rules {
    let mut sink = Sink::new(report);
    state::judge_missing(state, &mut sink);
    if state.arch.has_attribute_buffers() {
        job_manager::judge(state, &mut sink);
    } else {
        valhall::judge(state, &mut sink);
    }
    sink.unchecked()
}
