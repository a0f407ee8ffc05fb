//! The exactness of a multiplier over all ids.

use std::num::NonZeroU32;

use mali_instancing::check::{Detail, first_wrong_id};
use mali_instancing::{MagicDivisor, Rounding};
use mali_instancing_inspect::divisor::{error, in_double_precision};
use mali_instancing_inspect::notation::parse_number;
use serde::{Deserialize, Serialize};

/// A divisor, as it is typed.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DividingQuestion {
    divisor: String,
}

/// The multipliers of a divisor, or the mistake in it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Divided {
    Multipliers(Vec<Multiplier>),
    Error(String),
}

/// A multiplier and its exactness.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Multiplier {
    name: &'static str,
    multiplier: String,
    r: u32,
    e: u8,
    /// The number of ids by which it steps early, at ids from 0 to 2^32 − 1 that are equally far apart.
    early: Vec<f64>,
    wrong: Option<WrongId>,
}

/// The first id whose element is wrong.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct WrongId {
    id: u32,
    element: u32,
    expected: u32,
    early: f64,
}

const POINTS: u32 = 256;

pub(crate) fn dividing(question: DividingQuestion) -> Divided {
    let none = "no descriptor divides by 0: 1 to 4294967295 are allowed";
    let number = parse_number::<u32>(question.divisor.trim());
    let divisor = number.and_then(|number| NonZeroU32::new(number).ok_or_else(|| none.to_owned()));
    let divisor = match divisor {
        Ok(divisor) => divisor,
        Err(error) => return Divided::Error(error),
    };
    let rules = Rounding::ALL.iter().map(|&rounding| {
        let magic = MagicDivisor::new(divisor, rounding);
        multiplier(rounding.name(), magic, divisor)
    });
    let double = in_double_precision(divisor, Rounding::RoundDown);
    let double = multiplier("double precision", double, divisor);
    Divided::Multipliers(rules.chain([double]).collect())
}

fn multiplier(name: &'static str, magic: MagicDivisor, divisor: NonZeroU32) -> Multiplier {
    // Points are counted from 0 to `POINTS`, and the last is the last id.
    let id_of = |point| (u64::from(u32::MAX) * u64::from(point) / u64::from(POINTS)) as u32;
    let wrong = match first_wrong_id(magic, divisor) {
        Some(Detail::FirstWrongId {
            id,
            element,
            expected,
        }) => Some(WrongId {
            id,
            element,
            expected,
            early: error(magic, divisor, id),
        }),
        _ => None,
    };
    Multiplier {
        name,
        multiplier: format!("{:#010x}", magic.multiplier()),
        r: magic.divisor_r(),
        e: magic.divisor_e().into(),
        early: (0..=POINTS)
            .map(|point| error(magic, divisor, id_of(point)))
            .collect(),
        wrong,
    }
}
