//! The rules that a draw is packed by: the keys `padding` and `rounding`.

use proc_macro2::Ident;
use syn::Result;

use crate::arguments::Arguments;

/// The rules by their names; where one is absent, the library knows the default.
pub(crate) struct Rules {
    pub(crate) padding: Option<Ident>,
    pub(crate) rounding: Option<Ident>,
}

impl Rules {
    pub(crate) fn take(arguments: &mut Arguments) -> Result<Self> {
        Ok(Self {
            padding: arguments.take_identifier("padding")?,
            rounding: arguments.take_identifier("rounding")?,
        })
    }
}
