//! The kinds of descriptors that a manifest has: what is the same of all, and what differs.

use std::fmt;
use std::ops::RangeInclusive;

use mali_instancing::data::KeyError;
use mali_instancing::draw::DrawError;
use mali_instancing::{Arch, Error, Part};

use crate::read::Reason;

/// What is known of a kind of descriptor.
pub(crate) struct Kind {
    /// Its key in a manifest.
    pub(crate) name: &'static str,
    /// Its alignment in memory, in bytes.
    pub(crate) alignment: usize,
    /// The architectures that have such descriptors.
    pub(crate) archs: RangeInclusive<Arch>,
    /// The architecture of a descriptor that names none, in a manifest that names none; `None` where one
    /// of them must.
    pub(crate) default_arch: Option<Arch>,
}

/// What is wrong with a key of a descriptor, or of a part of it.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) part: Part,
    pub(crate) key: &'static str,
    pub(crate) reason: Reason,
}

impl Wrong {
    /// What is wrong with a key of a descriptor.
    pub(crate) fn new(key: &'static str, reason: impl fmt::Display) -> Self {
        Self {
            part: Part::Draw,
            key,
            reason: Reason::Wrong(format!("{reason}")),
        }
    }

    /// A key of a descriptor that is not there.
    pub(crate) const fn missing(key: &'static str) -> Self {
        Self {
            part: Part::Draw,
            key,
            reason: Reason::Missing,
        }
    }

    /// The same of a part.
    pub(crate) fn of(self, part: Part) -> Self {
        Self { part, ..self }
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

impl From<KeyError> for Wrong {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Missing { argument } => Self::missing(argument.name()),
            error => Self::new(error.argument().name(), error),
        }
    }
}
