//! The registers that the standard guarantees to shaders: a grid of four columns.
//!
//! `packing` has the two public functions. First, `edition` refuses the declarations that the edition of the `target`
//! does not have (`rules`), unless the target is lenient. The text of the standard can be read in several ways, so
//! `packing` then tries one reading after the other until everything fits. For each of them:
//!
//! 1. `rectangle` has the rows and columns that a varying takes: a matrix those of the standard's square, or its own.
//! 2. `explicit` makes a grid with the varyings that have a location.
//! 3. `order` sorts the varyings. `packer` places those without a location: the widest first, those of one width in
//!    that order.
//! 4. `placement` is the result, one for each varying, in the order of the declarations.
//!
//! `grid` has a bit for each row of each column. Rows past the last register are taken from the beginning, so that a
//! search finds no place there. It also keeps the rows that an interpolation must not use, by the rules of `sharing`.
//! Within a reading, a varying that is placed is never moved.
//!
//! Packing is a `const fn`. rustc counts the steps of a constant, so loops run over whole columns where they can.
//!
//! `chooser` packs for other machines with the same grid, rectangles and order. Nothing here uses it.

pub mod chooser;
mod edition;
mod explicit;
mod grid;
mod order;
mod packer;
mod packing;
mod placement;
mod rectangle;
mod rules;
mod sharing;
mod target;

pub use packing::{pack, registers_needed};
pub use placement::{Placement, Span};
pub use rules::{Feature, Rules};
pub use target::RegisterTarget;
