//! The words of a draw's tables.

use crate::check::state::ReadAttribute;
use crate::descriptor::{Attribute, AttributeFields};

/// The words of a descriptor of the table of buffers.
pub(super) const DESCRIPTOR_WORDS: usize = 4;

/// The fields of an attribute's two words.
pub(super) fn fields(read: ReadAttribute<'_>) -> AttributeFields {
    Attribute::decode(read.words.first_chunk().copied().unwrap_or_default())
}
