//! From arguments to constants whose initialisers call the library.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Expr};

use super::arguments::AttributeBuffer;
use super::input::{Input, Item, Records};
use crate::calls::Calls;
use crate::rate::Rate;
use crate::run_time;

pub(crate) fn expand(input: &Input) -> TokenStream {
    let library = &input.library;
    match &input.records {
        Records::Expression(record) => expression(library, record),
        Records::Items(items) => {
            let record_type = quote!(#library::AttributeBuffer);
            let item = |Item { header, record }: &Item| {
                let conditions: Vec<_> = header.conditions().collect();
                let checks = run_time_checks(library, record, &conditions);
                let item = header.item(&record_type, &value(library, record));
                quote!(#checks #item)
            };
            items.iter().map(item).collect()
        }
    }
}

/// A constant of its own is evaluated by `cargo check` even in a function that nobody calls. It
/// cannot name `Self`, though, so there an inline constant has to do.
fn expression(library: &Ident, record: &AttributeBuffer) -> TokenStream {
    let mut identifiers = Vec::new();
    for expression in record.expressions() {
        if !matches!(expression, Expr::Lit(_)) {
            collect_identifiers(expression.to_token_stream(), &mut identifiers);
        }
    }
    let mentions = |name: &str| identifiers.iter().any(|identifier| identifier == name);
    let value = value(library, record);
    let checks = run_time_checks(library, record, &[]);
    if mentions("Self") {
        return quote!({ #checks const { #value } });
    }
    // Items are not hygienic: the arguments must not come to mean this one.
    let mut name = String::from("__MALI_INSTANCING_RECORD");
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
    record: &AttributeBuffer,
    conditions: &[&Attribute],
) -> TokenStream {
    let calls = Calls { library };
    run_time::checks(&calls, conditions, record.numbers(), record.idvs.iter())
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

/// The arguments, and around them the calls that judge one after the other.
fn value(library: &Ident, record: &AttributeBuffer) -> TokenStream {
    let calls = Calls { library };
    let mut draft = calls.check("padded_count", &record.vertices, arguments(&calls, record));
    if let Some(instances) = &record.instances {
        draft = calls.check("dispatch", instances, draft);
    }
    if let Some(address) = &record.address {
        draft = calls.check("buffer_address", address, draft);
    }
    match &record.rate {
        Rate::Vertex => calls.call("per_vertex", &draft),
        Rate::Instance(None) => calls.call("per_instance", &draft),
        Rate::Instance(Some(divisor)) => calls.check("per_instance", divisor, draft),
        Rate::Constant => calls.call("constant", &draft),
    }
}

/// All arguments in one struct. In a function's argument, a value of the wrong type would be
/// reported with the function's signature, which the user never wrote.
fn arguments(calls: &Calls, record: &AttributeBuffer) -> TokenStream {
    let library = calls.library;
    let fields = [
        ("vertices", Some(&record.vertices)),
        ("divisor", record.rate.divisor()),
        ("instances", record.instances.as_ref()),
        ("stride", record.stride.as_ref()),
        ("size", record.size.as_ref()),
        ("address", record.address.as_ref()),
        ("idvs", record.idvs.as_ref()),
    ];
    let names = fields
        .iter()
        .filter(|(_, value)| value.is_some())
        .map(|(name, _)| format_ident!("{name}"));
    let values = fields.iter().filter_map(|(_, value)| *value);
    let rules = calls.rules(&record.rules);
    quote!(#library::__private::Arguments {
        #(#names: #values,)*
        #rules
        ..#library::__private::Arguments::ABSENT
    })
}
