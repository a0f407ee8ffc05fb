//! The target and the varyings, as the user wrote them.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Expr, Result, Token, bracketed, parenthesized};

use crate::arguments::Arguments;
use crate::item::Header;
use crate::library;
use crate::number_enum::{check_new, documentation};
use crate::unknown::unknown;

const KEYS: [&str; 3] = ["registers", "rules", "memory"];

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

const PRECISIONS: [(&str, &str); 3] = [("highp", "High"), ("mediump", "Medium"), ("lowp", "Low")];

/// What a declaration says of its stage, if it says anything.
const STAGES: [(&str, Stages); 3] = [
    ("out", Stages::Vertex),
    ("in", Stages::Fragment),
    ("varying", Stages::Both),
];

/// Whether the two stages are compiled apart.
const MEMORIES: [(&str, bool); 2] = [("linked", false), ("separable", true)];

const TYPES: [(&str, &str); 36] = [
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
    ("float16_t", "F16"),
    ("f16vec2", "F16vec2"),
    ("f16vec3", "F16vec3"),
    ("f16vec4", "F16vec4"),
    ("int16_t", "I16"),
    ("i16vec2", "I16vec2"),
    ("i16vec3", "I16vec3"),
    ("i16vec4", "I16vec4"),
    ("uint16_t", "U16"),
    ("u16vec2", "U16vec2"),
    ("u16vec3", "U16vec3"),
    ("u16vec4", "U16vec4"),
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
    pub(super) kind: Kind,
    pub(super) varyings: Vec<Varying>,
}

/// What is made of the varyings.
pub(super) enum Kind {
    /// A packing into so many registers, by a constant of `Target`.
    Registers { registers: Expr, target: Ident },
    /// The memory between two stages.
    Memory { is_separable: bool },
}

/// Which stages have a varying.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stages {
    Vertex,
    Fragment,
    Both,
}

/// `flat uint material[2];`
pub(super) struct Varying {
    pub(super) documentation: Rc<[Attribute]>,
    pub(super) stages: Stages,
    /// A variant of `Interpolation`, and what the user wrote.
    pub(super) interpolation: Option<(Ident, Ident)>,
    /// A variant of `Sampling`.
    pub(super) sampling: Option<Ident>,
    /// A variant of `Precision`.
    pub(super) precision: Option<Ident>,
    pub(super) location: Option<Rc<Expr>>,
    pub(super) component: Option<Rc<Expr>>,
    /// A variant of `VaryingType`.
    pub(super) glsl_type: Ident,
    pub(super) name: Ident,
    /// Those of an array of arrays, the outer one first.
    pub(super) lengths: Vec<Expr>,
    /// All that was written but the documentation; of a further name that and its lengths.
    pub(super) declaration: TokenStream,
}

/// What stands in front of the names of a line.
struct Front {
    documentation: Rc<[Attribute]>,
    stages: Stages,
    interpolation: Option<(Ident, Ident)>,
    sampling: Option<Ident>,
    precision: Option<Ident>,
    location: Option<Rc<Expr>>,
    component: Option<Rc<Expr>>,
    glsl_type: Ident,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let library = library::parse(input)?;
        let header: Header = input.parse()?;
        let mut arguments = Arguments::parse(input, &KEYS)?;
        let kind = match arguments.take_word("memory", &MEMORIES)? {
            Some(is_separable) => Kind::Memory { is_separable },
            None => {
                let Some(registers) = arguments.take_value("registers") else {
                    let message =
                        "`registers` is missing: how many there are, of four components each";
                    return Err(Error::new(header.name.span(), message));
                };
                let target = arguments.take_word("rules", &RULES)?;
                let target = format_ident!("{}", target.unwrap_or("ES320"));
                Kind::Registers { registers, target }
            }
        };
        for key in ["registers", "rules"] {
            if let Some(argument) = arguments.take(key) {
                let message = format!("`{key}` says nothing of memory: it goes without `memory`");
                return Err(Error::new(argument.key.span(), message));
            }
        }
        input.parse::<Token![;]>()?;
        let mut varyings = Vec::<Varying>::new();
        while !input.is_empty() {
            for varying in line(input)? {
                check_stage(&varying, &kind)?;
                let same_stage = varyings.iter().filter(|other| {
                    other.name != varying.name || meet(other.stages, varying.stages)
                });
                let names = same_stage.map(|varying| &varying.name);
                check_new(&varying.name, names, "varying")?;
                varyings.push(varying);
            }
        }
        Ok(Self {
            library,
            header,
            kind,
            varyings,
        })
    }
}

/// Two stages have registers of their own: they are packed one by one.
fn check_stage(varying: &Varying, kind: &Kind) -> Result<()> {
    match kind {
        Kind::Registers { .. } if varying.stages != Stages::Both => {
            let message = "registers are those of one stage: `in` and `out` go with `memory`";
            Err(Error::new(varying.name.span(), message))
        }
        _ => Ok(()),
    }
}

fn meet(one: Stages, other: Stages) -> bool {
    one == Stages::Both || other == Stages::Both || one == other
}

