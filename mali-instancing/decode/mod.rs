//! From any words to the descriptors that they are.
//!
//! [`descriptors`] reads words from front to back, as if all of them were descriptors:
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
//! A driver's table of buffers has gaps, which hold what was in memory before. [`attributes`] reads as
//! the hardware does: from the attributes to the descriptors that they name, and nothing else.

mod attributes;
mod descriptor;
mod descriptors;
mod table;

pub use attributes::{Attributes, FollowedAttribute, attributes};
pub use descriptor::{Decoded, Descriptor, Kind};
pub use descriptors::{Descriptors, descriptors};
