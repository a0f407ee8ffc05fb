//! The findings of the check: their places, and the words that would fix them.

use mali_instancing::check::{Detail, Expected, Finding, Table, check};
use mali_instancing::descriptor::{Invocation, InvocationFields};
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::check::Advice;
use serde::Serialize;

use super::edits::{Edit, table_mut};

/// A finding, in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Found {
    /// `error` or `note`.
    severity: &'static str,
    rule: &'static str,
    problem: String,
    place: String,
    /// The right draw that is nearest to the words, with its counts, if the finding is about that.
    nearest: Option<String>,
    reason: &'static str,
    help: &'static str,
    table: &'static str,
    word: usize,
    /// The field; none if the finding is about the whole word.
    field: Option<&'static str>,
    /// The words that fix it, if the check knows them.
    pub(crate) fix: Option<Vec<Edit>>,
}

fn all(draw: &DrawWords) -> Vec<Finding> {
    let mut found = Vec::new();
    check(&draw.state(), |finding| found.push(finding));
    found
}

/// The largest number of findings that are fixed, since each takes another check. Words with more are not a draw, but
/// other data.
const ENOUGH: usize = 64;

/// All findings of the check, the first [`ENOUGH`] of them with what fixes them.
pub(crate) fn findings(draw: &DrawWords) -> Vec<Found> {
    let found = all(draw);
    // All findings of an alternative are fixed by the same words.
    let mut of_alternative: Option<(u32, Option<DrawWords>)> = None;
    let shown = found.iter().enumerate().map(|(number, finding)| {
        let advice = Advice::of_finding(finding);
        let nearest = match finding.detail {
            Some(Detail::NearestDraw(nearest)) => Some(nearest.to_string()),
            _ => None,
        };
        let fixed = match &of_alternative {
            // Later findings keep their text, but no fix.
            _ if number >= ENOUGH => None,
            Some((alternative, fixed))
                if nearest.is_some() && *alternative == finding.alternative =>
            {
                fixed.clone()
            }
            _ => {
                let fixed = fixed(draw, finding, &found);
                if nearest.is_some() {
                    of_alternative = Some((finding.alternative, fixed.clone()));
                }
                fixed
            }
        };
        Found {
            severity: finding.severity.name(),
            rule: finding.rule.name(),
            problem: Advice::title(finding),
            place: finding.to_string(),
            nearest,
            reason: advice.reason,
            help: advice.help,
            table: finding.table.name(),
            word: finding.word,
            field: finding.field.map(|field| field.name),
            fix: fixed.map(|fixed| Edit::between(draw, &fixed)),
        }
    });
    shown.collect()
}

/// The draw with the values that the check expects, if the check then finds less. A number can be in several fields,
/// of which the check names one, and then the next.
fn fixed(draw: &DrawWords, finding: &Finding, found: &[Finding]) -> Option<DrawWords> {
    const FIELDS: usize = 6;
    let mut fixed = draw.clone();
    if let Some(Detail::NearestDraw(_)) = finding.detail {
        // The words become a right draw if all values of one alternative are written.
        let is_of_draw = |other: &&Finding| {
            other.alternative == finding.alternative
                && matches!(other.detail, Some(Detail::NearestDraw(_)))
        };
        for other in found.iter().filter(is_of_draw) {
            fixed = with_expected(&fixed, other)?;
        }
        return (all(&fixed).len() < found.len()).then_some(fixed);
    }
    let mut next = *finding;
    for _ in 0..FIELDS {
        fixed = with_expected(&fixed, &next)?;
        let left = all(&fixed);
        if left.len() < found.len() {
            return Some(fixed);
        }
        let same = |other: &&Finding| other.rule == next.rule && other.attribute == next.attribute;
        next = *left.iter().find(same).filter(|other| **other != next)?;
    }
    None
}

/// The draw with the values that the check expects.
fn with_expected(draw: &DrawWords, finding: &Finding) -> Option<DrawWords> {
    let (Expected::Value(value) | Expected::AtLeast(value) | Expected::AtMost(value)) =
        finding.expected
    else {
        return None;
    };
    let mut fixed = draw.clone();
    if let (Table::Invocation, None) = (finding.table, finding.field) {
        // The numbers of an invocation have no places of their own: it is packed again as a whole.
        let InvocationFields::Draw {
            vertices,
            instances,
        } = Invocation::decode(draw.invocation?).ok()?
        else {
            return None;
        };
        let value = u32::try_from(value).ok()?;
        let (vertices, instances) = match finding.count() {
            Some("vertices") => (value, instances),
            _ => (vertices, value),
        };
        fixed.invocation = Some(Invocation::draw(vertices, instances).ok()?.words());
    } else {
        let words = table_mut(&mut fixed, finding.table);
        match finding.field {
            Some(field) => {
                // `finding.word` is the first word of the field in the table. `set` counts from the first word of the
                // descriptor.
                let first = finding.word.checked_sub(field.word())?;
                field.set(words.get_mut(first..)?, value).ok()?;
            }
            None => *words.get_mut(finding.word)? = u32::try_from(value).ok()?,
        }
    }
    Some(fixed)
}

/// The draw with everything fixed that the check can fix.
pub(crate) fn all_fixed(draw: &DrawWords) -> DrawWords {
    let mut right = draw.clone();
    // Each round leaves fewer findings, so the loop ends. The bound is for the time that it takes.
    for _ in 0..ENOUGH {
        let found = all(&right);
        if found.len() > ENOUGH {
            break;
        }
        match found
            .iter()
            .find_map(|finding| fixed(&right, finding, &found))
        {
            Some(fixed) => right = fixed,
            None => break,
        }
    }
    right
}
