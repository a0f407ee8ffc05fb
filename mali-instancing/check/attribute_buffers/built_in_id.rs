use core::num::NonZeroU32;

use super::fetch_mode::modulus_finding;
use super::table::Named;
use super::threads::{Instancing, Threads};
use crate::check::division::first_id_above_zero;
use crate::check::finding::{Detail, Expected, Finding};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::DrawState;
use crate::check::verdict::{Verdict, check_division};
use crate::descriptor::{InstanceId, NOT_INSTANCED_DIVISION, VertexId};
use crate::divisor::MagicDivisor;
use crate::padded_count::PaddedCount;

/// Checks a `Vertex ID` of V4 and V5.
pub(super) fn check_vertex_id(
    state: &DrawState<'_>,
    named: &Named,
    modulus: Option<PaddedCount>,
    threads: &Threads,
    reporter: &mut Reporter<'_>,
) {
    let fields = [VertexId::DIVISOR_R, VertexId::DIVISOR_P];
    let finding = match (threads.instancing(), modulus) {
        (None, _) => {
            reporter.not_checked(Rule::Modulus);
            return;
        }
        (Some(Instancing::One), None) => return,
        (Some(Instancing::Several(padded)), Some(modulus)) if padded == modulus => return,
        (Some(Instancing::Several(padded)), Some(modulus)) => {
            modulus_finding(named.location(), fields, modulus, padded)
        }
        (Some(Instancing::Several(padded)), None) => shift_finding(named, padded.shift()),
        (Some(Instancing::One), Some(modulus)) => {
            let finding = shift_finding(named, NOT_INSTANCED_R);
            match threads.vertices {
                Some(vertices) if vertices <= modulus.get() => Finding {
                    rule: Rule::SingleInstance,
                    ..finding
                },
                _ => finding,
            }
        }
    };
    if named.is_first(state) {
        reporter.found(finding);
    }
}

/// The R of the vertex ID of a draw that is not instanced. R and P together are no padded count there.
const NOT_INSTANCED_R: u32 = 31;

fn shift_finding(named: &Named, shift: u32) -> Finding {
    let expected = Expected::Value(shift.into());
    (named.location()).field(Rule::Modulus, VertexId::DIVISOR_R, expected)
}

/// Checks an `Instance ID` of V4 and V5.
pub(super) fn check_instance_id(
    state: &DrawState<'_>,
    named: &Named,
    magic: MagicDivisor,
    threads: &Threads,
    reporter: &mut Reporter<'_>,
) {
    let finding = match threads.instancing() {
        None => {
            reporter.not_checked(Rule::HardwareDivisor);
            return;
        }
        Some(Instancing::One) => not_instanced(named, magic, threads),
        Some(Instancing::Several(padded)) => instanced(named, magic, threads, padded.get_nonzero()),
    };
    if let Some(finding) = finding.filter(|_| named.is_first(state)) {
        reporter.found(finding);
    }
}

fn instanced(
    named: &Named,
    magic: MagicDivisor,
    threads: &Threads,
    padded: NonZeroU32,
) -> Option<Finding> {
    let fields = [
        InstanceId::DIVISOR_R,
        InstanceId::DIVISOR_D,
        InstanceId::DIVISOR_E,
    ];
    match check_division(named.location(), fields, magic, padded, threads.last_id()) {
        Verdict::Fits => None,
        Verdict::Nearly(finding) | Verdict::Wrong(finding) => Some(finding),
    }
}

/// Checks the instance ID of a draw of one instance: every vertex must have instance 0.
fn not_instanced(named: &Named, magic: MagicDivisor, threads: &Threads) -> Option<Finding> {
    let detail = first_id_above_zero(magic)?;
    let Detail::FirstWrongId { id, .. } = detail else {
        return None;
    };
    if id >= threads.vertices? {
        return None;
    }
    let right = NOT_INSTANCED_DIVISION;
    let (field, expected) = if magic.divisor_r() == right.divisor_r() {
        (InstanceId::DIVISOR_D, right.divisor_d())
    } else {
        (InstanceId::DIVISOR_R, right.divisor_r())
    };
    let expected = Expected::Value(expected.into());
    let finding = named
        .location()
        .field(Rule::HardwareDivisor, field, expected);
    Some(finding.with_detail(Some(detail)))
}
