//! From arguments to constants whose initialisers call the library.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Expr};

use super::arguments::AttributeBuffer;
use super::input::{Descriptors, Input, Item};
use crate::calls::Calls;
use crate::rate::Rate;
use crate::run_time;

pub(crate) fn expand(input: &Input) -> TokenStream {
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

/// A constant of its own is evaluated by `cargo check` even in a function that nobody calls. It
/// cannot name `Self`, though, so there an inline constant has to do.
fn expression(library: &Ident, descriptor: &AttributeBuffer) -> TokenStream {
    let mut identifiers = Vec::new();
    for expression in descriptor.expressions() {
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
    // Items are not hygienic: the arguments must not come to mean this one.
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
    let calls = Calls { library };
    run_time::checks(
        &calls,
        conditions,
        descriptor.numbers(),
        descriptor.idvs.iter(),
    )
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

/// The arguments, and around them the calls that check one after the other.
fn value(library: &Ident, descriptor: &AttributeBuffer) -> TokenStream {
    let calls = Calls { library };
    let mut draft = calls.check(
        "padded_count",
        &descriptor.vertices,
        arguments(&calls, descriptor),
    );
    if let Some(instances) = &descriptor.instances {
        draft = calls.check("thread_count", instances, draft);
    }
    if let Some(address) = &descriptor.address {
        draft = calls.check("buffer_address", address, draft);
    }
    match &descriptor.rate {
        Rate::Vertex => calls.call("per_vertex", &draft),
        Rate::Instance(None) => calls.call("per_instance", &draft),
        Rate::Instance(Some(divisor)) => calls.check("per_instance", divisor, draft),
        Rate::Constant => calls.call("constant", &draft),
    }
}

/// All arguments in one struct. In a function's argument, a value of the wrong type would be
/// reported with the function's signature, which the user never wrote.
fn arguments(calls: &Calls, descriptor: &AttributeBuffer) -> TokenStream {
    let library = calls.library;
    let fields = [
        ("vertices", Some(&descriptor.vertices)),
        ("divisor", descriptor.rate.divisor()),
        ("instances", descriptor.instances.as_ref()),
        ("stride", descriptor.stride.as_ref()),
        ("size", descriptor.size.as_ref()),
        ("address", descriptor.address.as_ref()),
        ("idvs", descriptor.idvs.as_ref()),
    ];
    let names = fields
        .iter()
        .filter(|(_, value)| value.is_some())
        .map(|(name, _)| format_ident!("{name}"));
    let values = fields.iter().filter_map(|(_, value)| *value);
    let rules = calls.rules(&descriptor.rules);
    quote!(#library::__private::Arguments {
        #(#names: #values,)*
        #rules
        ..#library::__private::Arguments::ABSENT
    })
}
