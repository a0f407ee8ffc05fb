//! The effect of a finding on the threads of its draw.

use mali_instancing::check::{Detail, DrawState, Finding, Rule, Severity, Table};
use mali_instancing::descriptor::{
    AttributeBuffer, Draw, Field, Invocation, InvocationFields, ValhallAttribute,
};

const WRONG_READ: &str = "a thread does not read what the API defines";
const CONTRADICTION: &str = "the descriptors contradict each other";
const NO_WRONG_READ: &str =
    "no thread of this draw reads a wrong element, but the descriptor is made for another draw";

/// The instances whose first elements are listed.
const LISTED: u32 = 5;

/// The application's divisor, which is the last word of a continuation.
const DIVISOR: Option<Field> = AttributeBuffer::FIELDS.last().copied();

/// The threads of a draw, as its own words count them.
#[derive(Clone, Copy)]
pub(super) struct Threads {
    /// The ids of an instance; 1 from V9 on, where a division takes the instance.
    instance_size: u32,
    vertices: u32,
    instances: u32,
}

impl Threads {
    /// The threads of a draw; `None` if its counts are not known.
    pub(super) fn of(state: &DrawState) -> Option<Self> {
        if let Some(counts) = state.counts {
            return Some(Self {
                instance_size: 1,
                vertices: 1,
                instances: counts.instances,
            });
        }
        let Ok(InvocationFields::Draw {
            vertices,
            instances,
        }) = Invocation::decode(state.invocation?)
        else {
            return None;
        };
        Some(Self {
            instance_size: Draw::decode(state.draw?).ok()?.instance_size.get(),
            vertices,
            instances,
        })
    }

    /// The largest id that a division gets from a thread that is not discarded.
    fn last_id(self) -> Option<u64> {
        let before = u64::from(self.instances.checked_sub(1)?) * u64::from(self.instance_size);
        Some(before + u64::from(self.vertices.checked_sub(1)?))
    }
}

/// Whether a rule is about the counts with which the effects of other findings are computed.
pub(super) fn is_about_counts(rule: Rule) -> bool {
    use Rule::{InstanceCount, InstanceSize, ThreadCount, Unpatched};
    matches!(rule, InstanceCount | InstanceSize | ThreadCount | Unpatched)
}

/// The effect of a finding in a sentence, `None` for a note, and the numbers that show it.
///
/// `threads` is `None` if the counts are wrong or not known. An error is then taken to affect the draw.
pub(super) fn of(
    state: &DrawState,
    finding: &Finding,
    threads: Option<Threads>,
) -> (Option<&'static str>, Option<String>) {
    if finding.severity == Severity::Note {
        return (None, None);
    }
    match finding.rule {
        rule if rule.is_contradiction() => (Some(CONTRADICTION), None),
        Rule::Modulus | Rule::HardwareDivisor if stride(state, finding) == Some(0) => {
            let numbers = "the stride is 0, so all elements are the same bytes".to_owned();
            (Some(NO_WRONG_READ), Some(numbers))
        }
        Rule::Modulus => remainders(finding, threads),
        // The unit does not use the application's divisor beside R, E and D.
        Rule::HardwareDivisor if finding.detail.is_none() && finding.field == DIVISOR => {
            (Some(CONTRADICTION), None)
        }
        Rule::HardwareDivisor => quotients(finding, threads),
        _ => (Some(WRONG_READ), None),
    }
}

/// The stride of the descriptor of a finding; `None` if that has none.
fn stride(state: &DrawState, finding: &Finding) -> Option<u32> {
    let first = finding.word.checked_sub(finding.field?.word())?;
    match finding.table {
        Table::Buffers => {
            let words = state.buffers.get(first..)?;
            // A descriptor without a continuation has four words.
            let decode = |length: usize| {
                let mut all = [0; 8];
                all[..length].copy_from_slice(words.get(..length)?);
                AttributeBuffer::decode(all).ok()
            };
            Some(decode(8).or_else(|| decode(4))?.stride)
        }
        Table::Attributes if !state.arch.has_attribute_buffers() => {
            let words = state.attributes.get(first..)?.first_chunk()?;
            Some(ValhallAttribute::decode(*words).ok()?.stride)
        }
        _ => None,
    }
}

