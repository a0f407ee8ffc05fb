//! A line of declarations: qualifiers, a type, and names.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Error, Expr, Result, Token, braced, bracketed, parenthesized};

use super::varying::Stages;
use super::words::{INTERPOLATIONS, PRECISIONS, SAMPLINGS, STAGES, TYPES, find, is_64_bits};
use crate::arguments::{Arguments, End};
use crate::number_enum::documentation;
use crate::unknown::unknown;

/// Structures with their names, in the order of their declarations.
pub(super) type Structures = Vec<(Ident, Rc<[Line]>)>;

/// `smooth vec2 uv, offsets[2];`
pub(super) struct Line {
    pub(super) qualifiers: Qualifiers,
    pub(super) of: Type,
    pub(super) declarators: Vec<Declarator>,
}

/// The qualifiers in front of the type.
pub(super) struct Qualifiers {
    pub(super) documentation: Rc<[Attribute]>,
    /// The stages; both if absent.
    pub(super) stages: Option<(Stages, Ident)>,
    /// A variant of `Interpolation`, and the word that the user wrote.
    pub(super) interpolation: Option<(Ident, Ident)>,
    /// A variant of `Sampling`.
    pub(super) sampling: Option<Ident>,
    /// A variant of `Precision`.
    pub(super) precision: Option<Ident>,
    pub(super) location: Option<Rc<Expr>>,
    pub(super) component: Option<Rc<Expr>>,
}

pub(super) enum Type {
    /// A variant of `VaryingType`.
    Vectors(Ident),
    /// The members of a structure or a block.
    Members(Rc<[Line]>),
}

/// A name and its lengths.
pub(super) struct Declarator {
    pub(super) name: Ident,
    pub(super) lengths: Rc<[Expr]>,
    /// All tokens except the documentation; for the second name and later ones, only the name and its lengths.
    pub(super) declaration: TokenStream,
}

/// The next line. If it only declares a structure, that is added to `structures`.
pub(super) fn line(input: ParseStream, structures: &mut Structures) -> Result<Option<Line>> {
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
    let Some(last) = words.pop() else {
        return Err(input.error(TYPE_AND_NAME));
    };
    let mut qualifiers = Qualifiers {
        documentation,
        stages: None,
        interpolation: None,
        sampling: None,
        precision: None,
        location,
        component,
    };
    if input.peek(syn::token::Brace) {
        if words.iter().any(|word| word == "struct") {
            let members = members(input, structures)?;
            input.parse::<Token![;]>()?;
            structures.push((last, members));
            return Ok(None);
        }
        qualifiers.read(words)?;
        let members = members(input, structures)?;
        // The other stage finds a block by its own name, not by that of its instance.
        if input.peek(Ident::peek_any) {
            input.call(Ident::parse_any)?;
        }
        let block = declarator(input, last, declaration)?;
        input.parse::<Token![;]>()?;
        return Ok(Some(Line {
            qualifiers,
            of: Type::Members(members),
            declarators: vec![block],
        }));
    }
    let Some(glsl_type) = words.pop() else {
        return Err(input.error(TYPE_AND_NAME));
    };
    // After a type and a name, everything else belongs to the next declaration.
    let is_type = |word: &Ident| {
        find(&TYPES, word).is_some() || structures.iter().any(|(name, _)| name == word)
    };
    if let Some(position) = words.iter().position(is_type) {
        let next = words.get(position + 2).unwrap_or(&glsl_type);
        let message = format!("expected `;` before `{next}`");
        return Err(Error::new(next.span(), message));
    }
    qualifiers.read(words)?;
    let of = type_of(&glsl_type, structures)?;
    let mut declarators = vec![declarator(input, last, declaration)?];
    while input.peek(Token![,]) {
        input.parse::<Token![,]>()?;
        let name = input.call(Ident::parse_any)?;
        let declaration = name.to_token_stream();
        declarators.push(declarator(input, name, declaration)?);
    }
    input.parse::<Token![;]>()?;
    Ok(Some(Line {
        qualifiers,
        of,
        declarators,
    }))
}

const TYPE_AND_NAME: &str = "expected a type and a name: `vec2 uv`";

/// `{ vec3 direction; float size; }`
fn members(input: ParseStream, structures: &mut Structures) -> Result<Rc<[Line]>> {
    let content;
    braced!(content in input);
    let mut members = Vec::new();
    while !content.is_empty() {
        let Some(member) = line(&content, structures)? else {
            return Err(content.error("declare this structure before the declaration that uses it"));
        };
        if let Some((_, word)) = &member.qualifiers.stages {
            let message = format!("`{word}` goes in front of the whole, and not of a member");
            return Err(Error::new(word.span(), message));
        }
        members.push(member);
    }
    Ok(members.into())
}

fn type_of(glsl_type: &Ident, structures: &Structures) -> Result<Type> {
    if let Some(variant) = find(&TYPES, glsl_type) {
        return Ok(Type::Vectors(variant));
    }
    if let Some((_, members)) = structures.iter().rfind(|(name, _)| name == glsl_type) {
        return Ok(Type::Members(Rc::clone(members)));
    }
    let message = if is_64_bits(&glsl_type.to_string()) {
        format!("`{glsl_type}` is not supported: a component of a varying has at most 32 bits")
    } else {
        let known: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
        unknown("type", &glsl_type.to_string(), &known)
    };
    Err(Error::new(glsl_type.span(), message))
}

impl Qualifiers {
    fn read(&mut self, words: Vec<Ident>) -> Result<()> {
        for word in words {
            if let Some(variant) = find(&INTERPOLATIONS, &word) {
                check_first(self.interpolation.is_some(), &word, "interpolation")?;
                self.interpolation = Some((variant, word));
            } else if let Some(variant) = find(&SAMPLINGS, &word) {
                check_first(self.sampling.is_some(), &word, "place to sample at")?;
                self.sampling = Some(variant);
            } else if let Some(variant) = find(&PRECISIONS, &word) {
                check_first(self.precision.is_some(), &word, "precision")?;
                self.precision = Some(variant);
            } else if let Some((_, stage)) = STAGES.iter().find(|(name, _)| word == name) {
                check_first(self.stages.is_some(), &word, "stage")?;
                self.stages = Some((*stage, word));
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
        Ok(())
    }
}

/// `(location = 2, component = 1)`, after `layout`.
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
    let mut keys = Arguments::parse(&content, &["location", "component"], End::Input)?;
    *location = keys.take_value("location").map(Rc::new);
    *component = keys.take_value("component").map(Rc::new);
    Ok(())
}

fn declarator(input: ParseStream, name: Ident, mut declaration: TokenStream) -> Result<Declarator> {
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
    Ok(Declarator {
        name,
        lengths: lengths.into(),
        declaration,
    })
}

fn check_first(is_given: bool, word: &Ident, kind: &str) -> Result<()> {
    if is_given {
        Err(Error::new(word.span(), format!("another {kind} is given")))
    } else {
        Ok(())
    }
}
