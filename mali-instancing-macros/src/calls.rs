//! Calls of the library, each placed at the argument that it checks.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, format_ident, quote};
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
        let text = name_of(name);
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
    pub(crate) fn call(&self, function: &str, arguments: TokenStream) -> TokenStream {
        let arguments = Group::new(Delimiter::Parenthesis, arguments);
        call(self.library.clone(), function, Span::call_site(), arguments)
    }

    /// A call whose panic is reported under the argument that it checks: it seems to begin at that
    /// argument's first token and to end at its last.
    pub(crate) fn check(
        &self,
        function: &str,
        checked: &impl Placed,
        arguments: TokenStream,
    ) -> TokenStream {
        let (first, last) = checked.ends();
        let hygiene = self.library.span();
        let first = hygiene.located_at(first);
        // `$crate` is moved, not made anew: older compilers refuse to make it.
        let mut library = self.library.clone();
        library.set_span(first);
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(last.map_or(first, |last| hygiene.located_at(last)));
        call(library, function, first, arguments)
    }
}

/// A place for a call: the tokens at which rustc reports it.
pub(crate) trait Placed {
    /// Where its first token is, and its last if that is another.
    fn ends(&self) -> (Span, Option<Span>);
}

impl Placed for Ident {
    fn ends(&self) -> (Span, Option<Span>) {
        (self.span(), None)
    }
}

impl Placed for Expr {
    fn ends(&self) -> (Span, Option<Span>) {
        match self {
            Self::Lit(literal) => (literal.lit.span(), None),
            other => other.to_token_stream().ends(),
        }
    }
}

/// The ends of invisible groups, which macro_rules put around what they were given, are those of what is in
/// them.
impl Placed for TokenStream {
    fn ends(&self) -> (Span, Option<Span>) {
        let mut tokens = self.clone().into_iter();
        let Some(first) = tokens.next() else {
            return (Span::call_site(), None);
        };
        let last = tokens.last();
        let (begin, end) = ends_of_token(&first);
        match last {
            Some(last) => {
                let (only, end) = ends_of_token(&last);
                (begin, Some(end.unwrap_or(only)))
            }
            None => (begin, end),
        }
    }
}

fn ends_of_token(token: &TokenTree) -> (Span, Option<Span>) {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => group.stream().ends(),
        TokenTree::Group(group) => (group.span_open(), Some(group.span_close())),
        token => (token.span(), None),
    }
}

/// The tokens of a call, one by one: quote is slow in a build without optimization, as a user's are.
fn call(library: Ident, function: &str, span: Span, arguments: Group) -> TokenStream {
    let colon = |spacing| {
        let mut colon = Punct::new(':', spacing);
        colon.set_span(span);
        TokenTree::from(colon)
    };
    TokenStream::from_iter([
        library.into(),
        colon(Spacing::Joint),
        colon(Spacing::Alone),
        Ident::new("__private", span).into(),
        colon(Spacing::Joint),
        colon(Spacing::Alone),
        Ident::new(function, span).into(),
        arguments.into(),
    ])
}

/// One argument more.
pub(crate) fn followed_by(mut arguments: TokenStream, other: &impl ToTokens) -> TokenStream {
    arguments.append(Punct::new(',', Spacing::Alone));
    other.to_tokens(&mut arguments);
    arguments
}

/// The library's name of what is written: that has `-` where an identifier has `_`. What has a `-` gets a `_`, and
/// is no name.
pub(crate) fn name_of(written: &Expr) -> String {
    let exchange = |letter| match letter {
        '_' => '-',
        '-' => '_',
        other => other,
    };
    as_written(written.to_token_stream())
        .chars()
        .map(exchange)
        .collect()
}

/// The text of what should be a name. Tokens do not say how far apart they were: only two words in a row
/// have a space between them.
fn as_written(tokens: TokenStream) -> String {
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
