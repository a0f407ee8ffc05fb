//! From lines to varyings: a structure or a block is its members.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{Error, Expr, ExprLit, Lit, Result};

use super::line::{Line, Qualifiers, Type};
use super::varying::{Place, Stages, Varying, Vectors};

/// The largest number of varyings: the number of components in all locations of a stage.
const MAX_VARYINGS: usize = 128;

/// The qualifiers that a member has from the structure that it is in.
struct Whole<'a> {
    /// The structures that it is in, the inner one first.
    around: Vec<&'a Qualifiers>,
    stages: Stages,
    name: Ident,
    path: String,
    declaration: &'a TokenStream,
}

/// The varyings of a line, in the order of their locations.
pub(super) fn flatten(line: &Line) -> Result<Vec<Varying>> {
    let mut varyings = Vec::new();
    for declarator in &line.declarators {
        let whole = Whole {
            around: vec![&line.qualifiers],
            stages: line
                .qualifiers
                .stages
                .as_ref()
                .map_or(Stages::Both, |(stages, _)| *stages),
            name: declarator.name.clone(),
            path: declarator.name.unraw().to_string(),
            declaration: &declarator.declaration,
        };
        let mut place = line.qualifiers.location.as_ref().map(at);
        whole.add(&line.of, &declarator.lengths, &mut place, &mut varyings)?;
    }
    Ok(varyings)
}

fn at(location: &Rc<Expr>) -> Place {
    Place {
        location: Rc::clone(location),
        earlier: Vec::new(),
    }
}

impl Whole<'_> {
    /// Adds the varyings of a type, beginning at a place, and moves the place to the end of them.
    fn add(
        &self,
        of: &Type,
        lengths: &Rc<[Expr]>,
        place: &mut Option<Place>,
        varyings: &mut Vec<Varying>,
    ) -> Result<()> {
        let members = match of {
            Type::Vectors(glsl_type) => {
                let vectors = Vectors {
                    glsl_type: glsl_type.clone(),
                    lengths: Rc::clone(lengths),
                };
                return self.push(vectors, place, varyings);
            }
            Type::Members(members) => members,
        };
        if let Some(component) = &self.around[0].component {
            let message = "a structure has no component: its members can have one";
            return Err(Error::new_spanned(component, message));
        }
        let mut elements = 1_u32;
        for length in lengths.iter() {
            let number = elements.checked_mul(self::length(length)?);
            elements = number.ok_or_else(|| self.too_many())?;
        }
        for element in 0..elements {
            let (name, path) = if lengths.is_empty() {
                (self.name.clone(), self.path.clone())
            } else {
                let name = format_ident!("{}_{element}", self.name, span = self.name.span());
                (name, format!("{}[{element}]", self.path))
            };
            let before = varyings.len();
            for member in members.iter() {
                for declarator in &member.declarators {
                    if let Some(location) = &member.qualifiers.location {
                        *place = Some(at(location));
                    }
                    let member_name = declarator.name.unraw();
                    let whole = Whole {
                        around: [&[&member.qualifiers], &self.around[..]].concat(),
                        stages: self.stages,
                        name: format_ident!("{name}_{member_name}", span = declarator.name.span()),
                        path: format!("{path}.{member_name}"),
                        declaration: self.declaration,
                    };
                    whole.add(&member.of, &declarator.lengths, place, varyings)?;
                }
            }
            if varyings.len() == before {
                // The same for every element.
                break;
            }
        }
        Ok(())
    }

    fn push(
        &self,
        vectors: Vectors,
        place: &mut Option<Place>,
        varyings: &mut Vec<Varying>,
    ) -> Result<()> {
        if varyings.len() == MAX_VARYINGS {
            return Err(self.too_many());
        }
        let location = place.clone();
        if let Some(place) = place {
            place.earlier.push(vectors.clone());
        }
        let around = || self.around.iter();
        let documented = around().find(|around| !around.documentation.is_empty());
        varyings.push(Varying {
            documentation: Rc::clone(&documented.unwrap_or(&self.around[0]).documentation),
            stages: self.stages,
            interpolation: around().find_map(|around| around.interpolation.clone()),
            sampling: around().find_map(|around| around.sampling.clone()),
            precision: around().find_map(|around| around.precision.clone()),
            location,
            component: self.around[0].component.clone(),
            vectors,
            name: self.name.clone(),
            path: self.path.clone(),
            declaration: self.declaration.clone(),
        });
        Ok(())
    }

    fn too_many(&self) -> Error {
        let message = format!(
            "`{}` is one too many: at most {MAX_VARYINGS} varyings are allowed",
            self.path
        );
        Error::new(self.name.span(), message)
    }
}

/// The length of an array of structures, each of which has members with names of their own.
fn length(length: &Expr) -> Result<u32> {
    let number = match length {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse().ok().filter(|&number| number > 0),
        _ => None,
    };
    number.ok_or_else(|| {
        let message = "the length of an array of structures is a number from 1 on: each of its elements has \
                       members with names of their own";
        Error::new_spanned(length, message)
    })
}
