//! A reference model of the hardware, which executes the words.
//!
//! It is an independent check of the words that the rest of the crate packs, and a chip can be compared
//! with it. It shares no code with the packers and decoders, reads only words, extracts the bits
//! itself, and divides by plain shifting, multiplying and `%`, as the documentation of the hardware describes.
//!
//! For words whose effect in the hardware is not known, the model returns `None`. Where drivers rely on an effect that no
//! text documents, the model does what they rely on: [what is certain](crate::guide::certainty) lists these places.
//!
//! Facts: Mesa's documentation of Panfrost, "Instancing"; Mesa's genxml.

// `dispatcher.rs` goes from a linear id to the vertex and the instance, `attribute_unit.rs` from a linear id to the
// index of an element. `vertex_fetch.rs` puts the index, an attribute and its buffer together: `locate` finds the bytes
// as addresses, `fetch` reads them. `varying_store.rs` writes and reads varyings of V4 to V7 through the same
// descriptors, `vertex_packet.rs` those of V9 and later, which lie in a packet. `pixel_format.rs` has the sizes and
// alignments of formats by their fields.

mod attribute_unit;
mod dispatcher;
mod pixel_format;
mod varying_store;
mod vertex_fetch;
mod vertex_packet;

pub use attribute_unit::{element_index, element_offset};
pub use dispatcher::{Thread, thread};
pub use varying_store::{MemoryMut, Stored, load, store};
pub use vertex_fetch::{Access, Fetched, Memory, fetch, fetch_valhall, locate, locate_valhall};
pub use vertex_packet::{fetch_packet, store_packet};
