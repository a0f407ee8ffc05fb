//! The number of threads that each rule wastes, and counts nearby that waste less.

use mali_instancing::{Arch, Padding};
use mali_instancing_inspect::notation::{parse_number, tenths};
use mali_instancing_inspect::pad::DrawPadding;
use serde::Serialize;

use super::form::Form;
use super::threads::Threads;

/// The numbers of threads by each rule, for a draw's vertices.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Waste {
    rules: Vec<Rule>,
    /// The counts near the draw's to which the hardware can pad.
    counts: Vec<Count>,
}

/// A rule, and the number of threads of an instance by this rule.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Rule {
    name: &'static str,
    /// Whether the words are padded by this rule.
    is_own: bool,
    padded: Option<Count>,
    wasted: Option<u32>,
    percent: Option<String>,
    /// The reason why there is no padded count.
    error: Option<String>,
    below: Option<u32>,
    above: Option<u32>,
}

/// A number that vertices can be padded to, odd · 2^shift.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Count {
    count: u32,
    odd: u32,
    shift: u32,
}

/// The part of a number of threads, in percent.
pub(crate) fn percent(part: u64, of: u64) -> String {
    tenths(part as f64 * 100.0 / of.max(1) as f64) + " %"
}

/// The waste of each rule for the vertices in the words, or for the form's vertices if the words do not have them.
pub(crate) fn waste(arch: Arch, form: Option<&Form>, threads: Option<&Threads>) -> Option<Waste> {
    if !arch.has_attribute_buffers() {
        return None;
    }
    let said = || parse_number::<u32>(form?.draw.vertices.trim()).ok();
    let vertices = threads.map(|threads| threads.vertices).or_else(said)?;
    let idvs = form.is_some_and(|form| form.draw.idvs == "true");
    let pad = |padding| DrawPadding { padding, idvs }.pad(vertices);
    let columns = threads
        // One instance is not padded, so its words do not show a rule.
        .filter(|threads| threads.rows > 1)
        .map(|threads| threads.columns);
    let said = form
        .and_then(|form| Padding::from_name(&form.draw.padding))
        .unwrap_or_default();
    let fits = |padding: &Padding| match columns {
        Some(columns) => pad(*padding).is_ok_and(|padded| padded.get() == columns),
        None => *padding == said,
    };
    // Several rules can give the same count. The form's comes first, so that it is not shown as another one.
    let own = [said]
        .into_iter()
        .chain(Padding::ALL.iter().copied())
        .find(fits);
    let rules = Padding::ALL.iter().map(|&padding| {
        let [below, above] = DrawPadding { padding, idvs }.nearest_with_less_waste(vertices);
        let padded = pad(padding);
        let wasted = padded.as_ref().ok().map(|padded| padded.get() - vertices);
        Rule {
            name: padding.name(),
            is_own: own == Some(padding),
            wasted,
            percent: wasted
                .map(|wasted| percent(wasted.into(), u64::from(wasted) + u64::from(vertices))),
            error: padded.as_ref().err().map(ToString::to_string),
            padded: padded.ok().map(count),
            below,
            above,
        }
    });
    Some(Waste {
        rules: rules.collect(),
        counts: counts(vertices),
    })
}

fn count(padded: mali_instancing::PaddedCount) -> Count {
    Count {
        count: padded.get(),
        odd: padded.odd(),
        shift: padded.shift(),
    }
}

fn counts(vertices: u32) -> Vec<Count> {
    const SHOWN: usize = 9;
    // The rule that pads the least can pad to every valid count.
    let tight = DrawPadding {
        padding: Padding::Tight,
        idvs: false,
    };
    // Five counts are in each octave, as 8, 9, 10, 12 and 14. So nine reach from half of the vertices to about one and
    // a half times as many.
    let mut next = (vertices / 2).max(1);
    let mut counts = Vec::new();
    while counts.len() < SHOWN {
        let Ok(padded) = tight.pad(next) else { break };
        counts.push(count(padded));
        let Some(after) = padded.get().checked_add(1) else {
            break;
        };
        next = after;
    }
    counts
}
