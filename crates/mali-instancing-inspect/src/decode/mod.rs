//! Words, decoded.

// Words come in: `words` reads them in the notation of options and files, `listing` finds the arrays in source of C
// or Rust. A table of one kind goes to `descriptors`, both tables of a draw to `tables`, which shows also what lies
// between descriptors that attributes name. Each descriptor, as the core decodes it, becomes a `DecodedDescriptor` in
// `decoded`, with what follows from its fields: `division` finds the divisor again from R, E and D. `kind` has the
// names, and `plot` draws the bits. The text of each field is in the crate's `explain`.
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