/// The varyings of a line: `smooth vec2 uv, offsets[2];`.
fn line(input: ParseStream) -> Result<Vec<Varying>> {
    let documentation = documentation(input)?.into();
    let mut declaration = TokenStream::new();
    let mut words: Vec<Ident> = Vec::new();
    let (mut location, mut component) = (None, None);
    while words.is_empty() || input.peek(Ident::peek_any) {
        let word = input.call(Ident::parse_any)?;
        word.to_tokens(&mut declaration);
        if word == "layout" && input.peek(syn::token::Paren) {
            layout(input, &mut declaration, &mut location, &mut component)?;
        } else {
            words.push(word);
        }
    }
    let (Some(name), Some(glsl_type)) = (words.pop(), words.pop()) else {
        return Err(input.error("expected a type and a name: `vec2 uv`"));
    };
    // Behind a type and a name, everything else belongs to the next declaration.
    if let Some(position) = words.iter().position(|word| find(&TYPES, word).is_some()) {
        let behind = words.get(position + 2).unwrap_or(&glsl_type);
        let message = format!("expected `;` before `{behind}`");
        return Err(Error::new(behind.span(), message));
    }
    let mut front = Front {
        documentation,
        stages: Stages::Both,
        interpolation: None,
        sampling: None,
        precision: None,
        location,
        component,
        glsl_type: glsl_type.clone(),
    };
    let mut stages = None;
    for word in words {
        if let Some(variant) = find(&INTERPOLATIONS, &word) {
            check_first(front.interpolation.is_some(), &word, "interpolation")?;
            front.interpolation = Some((variant, word));
        } else if let Some(variant) = find(&SAMPLINGS, &word) {
            check_first(front.sampling.is_some(), &word, "place to sample at")?;
            front.sampling = Some(variant);
        } else if let Some(variant) = find(&PRECISIONS, &word) {
            check_first(front.precision.is_some(), &word, "precision")?;
            front.precision = Some(variant);
        } else if let Some((_, stage)) = STAGES.iter().find(|(name, _)| word == name) {
            check_first(stages.is_some(), &word, "stage")?;
            stages = Some(*stage);
        } else if word == "patch" {
            let message = "`patch` is not supported: a vertex and a fragment shader have none";
            return Err(Error::new(word.span(), message));
        } else if word != "invariant" {
            let known = INTERPOLATIONS.iter().chain(&SAMPLINGS).chain(&PRECISIONS);
            let mut known: Vec<&str> = known.map(|(name, _)| *name).collect();
            known.extend(STAGES.map(|(name, _)| name));
            known.push("invariant");
            let message = unknown("qualifier", &word.to_string(), &known);
            return Err(Error::new(word.span(), message));
        }
    }
    front.stages = stages.unwrap_or(Stages::Both);
    front.glsl_type = match find(&TYPES, &glsl_type) {
        Some(variant) => variant,
        None if is_64_bits(&glsl_type.to_string()) => {
            let message = format!(
                "`{glsl_type}` is not supported: a component of a varying has at most 32 bits"
            );
            return Err(Error::new(glsl_type.span(), message));
        }
        None => {
            let known: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
            let message = unknown("type", &glsl_type.to_string(), &known);
            return Err(Error::new(glsl_type.span(), message));
        }
    };
    let mut varyings = vec![declarator(input, &front, name, declaration)?];
    while input.peek(Token![,]) {
        input.parse::<Token![,]>()?;
        let name = input.call(Ident::parse_any)?;
        let declaration = name.to_token_stream();
        varyings.push(declarator(input, &front, name, declaration)?);
    }
    input.parse::<Token![;]>()?;
    Ok(varyings)
}

/// `(location = 2, component = 1)`, behind `layout`.
fn layout(
    input: ParseStream,
    declaration: &mut TokenStream,
    location: &mut Option<Rc<Expr>>,
    component: &mut Option<Rc<Expr>>,
) -> Result<()> {
    let content;
    let parenthesis = parenthesized!(content in input);
    let written: TokenStream = content.fork().parse()?;
    parenthesis.surround(declaration, |tokens| written.to_tokens(tokens));
    let mut keys = Arguments::parse(&content, &["location", "component"])?;
    *location = keys.take_value("location").map(Rc::new);
    *component = keys.take_value("component").map(Rc::new);
    Ok(())
}

/// A name and its lengths.
fn declarator(
    input: ParseStream,
    front: &Front,
    name: Ident,
    mut declaration: TokenStream,
) -> Result<Varying> {
    let mut lengths = Vec::new();
    while input.peek(syn::token::Bracket) {
        let content;
        let bracket = bracketed!(content in input);
        let length: Expr = content.parse()?;
        if !content.is_empty() {
            return Err(content.error("expected `]`"));
        }
        bracket.surround(&mut declaration, |tokens| length.to_tokens(tokens));
        lengths.push(length);
    }
    Ok(Varying {
        documentation: Rc::clone(&front.documentation),
        stages: front.stages,
        interpolation: front.interpolation.clone(),
        sampling: front.sampling.clone(),
        precision: front.precision.clone(),
        location: front.location.clone(),
        component: front.component.clone(),
        glsl_type: front.glsl_type.clone(),
        name,
        lengths,
        declaration,
    })
}

/// GLSL's `dvec2` and `dmat3x2`, and the names of its extensions: `double`, `i64vec2`, `float64_t`.
fn is_64_bits(name: &str) -> bool {
    name.contains("64")
        || ["double", "dvec", "dmat"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
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
