//! Calls of the library, each placed at the argument that it checks.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Expr;

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

    /// A switch.
    pub(crate) fn flag(&self, value: &Expr) -> TokenStream {
        self.typed("Flag", &value.to_token_stream())
    }

    /// The value that the library calls by this name. What is no name goes to the library too, which says
    /// what is allowed.
    pub(crate) fn named(&self, kind: &str, name: &Expr) -> TokenStream {
        let text = as_written(name.to_token_stream());
        self.check(kind, name, quote!(#text))
    }

    /// A value in a struct of one field. In a function's argument, a value of the wrong type would
    /// be reported with the function's signature, which the user never wrote.
    fn typed(&self, structure: &str, value: &TokenStream) -> TokenStream {
        let library = self.library;
        let structure = format_ident!("{structure}");
        quote!(#library::__private::#structure { value: #value })
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

/// The text of what should be a name. Tokens do not say how far apart they were: only two words in a row
/// have a space between them.
pub(crate) fn as_written(tokens: TokenStream) -> String {
    let mut text = String::new();
    for token in tokens {
        let next = match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                as_written(group.stream())
            }
            token => token.to_string(),
        };
        let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        if is_word(text.chars().last()) && is_word(next.chars().next()) {
            text.push(' ');
        }
        text += &next;
    }
    text
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
