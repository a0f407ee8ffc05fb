//! The registers that the standard guarantees to shaders: a grid of four columns.
//!
//! `packing` has the two public functions. The text of the standard can be read in several ways, so it tries one
//! reading after the other until everything fits. For each of them:
//!
//! 1. `edition` has refused the declarations that the edition of the `target` does not have (`rules`).
//! 2. `rectangle` has the rows and columns that a varying takes: a matrix those of the standard's square, or its own.
//! 3. `explicit` makes a grid with the varyings that have a location.
//! 4. `order` sorts the varyings of one width, and `packer` places those without a location, the widest first.
//! 5. `placement` is the result, one for each varying, in the order of the declarations.
//!
//! `grid` has a bit for each row of each column. Rows past the last register are taken from the beginning, so that a
//! search finds no place there. It also keeps the rows that an interpolation must not use, by the rules of `sharing`.
//! What is placed is never moved: no step goes back.
//!
//! What packs is a `const fn`. rustc counts the steps of a constant, so loops run over whole columns where they can.
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
pub use target::Target;
