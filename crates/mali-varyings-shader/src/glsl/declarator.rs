//! The parts of a declaration, before a stage has them.

use std::rc::Rc;

use super::tokens::Token;
use crate::declaration::Declaration;

/// The tokens of an expression, which is evaluated if a varying has it.
pub(super) type Range = std::ops::Range<usize>;

pub(super) type Members<'a> = Rc<[Declarator<'a>]>;

/// The declaration of a name.
#[derive(Clone)]
pub(super) struct Declarator<'a> {
    pub(super) name: Token<'a>,
    pub(super) of: Type<'a>,
    pub(super) qualifiers: Qualifiers,
    /// The length of each dimension of an array of arrays, after its bracket; empty if the text has none.
    pub(super) lengths: Vec<Range>,
}

#[derive(Clone)]
pub(super) enum Type<'a> {
    Named(Token<'a>),
    /// A structure, and its name, which is empty if it has none.
    Members(&'a str, Members<'a>),
}

/// The qualifiers before a type.
#[derive(Clone, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a qualifier by itself"
)]
pub(super) struct Qualifiers {
    pub(super) is_varying: bool,
    /// Whether this is an input or output of the stage, on either side, or a member of one.
    pub(super) is_interface: bool,
    pub(super) is_constant: bool,
    pub(super) is_subroutine: bool,
    /// Whether the pipeline may give the constant another value.
    pub(super) is_specialized: bool,
    pub(super) declared: Declaration,
    pub(super) location: Option<Range>,
    pub(super) xfb_buffer: Option<Range>,
    pub(super) xfb_offset: Option<Range>,
    pub(super) xfb_stride: Option<Range>,
    pub(super) component: Option<Range>,
}
