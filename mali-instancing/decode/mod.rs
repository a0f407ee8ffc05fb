//! Decoding: from words to descriptors.
//!
//! [`descriptors`] decodes all words, from front to back:
//!
//! ```
//! use mali_instancing::Arch;
//! use mali_instancing::decode::{Kind, Descriptor, descriptors};
//!
//! let words = [3, 0x8300_0000, 20, 1400, 0, 0, 0, 0];
//! for decoded in descriptors(Arch::V7, Kind::Buffers, &words) {
//!     match decoded?.descriptor {
//!         Descriptor::AttributeBuffer(fields) => assert_eq!(fields.stride, 20),
//!         Descriptor::Empty => {}
//!         other => panic!("{other:?}"),
//!     }
//! }
//! # Ok::<(), mali_instancing::DecodeError>(())
//! ```
//!
//! A driver's table of buffers has gaps that hold old words. [`attributes`] reads as
//! the hardware does: the attributes, and only the descriptors that they name.

// `descriptor.rs` has the results, which know their position. `table.rs` decodes the descriptor that begins at one word
// of a table: its kind and the architecture decide which, by the `decode` functions of `descriptor/`. Two iterators
// choose these words: `descriptors.rs` goes from each descriptor to the next by its length, and `attributes.rs` steps
// through the attributes by a fixed length and follows their indices into the table of buffers.
//
// All positions are those in the whole table: a descriptor with a continuation must have an even number in it.

mod attributes;
mod descriptor;
mod descriptors;
mod table;

pub use attributes::{Attributes, FollowedAttribute, attributes};
pub use descriptor::{Decoded, Descriptor, Kind};
pub use descriptors::{Descriptors, descriptors};
