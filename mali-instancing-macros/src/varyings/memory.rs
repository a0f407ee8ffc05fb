//! From two stages to a constant of the memory between them.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::input::Input;
use super::parts::{ENUM_SUFFIX, run_time_checks, varying};
use super::varying::Stages;
use crate::calls::Calls;
use crate::number_enum::{all_derives, number_enum, variant_name};

/// The numbers of the varyings that a stage has.
fn stage(input: &Input, stage: Stages) -> Vec<usize> {
    let varyings = input.varyings.iter().enumerate();
    varyings
        .filter(|(_, varying)| varying.stages == stage || varying.stages == Stages::Both)
        .map(|(number, _)| number)
        .collect()
}

pub(super) fn expand(input: &Input, linking: &Ident, matching: &Ident) -> TokenStream {
    let Input {
        library, header, ..
    } = input;
    let calls = Calls::new(library);
    let [producer, consumer] = [Stages::Vertex, Stages::Fragment].map(|of| stage(input, of));
    let name = &header.name;
    let memory = format_ident!("{}Memory", variant_name(name), span = name.span());
    let varyings = input.varyings.iter().map(|part| {
        let value = varying(&calls, part);
        let name = &part.path;
        quote!(#library::NamedVarying { name: #name, varying: #value })
    });
    let arguments = quote! {
        [#(#varyings),*], [#(#producer),*], [#(#consumer),*], #library::Matching::#matching, #library::Linking::#linking
    };
    let attempt = calls.call("link", arguments);
    let mut value = quote!(&mut #attempt);
    for (number, part) in input.varyings.iter().enumerate() {
        let written = producer.iter().position(|&other| other == number);
        let read = consumer.iter().position(|&other| other == number);
        let read = read.map(|position| producer.len() + position);
        let [first, second] = [written.or(read), read.or(written)];
        value = calls.check(
            "links",
            &part.declaration,
            quote!(#value, [#first, #second]),
        );
    }
    let value = calls.check("linkage", name, value);
    let item = header.item(&quote!(#memory), &quote!(#memory { linkage: #value }));

    // A varying of both stages has one name and one place.
    let of_stage = |stage: &[usize], is_written: bool| {
        let varyings = stage.iter().enumerate();
        let placed = varyings
            .map(|(position, &number)| (&input.varyings[number], quote!((#is_written, #position))));
        placed.collect::<Vec<_>>()
    };
    let mut named = of_stage(&producer, true);
    for (part, first) in of_stage(&consumer, false) {
        if named.iter().all(|(other, _)| other.name != part.name) {
            named.push((part, first));
        }
    }
    let variants = named
        .iter()
        .map(|(part, _)| (&part.documentation[..], &part.name));
    let varying_enum = number_enum(header, ENUM_SUFFIX, "varyings", &all_derives(), variants);
    let firsts = named.iter().map(|(_, first)| first);
    let visibility = &header.visibility;
    let conditions: Vec<_> = header.conditions().collect();
    let documentation = format!("The places of the varyings of [`{name}`] in a Mali's memory.");
    let enum_name = format_ident!("{}{ENUM_SUFFIX}", variant_name(name), span = name.span());
    let offset = (!named.is_empty()).then(|| {
        quote! {
            /// The offset of a varying, in bytes from the beginning of the vertex's section; `None` if it is
            /// not stored.
            #[must_use]
            #visibility const fn offset(&self, varying: #enum_name) -> ::core::option::Option<::core::primitive::u32> {
                #library::__private::offset(&self.linkage, &[#(#firsts),*], varying as ::core::primitive::usize)
            }
        }
    });
    let checks = run_time_checks(input, []);
    quote! {
        #checks
        #item
        #varying_enum

        #(#conditions)*
        #[doc = #documentation]
        #[derive(Clone, Debug, PartialEq, Eq)]
        #visibility struct #memory {
            linkage: #library::Linkage,
        }

        #(#conditions)*
        #[allow(dead_code)]
        impl #memory {
            #offset

            /// The whole linkage, by locations.
            #[must_use]
            #visibility const fn linkage(&self) -> &#library::Linkage {
                &self.linkage
            }
        }
    }
}
