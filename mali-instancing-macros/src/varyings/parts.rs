//! Parts that constants of registers and of memory have in common.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use super::input::Input;
use super::varying::{Varying, Vectors};
use crate::calls::Calls;
use crate::run_time;

/// The end of the name of the enum of an interface's varyings.
pub(super) const ENUM_SUFFIX: &str = "Varying";

/// Errors for run-time variables, which name the functions that take them.
pub(super) fn run_time_checks<'a>(
    input: &'a Input,
    others: impl IntoIterator<Item = &'a Expr>,
) -> TokenStream {
    let calls = Calls::new(&input.library);
    let conditions: Vec<_> = input.header.conditions().collect();
    let of_varyings = input.varyings.iter().flat_map(|varying| {
        let location = varying.location.iter().map(|place| &place.location);
        let placed = location.chain(&varying.component);
        placed
            .map(|value| &**value)
            .chain(&*varying.vectors.lengths)
    });
    let numbers = of_varyings.chain(others);
    run_time::checks(&calls, &conditions, numbers, std::iter::empty())
}

/// A `Varying`.
pub(super) fn varying(calls: &Calls, varying: &Varying) -> TokenStream {
    let library = calls.library;
    let Vectors { glsl_type, lengths } = &varying.vectors;
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
    if let Some(place) = &varying.location {
        let number = calls.number(&place.location);
        let earlier = place.earlier.iter().map(|vectors| {
            let Vectors { glsl_type, lengths } = vectors;
            let varying = quote!(#library::Varying::new(#library::VaryingType::#glsl_type));
            array(calls, varying, lengths)
        });
        let arguments = quote!(#value, #number, &[#(#earlier),*]);
        value = calls.check("location_of", &*place.location, arguments);
    }
    if let Some(component) = &varying.component {
        let number = calls.number(component);
        value = calls.check("component", &**component, quote!(#value, #number));
    }
    array(calls, value, lengths)
}

fn array(calls: &Calls, mut value: TokenStream, lengths: &[Expr]) -> TokenStream {
    for length in lengths {
        let number = calls.number(length);
        value = calls.check("array", length, quote!(#value, #number));
    }
    value
}
