//! From a draw to a constant of its tables, and enums of its buffers and attributes.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::input::{Buffer, Input, Source, VertexAttribute};
use crate::calls::{Calls, library_name};
use crate::number_enum::number_enum;
use crate::run_time;

pub(crate) fn expand(input: &Input) -> TokenStream {
    let Input {
        library,
        header,
        buffers,
        attributes,
        ..
    } = input;
    let buffer_count = buffers.len();
    let attribute_count = attributes.len();
    let arch = library_name(&input.draw.arch);
    let input_type = quote!(#library::draw::VertexInput<
        #buffer_count, #attribute_count, { #library::__private::attribute_words(#arch) }
    >);
    let item = header.item(&input_type, &value(input));
    let buffer_enum = number_enum(
        header,
        "Buffer",
        "buffers",
        buffers
            .iter()
            .map(|buffer| (&buffer.documentation[..], &buffer.name)),
    );
    let attribute_enum = number_enum(
        header,
        "Attribute",
        "attributes",
        attributes
            .iter()
            .map(|attribute| (&attribute.documentation[..], &attribute.name)),
    );
    let checks = run_time_checks(input);
    quote!(#checks #item #buffer_enum #attribute_enum)
}

fn run_time_checks(input: &Input) -> TokenStream {
    let draw = &input.draw;
    let optional = [
        &draw.instances,
        &draw.first_vertex,
        &draw.first_instance,
        &draw.primitive_vertices,
        &draw.resource_table,
    ];
    let of_buffers = input.buffers.iter().flat_map(|buffer| {
        let optional = buffer.rate.divisor().into_iter().chain(&buffer.size);
        optional.chain([&buffer.stride])
    });
    let of_attributes = |flag: bool| {
        let attributes = input.attributes.iter();
        attributes.filter_map(move |attribute| match &attribute.source {
            Source::Buffer { overlap, .. } if flag => overlap.as_deref(),
            Source::Buffer { offset, .. } => offset.as_deref(),
            Source::BuiltInId(..) => None,
        })
    };
    let numbers = optional.into_iter().flatten().chain([&draw.vertices]);
    let calls = Calls {
        library: &input.library,
    };
    let conditions: Vec<_> = input.header.conditions().collect();
    run_time::checks(
        &calls,
        &conditions,
        numbers.chain(of_buffers).chain(of_attributes(false)),
        draw.idvs.iter().chain(of_attributes(true)),
    )
}

/// Adds the draw's parts one after the other, each under the argument that may be wrong.
fn value(input: &Input) -> TokenStream {
    let calls = Calls {
        library: &input.library,
    };
    let mut builder = draw(&calls, input);
    for part in &input.buffers {
        builder = buffer(&calls, part, &builder);
    }
    for part in &input.attributes {
        builder = attribute(&calls, part, &builder);
    }
    calls.check("finish", &input.header.name, builder)
}

fn draw(calls: &Calls, input: &Input) -> TokenStream {
    let library = calls.library;
    let draw = &input.draw;
    let arch = calls.named("arch", &draw.arch);
    let rules = calls.rules(&draw.rules);
    let vertices = calls.number(&draw.vertices);
    let first_vertex = draw.first_vertex.iter().map(|value| calls.number(value));
    let first_instance = draw.first_instance.iter().map(|value| calls.number(value));
    let mut call = quote! {
        #library::draw::DrawCall {
            #rules
            #(first_vertex: #first_vertex.value,)*
            #(first_instance: #first_instance.value,)*
            ..#library::draw::DrawCall::new(#arch, #vertices.value)
        }
    };
    if let Some(idvs) = &draw.idvs {
        let flag = calls.flag(idvs);
        call = calls.check("idvs", idvs, quote!(#call, #flag));
    }
    if let Some(table) = &draw.resource_table {
        let number = calls.number(table);
        call = calls.check("resource_table", table, quote!(#call, #number));
    }
    if let Some(vertices) = &draw.primitive_vertices {
        let number = calls.number(vertices);
        call = calls.check("primitive_vertices", vertices, quote!(#call, #number));
    }
    call = calls.check("vertices", &draw.vertices, call);
    if let Some(instances) = &draw.instances {
        let number = calls.number(instances);
        call = calls.check("instances", instances, quote!(#call, #number));
    }
    quote!(#library::__private::VertexInputBuilder::new(#call))
}

fn buffer(calls: &Calls, buffer: &Buffer, builder: &TokenStream) -> TokenStream {
    let builder = calls.check("room_for_buffer", &buffer.name, quote!(#builder));
    let stride = calls.number(&buffer.stride);
    let rate = calls.rate(&buffer.rate);
    let size = match &buffer.size {
        Some(size) => {
            let size = calls.number(size);
            quote!(::core::option::Option::Some(#size))
        }
        None => quote!(::core::option::Option::None),
    };
    let checked = buffer.rate.divisor().unwrap_or(&buffer.stride);
    calls.check("buffer", checked, quote!(#builder, #stride, #rate, #size))
}

fn attribute(calls: &Calls, attribute: &VertexAttribute, builder: &TokenStream) -> TokenStream {
    let library = calls.library;
    match &attribute.source {
        Source::BuiltInId(constant, source) => {
            let constant = format_ident!("{constant}");
            let attribute = quote!(#library::draw::VertexAttribute::#constant);
            calls.check("built_in_id", source, quote!(#builder, #attribute))
        }
        Source::Buffer {
            number,
            format,
            offset,
            overlap,
        } => {
            let with_format = calls.check(
                "format",
                format,
                quote!(#builder, #library::Format::#format),
            );
            let checked: &dyn quote::ToTokens = match offset {
                Some(offset) => offset,
                None => format,
            };
            let offset = calls.number_or_zero(offset.as_deref());
            let overlap = match overlap {
                Some(overlap) => calls.flag(overlap),
                None => calls.flag(&quote!(false)),
            };
            calls.check(
                "attribute",
                &checked,
                quote!(#with_format, #number, #offset, #overlap),
            )
        }
    }
}
