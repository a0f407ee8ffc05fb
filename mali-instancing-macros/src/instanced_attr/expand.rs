//! From arguments to constants whose initialisers call the library.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Expr};

use super::arguments::AttributeBuffer;
use super::input::{Descriptors, InstancedAttr, Item};
use crate::calls::Calls;
use crate::integer::Width;
use crate::optional::{Given, Kind};
use crate::run_time;

pub(crate) fn expand(input: &InstancedAttr) -> TokenStream {
    let library = &input.library;
    match &input.descriptors {
        Descriptors::Expression(descriptor) => expression(library, descriptor),
        Descriptors::Items(items) => {
            let descriptor_type = quote!(#library::AttributeBuffer);
            let item = |Item { header, descriptor }: &Item| {
                let conditions: Vec<_> = header.conditions().collect();
                let checks = run_time_checks(library, descriptor, &conditions);
                let item = header.item(&descriptor_type, &value(library, descriptor));
                quote!(#checks #item)
            };
            items.iter().map(item).collect()
        }
    }
}

/// `cargo check` evaluates a `const` item even in a function that nobody calls. Such an item
/// cannot name `Self`, so that arguments with `Self` need an inline constant.
fn expression(library: &Ident, descriptor: &AttributeBuffer) -> TokenStream {
    let mut identifiers = Vec::new();
    for expression in descriptor.expressions() {
        // A literal has no identifiers, and most values are literals.
        if !matches!(expression, Expr::Lit(_)) {
            collect_identifiers(expression.to_token_stream(), &mut identifiers);
        }
    }
    let mentions = |name: &str| identifiers.iter().any(|identifier| identifier == name);
    let value = value(library, descriptor);
    let checks = run_time_checks(library, descriptor, &[]);
    if mentions("Self") {
        return quote!({ #checks const { #value } });
    }
    // Items are not hygienic: the arguments must not contain the name of this one.
    let mut name = String::from("__MALI_INSTANCING_DESCRIPTOR");
    while mentions(&name) {
        name.push('_');
    }
    let name = format_ident!("{name}");
    quote!({
        #checks
        const #name: #library::AttributeBuffer = #value;
        #name
    })
}

fn run_time_checks(
    library: &Ident,
    descriptor: &AttributeBuffer,
    conditions: &[&Attribute],
) -> TokenStream {
    let calls = Calls::new(library);
    run_time::checks(&calls, conditions, descriptor.numbers(), descriptor.flags())
}

fn collect_identifiers(tokens: TokenStream, identifiers: &mut Vec<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(identifier) => identifiers.push(identifier),
            TokenTree::Group(group) => collect_identifiers(group.stream(), identifiers),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The arguments, around them a call with the span of each argument that may be wrong, which checks it, and around these
/// the call that packs them. It has the span of the divisor: fewer calls compile faster.
fn value(library: &Ident, descriptor: &AttributeBuffer) -> TokenStream {
    let calls = Calls::new(library);
    let arguments = arguments(&calls, descriptor);
    if calls.has_too_large.get() {
        // rustc reports the literal. Calls that check it would report its lower bits, too.
        return calls.call("packed_or_any", arguments);
    }
    let mut checked = calls.check("vertices", &descriptor.vertices, arguments);
    for key in ["instances", "address"] {
        if let Some(value) = descriptor.optional.get(key) {
            checked = calls.check(key, value, checked);
        }
    }
    match descriptor.rate.divisor() {
        Some(divisor) => calls.check("attribute_buffer", divisor, checked),
        None => calls.call("attribute_buffer", checked),
    }
}

/// All arguments in one struct. If they were arguments of a function, rustc would report a wrong type
/// with the function's signature, which the user never wrote.
fn arguments(calls: &Calls, descriptor: &AttributeBuffer) -> TokenStream {
    let library = calls.library;
    let vertices = calls.integer(Width::Bits32, &descriptor.vertices);
    let divisor = descriptor.rate.divisor().into_iter();
    let divisor = divisor.map(|divisor| calls.integer(Width::Bits32, divisor));
    let given = descriptor.optional.iter();
    let keys = given.map(|given| format_ident!("{}", given.key));
    let given = descriptor.optional.iter();
    let values = given.map(|Given { key, kind, value }| match *kind {
        Kind::Name => calls.named(key, value),
        Kind::Flag => value.to_token_stream(),
        Kind::Number(width) => calls.integer(width, value),
    });
    let absent = descriptor.rate.absent();
    quote!(#library::__private::Arguments {
        vertices: #vertices,
        #(divisor: #divisor,)*
        #(#keys: #values,)*
        ..#library::__private::Arguments::#absent
    })
}
