//! Packing: from a pipeline and a draw to the words of the draw's tables.
//!
//! A draw is written in one of two ways:
//!
//! * [`exact`] knows every rule and finds every error. It takes the parts of a draw in the form in which their owner has them, by a trait:
//!   [`given`] are those that an application describes, [`state_parts`] the words of a state.
//! * [`quick`] is the loop of a state on V4 to V7. It leaves each draw that is wrong or rare to `exact`. From V9 on, where
//!   the words of attributes are ready, a state copies them, see [`valhall`] for those that are moved.
//!
//! On V4 to V7, data flows like this. A [`variant`] is a buffer's rate, a padded count and a rounding as words. A state has the
//! six variants of each buffer in its [`record`], and [`head`] has the rules. The numbers of a draw, [`variant::Common`], choose a
//! variant and complete it; with an address, a stride and a size it is a descriptor. [`buffer_indices`] finds its index in
//! the table, which for a state is known from the flags of the records. The [`offset`] of an attribute is found last,
//! from the start of its buffer's elements.
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
pub(super) mod head;
pub(super) mod ids;
pub(super) mod layout;
pub(super) mod offset;
pub(super) mod quick;
pub(super) mod record;
pub(super) mod state_parts;
pub(super) mod valhall;
pub(super) mod variant;
pub(super) mod words;
