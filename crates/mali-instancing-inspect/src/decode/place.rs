//! The parts of a table of buffers.

use mali_instancing::decode::Decoded;

/// A part of the table of buffers.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) word: usize,
    pub(super) length: usize,
    /// The numbers of the attributes that name it.
    pub(super) readers: Vec<usize>,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Descriptor(Decoded),
    /// An attribute names it, and it is no descriptor.
    Refused,
    NotRead,
    /// The descriptor that V6 and V7 read behind the last.
    NullTerminator,
}

impl Content {
    /// What it is in everything that a machine reads.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Descriptor(_) => "descriptor",
            Self::Refused => "not-decoded",
            Self::NotRead => "not-read",
            Self::NullTerminator => "null-terminator",
        }
    }
}
