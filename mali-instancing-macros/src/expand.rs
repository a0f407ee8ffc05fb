//! From arguments to constants whose initialisers call the library.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Expr;

use crate::attribute_buffer::{AttributeBuffer, Rate};
use crate::input::{Input, Item, ItemKind, Records};

pub(crate) fn expand(input: &Input) -> TokenStream {
    let library = &input.library;
    match &input.records {
        Records::Expression(record) => expression(library, record),
        Records::Items(items) => items.iter().map(|one| item(library, one)).collect(),
    }
}

/// A constant of its own is evaluated by `cargo check` even in a function that nobody calls. It
/// cannot name `Self`, though, so there an inline constant has to do.
fn expression(library: &Ident, record: &AttributeBuffer) -> TokenStream {
    let tokens: TokenStream = record
        .expressions()
        .map(ToTokens::to_token_stream)
        .collect();
    let value = Calls { library }.record(record);
    if mentions(tokens.clone(), "Self") {
        return quote!(const { #value });
    }
    // Items are not hygienic: the arguments must not come to mean this one.
    let mut name = format_ident!("__MALI_INSTANCING_RECORD");
    while mentions(tokens.clone(), &name.to_string()) {
        name = format_ident!("{name}_");
    }
    quote!({
        const #name: #library::AttributeBuffer = #value;
        #name
    })
}

fn item(library: &Ident, item: &Item) -> TokenStream {
    let Item {
        attributes,
        visibility,
        kind,
        name,
        record,
    } = item;
    let kind = match kind {
        ItemKind::Const(keyword) => keyword.to_token_stream(),
        ItemKind::Static(keyword) => keyword.to_token_stream(),
    };
    let value = Calls { library }.record(record);
    quote!(#(#attributes)* #visibility #kind #name: #library::AttributeBuffer = #value;)
}

fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(identifier) => identifier == name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Writes the calls that make a record, one inside the other, so that no name is bound that a
/// user's could collide with.
struct Calls<'a> {
    library: &'a Ident,
}

impl Calls<'_> {
    fn record(&self, record: &AttributeBuffer) -> TokenStream {
        let library = self.library;
        let idvs = match &record.idvs {
            Some(idvs) => self.typed("Flag", idvs),
            None => quote!(#library::__private::Flag { value: false }),
        };
        let padding = format_ident!("{}", record.padding);
        let vertices = self.typed("Number", &record.vertices);
        let padded_count = self.check(
            "padded_count",
            &record.vertices,
            quote!(#vertices, #library::Padding::#padding, #idvs),
        );
        let dispatch = match &record.instances {
            Some(instances) => {
                let count = self.typed("Number", instances);
                self.check("dispatch", instances, quote!(#padded_count, #count))
            }
            None => quote!(#library::Dispatch::of_unknown_instances(#padded_count)),
        };
        let (rate, judged) = match &record.rate {
            Rate::Vertex => (quote!(#library::InputRate::Vertex), &record.vertices),
            Rate::Constant => (quote!(#library::InputRate::Constant), &record.vertices),
            Rate::Instance(None) => (
                quote!(#library::InputRate::from_gl_divisor(1)),
                &record.vertices,
            ),
            Rate::Instance(Some(divisor)) => {
                let number = self.typed("Number", divisor);
                (self.check("instance_rate", divisor, number), divisor)
            }
        };
        let rounding = format_ident!("{}", record.rounding);
        let mode = self.check(
            "fetch_mode",
            judged,
            quote!(#dispatch, #rate, #library::Rounding::#rounding),
        );
        let address = match &record.address {
            Some(address) => {
                let number = self.typed("Address", address);
                self.check("buffer_address", address, number)
            }
            None => quote!(#library::BufferAddress::NULL),
        };
        let [stride, size] = [&record.stride, &record.size].map(|bytes| match bytes {
            Some(bytes) => {
                let number = self.typed("Number", bytes);
                quote!(#number.value)
            }
            None => quote!(0),
        });
        quote!(#library::AttributeBuffer::new(#mode, #address, #stride, #size))
    }

    /// A value in a struct of one field. In a function's argument, a value of the wrong type would
    /// be reported with the function's signature, which is none of the user's business.
    fn typed(&self, structure: &str, value: &Expr) -> TokenStream {
        let library = self.library;
        let structure = format_ident!("{structure}");
        quote!(#library::__private::#structure { value: #value })
    }

    /// A call whose panic is reported under the argument that it judges: it seems to begin at that
    /// argument's first token and to end at its last.
    fn check(&self, function: &str, judged: &Expr, arguments: TokenStream) -> TokenStream {
        let (first, last) = ends(judged.to_token_stream());
        let hygiene = self.library.span();
        let library = Ident::new(&self.library.to_string(), hygiene.located_at(first));
        let function = Ident::new(function, hygiene.located_at(first));
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(hygiene.located_at(last));
        quote_spanned!(hygiene.located_at(first)=> #library::__private::#function #arguments)
    }
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
