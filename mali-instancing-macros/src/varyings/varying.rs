//! A varying as the user declared it, or a member of a structure that is one.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use syn::{Attribute, Expr};

/// The stages that have a varying.
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
    /// A variant of `Interpolation`, and the word that the user wrote.
    pub(super) interpolation: Option<(Ident, Ident)>,
    /// A variant of `Sampling`.
    pub(super) sampling: Option<Ident>,
    /// A variant of `Precision`.
    pub(super) precision: Option<Ident>,
    pub(super) location: Option<Place>,
    pub(super) component: Option<Rc<Expr>>,
    pub(super) vectors: Vectors,
    /// The name from which its variant's name is made. For a member, its path with `_`.
    pub(super) name: Ident,
    /// The name by which it matches the other stage. For a member, its path as in GLSL.
    pub(super) path: String,
    /// All tokens except the documentation; for the second name and later ones, only the name and its lengths.
    pub(super) declaration: TokenStream,
}

/// A type, and the lengths of an array of arrays, the outer one first.
#[derive(Clone)]
pub(super) struct Vectors {
    /// A variant of `VaryingType`.
    pub(super) glsl_type: Ident,
    pub(super) lengths: Rc<[Expr]>,
}

/// A location that the user gave, or a location that follows from one.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) location: Rc<Expr>,
    pub(super) earlier: Vec<Vectors>,
}
