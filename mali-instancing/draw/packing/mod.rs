//! Packing: from a pipeline and a draw to the words of the draw's tables.
//!
//! A draw is written in one of two ways:
//!
//! * [`exact`] knows every rule and finds every error. It takes the parts of a draw in the form in which their owner has
//!   them, by a trait: [`given`] are those that an application describes, and a [`state`] has words.
//! * The quick way of a [`state`] leaves each draw that is wrong or rare to `exact`.
//!
//! On V4 to V7, data flows like this. A [`variant`] is a buffer's rate, a padded count and a rounding as words; a state has
//! the six variants of each buffer ready. The numbers of a draw, [`variant::Common`], choose a variant and complete it; with
//! an address, a stride and a size it is a descriptor. [`buffer_indices`] finds its index in the table, which for a state
//! is known from the flags of its records. The [`offset`] of an attribute is found last, from the start of its buffer's
//! elements. From V9 on, attributes say how an element is found, see [`valhall`].
//!
//! [`attribute`] checks and packs attributes, [`alignment`] checks what their formats require of buffers, [`layout`] has the
//! lengths of tables, and [`ids`] what comes after the buffers.
//!
//! A constant of a whole draw, [`VertexInput`](super::VertexInput), makes its descriptors with the same functions and copies
//! them at each draw.

pub(super) mod alignment;
pub(super) mod attribute;
pub(super) mod buffer_indices;
pub(super) mod exact;
pub(super) mod given;
pub(super) mod ids;
pub(super) mod layout;
pub(super) mod offset;
pub(super) mod state;
pub(super) mod valhall;
pub(super) mod variant;
pub(super) mod words;
