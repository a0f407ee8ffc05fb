//! From an interface to a constant of its packing, and an enum of its varyings.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Expr;

use super::input::{Input, Kind, Varying};
use super::memory;
use crate::calls::Calls;
use crate::number_enum::{number_enum, variant_name};
use crate::run_time;

pub(super) const ENUM_SUFFIX: &str = "Varying";

pub(crate) fn expand(input: &Input) -> TokenStream {
    match &input.kind {
        Kind::Registers { registers, target } => packing(input, registers, target),
        Kind::Memory { is_separable } => memory::expand(input, *is_separable),
    }
}

fn packing(input: &Input, registers: &Expr, target: &Ident) -> TokenStream {
    let Input {
        header, varyings, ..
    } = input;
    let name = &header.name;
    let packing = format_ident!("{}Packing", variant_name(name), span = name.span());
    let value = value(input, registers, target);
    let item = header.item(&quote!(#packing), &quote!(#packing { packing: #value }));
    let variants = varyings
        .iter()
        .map(|varying| (&varying.documentation[..], &varying.name));
    let varying_enum = number_enum(header, ENUM_SUFFIX, "varyings", variants);
    let packing_struct = packing_struct(input, &packing);
    let checks = run_time_checks(input, [registers]);
    quote!(#checks #item #varying_enum #packing_struct)
}

/// Points run-time variables to the functions that take them.
pub(super) fn run_time_checks<'a>(
    input: &'a Input,
    others: impl IntoIterator<Item = &'a Expr>,
) -> TokenStream {
    let calls = Calls {
        library: &input.library,
    };
    let conditions: Vec<_> = input.header.conditions().collect();
    let of_varyings = input.varyings.iter().flat_map(|varying| {
        let placed = varying.location.iter().chain(&varying.component);
        placed.map(|value| &**value).chain(&varying.lengths)
    });
    let numbers = of_varyings.chain(others);
    run_time::checks(&calls, &conditions, numbers, std::iter::empty())
}

/// A packing whose varyings have names. An array would have to be indexed by number, and an index
/// can be out of range.
fn packing_struct(input: &Input, packing: &Ident) -> TokenStream {
    let Input {
        library,
        header,
        varyings,
        ..
    } = input;
    let visibility = &header.visibility;
    let conditions: Vec<_> = header.conditions().collect();
    let name = &header.name;
    let count = varyings.len();
    let documentation = format!("Where the varyings of [`{name}`] are.");
    let varying_enum = format_ident!("{}{ENUM_SUFFIX}", variant_name(name), span = name.span());
    // Where there is no varying, none can be asked for.
    let location = (!varyings.is_empty()).then(|| {
        quote! {
            /// Where a varying is.
            #[must_use]
            #visibility const fn location(&self, varying: #varying_enum) -> #library::Location {
                #library::__private::location(&self.packing, varying as ::core::primitive::usize)
            }
        }
    });
    quote! {
        #(#conditions)*
        #[doc = #documentation]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #visibility struct #packing {
            packing: #library::Packing<#count>,
        }

        #(#conditions)*
        #[allow(dead_code)]
        impl #packing {
            #location

            /// All of it, by numbers.
            #[must_use]
            #visibility const fn packing(&self) -> &#library::Packing<#count> {
                &self.packing
            }
        }
    }
}

/// Packs all varyings, and lets each ask whether it is the one that does not fit.
fn value(input: &Input, registers: &Expr, target: &Ident) -> TokenStream {
    let library = &input.library;
    let calls = Calls { library };
    let count = calls.number(registers);
    let target = calls.check(
        "registers",
        registers,
        quote!(#library::Target::#target, #count),
    );
    let varyings = input.varyings.iter().map(|part| varying(&calls, part));
    let mut packing = quote!(#library::__private::pack([#(#varyings),*], #target));
    for (number, part) in input.varyings.iter().enumerate() {
        packing = calls.check("fits", &part.declaration, quote!(#packing, #number));
    }
    calls.check("packing", &input.header.name, packing)
}

/// A `Varying`.
pub(super) fn varying(calls: &Calls, varying: &Varying) -> TokenStream {
    let library = calls.library;
    let glsl_type = &varying.glsl_type;
    let mut value = quote!(#library::Varying::new(#library::VaryingType::#glsl_type));
    if let Some(sampling) = &varying.sampling {
        value = quote!(#value.with_sampling(#library::Sampling::#sampling));
    }
    if let Some(precision) = &varying.precision {
        value = quote!(#value.with_precision(#library::Precision::#precision));
    }
    if let Some((variant, written)) = &varying.interpolation {
        let interpolation = quote!(#library::Interpolation::#variant);
        value = calls.check("interpolation", written, quote!(#value, #interpolation));
    }
    if let Some(location) = &varying.location {
        let number = calls.number(location);
        value = calls.check("location_of", location, quote!(#value, #number));
    }
    if let Some(component) = &varying.component {
        let number = calls.number(component);
        value = calls.check("component", component, quote!(#value, #number));
    }
    for length in &varying.lengths {
        let number = calls.number(length);
        value = calls.check("array", length, quote!(#value, #number));
    }
    value
}
