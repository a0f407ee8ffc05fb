//! A field of a buffer's elements.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::ParseStream;
use syn::token::Bracket;
use syn::{Expr, Member, Result, Token, Type, bracketed};

use crate::calls::{Calls, Placed};
use crate::integer::Width;

/// `.rows[1]` after the name of a buffer.
pub(super) struct Field {
    pub(super) name: Member,
    /// The brackets and the number of the array's element.
    pub(super) index: Option<(Bracket, Expr)>,
}

impl Field {
    pub(super) fn parse(input: ParseStream) -> Result<Option<Self>> {
        if input.parse::<Option<Token![.]>>()?.is_none() {
            return Ok(None);
        }
        let name = input.parse()?;
        let index = if input.peek(Bracket) {
            let content;
            let brackets = bracketed!(content in input);
            Some((brackets, content.parse()?))
        } else {
            None
        };
        if input.peek(Token![.]) || input.peek(Bracket) {
            let message = "an attribute is a field, or an element of it: for a part of that, give its `offset` instead";
            return Err(input.error(message));
        }
        Ok(Some(Self { name, index }))
    }

    pub(super) fn index(&self) -> Option<&Expr> {
        self.index.as_ref().map(|(_, index)| index)
    }

    /// The attribute at the field's offset, by a call with the span of the field.
    ///
    /// The field is a function from an element to a pointer, which is never called: its type has that of the field, and
    /// a pointer, unlike a reference, may be unaligned.
    pub(super) fn attribute(
        &self,
        calls: &Calls,
        element: &Type,
        attribute: &TokenStream,
    ) -> TokenStream {
        let name = &self.name;
        let offset = quote!(::core::mem::offset_of!(#element, #name));
        // A closure's argument would be a pattern if a constant had its name. Its span is where rustc reports a field that
        // is not an array.
        let (span, _) = calls.located(self);
        let field = quote_spanned!(span=>
            |__mali_instancing_element: &#element| &raw const __mali_instancing_element.#name
        );
        match self.index() {
            None => calls.check("in_field", self, quote!(#attribute, #offset, #field)),
            Some(index) => {
                let index = calls.number(&calls.integer(Width::Bits32, index));
                calls.check(
                    "in_array",
                    self,
                    quote!(#attribute, #offset, #field, #index),
                )
            }
        }
    }
}

impl Placed for Field {
    fn ends(&self) -> (Span, Option<Span>) {
        let first = match &self.name {
            Member::Named(name) => name.span(),
            Member::Unnamed(index) => index.span,
        };
        let last = self.index.as_ref();
        (first, last.map(|(brackets, _)| brackets.span.close()))
    }
}
