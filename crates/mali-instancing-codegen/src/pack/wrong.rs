//! Mistakes in a key of a descriptor, or of a part of it.

use std::fmt;

use mali_instancing::data::Rate;
use mali_instancing::draw::DrawError;
use mali_instancing::{Error, InputRate, Part};

use crate::read::{Number, RateKeys, Reason};

#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) part: Part,
    pub(crate) key: &'static str,
    pub(crate) reason: Reason,
}

impl Wrong {
    /// A mistake in a key of a descriptor.
    pub(super) fn new(key: &'static str, reason: impl fmt::Display) -> Self {
        Self {
            reason: Reason::Wrong(reason.to_string()),
            ..Self::missing(key)
        }
    }

    /// A key of a descriptor that is missing.
    pub(super) const fn missing(key: &'static str) -> Self {
        Self {
            part: Part::Draw,
            key,
            reason: Reason::Missing,
        }
    }

    /// The same mistake, in a part.
    pub(super) fn of(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// Refuses the first of `keys` that is present.
    pub(super) fn if_any(there: &[&str], keys: &[&'static str], reason: &str) -> Result<(), Self> {
        match keys.iter().find(|key| there.contains(key)) {
            Some(key) => Err(Self::new(key, reason)),
            None => Ok(()),
        }
    }
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Self::new(error.place().argument.name(), error)
    }
}

impl From<DrawError> for Wrong {
    fn from(error: DrawError) -> Self {
        let place = error.place();
        Self::new(place.argument.name(), error.reason().as_str()).of(place.part)
    }
}

/// The rate of the keys `rate` and `divisor`.
pub(super) fn rate(rate: Option<Rate>, divisor: Option<Number<u32>>) -> Result<InputRate, Wrong> {
    let divisor = divisor.map(|Number(divisor)| divisor);
    let rate = RateKeys { rate, divisor }.input_rate();
    // Every mistake of `input_rate` is one of the divisor: each rate is right without one.
    rate.map_err(|reason| Wrong::new("divisor", reason))
}
