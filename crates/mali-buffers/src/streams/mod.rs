//! The streams of a vertex input: each is memory of one source that a draw reads at one stride and one rate. A binding is
//! one stream, or several if its elements are read in different ways or are far apart. All constants are one stream, and
//! the index buffer is one.
//!
//! A stream has one layout wherever its data lies: what a copy or the ring holds of a buffer is read as in the buffer, or
//! its elements are packed into records everywhere.

mod layout;
mod member;
mod records;
mod stream;

pub(crate) use layout::{Bound, InputLayout};
pub(crate) use member::Member;
pub(crate) use stream::{Content, Extent, Place, Source, Stream};

/// The largest number of attributes if the caller chooses none, which is GL's minimum for `GL_MAX_VERTEX_ATTRIBS`.
pub(crate) const MAX_ATTRIBUTES: usize = 16;

/// The largest number that the caller may choose.
const MOST_ATTRIBUTES: usize = 32;

/// Checks the number that a caller has chosen, at compile time.
pub(crate) const fn assert_is_allowed(attributes: usize) {
    assert!(
        attributes <= MOST_ATTRIBUTES,
        "at most 32 attributes are allowed"
    );
}
