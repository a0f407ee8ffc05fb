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

/// The rules that a draw is packed by.
pub(crate) struct Rules {
    /// A variant of `Padding`.
    pub(crate) padding: Ident,
    /// A variant of `Rounding`.
    pub(crate) rounding: Ident,
}

impl Rules {
    pub(crate) fn take(arguments: &mut Arguments) -> Result<Self> {
        let padding = arguments
            .take_word("padding", &PADDINGS)?
            .unwrap_or("Hardware");
        let rounding = arguments
            .take_word("rounding", &ROUNDINGS)?
            .unwrap_or("RoundDown");
        Ok(Self {
            padding: format_ident!("{padding}"),
            rounding: format_ident!("{rounding}"),
        })
    }
}

/// A variant of `Arch`.
pub(crate) fn take_arch(arguments: &mut Arguments) -> Result<Option<Ident>> {
    let arch = arguments.take_word("arch", &ARCHES)?;
    Ok(arch.map(|arch| format_ident!("{arch}")))
}
