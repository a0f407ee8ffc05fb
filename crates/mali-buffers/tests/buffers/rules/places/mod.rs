//! Where data is read: in place, from a copy, from a stream or from the constants.

mod constants;
mod copies;
mod copy_policy;
mod in_place;
mod indices;
mod line_loops;
mod repeated;
mod sparse;
mod streamed;
