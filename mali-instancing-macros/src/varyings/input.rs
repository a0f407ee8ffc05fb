//! The target and the varyings, as the user wrote them.

use proc_macro2::Ident;
use quote::format_ident;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, Result, Token};

use super::flatten::flatten;
use super::line::{Structures, line};
use super::varying::{Stages, Varying};
use crate::arguments::{Arguments, End};
use crate::item::Header;
use crate::library;
use crate::number_enum::check_new;

const KEYS: [&str; 5] = ["registers", "rules", "lenient", "memory", "matching"];

/// The constants of `Target`, by their names.
const RULES: [(&str, &str); 4] = [
    ("es100", "ES100"),
    ("es300", "ES300"),
    ("es310", "ES310"),
    ("es320", "ES320"),
];

/// The variants of `Linking`, by their names.
const MEMORIES: [(&str, &str); 3] = [
    ("linked", "Linked"),
    ("monolithic", "Monolithic"),
    ("separable", "Separable"),
];

/// The variants of `Matching`, by their names.
const MATCHINGS: [(&str, &str); 3] = [("vulkan", "Vulkan"), ("gl", "Gl"), ("gles", "GlEs")];

pub(crate) struct Input {
    pub(super) library: Ident,
    pub(super) header: Header,
    pub(super) kind: Kind,
    pub(super) varyings: Vec<Varying>,
}

/// The constant that is made of the varyings.
pub(super) enum Kind {
    /// A packing into this number of registers, for a constant of `Target`. With `leniency`, also of declarations that the
    /// edition does not have.
    Registers {
        registers: Expr,
        target: Ident,
        leniency: Option<Box<Expr>>,
    },
    /// The memory between two stages.
    Memory { linking: Ident, matching: Ident },
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let library = library::parse(input)?;
        let header: Header = input.parse()?;
        let mut arguments = Arguments::parse(input, &KEYS, End::Semicolon)?;
        let kind = match arguments.take_word("memory", &MEMORIES)? {
            Some(linking) => {
                let linking = format_ident!("{linking}");
                let matching = arguments.take_word("matching", &MATCHINGS)?;
                let matching = format_ident!("{}", matching.unwrap_or("GlEs"));
                Kind::Memory { linking, matching }
            }
            None => {
                let Some(registers) = arguments.take_value("registers") else {
                    let message =
                        "`registers` is missing: the number of registers, of four components each";
                    return Err(Error::new(header.name.span(), message));
                };
                let target = arguments.take_word("rules", &RULES)?;
                let target = format_ident!("{}", target.unwrap_or("ES320"));
                let leniency = arguments.take_value("lenient").map(Box::new);
                Kind::Registers {
                    registers,
                    target,
                    leniency,
                }
            }
        };
        if let Some(argument) = arguments.take("matching") {
            let message = "`matching` is not for registers: it goes with `memory`";
            return Err(Error::new(argument.key.span(), message));
        }
        for key in ["registers", "rules", "lenient"] {
            if let Some(argument) = arguments.take(key) {
                let message = format!("`{key}` is not for memory: leave out `{key}` or `memory`");
                return Err(Error::new(argument.key.span(), message));
            }
        }
        input.parse::<Token![;]>()?;
        let mut varyings = Vec::<Varying>::new();
        let mut structures = Structures::new();
        while !input.is_empty() {
            let Some(line) = line(input, &mut structures)? else {
                continue;
            };
            for varying in flatten(&line)? {
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

/// Checks the stage of a varying: each stage has its own registers, so that a packing is for one stage.
fn check_stage(varying: &Varying, kind: &Kind) -> Result<()> {
    match kind {
        Kind::Registers { .. } if varying.stages != Stages::Both => {
            let message = "registers belong to one stage: `in` and `out` go with `memory`";
            Err(Error::new(varying.name.span(), message))
        }
        _ => Ok(()),
    }
}

fn meet(one: Stages, other: Stages) -> bool {
    one == Stages::Both || other == Stages::Both || one == other
}
