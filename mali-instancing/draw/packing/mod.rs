//! Packing: from a pipeline and a draw to the words of the draw's tables.

pub(super) mod alignment;
pub(super) mod any;
pub(super) mod attribute;
pub(super) mod buffer_indices;
pub(super) mod head;
pub(super) mod ids;
pub(super) mod layout;
pub(super) mod offset;
pub(super) mod state_packer;
pub(super) mod state_parts;
pub(super) mod template;
pub(super) mod valhall;
pub(super) mod words;
