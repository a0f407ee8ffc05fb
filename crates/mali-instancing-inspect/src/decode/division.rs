//! The division in a descriptor.

use std::fmt;
use std::num::NonZeroU32;

use mali_instancing::decode::Descriptor;
use mali_instancing::descriptor::ValhallFetchMode;
use mali_instancing::{FetchMode, MagicDivisor, PaddedCount, PowerOfTwo, Rounding};

/// The division that the unit does for a descriptor.
///
/// ```
/// use mali_instancing::decode::Descriptor;
/// use mali_instancing::{MagicDivisor, Rounding};
/// use mali_instancing_inspect::decode::Division;
///
/// let magic = MagicDivisor::new(72.try_into()?, Rounding::Nearest);
/// let division = Division::of(&Descriptor::InstanceId(magic)).unwrap();
/// assert_eq!(division.divisor.get(), 72);
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Division {
    /// The number that an id is divided by.
    pub divisor: NonZeroU32,
    /// The padded vertex count and the application's divisor, whose product is the divisor, if
    /// the descriptor has the application's divisor.
    pub factors: Option<(PaddedCount, NonZeroU32)>,
}

impl Division {
    /// The division of a descriptor; `None` if it has none, and for fields that no rounding rule gives.
    #[must_use]
    pub fn of(descriptor: &Descriptor) -> Option<Self> {
        let (divisor, factors) = match *descriptor {
            Descriptor::AttributeBuffer(buffer) => match buffer.mode {
                FetchMode::NpotDivisor { magic, divisor } => {
                    let hardware_divisor = undo(magic)?;
                    let padded = padded_count(hardware_divisor, divisor)?;
                    (hardware_divisor, Some((padded, divisor)))
                }
                FetchMode::PotDivisor(power) => (power_of_two(power)?, None),
                _ => return None,
            },
            Descriptor::InstanceId(magic) => {
                let divisor = undo(magic)?;
                // An instance ID divides by the padded count alone.
                padded_count(divisor, NonZeroU32::MIN)?;
                (divisor, None)
            }
            Descriptor::ValhallAttribute(attribute) => match attribute.mode {
                ValhallFetchMode::NpotDivisor(magic) => (undo(magic)?, None),
                ValhallFetchMode::PotDivisor(power) => (power_of_two(power)?, None),
                _ => return None,
            },
            _ => return None,
        };
        Some(Self { divisor, factors })
    }
}

/// Writes the divisor: `216 = 72 · 3`.
impl fmt::Display for Division {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.divisor)?;
        match self.factors {
            Some((padded, divisor)) => write!(formatter, " = {} · {divisor}", padded.get()),
            None => Ok(()),
        }
    }
}

fn power_of_two(power: PowerOfTwo) -> Option<NonZeroU32> {
    NonZeroU32::new(1 << power.divisor_r())
}

/// The divisor that has this form under one of the rounding rules.
///
/// It is the first id with a quotient of 1, if there is one.
fn undo(magic: MagicDivisor) -> Option<NonZeroU32> {
    // An id has the quotient 1 from (id + E) · multiplier = 2^(32 + R) on. R is at most 31, so this fits 64 bits.
    let threshold = 1_u64 << (u32::BITS + magic.divisor_r());
    let first = threshold.div_ceil(u64::from(magic.multiplier())) - u64::from(magic.divisor_e());
    let divisor = u32::try_from(first).ok().and_then(NonZeroU32::new)?;
    // Fields of no divisor give a number, too. It counts only if one of the rules gives the same fields for it.
    Rounding::ALL
        .iter()
        .any(|&rounding| MagicDivisor::new(divisor, rounding) == magic)
        .then_some(divisor)
}

/// The padded vertex count whose product with the application's divisor is the hardware divisor, if there is one.
fn padded_count(
    hardware_divisor: NonZeroU32,
    application_divisor: NonZeroU32,
) -> Option<PaddedCount> {
    if hardware_divisor.get() % application_divisor != 0 {
        return None;
    }
    PaddedCount::from_exact(hardware_divisor.get() / application_divisor).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_divisor_is_found_again() {
        let around = |exponent: i64| [-1, 0, 1].map(|step| (1_i64 << exponent) + step);
        let powers = (0..32).flat_map(around);
        let powers = powers.filter_map(|number| u32::try_from(number).ok());
        let spread = (1..200_000).map(|step| u32::MAX - step * 20_011);
        let numbers = (1..200_000).chain(powers).chain(spread);
        for divisor in numbers.filter_map(NonZeroU32::new) {
            for &rounding in Rounding::ALL {
                let magic = MagicDivisor::new(divisor, rounding);
                assert_eq!(undo(magic), Some(divisor), "{rounding:?}");
            }
        }
    }

    #[test]
    fn a_multiplier_of_no_divisor_is_none() {
        // The multiplier for 216, rounded up by one too many, with and without E.
        for divisor_e in [false, true] {
            let magic = MagicDivisor::from_fields(7, divisor_e, 0x17b4_25ef).unwrap();
            assert_eq!(undo(magic), None);
        }
        // The instance ID of a draw that is not instanced divides by 2^31, in another form.
        let magic = MagicDivisor::from_fields(31, true, 0x7fff_ffff).unwrap();
        assert_eq!(undo(magic), None);
    }

    #[test]
    fn the_padded_count_is_what_is_left_of_the_hardware_divisor() {
        let number = |number| NonZeroU32::new(number).unwrap();
        let padded = |hardware, application| {
            padded_count(number(hardware), number(application)).map(PaddedCount::get)
        };
        assert_eq!(padded(216, 3), Some(72));
        assert_eq!(padded(216, 5), None);
        assert_eq!(padded(216, 8), None); // 27 is not a padded count
    }
}
