//! From a draw, or a pipeline, to a constant of its tables, and enums of its buffers and attributes.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::Expr;

use super::input::{
    Buffer, DrawArguments, Element, Offset, Source, Stride, VertexAttribute, VertexInput,
};
use crate::calls::{Calls, followed_by, name_of};
use crate::integer::Width;
use crate::number_enum::number_enum;
use crate::optional::{Given, Kind};
use crate::run_time;

pub(crate) fn expand(input: &VertexInput) -> TokenStream {
    let VertexInput {
        library,
        header,
        derives,
        buffers,
        attributes,
        ..
    } = input;
    let buffer_count = buffers.len();
    let attribute_count = attributes.len();
    let arch = name_of(&input.draw.arch);
    // The length of an `Attribute`, which depends on the architecture, is the library's to compute.
    let input_type = if input.draw.vertices.is_some() {
        quote!(#library::draw::VertexInput<
            #buffer_count, #attribute_count, { #library::__private::attribute_words(#arch) }
        >)
    } else {
        quote!(#library::draw::VertexInputState<#buffer_count, #attribute_count>)
    };
    let item = header.item(&input_type, &value(input));
    let derives = quote!(#(#derives)*);
    let buffer_enum = number_enum(
        header,
        "Buffer",
        "buffers",
        &derives,
        buffers
            .iter()
            .map(|buffer| (&buffer.documentation[..], &buffer.name)),
    );
    let attribute_enum = number_enum(
        header,
        "Attribute",
        "attributes",
        &derives,
        attributes
            .iter()
            .map(|attribute| (&attribute.documentation[..], &attribute.name)),
    );
    let checks = run_time_checks(input);
    quote!(#checks #item #buffer_enum #attribute_enum)
}

fn run_time_checks(input: &VertexInput) -> TokenStream {
    let overlaps = input.attributes.iter();
    let overlaps = overlaps.filter_map(|attribute| attribute.source.overlap());
    let calls = Calls::new(&input.library);
    let conditions: Vec<_> = input.header.conditions().collect();
    run_time::checks(
        &calls,
        &conditions,
        numbers(input),
        input.draw.optional.flags().chain(overlaps),
    )
}

/// Every value that is a number. All have 32 bits.
fn numbers(input: &VertexInput) -> impl Iterator<Item = &Expr> {
    let of_draw = input.draw.optional.numbers();
    let of_buffers = input.buffers.iter().flat_map(|buffer| {
        let optional = buffer.size.iter();
        let optional = optional.chain(buffer.rate.divisor());
        optional.chain(buffer.stride.number())
    });
    let of_attributes = input.attributes.iter();
    let of_attributes = of_attributes.filter_map(|attribute| attribute.source.number());
    of_draw
        .chain(&input.draw.vertices)
        .chain(of_buffers)
        .chain(of_attributes)
}

/// The call that packs the draw, and a match of its outcome. An error passes a call with the span of each argument that
/// may be wrong. An error in an absent argument is reported at its attribute's format, its buffer's name or the draw's
/// vertices.
fn value(input: &VertexInput) -> TokenStream {
    let calls = Calls::new(&input.library);
    let draw = draw(&calls, &input.draw);
    let buffers = input.buffers.iter().map(|part| buffer(&calls, part));
    let attributes = input.attributes.iter();
    let attributes = attributes.map(|part| attribute(&calls, part, &input.buffers));
    let overlap = overlap(&input.attributes);
    let buffer_names = input.buffers.iter().map(|part| part.name.to_string());
    let attribute_names = input.attributes.iter().map(|part| part.name.to_string());
    let parts = quote! {
        #draw, [#(#buffers),*], [#(#attributes),*], [#(#overlap),*],
        [#(#buffer_names),*], [#(#attribute_names),*]
    };
    let pack = match input.draw.vertices {
        Some(_) => "pack_draw",
        None => "pack_pipeline",
    };
    let outcome = calls.call(pack, parts);
    // rustc reports a literal that is too large, and a report of the packer would be about its lower bits.
    let or = if calls.has_too_large.get() {
        let any = match input.draw.vertices {
            Some(_) => "any_draw",
            None => "any_pipeline",
        };
        calls.call(any, calls.named("arch", &input.draw.arch))
    } else {
        report(&calls, input)
    };
    // A constant of a variable's name would be a pattern, and these names are no user's.
    quote! {
        match #outcome {
            ::core::result::Result::Ok(__mali_instancing_packed) => __mali_instancing_packed,
            ::core::result::Result::Err(__mali_instancing_mistake) => #or,
        }
    }
}

/// One call for each argument, with its span. The call for the wrong argument panics.
fn report(calls: &Calls, input: &VertexInput) -> TokenStream {
    // The innermost call is evaluated first: those of a divisor or a stride before that of the buffer's name, which
    // takes every other error of the buffer.
    let mut mistake = quote!(__mali_instancing_mistake);
    for Given { key, value, .. } in input.draw.optional.iter() {
        mistake = calls.check("at", value, followed_by(mistake, key));
    }
    for (number, part) in input.buffers.iter().enumerate() {
        if let Some(divisor) = part.rate.divisor() {
            mistake = calls.check("at_divisor", divisor, followed_by(mistake, &number));
        }
        mistake = calls.check("at_stride", &part.stride, followed_by(mistake, &number));
        mistake = calls.check("in_buffer", &part.name, followed_by(mistake, &number));
    }
    for (number, part) in input.attributes.iter().enumerate() {
        let rest = match &part.source {
            Source::BuiltInId(_, source) => source,
            Source::Buffer(_, element) => {
                match &element.offset {
                    Offset::Absent => {}
                    Offset::Number(offset) => {
                        mistake =
                            calls.check("at_offset", &**offset, followed_by(mistake, &number));
                    }
                    Offset::Of(field) => {
                        mistake = calls.check("at_offset", &**field, followed_by(mistake, &number));
                    }
                }
                &element.format
            }
        };
        mistake = calls.check("in_attribute", rest, followed_by(mistake, &number));
    }
    let DrawArguments { arch, vertices, .. } = &input.draw;
    // It panics for every error that no call before it has reported.
    calls.check("finish", vertices.as_ref().unwrap_or(arch), mistake)
}

/// Whether each attribute may reach into the next element; empty if no attribute has `overlap`.
fn overlap(attributes: &[VertexAttribute]) -> Vec<TokenStream> {
    let given = attributes
        .iter()
        .map(|attribute| attribute.source.overlap());
    if given.clone().all(|overlap| overlap.is_none()) {
        return Vec::new();
    }
    given
        .map(|overlap| overlap.map_or_else(|| quote!(false), ToTokens::to_token_stream))
        .collect()
}

/// The draw's arguments in a struct. If they were arguments of a function, rustc would report a wrong type with the
/// function's signature, which the user never wrote.
fn draw(calls: &Calls, draw: &DrawArguments) -> TokenStream {
    let library = calls.library;
    let arch = calls.named("arch", &draw.arch);
    let vertices = draw.vertices.iter();
    let vertices = vertices.map(|vertices| calls.integer(Width::Bits32, vertices));
    let mut given = quote!(arch: #arch, #(vertices: #vertices,)*);
    for Given { key, kind, value } in draw.optional.iter() {
        let value = match *kind {
            Kind::Name => calls.named(key, value),
            Kind::Flag => calls.flag(value),
            Kind::Number(width) => calls.number(&calls.integer(width, value)),
        };
        let key = format_ident!("{key}");
        // A whole path, since `Some` may be another one in the user's module.
        given.extend(quote!(#key: ::core::option::Option::Some(#value),));
    }
    quote!(#library::__private::Draw { #given ..#library::__private::Draw::ABSENT })
}

fn buffer(calls: &Calls, buffer: &Buffer) -> TokenStream {
    let library = calls.library;
    let integer = |number| calls.integer(Width::Bits32, number);
    let stride = match &buffer.stride {
        Stride::Number(stride) => integer(stride),
        Stride::Of(element) => {
            let size = quote!(::core::mem::size_of::<#element>());
            calls.converted(Width::Bits32, &size, element)
        }
    };
    let divisor = buffer.rate.divisor().into_iter().map(integer);
    let size = buffer.size.iter();
    let size = size.map(|size| calls.number(&integer(size)));
    let absent = buffer.rate.absent();
    quote!(#library::__private::Buffer {
        stride: #stride,
        #(divisor: #divisor,)*
        #(size: ::core::option::Option::Some(#size),)*
        ..#library::__private::Buffer::#absent
    })
}

fn attribute(calls: &Calls, attribute: &VertexAttribute, buffers: &[Buffer]) -> TokenStream {
    let library = calls.library;
    match &attribute.source {
        Source::BuiltInId(constant, _) => {
            let constant = format_ident!("{constant}");
            quote!(#library::draw::VertexAttribute::#constant)
        }
        Source::Buffer(number, Element { format, offset, .. }) => {
            let of = |offset| {
                quote!(#library::draw::VertexAttribute {
                    source: #library::draw::AttributeSource::Buffer(#number),
                    format: #library::Format::#format,
                    offset: #offset
                })
            };
            match (offset, buffers[*number].stride.element()) {
                (Offset::Number(offset), _) => of(calls.integer(Width::Bits32, offset)),
                (Offset::Of(field), Some(element)) => {
                    field.attribute(calls, element, &of(quote!(0)))
                }
                (Offset::Absent | Offset::Of(_), _) => of(quote!(0)),
            }
        }
    }
}
