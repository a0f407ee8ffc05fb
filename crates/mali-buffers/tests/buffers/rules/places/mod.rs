//! The places from which data is read: in place, a copy, a stream or the constants.

mod constant_cells;
mod constants;
mod copies;
mod copy_policy;
mod formats;
mod in_place;
mod indices;
mod line_loops;
mod repeated;
mod sparse;
mod streamed;
