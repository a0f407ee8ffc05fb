//! From arguments to constants whose initialisers call the library.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::arguments::AttributeBuffer;
use super::input::{Input, Records};
use crate::calls::Calls;

pub(crate) fn expand(input: &Input) -> TokenStream {
    let library = &input.library;
    match &input.records {
        Records::Expression(record) => expression(library, record),
        Records::Items(items) => {
            let record_type = quote!(#library::AttributeBuffer);
            let item = |item: &super::input::Item| {
                item.header
                    .item(&record_type, &value(library, &item.record))
            };
            items.iter().map(item).collect()
        }
    }
}

/// A constant of its own is evaluated by `cargo check` even in a function that nobody calls. It
/// cannot name `Self`, though, so there an inline constant has to do.
fn expression(library: &Ident, record: &AttributeBuffer) -> TokenStream {
    let tokens: TokenStream = record
        .expressions()
        .map(ToTokens::to_token_stream)
        .collect();
    let value = value(library, record);
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

fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(identifier) => identifier == name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The calls that make a record.
fn value(library: &Ident, record: &AttributeBuffer) -> TokenStream {
    let calls = Calls { library };
    let padding = &record.rules.padding;
    let rounding = &record.rules.rounding;
    let vertices = calls.number(&record.vertices);
    let idvs = calls.flag(record.idvs.as_ref());
    let padded_count = calls.check(
        "padded_count",
        &record.vertices,
        quote!(#vertices, #library::Padding::#padding, #idvs),
    );
    let dispatch = match &record.instances {
        Some(instances) => {
            let count = calls.number(instances);
            calls.check("dispatch", instances, quote!(#padded_count, #count))
        }
        None => quote!(#library::Dispatch::of_unknown_instances(#padded_count)),
    };
    let rate = calls.rate(&record.rate);
    let mode = calls.check(
        "fetch_mode",
        record.rate.divisor().unwrap_or(&record.vertices),
        quote!(#dispatch, #rate, #library::Rounding::#rounding),
    );
    let address = match &record.address {
        Some(address) => {
            let number = calls.address(address);
            calls.check("buffer_address", address, number)
        }
        None => quote!(#library::BufferAddress::NULL),
    };
    let stride = calls.number_or_zero(record.stride.as_ref());
    let size = calls.number_or_zero(record.size.as_ref());
    quote!(#library::AttributeBuffer::new(#mode, #address, #stride.value, #size.value))
}
