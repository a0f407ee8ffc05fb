//! Calls of the library, each with the span of the argument that it checks.

use std::cell::Cell;

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, format_ident, quote, quote_spanned};
use syn::{Expr, Type};

use crate::integer::{OfPlace, Width, of_place};

/// Writes calls of the library, which can have any name in the user's crate.
///
/// The calls are nested, so that they bind no name that could collide with a user's name.
pub(crate) struct Calls<'a> {
    pub(crate) library: &'a Ident,
    /// Whether rustc itself refuses a number. It takes the lower bits of such a literal, about which the library would
    /// report a second error.
    pub(crate) has_too_large: Cell<bool>,
}

impl<'a> Calls<'a> {
    pub(crate) fn new(library: &'a Ident) -> Self {
        Self {
            library,
            has_too_large: Cell::new(false),
        }
    }

    /// A count or a number of bytes.
    pub(crate) fn number(&self, value: &impl ToTokens) -> TokenStream {
        self.typed("Number", &value.to_token_stream())
    }

    /// A number of any integer type, as the type that its place expects.
    pub(crate) fn integer(&self, width: Width, value: &Expr) -> TokenStream {
        match of_place(value, width) {
            None => self.converted(width, value, value),
            Some(OfPlace { is_too_large }) => {
                if is_too_large {
                    self.has_too_large.set(true);
                }
                value.to_token_stream()
            }
        }
    }

    /// The call that converts a number, with the span of `written`. It panics if the number does not fit.
    pub(crate) fn converted(
        &self,
        width: Width,
        value: &impl ToTokens,
        written: &impl Placed,
    ) -> TokenStream {
        let (first, last) = self.located(written);
        let mut library = self.library.clone();
        library.set_span(first);
        // A struct's field, since rustc warns of parentheses and braces around a function's argument.
        let path = quote_spanned!(first=> #library::__private::Integer);
        let mut field = Group::new(Delimiter::Brace, quote!(value: #value));
        field.set_span(last);
        let function = match width {
            Width::Bits32 => "of_32_bits",
            Width::Bits64 => "of_64_bits",
        };
        // All integers of at most 64 bits, signed or not, fit `i128`.
        self.check(function, written, quote!(#path #field.value as i128))
    }

    /// A `bool`.
    pub(crate) fn flag(&self, value: &Expr) -> TokenStream {
        self.typed("Flag", &value.to_token_stream())
    }

    /// The value that has this name in the library. Other expressions are passed to the library too, whose error lists
    /// the allowed names.
    pub(crate) fn named(&self, kind: &str, name: &Expr) -> TokenStream {
        let text = name_of(name);
        self.check(kind, name, quote!(#text))
    }

    /// A value in a struct of one field. If the value were the argument of a function, rustc would report a wrong type
    /// with the function's signature, which the user never wrote.
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

    /// A call whose panic is reported at the argument that it checks: its span begins at the
    /// argument's first token and ends at its last.
    pub(crate) fn check(
        &self,
        function: &str,
        checked: &impl Placed,
        arguments: TokenStream,
    ) -> TokenStream {
        let (first, last) = self.located(checked);
        // `$crate` is moved, not created: older compilers refuse to create it.
        let mut library = self.library.clone();
        library.set_span(first);
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(last);
        call(library, function, first, arguments)
    }

    /// The spans of a part's first and last token, with the hygiene of the library.
    pub(crate) fn located(&self, part: &impl Placed) -> (Span, Span) {
        let (first, last) = part.ends();
        let hygiene = self.library.span();
        let first = hygiene.located_at(first);
        (first, last.map_or(first, |last| hygiene.located_at(last)))
    }
}

/// Tokens at which rustc reports a call.
pub(crate) trait Placed {
    /// The span of the first token, and of the last if that is another token.
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
            // Most values are literals, whose tokens need no copy.
            Self::Lit(literal) => (literal.lit.span(), None),
            other => other.to_token_stream().ends(),
        }
    }
}

impl Placed for Type {
    fn ends(&self) -> (Span, Option<Span>) {
        self.to_token_stream().ends()
    }
}

/// An invisible group, which macro_rules put around their arguments, has the ends of its contents.
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

/// The tokens of a call, one by one: quote is slow in a build without optimization, as a user's builds of macros are.
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

/// The arguments with another one after them.
pub(crate) fn followed_by(mut arguments: TokenStream, other: &impl ToTokens) -> TokenStream {
    arguments.append(Punct::new(',', Spacing::Alone));
    other.to_tokens(&mut arguments);
    arguments
}

/// The library's name for an expression: it has `-` in place of `_`. An expression with `-` gets `_`, so that it is not
/// a name.
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

/// The text of tokens that should be a name. The distance between tokens is not known: only two words in a row
/// get a space between them.
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
