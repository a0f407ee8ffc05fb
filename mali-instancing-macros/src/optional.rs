//! Arguments that may be absent, each by its key, which the library's structs have as a field.

use syn::Expr;

use crate::arguments::Arguments;

/// Those that are given.
pub(crate) struct Optional(Vec<(&'static str, Expr)>);

/// The kind of a key's value.
#[derive(PartialEq, Eq)]
pub(crate) enum Kind {
    /// A constant expression.
    Number,
    /// A constant expression too.
    Flag,
    /// The name of a value that the library knows.
    Name,
}

impl Kind {
    pub(crate) fn of(key: &str) -> Self {
        match key {
            "padding" | "rounding" | "layout" => Self::Name,
            "idvs" => Self::Flag,
            _ => Self::Number,
        }
    }
}

impl Optional {
    /// All that was not taken.
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
