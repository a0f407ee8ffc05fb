//! From a draw to a constant of its tables, and enums of its buffers and attributes.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::input::{Buffer, Input, Source, VertexAttribute};
use crate::calls::Calls;
use crate::number_enum::number_enum;

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
    let arch = &input.draw.arch;
    let input_type = quote!(#library::draw::VertexInput<
        #buffer_count, #attribute_count, { #library::Arch::#arch.attribute_words() }
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
    quote!(#item #buffer_enum #attribute_enum)
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
    for (number, part) in input.attributes.iter().enumerate() {
        builder = attribute(&calls, number, part, &builder, &input.draw.arch);
    }
    calls.check("finish", &input.header.name, builder)
}

fn draw(calls: &Calls, input: &Input) -> TokenStream {
    let library = calls.library;
    let draw = &input.draw;
    let arch = &draw.arch;
    let padding = draw.rules.padding.iter();
    let rounding = draw.rules.rounding.iter();
    let vertices = calls.number(&draw.vertices);
    let offset_start = calls.number_or_zero(draw.offset_start.as_ref());
    let first_instance = calls.number_or_zero(draw.first_instance.as_ref());
    let idvs = calls.flag(draw.idvs.as_ref());
    let table = match &draw.table {
        Some(table) => calls.check("table", table, calls.number(table)),
        None => quote!(0),
    };
    let idvs = match &draw.idvs {
        Some(judged) => calls.check("idvs", judged, quote!(#library::Arch::#arch, #idvs)),
        None => quote!(#idvs.value),
    };
    let call = quote! {
        #library::draw::DrawCall {
            #(padding: #library::Padding::#padding,)*
            #(rounding: #library::Rounding::#rounding,)*
            offset_start: #offset_start.value,
            first_instance: #first_instance.value,
            idvs: #idvs,
            table: #table,
            ..#library::draw::DrawCall::new(#library::Arch::#arch, #vertices.value)
        }
    };
    let call = calls.check("vertices", &draw.vertices, call);
    let call = match &draw.instances {
        Some(instances) => {
            let number = calls.number(instances);
            calls.check("instances", instances, quote!(#call, #number))
        }
        None => call,
    };
    quote!(#library::__private::VertexInputBuilder::new(#call))
}

fn buffer(calls: &Calls, buffer: &Buffer, builder: &TokenStream) -> TokenStream {
    let stride = calls.number(&buffer.stride);
    let rate = calls.rate(&buffer.rate);
    let size = calls.number_or_zero(buffer.size.as_ref());
    let judged = buffer.rate.divisor().unwrap_or(&buffer.stride);
    calls.check("buffer", judged, quote!(#builder, #stride, #rate, #size))
}

fn attribute(
    calls: &Calls,
    attribute_number: usize,
    attribute: &VertexAttribute,
    builder: &TokenStream,
    arch: &Ident,
) -> TokenStream {
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
            let format_value = quote!(#library::Format::#format);
            let format_value = calls.check(
                "format",
                format,
                quote!(#library::Arch::#arch, #format_value, #attribute_number),
            );
            let judged: &dyn quote::ToTokens = match offset {
                Some(offset) => offset,
                None => format,
            };
            let offset = calls.number_or_zero(offset.as_deref());
            let overlap = calls.flag(overlap.as_deref());
            calls.check(
                "attribute",
                &judged,
                quote!(#builder, #number, #format_value, #offset, #overlap),
            )
        }
    }
}
