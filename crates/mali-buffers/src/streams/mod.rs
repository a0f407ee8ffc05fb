//! The streams of a vertex input: each is memory of one source that a draw reads at one stride and one rate. A binding
//! is one stream, or several if its elements are read in different ways or are far apart. All constants are one stream,
//! and the index buffer is one.
//!
//! A stream has one layout wherever its data lies: what a copy or the ring holds of a buffer is read as in the buffer,
//! or its elements are packed into records everywhere.
//!
//! * `layout` takes bindings and elements, and makes the streams and their members. Other memory for the same elements
//!   changes only `source`, `begin` and `token` of the streams.
//! * `member` has an attribute with its offset in what the GPU reads, and the number by which copies distinguish
//!   attributes.
//! * `stream` measures: the elements that a draw needs, those that a source has, their bytes before and after the
//!   conversion, and the place of a stream in a copy of its buffer.
//! * `records` makes the bytes that the GPU reads of the source's bytes, for a copy and for the ring alike.
//!
//! The planner writes a stream's place into it, with the token for which the place is right: `Stream::UNPLACED` if
//! there is none. `Stream::number` is the index in `InputLayout::streams`, which `Member::stream` has too. A member
//! is in one stream at most, so a state has no more streams than attributes, and a set of streams fits the bits of a
//! `u32`.

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
