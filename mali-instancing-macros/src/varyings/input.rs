//! The target and the varyings, as the user wrote them.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Expr, Result, Token, bracketed};

use crate::arguments::Arguments;
use crate::item::Header;
use crate::library;
use crate::number_enum::{check_new, documentation};
use crate::unknown::unknown;

const TARGET_KEYS: [&str; 2] = ["registers", "rules"];

/// Constants of `Target`.
const RULES: [(&str, &str); 6] = [
    ("es100", "ES100"),
    ("es300", "ES300"),
    ("es310", "ES310"),
    ("es320", "ES320"),
    ("relaxed", "RELAXED"),
    ("chosen", "CHOSEN"),
];

const INTERPOLATIONS: [(&str, &str); 3] = [
    ("smooth", "Smooth"),
    ("flat", "Flat"),
    ("noperspective", "Noperspective"),
];

const SAMPLINGS: [(&str, &str); 2] = [("centroid", "Centroid"), ("sample", "Sample")];

const TYPES: [(&str, &str); 24] = [
    ("float", "Float"),
    ("vec2", "Vec2"),
    ("vec3", "Vec3"),
    ("vec4", "Vec4"),
    ("int", "Int"),
    ("ivec2", "Ivec2"),
    ("ivec3", "Ivec3"),
    ("ivec4", "Ivec4"),
    ("uint", "Uint"),
    ("uvec2", "Uvec2"),
    ("uvec3", "Uvec3"),
    ("uvec4", "Uvec4"),
    ("mat2", "Mat2"),
    ("mat3", "Mat3"),
    ("mat4", "Mat4"),
    ("mat2x2", "Mat2"),
    ("mat2x3", "Mat2x3"),
    ("mat2x4", "Mat2x4"),
    ("mat3x2", "Mat3x2"),
    ("mat3x3", "Mat3"),
    ("mat3x4", "Mat3x4"),
    ("mat4x2", "Mat4x2"),
    ("mat4x3", "Mat4x3"),
    ("mat4x4", "Mat4"),
];

pub(crate) struct Input {
    pub(super) library: Ident,
    pub(super) header: Header,
    pub(super) registers: Expr,
    /// A constant of `Target`.
    pub(super) target: Ident,
    pub(super) varyings: Vec<Varying>,
}

/// `flat uint material[2];`
pub(super) struct Varying {
    pub(super) documentation: Vec<Attribute>,
    /// A variant of `Interpolation`, and what the user wrote.
    pub(super) interpolation: Option<(Ident, Ident)>,
    /// A variant of `Sampling`.
    pub(super) sampling: Option<Ident>,
    /// A variant of `VaryingType`.
    pub(super) glsl_type: Ident,
    pub(super) name: Ident,
    pub(super) length: Option<Expr>,
    /// All that was written but the documentation.
    pub(super) declaration: TokenStream,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let library = library::parse(input)?;
        let header: Header = input.parse()?;
        let mut arguments = Arguments::parse(input, &TARGET_KEYS)?;
        let Some(registers) = arguments.take_value("registers") else {
            let message = "`registers` is missing: how many there are, of four components each";
            return Err(Error::new(header.name.span(), message));
        };
        let target = arguments.take_word("rules", &RULES)?;
        input.parse::<Token![;]>()?;
        let mut varyings = Vec::<Varying>::new();
        while !input.is_empty() {
            let varying: Varying = input.parse()?;
            let names = varyings.iter().map(|varying| &varying.name);
            check_new(&varying.name, names, "varying")?;
            varyings.push(varying);
        }
        Ok(Self {
            library,
            header,
            registers,
            target: format_ident!("{}", target.unwrap_or("ES320")),
            varyings,
        })
    }
}

impl Parse for Varying {
    fn parse(input: ParseStream) -> Result<Self> {
        let documentation = documentation(input)?;
        let mut words = vec![input.call(Ident::parse_any)?];
        while input.peek(Ident::peek_any) {
            words.push(input.call(Ident::parse_any)?);
        }
        let mut declaration = quote!(#(#words)*);
        let (Some(name), Some(glsl_type)) = (words.pop(), words.pop()) else {
            return Err(input.error("expected a type and a name: `vec2 uv`"));
        };
        // Behind a type and a name, everything else belongs to the next declaration.
        if let Some(position) = words.iter().position(|word| find(&TYPES, word).is_some()) {
            let behind = words.get(position + 2).unwrap_or(&glsl_type);
            let message = format!("expected `;` before `{behind}`");
            return Err(Error::new(behind.span(), message));
        }
        let (mut interpolation, mut sampling) = (None, None);
        for word in words {
            if let Some(variant) = find(&INTERPOLATIONS, &word) {
                check_first(interpolation.is_some(), &word, "interpolation")?;
                interpolation = Some((variant, word));
            } else if let Some(variant) = find(&SAMPLINGS, &word) {
                check_first(sampling.is_some(), &word, "place to sample at")?;
                sampling = Some(variant);
            } else {
                let known = INTERPOLATIONS.iter().chain(&SAMPLINGS);
                let known: Vec<&str> = known.map(|(name, _)| *name).collect();
                let message = unknown("qualifier", &word.to_string(), &known);
                return Err(Error::new(word.span(), message));
            }
        }
        let Some(variant) = find(&TYPES, &glsl_type) else {
            let known: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
            let message = unknown("type", &glsl_type.to_string(), &known);
            return Err(Error::new(glsl_type.span(), message));
        };
        let length = if input.peek(syn::token::Bracket) {
            let content;
            let bracket = bracketed!(content in input);
            let length: Expr = content.parse()?;
            if !content.is_empty() {
                return Err(content.error("expected `]`"));
            }
            bracket.surround(&mut declaration, |tokens| length.to_tokens(tokens));
            Some(length)
        } else {
            None
        };
        input.parse::<Token![;]>()?;
        Ok(Self {
            documentation,
            interpolation,
            sampling,
            glsl_type: variant,
            name,
            length,
            declaration,
        })
    }
}

fn find(words: &[(&str, &str)], word: &Ident) -> Option<Ident> {
    let (_, variant) = words.iter().find(|(name, _)| word == name)?;
    Some(format_ident!("{variant}"))
}

fn check_first(is_given: bool, word: &Ident, kind: &str) -> Result<()> {
    if is_given {
        Err(Error::new(word.span(), format!("another {kind} is given")))
    } else {
        Ok(())
    }
}
