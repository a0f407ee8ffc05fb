//! From any words to the records that they are.
//!
//! [`records`] reads words from front to back, as if all of them were records:
//!
//! ```
//! use mali_instancing::Arch;
//! use mali_instancing::decode::{Kind, Record, records};
//!
//! let words = [3, 0x8300_0000, 20, 1400, 0, 0, 0, 0];
//! for decoded in records(Arch::V7, Kind::Buffers, &words) {
//!     match decoded?.record {
//!         Record::AttributeBuffer(fields) => assert_eq!(fields.stride, 20),
//!         Record::Empty => {}
//!         other => panic!("{other:?}"),
//!     }
//! }
//! # Ok::<(), mali_instancing::DecodeError>(())
//! ```
//!
//! A driver's table of buffers has gaps, in which stands what was in memory before. [`attributes`] reads as
//! the hardware does: from the attributes to the records that they name, and nothing else.

mod attributes;
mod record;
mod records;
mod table;

pub use attributes::{Attributes, FollowedAttribute, attributes};
pub use record::{Decoded, Kind, Record};
pub use records::{Records, records};
