//! Packing: from a pipeline and a draw to the words of the draw's tables.

pub(super) mod attribute;
pub(super) mod attribute_buffers;
pub(super) mod checked;
pub(super) mod indices;
pub(super) mod layout;
pub(super) mod offset;
pub(super) mod placement;
pub(super) mod plain;
pub(super) mod tables;
pub(super) mod valhall;
pub(super) mod words;
