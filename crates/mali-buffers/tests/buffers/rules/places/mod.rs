//! Where data is read: in place, from a copy, from a stream or from the constants.

mod constants;
mod copies;
mod in_place;
mod indices;
mod residence;
mod streamed;
