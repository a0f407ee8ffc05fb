//! Words, decoded.

mod decoded;
mod descriptors;
mod division;
mod kind;
mod listing;
mod plot;
mod tables;
mod words;

pub use crate::explain::field_value;
pub use descriptors::DecodedDescriptors;
pub use division::Division;
pub use kind::{KindNames, descriptor_title};
pub use listing::{Listing, read_listings};
pub use tables::DecodedTables;
pub use words::read_words;
