//! Calls of the library, each placed at the argument that it checks.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Expr;

use crate::rate::Rate;
use crate::rules::Rules;

/// Writes calls of the library, which the user's crate knows by whatever name.
///
/// Calls are put one inside the other, so that no name is bound that a user's could collide with.
pub(crate) struct Calls<'a> {
    pub(crate) library: &'a Ident,
}

impl Calls<'_> {
    /// A count or a number of bytes.
    pub(crate) fn number(&self, value: &Expr) -> TokenStream {
        self.typed("Number", &value.to_token_stream())
    }

    pub(crate) fn number_or_zero(&self, value: Option<&Expr>) -> TokenStream {
        self.typed(
            "Number",
            &value.map_or(quote!(0), ToTokens::to_token_stream),
        )
    }

    /// A switch.
    pub(crate) fn flag(&self, value: &impl ToTokens) -> TokenStream {
        self.typed("Flag", &value.to_token_stream())
    }

    /// The value that the library calls by this name, with `-` for `_`. What is no name goes to the
    /// library too, which says what is allowed.
    pub(crate) fn named(&self, kind: &str, name: &Expr) -> TokenStream {
        let text = library_name(name);
        self.check(kind, name, quote!(#text))
    }

    /// A value in a struct of one field. In a function's argument, a value of the wrong type would
    /// be reported with the function's signature, which the user never wrote.
    fn typed(&self, structure: &str, value: &TokenStream) -> TokenStream {
        let library = self.library;
        let structure = format_ident!("{structure}");
        quote!(#library::__private::#structure { value: #value })
    }

    /// An `InputRate`.
    pub(crate) fn rate(&self, rate: &Rate) -> TokenStream {
        let library = self.library;
        match rate {
            Rate::Vertex => quote!(#library::InputRate::Vertex),
            Rate::Constant => quote!(#library::InputRate::Constant),
            Rate::Instance(None) => quote!(#library::InputRate::from_gl_divisor(1)),
            Rate::Instance(Some(divisor)) => {
                self.check("instance_rate", divisor, self.number(divisor))
            }
        }
    }

    /// The fields of a struct that are given by rules.
    pub(crate) fn rules(&self, rules: &Rules) -> TokenStream {
        let padding = rules.padding.iter().map(|name| self.named("padding", name));
        let rounding = rules
            .rounding
            .iter()
            .map(|name| self.named("rounding", name));
        quote!(#(padding: #padding,)* #(rounding: #rounding,)*)
    }

    /// A call that cannot panic.
    pub(crate) fn call(&self, function: &str, arguments: &TokenStream) -> TokenStream {
        let library = self.library;
        let function = format_ident!("{function}");
        quote!(#library::__private::#function(#arguments))
    }

    /// A call whose panic is reported under the argument that it checks: it seems to begin at that
    /// argument's first token and to end at its last.
    pub(crate) fn check(
        &self,
        function: &str,
        checked: &impl ToTokens,
        arguments: TokenStream,
    ) -> TokenStream {
        let (first, last) = ends(checked.to_token_stream());
        let hygiene = self.library.span();
        // `$crate` is moved, not made anew: older compilers refuse to make it.
        let mut library = self.library.clone();
        library.set_span(hygiene.located_at(first));
        let function = Ident::new(function, hygiene.located_at(first));
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(hygiene.located_at(last));
        quote_spanned!(hygiene.located_at(first)=> #library::__private::#function #arguments)
    }
}

/// A name as the library has it, which may have hyphens.
pub(crate) fn library_name(name: &Expr) -> String {
    name.to_token_stream().to_string().replace('_', "-")
}

/// Where the first and the last token stand, looking into the invisible groups that macro_rules
/// put around what they were given.
fn ends(tokens: TokenStream) -> (Span, Span) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let end = |token: Option<&TokenTree>, of_group: fn(&Group) -> (Span, Span)| match token {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
            ends(group.stream())
        }
        Some(TokenTree::Group(group)) => of_group(group),
        Some(token) => (token.span(), token.span()),
        None => (Span::call_site(), Span::call_site()),
    };
    let both = |group: &Group| (group.span_open(), group.span_close());
    (end(tokens.first(), both).0, end(tokens.last(), both).1)
}
