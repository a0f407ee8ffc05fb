//! Arguments that may be absent. The key of each is a field of the library's structs.

use syn::Expr;

use crate::arguments::Arguments;

/// The arguments that are present.
pub(crate) struct Optional(Vec<(&'static str, Expr)>);

/// The kind of a key's value.
#[derive(PartialEq, Eq)]
pub(crate) enum Kind {
    /// A constant expression, a number.
    Number,
    /// A constant expression, a `bool`.
    Flag,
    /// The name of a value that the library knows.
    Name,
}

impl Kind {
    pub(crate) fn of(key: &str) -> Self {
        match key {
            "padding" | "rounding" | "layout" => Self::Name,
            "idvs" | "bound_strides" | "unaligned" => Self::Flag,
            _ => Self::Number,
        }
    }
}

impl Optional {
    /// All arguments that were not taken.
    pub(crate) fn rest(arguments: Arguments) -> Self {
        Self(arguments.rest().collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &Expr)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Expr> {
        self.iter()
            .filter(move |(key, _)| Kind::of(key) == kind)
            .map(|(_, value)| value)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Expr> {
        let mut given = self.iter();
        given
            .find(|(given, _)| *given == key)
            .map(|(_, value)| value)
    }
}
