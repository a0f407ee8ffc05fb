//! The optional keys of a draw, which the library passes from its table of arguments.

use proc_macro2::{Delimiter, Ident};
use syn::Result;
use syn::buffer::Cursor;
use syn::parse::ParseStream;

use crate::integer::Width;
use crate::optional::Kind;

/// The keys: `counts [first_vertex number …] pipeline [idvs flag …]`.
pub(crate) struct DrawKeys {
    /// Those that only a draw has, not a pipeline.
    pub(crate) counts: Vec<Key>,
    pub(crate) pipeline: Vec<Key>,
}

pub(crate) struct Key {
    pub(crate) name: String,
    kind: Kind,
}

impl DrawKeys {
    /// Takes the keys that the wrapper in the library puts in front of the user's tokens.
    pub(crate) fn parse(input: ParseStream) -> Result<Self> {
        let half = || {
            input.step(|cursor| match named_list(*cursor) {
                Some(half) => Ok(half),
                None => Err(cursor.error("call this macro through mali_instancing")),
            })
        };
        Ok(Self {
            counts: half()?,
            pipeline: half()?,
        })
    }

    /// The kind of a key's value.
    pub(crate) fn kind(&self, name: &str) -> Kind {
        let mut keys = self.counts.iter().chain(&self.pipeline);
        let key = keys.find(|key| key.name == name);
        key.map_or(Kind::Number(Width::Bits32), |key| key.kind)
    }
}

fn named_list(cursor: Cursor) -> Option<(Vec<Key>, Cursor)> {
    // The word `counts` or `pipeline`.
    let (_, rest) = cursor.ident()?;
    let (mut list, _, rest) = rest.group(Delimiter::Bracket)?;
    let mut keys = Vec::new();
    while let Some((name, form)) = list.ident() {
        let (form, next) = form.ident()?;
        keys.push(Key::new(&name, &form));
        list = next;
    }
    Some((keys, rest))
}

impl Key {
    /// Every form but two is a number, of 32 bits.
    fn new(name: &Ident, form: &Ident) -> Self {
        Self {
            name: name.to_string(),
            kind: if form == "name" {
                Kind::Name
            } else if form == "flag" {
                Kind::Flag
            } else {
                Kind::Number(Width::Bits32)
            },
        }
    }
}
