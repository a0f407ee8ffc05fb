//! The rate at which an attribute steps from one element to the next: the keys `rate` and `divisor`.

use proc_macro2::Ident;
use quote::format_ident;
use syn::{Error, Expr, Result};

use crate::arguments::{Argument, Arguments};

pub(crate) enum Rate {
    Vertex,
    /// An element per this number of instances, or per instance without a divisor.
    Instance(Option<Expr>),
    Constant,
}

#[derive(Clone, Copy)]
enum Word {
    Vertex,
    Instance,
    Constant,
}

/// These names are syntax: they decide whether a `divisor` is allowed, before any constant is
/// evaluated.
const WORDS: [(&str, Word); 3] = [
    ("vertex", Word::Vertex),
    ("instance", Word::Instance),
    ("constant", Word::Constant),
];

impl Rate {
    pub(crate) fn take(arguments: &mut Arguments) -> Result<Self> {
        let word = arguments.take_word("rate", &WORDS)?;
        match (word, arguments.take("divisor")) {
            (None | Some(Word::Vertex), None) => Ok(Self::Vertex),
            (Some(Word::Constant), None) => Ok(Self::Constant),
            // After the two arms above, `None` has a divisor, and `instance` may have one.
            (None | Some(Word::Instance), divisor) => {
                Ok(Self::Instance(divisor.map(|divisor| divisor.value)))
            }
            (Some(Word::Vertex | Word::Constant), Some(Argument { key, .. })) => Err(Error::new(
                key.span(),
                "only `rate = instance` has a `divisor`",
            )),
        }
    }

    /// The library's constant with the values of absent arguments.
    pub(crate) fn absent(&self) -> Ident {
        match self {
            Self::Vertex => format_ident!("PER_VERTEX"),
            Self::Instance(_) => format_ident!("PER_INSTANCE"),
            Self::Constant => format_ident!("CONSTANT"),
        }
    }

    pub(crate) fn divisor(&self) -> Option<&Expr> {
        match self {
            Self::Instance(divisor) => divisor.as_ref(),
            Self::Vertex | Self::Constant => None,
        }
    }
}