fn remainders(
    finding: &Finding,
    threads: Option<Threads>,
) -> (Option<&'static str>, Option<String>) {
    let (Some(Detail::PaddedVertices { descriptor, draw }), Some(threads)) =
        (finding.detail, threads)
    else {
        return (Some(WRONG_READ), None);
    };
    let [modulus, size] = [descriptor, draw].map(|padded| u64::from(padded.get()));
    let listed = threads.instances.min(LISTED);
    let begins: Vec<u64> = (0..listed.into())
        .map(|instance: u64| instance * size % modulus)
        .collect();
    if begins.iter().any(|element| *element != 0) {
        let list: Vec<String> = begins.iter().map(u64::to_string).collect();
        let list = list.join(", ");
        let numbers = format!(
            "instances 0 to {} begin with the elements {list}, not with 0",
            listed - 1
        );
        return (Some(WRONG_READ), Some(numbers));
    }
    if u64::from(threads.vertices) > modulus {
        let numbers = format!("vertex {modulus} of each instance gets element 0");
        return (Some(WRONG_READ), Some(numbers));
    }
    let last = threads.vertices.saturating_sub(1);
    let numbers = format!("each instance begins with element 0, and vertex {last} is its last");
    (Some(NO_WRONG_READ), Some(numbers))
}

fn quotients(
    finding: &Finding,
    threads: Option<Threads>,
) -> (Option<&'static str>, Option<String>) {
    match (finding.detail, threads.and_then(Threads::last_id)) {
        (Some(Detail::FirstWrongId { id, .. }), Some(last)) if u64::from(id) > last => {
            let numbers = format!("the largest id of this draw is {last}");
            (Some(NO_WRONG_READ), Some(numbers))
        }
        _ => (Some(WRONG_READ), None),
    }
}

#[cfg(test)]
mod tests {
    use core::num::NonZeroU32;

    use mali_instancing::check::{Counts, check};
    use mali_instancing::{Arch, InputRate};

    use super::*;

    /// The effects of all errors of a draw.
    fn effects(state: &DrawState) -> Vec<&'static str> {
        let mut effects = Vec::new();
        check(state, |finding| {
            effects.extend(of(state, &finding, Threads::of(state)).0);
        });
        effects
    }

    #[test]
    fn a_divisor_that_the_unit_does_not_use_is_a_contradiction() {
        // 216 = 72 · 3, with the divisor 4 beside it.
        let buffers = [
            0x1000_0004,
            0x2700_0000,
            64,
            2176,
            0x20,
            0x17b4_25ed,
            0,
            4,
            0,
            0,
            0,
            0,
        ];
        let rates = [NonZeroU32::new(3).map(|divisor| InputRate::Instance { divisor })];
        let state = DrawState {
            draw: Some([0x0083_0000, 0]),
            invocation: Some([0x31c5, 0x21c0_0000]),
            rates: &rates,
            ..DrawState::new(Arch::V7, &buffers, &[0x2fc0_0000, 0])
        };
        assert_eq!(effects(&state), [CONTRADICTION]);
    }

    #[test]
    fn from_v9_on_the_divided_number_is_the_instance() {
        let buffers = [0x19, 6400, 0x1000, 0, 0, 0, 0, 0];
        // A division by 3 for the divisor 5, which is wrong from instance 3 on.
        let attributes = [0x2fc0_0035, 0x2100_0040, 0, 0, 64, 0x2aaa_aaaa, 0, 0];
        let rates = [NonZeroU32::new(5).map(|divisor| InputRate::Instance { divisor })];
        let of_instances = |instances| {
            let counts = Counts {
                vertices: Some(70),
                instances,
                first_vertex: 0,
            };
            let counts = Some(counts);
            let state = DrawState::new(Arch::V10, &buffers, &attributes);
            effects(&DrawState {
                counts,
                rates: &rates,
                ..state
            })
        };
        assert_eq!(of_instances(3), [NO_WRONG_READ]);
        assert_eq!(of_instances(4), [WRONG_READ]);
    }
}
