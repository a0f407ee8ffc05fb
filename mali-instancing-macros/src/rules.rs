//! Values that are one of several words, as variants of the library's enums.

use proc_macro2::Ident;
use quote::format_ident;
use syn::Result;

use crate::arguments::Arguments;

const PADDINGS: [(&str, &str); 3] = [
    ("hardware", "Hardware"),
    ("tight", "Tight"),
    ("mesa", "Mesa"),
];
const ROUNDINGS: [(&str, &str); 2] = [("round_down", "RoundDown"), ("nearest", "Nearest")];
const ARCHES: [(&str, &str); 8] = [
    ("v4", "V4"),
    ("v5", "V5"),
    ("v6", "V6"),
    ("v7", "V7"),
    ("v9", "V9"),
    ("v10", "V10"),
    ("v12", "V12"),
    ("v13", "V13"),
];

/// The rules that a draw is packed by; where one is absent, the library knows the default.
pub(crate) struct Rules {
    /// A variant of `Padding`.
    pub(crate) padding: Option<Ident>,
    /// A variant of `Rounding`.
    pub(crate) rounding: Option<Ident>,
}

impl Rules {
    pub(crate) fn take(arguments: &mut Arguments) -> Result<Self> {
        Ok(Self {
            padding: take_variant(arguments, "padding", &PADDINGS)?,
            rounding: take_variant(arguments, "rounding", &ROUNDINGS)?,
        })
    }
}

/// A variant of `Arch`.
pub(crate) fn take_arch(arguments: &mut Arguments) -> Result<Option<Ident>> {
    take_variant(arguments, "arch", &ARCHES)
}

fn take_variant(
    arguments: &mut Arguments,
    key: &str,
    variants: &[(&str, &str)],
) -> Result<Option<Ident>> {
    let variant = arguments.take_word(key, variants)?;
    Ok(variant.map(|variant| format_ident!("{variant}")))
}
