//! The whole of an invocation: one record as an expression, or constants and statics as items.

use proc_macro2::{Ident, Span, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Result, Token, Visibility};

use crate::attribute_buffer::AttributeBuffer;

/// What the wrapper in the library and the user wrote: `$crate; …`.
pub(crate) struct Input {
    /// The library, by whatever name the user's crate knows it.
    pub(crate) library: Ident,
    pub(crate) records: Records,
}

pub(crate) enum Records {
    Expression(Box<AttributeBuffer>),
    Items(Vec<Item>),
}

/// `pub static NAME: vertices = 70, divisor = 3;`
pub(crate) struct Item {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) kind: ItemKind,
    pub(crate) name: Ident,
    pub(crate) record: AttributeBuffer,
}

pub(crate) enum ItemKind {
    Const(Token![const]),
    Static(Token![static]),
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let library = input.step(|cursor| match cursor.token_tree() {
            Some((TokenTree::Ident(library), rest)) => Ok((library, rest)),
            _ => Err(cursor.error("call this macro through mali_instancing")),
        })?;
        input.parse::<Token![;]>()?;
        let records = if starts_item(input) {
            let mut items = Vec::new();
            while !input.is_empty() {
                items.push(input.parse()?);
            }
            Records::Items(items)
        } else {
            let record = AttributeBuffer::parse(input, Span::call_site())?;
            if !input.is_empty() {
                return Err(input.error("nothing may follow the last argument"));
            }
            Records::Expression(Box::new(record))
        };
        Ok(Self { library, records })
    }
}

fn starts_item(input: ParseStream) -> bool {
    input.peek(Token![#])
        || input.peek(Token![pub])
        || input.peek(Token![static])
        || input.peek(Token![const])
}

impl Parse for Item {
    fn parse(input: ParseStream) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let kind = if input.peek(Token![const]) {
            ItemKind::Const(input.parse()?)
        } else if input.peek(Token![static]) {
            ItemKind::Static(input.parse()?)
        } else {
            return Err(input.error("expected `const` or `static`"));
        };
        let name: Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let record = AttributeBuffer::parse(input, name.span())?;
        input.parse::<Token![;]>()?;
        Ok(Self {
            attributes,
            visibility,
            kind,
            name,
            record,
        })
    }
}
