//! The tokens before the arguments of an item: `pub static NAME:`.

use std::mem;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Result, Token, Visibility};

pub(crate) struct Header {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    /// `const` or `static`.
    keyword: Ident,
    pub(crate) name: Ident,
}

impl Header {
    /// Whether an item begins here, and not an argument.
    pub(crate) fn begins(input: ParseStream) -> bool {
        input.peek(Token![#])
            || input.peek(Token![pub])
            || input.peek(Token![static])
            || input.peek(Token![const])
    }

    /// Takes the derives, which are for the enums that name the item's parts.
    pub(crate) fn take_derives(&mut self) -> Vec<Attribute> {
        let (derives, others) = mem::take(&mut self.attributes)
            .into_iter()
            .partition(|attribute| attribute.path().is_ident("derive"));
        self.attributes = others;
        derives
    }

    /// The attributes that decide whether the item is compiled.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
    }

    /// The whole item.
    pub(crate) fn item(&self, item_type: &TokenStream, value: &TokenStream) -> TokenStream {
        let Self {
            attributes,
            visibility,
            keyword,
            name,
        } = self;
        quote!(#(#attributes)* #visibility #keyword #name: #item_type = #value;)
    }
}

impl Parse for Header {
    fn parse(input: ParseStream) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        if !input.peek(Token![const]) && !input.peek(Token![static]) {
            return Err(input.error("expected `const` or `static`"));
        }
        let keyword = input.call(Ident::parse_any)?;
        let name: Ident = input.parse()?;
        // The macro writes the type. After the `:` come the arguments.
        input.parse::<Token![:]>()?;
        Ok(Self {
            attributes,
            visibility,
            keyword,
            name,
        })
    }
}
