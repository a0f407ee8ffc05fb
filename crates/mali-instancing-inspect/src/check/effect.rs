//! The effect of a finding on the threads of its draw.

use mali_instancing::check::{Detail, Finding, Severity};

const WRONG_READ: &str = "a thread does not read what the API defines";
const CONTRADICTION: &str = "the descriptors contradict each other";

/// The effect of a finding in a sentence; `None` for a note.
pub(super) fn of(finding: &Finding) -> Option<&'static str> {
    if finding.severity == Severity::Note {
        return None;
    }
    Some(match finding.detail {
        Some(Detail::NearestDraw(draw)) if draw.is_read => WRONG_READ,
        Some(Detail::NearestDraw(_)) => CONTRADICTION,
        _ if finding.rule.is_contradiction() => CONTRADICTION,
        _ => WRONG_READ,
    })
}

#[cfg(test)]
mod tests {
    use core::num::NonZeroU32;

    use mali_instancing::check::{Counts, DrawState, check};
    use mali_instancing::{Arch, InputRate};

    use super::*;

    /// The effects of all findings of the nearest draw.
    fn effects(state: &DrawState) -> Vec<Option<&'static str>> {
        let mut effects = Vec::new();
        check(state, |finding| {
            if finding.alternative == 0 {
                effects.push(of(&finding));
            }
        });
        effects
    }

    /// The unit does not read the divisor beside R, E and D.
    #[test]
    fn a_divisor_that_the_unit_does_not_use_is_a_note() {
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
        assert_eq!(effects(&state), [None]);
        // Without the rate, a size of exactly 34 elements says 3. In one that both fit, R, E and D may be wrong as well.
        let unknown = DrawState {
            rates: &[],
            ..state
        };
        assert_eq!(effects(&unknown), [None]);
        let mut larger = buffers;
        larger[3] = 6400;
        let either = DrawState {
            buffers: &larger,
            ..unknown
        };
        assert_eq!(effects(&either), [Some(WRONG_READ); 2]);
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
            let effects = effects(&DrawState {
                counts,
                rates: &rates,
                ..state
            });
            effects[0]
        };
        assert_eq!(of_instances(3), None);
        assert_eq!(of_instances(4), Some(WRONG_READ));
    }
}
