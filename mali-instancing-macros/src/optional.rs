//! Arguments that may be absent. The key of each is a field of the library's structs.

use syn::Expr;

use crate::arguments::Arguments;
use crate::integer::Width;

/// The arguments that are present.
pub(crate) struct Optional(Vec<Given>);

/// A key, and the value that the user wrote.
pub(crate) struct Given {
    pub(crate) key: String,
    pub(crate) kind: Kind,
    pub(crate) value: Expr,
}

/// The kind of a key's value.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// A constant expression, a number.
    Number(Width),
    /// A constant expression, a `bool`.
    Flag,
    /// The name of a value that the library knows.
    Name,
}

impl Optional {
    /// All arguments that were not taken, with the kinds of their keys.
    pub(crate) fn remaining(arguments: Arguments<'_>, kind: impl Fn(&str) -> Kind) -> Self {
        let given = arguments.remaining().map(|(key, value)| Given {
            key: key.to_owned(),
            kind: kind(key),
            value,
        });
        Self(given.collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Given> {
        self.0.iter()
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = &Expr> {
        self.values(|kind| matches!(kind, Kind::Number(_)))
    }

    pub(crate) fn flags(&self) -> impl Iterator<Item = &Expr> {
        self.values(|kind| matches!(kind, Kind::Flag))
    }

    fn values(&self, is_kind: fn(Kind) -> bool) -> impl Iterator<Item = &Expr> {
        let of_kind = self.iter().filter(move |given| is_kind(given.kind));
        of_kind.map(|given| &given.value)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Expr> {
        let mut given = self.iter();
        let given = given.find(|given| given.key == key);
        given.map(|given| &given.value)
    }
}
