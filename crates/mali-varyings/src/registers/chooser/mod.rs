//! Packing for machines other than a Mali, which choose an orientation for each array.
//!
//! A Mali does not store varyings in registers. Other GPUs do: Intel's of the sixth generation keep varyings of
//! different interpolations apart, and read an array's element with one move if it lies in one register. A [`Machine`]
//! describes such a GPU, and [`pack`] packs for it. A [`Placement`] says where each vector is. Nothing else of this crate uses
//! this module.
//!
//! # Orientations and their costs
//!
//! An array's elements may lie in one to four columns, each time with as few below each other
//! as possible. Elements in one column cost nothing. Otherwise an element's place is
//! computed by dividing its index: by a power of two at a cost of 1, by another number at
//! [`index_cost`](Machine::index_cost) (if that is less, a power of two also costs that).
//! Any varying may also be dense, with one vector after the other through registers that it shares with other dense
//! varyings: if vectors of three components straddle two registers, they also cost a
//! [second move](Machine::second_move_cost).
//!
//! # What is found
//!
//! Everything is placed as the standard does if it fits that way, with the matrices' own columns and rows or with the
//! standard's squares. Otherwise:
//!
//! | | orientations |
//! |---|---|
//! | at most 256 combinations of the arrays' orientations, as four arrays have, of which one fits | the cheapest in which everything fits, while other varyings stay as they are |
//! | others | one varying after the other is made dense until everything fits; then one after the other gets a cheaper orientation that still fits, in at most 64 packings: not always the cheapest |
//!
//! Varyings without locations that may straddle registers fit exactly if their components do. Interpolations that may
//! not share registers are counted separately; if smooth and noperspective varyings may not share one, every
//! interpolation is. Without straddling, not everything is found that would fit in some orientation: of 300
//! random interfaces each of 5, 6 and 7 arrays of 2 to 7 elements, in the fewest registers that hold them, 0, 2 and 6 are
//! not; of arrays of 2 to 20 elements 0, 7 and 40 (the tests `without_straddling_little_of_what_fits_is_missed` and
//! `of_long_arrays_more_is_missed`).
//!
//! Facts: Paul Berry's review of varying packing on Mesa's mailing list, January 2012.
//!
//! ```
//! use mali_varyings::chooser::{Machine, Orientation, Placement, pack};
//! use mali_varyings::{Varying, VaryingType};
//!
//! // Intel's sixth generation: a division costs 8, a second move 16. The review gives only the order.
//! const GEN6: Machine = Machine {
//!     registers: 15,
//!     flat_beside_interpolated: false,
//!     index_cost: 8,
//!     second_move_cost: 16,
//!     ..Machine::CHOSEN
//! };
//! let array = Varying::new(VaryingType::Vec3).with_array(20)?;
//! let mut placements = [Placement::UNPLACED];
//! pack(&[array], &GEN6, &mut placements)?;
//! assert_eq!(placements[0].orientation(), Orientation::Dense);
//! # Ok::<(), mali_varyings::Error>(())
//! ```

// `pack` tries a column for each varying first, then also the standard's squares. A `packer` places all varyings as
// they are laid out, with the grid, the rectangles and the order of the standard packer. Its placements hold the
// orientation of each varying, and the place, which the next attempt overwrites. If columns do not fit, `choices`
// changes orientations and lets the packer try again: all combinations, or a descent. Each varying has up to five
// numbered ways to be laid out (`candidate`), number 0 being the column. Dense varyings whose interpolations may be
// beside each other are placed together, as one rectangle of whole registers (`run`). Every attempt begins with an
// empty grid, in which the varyings that have a location are placed first.
mod candidate;
mod choices;
mod machine;
mod orientation;
mod pack;
mod packer;
mod placement;
mod run;

pub use machine::{Layout, Machine};
pub use orientation::Orientation;
pub use pack::pack;
pub use placement::{Placement, VectorPlacement};
