use core::num::NonZeroU32;

use crate::check::division::{exact_divisor, near_divisor};
use crate::check::finding::{Expected, Finding, Place};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::{DrawState, Read};
use crate::check::verdict::{Verdict, check_division};
use crate::descriptor::{DecodeError, DecodeErrorKind, Field, ValhallAttribute, ValhallFetchMode};
use crate::divisor::{MagicDivisor, PowerOfTwo};
use crate::fetch::InputRate;

/// Judges an attribute's mode. Whether it is one that fits, at least for this draw's instances.
pub(super) fn check(
    state: &DrawState<'_>,
    read: Read<'_>,
    mode: ValhallFetchMode,
    reporter: &mut Reporter<'_>,
) -> bool {
    let place = read.place(state.arch);
    let last_instance = match state.counts {
        Some(counts) => counts.instances.checked_sub(1),
        None => None,
    };
    let check = Judge {
        place,
        last_instance,
    };
    let divides = matches!(
        mode,
        ValhallFetchMode::PotDivisor(_) | ValhallFetchMode::NpotDivisor(_)
    );
    if divides && read.rate.is_none() {
        reporter.not_checked(Rule::HardwareDivisor);
    }
    match check.verdict(mode, read.rate) {
        Verdict::Fits => true,
        Verdict::Nearly(finding) => {
            reporter.found(finding);
            true
        }
        Verdict::Wrong(finding) => {
            reporter.found(finding);
            false
        }
    }
}

#[derive(Clone, Copy)]
struct Judge<'a> {
    place: Place<'a>,
    last_instance: Option<u32>,
}

impl Judge<'_> {
    fn verdict(self, mode: ValhallFetchMode, rate: Option<InputRate>) -> Verdict {
        match (mode, rate) {
            // What a vertex shader reads comes from a buffer, at one index or another.
            (ValhallFetchMode::VertexPacket { .. }, _) => {
                let (rule, field) = (Rule::FetchMode, ValhallAttribute::TYPE);
                Verdict::Wrong(self.place.field(rule, field, Expected::Other))
            }
            (ValhallFetchMode::Constant, _)
            | (ValhallFetchMode::Vertex, None | Some(InputRate::Vertex))
            | (ValhallFetchMode::Instance | ValhallFetchMode::PotDivisor(_), None) => Verdict::Fits,
            (ValhallFetchMode::NpotDivisor(magic), None) => self.any_divisor(magic),
            (ValhallFetchMode::Vertex, Some(_)) => self.wrong_frequency(ValhallAttribute::INSTANCE),
            (_, Some(InputRate::Vertex)) => self.wrong_frequency(ValhallAttribute::VERTEX),
            (_, Some(InputRate::Constant)) => {
                let expected = Expected::Value(0);
                let finding = self
                    .place
                    .field(Rule::Stride, ValhallAttribute::STRIDE, expected);
                match finding.found {
                    0 => Verdict::Fits,
                    _ => Verdict::Wrong(finding),
                }
            }
            (mode, Some(InputRate::Instance { divisor })) => self.division(mode, divisor),
        }
    }

    fn division(self, mode: ValhallFetchMode, divisor: NonZeroU32) -> Verdict {
        match (mode, PowerOfTwo::new(divisor)) {
            (ValhallFetchMode::Instance, _) if divisor == NonZeroU32::MIN => Verdict::Fits,
            (ValhallFetchMode::PotDivisor(power), Some(right)) if power == right => Verdict::Fits,
            (ValhallFetchMode::PotDivisor(_), Some(right)) => {
                let expected = Expected::Value(right.divisor_r().into());
                let (rule, field) = (Rule::HardwareDivisor, ValhallAttribute::DIVISOR_R);
                Verdict::Wrong(self.place.field(rule, field, expected))
            }
            (ValhallFetchMode::NpotDivisor(magic), _) => self.other_divisor(magic, divisor),
            (_, Some(_)) => self.wrong_type(ValhallAttribute::POT_DIVISOR),
            (_, None) => self.wrong_type(ValhallAttribute::NPOT_DIVISOR),
        }
    }

    fn other_divisor(self, magic: MagicDivisor, divisor: NonZeroU32) -> Verdict {
        let fields = [
            ValhallAttribute::DIVISOR_R,
            ValhallAttribute::DIVISOR_D,
            ValhallAttribute::DIVISOR_E,
        ];
        check_division(self.place, fields, magic, divisor, self.last_instance)
    }

    /// A multiplier of which is only known that it must be some divisor's.
    fn any_divisor(self, magic: MagicDivisor) -> Verdict {
        if exact_divisor(magic).is_some() {
            return Verdict::Fits;
        }
        match near_divisor(magic) {
            Some(divisor) => self.other_divisor(magic, divisor),
            None => {
                let (rule, field) = (Rule::HardwareDivisor, ValhallAttribute::DIVISOR_D);
                Verdict::Wrong(self.place.field(rule, field, Expected::Other))
            }
        }
    }

    fn wrong_type(self, expected: u32) -> Verdict {
        let expected = Expected::Value(expected.into());
        let (rule, field) = (Rule::FetchMode, ValhallAttribute::TYPE);
        Verdict::Wrong(self.place.field(rule, field, expected))
    }

    fn wrong_frequency(self, expected: u32) -> Verdict {
        Verdict::Wrong(frequency(self.place, expected))
    }
}

fn frequency(place: Place<'_>, expected: u32) -> Finding {
    let expected = Expected::Value(expected.into());
    place.field(Rule::Frequency, ValhallAttribute::FREQUENCY, expected)
}

/// Words that are no attribute: most often its type, its frequency and its offset enable do not agree,
/// and one of them stands against the others.
pub(super) fn fault(read: Read<'_>, place: Place<'_>, error: DecodeError) -> Finding {
    let get = |field: Field| field.get(read.words).unwrap_or_default();
    let attribute_type = get(ValhallAttribute::TYPE);
    let has_type = |value: u32| attribute_type == value.into();
    let divides =
        has_type(ValhallAttribute::POT_DIVISOR) || has_type(ValhallAttribute::NPOT_DIVISOR);
    let disagree = match error.fault {
        DecodeErrorKind::Value { field, .. } => {
            *field != ValhallAttribute::DESCRIPTOR_TYPE
                && (divides || has_type(ValhallAttribute::LINEAR))
        }
        _ => false,
    };
    if !disagree {
        return place.fault(Rule::Descriptor, error);
    }
    let is_per_instance = get(ValhallAttribute::FREQUENCY) == ValhallAttribute::INSTANCE.into();
    let is_enabled = get(ValhallAttribute::OFFSET_ENABLE) != 0;
    if is_per_instance != is_enabled {
        let expected = Expected::Value(ValhallAttribute::LINEAR.into());
        return place.field(Rule::FetchMode, ValhallAttribute::TYPE, expected);
    }
    let should_be_per_instance = match read.rate {
        Some(rate) => rate != InputRate::Vertex,
        // A linear attribute may be either: nothing speaks for the frequency.
        None => divides || !is_per_instance,
    };
    if should_be_per_instance == is_per_instance {
        let expected = Expected::Value(u64::from(!is_enabled));
        place.field(
            Rule::OffsetEnable,
            ValhallAttribute::OFFSET_ENABLE,
            expected,
        )
    } else {
        frequency(
            place,
            if is_per_instance {
                ValhallAttribute::VERTEX
            } else {
                ValhallAttribute::INSTANCE
            },
        )
    }
}
