//! The reference model: what the hardware does with the words.
//!
//! A second opinion on everything that the rest of the crate packs, and something to compare a chip
//! with. It shares no code with the packers and decoders, reads words only, takes the bits out
//! itself, and divides by plain shifting, multiplying and `%` as the hardware is documented to.
//!
//! Where it is not known what the hardware does, the model does not know it either, and returns `None`.
//!
//! Facts: Mesa's documentation of Panfrost, "Instancing"; Mesa's genxml.

mod attribute_unit;
mod dispatcher;
mod pixel_format;
mod varying_store;
mod vertex_fetch;
mod vertex_packet;

pub use attribute_unit::{element_index, element_offset};
pub use dispatcher::{Thread, thread};
pub use varying_store::{MemoryMut, Stored, store};
pub use vertex_fetch::{Access, Fetched, Memory, fetch, fetch_valhall, locate, locate_valhall};
pub use vertex_packet::{fetch_packet, store_packet};
