use core::num::NonZeroU32;

use crate::check::division::{exact_divisor, first_wrong_shift, is_power_of_two, near_divisor};
use crate::check::finding::{Expected, Finding, Location};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::{DrawState, Read};
use crate::check::verdict::{Verdict, check_division};
use crate::descriptor::{DecodeError, DecodeErrorKind, Field, ValhallAttribute, ValhallFetchMode};
use crate::divisor::{MagicDivisor, PowerOfTwo};
use crate::fetch::InputRate;

/// Checks an attribute's mode. Returns whether it fits, at least for this draw's instances.
pub(super) fn check(
    state: &DrawState<'_>,
    read: Read<'_>,
    mode: ValhallFetchMode,
    reporter: &mut Reporter<'_>,
) -> bool {
    let location = read.location(state.arch);
    let last_instance = match state.counts {
        Some(counts) => counts.instances.checked_sub(1),
        None => None,
    };
    let check = ModeCheck {
        location,
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
        Verdict::Fits => {
            if matches!(mode, ValhallFetchMode::NpotDivisor(magic) if is_power_of_two(magic)) {
                let (rule, field) = (Rule::PotMode, ValhallAttribute::DIVISOR_D);
                reporter.found(location.field(rule, field, Expected::Other));
            }
            true
        }
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
struct ModeCheck<'a> {
    location: Location<'a>,
    last_instance: Option<u32>,
}

impl ModeCheck<'_> {
    fn verdict(self, mode: ValhallFetchMode, rate: Option<InputRate>) -> Verdict {
        match (mode, rate) {
            // An attribute of a vertex shader is in a buffer, never in a vertex packet.
            (ValhallFetchMode::VertexPacket { .. }, _) => {
                let (rule, field) = (Rule::FetchMode, ValhallAttribute::TYPE);
                Verdict::Wrong(self.location.field(rule, field, Expected::Other))
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
                    .location
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
            (ValhallFetchMode::PotDivisor(power), Some(right)) => {
                let expected = Expected::Value(right.divisor_r().into());
                let (rule, field) = (Rule::HardwareDivisor, ValhallAttribute::DIVISOR_R);
                let detail = first_wrong_shift(power.divisor_r(), right.divisor_r());
                let finding = self.location.field(rule, field, expected);
                Verdict::Wrong(finding.with_detail(Some(detail)))
            }
            (ValhallFetchMode::NpotDivisor(magic), _) => self.npot_divisor(magic, divisor),
            (_, Some(_)) => self.wrong_type(ValhallAttribute::POT_DIVISOR),
            (_, None) => self.wrong_type(ValhallAttribute::NPOT_DIVISOR),
        }
    }

    fn npot_divisor(self, magic: MagicDivisor, divisor: NonZeroU32) -> Verdict {
        let fields = [
            ValhallAttribute::DIVISOR_R,
            ValhallAttribute::DIVISOR_D,
            ValhallAttribute::DIVISOR_E,
        ];
        check_division(self.location, fields, magic, divisor, self.last_instance)
    }

    /// The verdict on a multiplier of an unknown divisor: it must be that of some divisor.
    fn any_divisor(self, magic: MagicDivisor) -> Verdict {
        if exact_divisor(magic).is_some() {
            return Verdict::Fits;
        }
        // With lower bits of 0, the multiplier was not filled in, and does not show the divisor.
        match near_divisor(magic).filter(|_| !is_power_of_two(magic)) {
            Some(divisor) => self.npot_divisor(magic, divisor),
            None => {
                let (rule, field) = (Rule::HardwareDivisor, ValhallAttribute::DIVISOR_D);
                Verdict::Wrong(self.location.field(rule, field, Expected::Other))
            }
        }
    }

    fn wrong_type(self, expected: u32) -> Verdict {
        let expected = Expected::Value(expected.into());
        let (rule, field) = (Rule::FetchMode, ValhallAttribute::TYPE);
        Verdict::Wrong(self.location.field(rule, field, expected))
    }

    fn wrong_frequency(self, expected: u32) -> Verdict {
        Verdict::Wrong(frequency(self.location, expected))
    }
}

fn frequency(location: Location<'_>, expected: u32) -> Finding {
    let expected = Expected::Value(expected.into());
    location.field(Rule::Frequency, ValhallAttribute::FREQUENCY, expected)
}

/// Whether words that are not an attribute are a division by a multiplier with the type of another mode.
fn fits_npot_divisor(read: Read<'_>) -> bool {
    let Some(mut words) = read.words.first_chunk().copied() else {
        return false;
    };
    let right = ValhallAttribute::NPOT_DIVISOR.into();
    let is_typed = ValhallAttribute::TYPE.set(&mut words, right).is_ok();
    match ValhallAttribute::decode(words).map(|attribute| attribute.mode) {
        Ok(ValhallFetchMode::NpotDivisor(magic)) => is_typed && exact_divisor(magic).is_some(),
        _ => false,
    }
}

/// The finding for words that are not an attribute. Most often one of type, frequency and offset enable contradicts
/// the other two.
pub(super) fn undecodable(read: Read<'_>, location: Location<'_>, error: DecodeError) -> Finding {
    if fits_npot_divisor(read) {
        let expected = Expected::Value(ValhallAttribute::NPOT_DIVISOR.into());
        return location.field(Rule::FetchMode, ValhallAttribute::TYPE, expected);
    }
    let get = |field: Field| field.get(read.words).unwrap_or_default();
    let attribute_type = get(ValhallAttribute::TYPE);
    let has_type = |value: u32| attribute_type == u64::from(value);
    let divides =
        has_type(ValhallAttribute::POT_DIVISOR) || has_type(ValhallAttribute::NPOT_DIVISOR);
    let disagree = match error.kind {
        DecodeErrorKind::Value { field, .. } => {
            *field != ValhallAttribute::DESCRIPTOR_TYPE
                && (divides || has_type(ValhallAttribute::LINEAR))
        }
        _ => false,
    };
    if !disagree {
        return location.undecodable(Rule::Descriptor, error);
    }
    let is_per_instance = get(ValhallAttribute::FREQUENCY) == u64::from(ValhallAttribute::INSTANCE);
    let is_enabled = get(ValhallAttribute::OFFSET_ENABLE) != 0;
    if is_per_instance != is_enabled {
        let expected = Expected::Value(ValhallAttribute::LINEAR.into());
        return location.field(Rule::FetchMode, ValhallAttribute::TYPE, expected);
    }
    let should_be_per_instance = match read.rate {
        Some(rate) => rate != InputRate::Vertex,
        // A linear attribute can have either frequency, so the type does not show which one is right.
        None => divides || !is_per_instance,
    };
    if should_be_per_instance == is_per_instance {
        let expected = Expected::Value(u64::from(!is_enabled));
        location.field(
            Rule::OffsetEnable,
            ValhallAttribute::OFFSET_ENABLE,
            expected,
        )
    } else {
        frequency(
            location,
            if is_per_instance {
                ValhallAttribute::VERTEX
            } else {
                ValhallAttribute::INSTANCE
            },
        )
    }
}
