//! From an interface to a constant of its packing, and an enum of its varyings.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Expr;

use super::input::Input;
use super::parts::{ENUM_SUFFIX, run_time_checks, varying};
use crate::calls::Calls;
use crate::number_enum::{all_derives, number_enum, variant_name};

pub(super) fn expand(
    input: &Input,
    registers: &Expr,
    target: &Ident,
    leniency: Option<&Expr>,
) -> TokenStream {
    let Input {
        header, varyings, ..
    } = input;
    let name = &header.name;
    let packing = format_ident!("{}Packing", variant_name(name), span = name.span());
    let value = value(input, registers, target, leniency);
    let item = header.item(&quote!(#packing), &quote!(#packing { packing: #value }));
    let variants = varyings
        .iter()
        .map(|varying| (&varying.documentation[..], &varying.name));
    let varying_enum = number_enum(header, ENUM_SUFFIX, "varyings", &all_derives(), variants);
    let packing_struct = packing_struct(input, &packing);
    let checks = run_time_checks(input, [registers].into_iter().chain(leniency));
    quote!(#checks #item #varying_enum #packing_struct)
}

/// A packing whose varyings have names. An array would be indexed by number, which
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
    let documentation = format!("The placements of the varyings of [`{name}`] in registers.");
    let varying_enum = format_ident!("{}{ENUM_SUFFIX}", variant_name(name), span = name.span());
    // Without a varying, there is no placement to look up.
    let placement = (!varyings.is_empty()).then(|| {
        quote! {
            /// The placement of a varying.
            #[must_use]
            #visibility const fn placement(&self, varying: #varying_enum) -> #library::Placement {
                #library::__private::placement(&self.packing, varying as ::core::primitive::usize)
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
            #placement

            /// The whole packing, by numbers.
            #[must_use]
            #visibility const fn packing(&self) -> &#library::Packing<#count> {
                &self.packing
            }
        }
    }
}

/// Packs all varyings. Around that is a call with the span of each varying, which panics if that one does not fit.
fn value(input: &Input, registers: &Expr, target: &Ident, leniency: Option<&Expr>) -> TokenStream {
    let library = &input.library;
    let calls = Calls::new(library);
    let count = calls.number(registers);
    let mut target = quote!(#library::Target::#target);
    if let Some(leniency) = leniency {
        target = quote!(#library::__private::lenient(#target, #leniency));
    }
    let target = calls.check("registers", registers, quote!(#target, #count));
    let varyings = input.varyings.iter().map(|part| varying(&calls, part));
    let mut packing = quote!(&mut #library::__private::pack([#(#varyings),*], #target));
    for (number, part) in input.varyings.iter().enumerate() {
        packing = calls.check("fits", &part.declaration, quote!(#packing, #number));
    }
    calls.check("packing", &input.header.name, packing)
}
