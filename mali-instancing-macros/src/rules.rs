//! The rules that a draw is packed by: the keys `padding` and `rounding`.

use syn::Expr;

use crate::arguments::Arguments;

/// The rules by their names; where one is absent, the library knows the default.
pub(crate) struct Rules {
    pub(crate) padding: Option<Expr>,
    pub(crate) rounding: Option<Expr>,
}

impl Rules {
    pub(crate) fn take(arguments: &mut Arguments) -> Self {
        Self {
            padding: arguments.take_value("padding"),
            rounding: arguments.take_value("rounding"),
        }
    }
}
