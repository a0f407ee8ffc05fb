//! The input of an invocation: one descriptor as an expression, or constants and statics as items.

use proc_macro2::{Ident, Span};
use syn::parse::{Parse, ParseStream};
use syn::{Result, Token};

use super::arguments::AttributeBuffer;
use crate::arguments::End;
use crate::item::Header;
use crate::library;

pub(crate) struct InstancedAttr {
    pub(super) library: Ident,
    pub(super) descriptors: Descriptors,
}

pub(super) enum Descriptors {
    Expression(Box<AttributeBuffer>),
    Items(Vec<Item>),
}

/// `pub static NAME: vertices = 70, divisor = 3;`
pub(super) struct Item {
    pub(super) header: Header,
    pub(super) descriptor: AttributeBuffer,
}

impl Parse for InstancedAttr {
    fn parse(input: ParseStream) -> Result<Self> {
        let library = library::parse(input)?;
        let descriptors = if Header::begins(input) {
            let mut items = Vec::new();
            while !input.is_empty() {
                items.push(input.parse()?);
            }
            Descriptors::Items(items)
        } else {
            let descriptor = AttributeBuffer::parse(input, Span::call_site(), End::Input)?;
            if !input.is_empty() {
                return Err(input.error("nothing may follow the last argument"));
            }
            Descriptors::Expression(Box::new(descriptor))
        };
        Ok(Self {
            library,
            descriptors,
        })
    }
}

impl Parse for Item {
    fn parse(input: ParseStream) -> Result<Self> {
        let header: Header = input.parse()?;
        let descriptor = AttributeBuffer::parse(input, header.name.span(), End::Semicolon)?;
        input.parse::<Token![;]>()?;
        Ok(Self { header, descriptor })
    }
}
