use crate::conversion::Conversion;
use mali_instancing::Format;

/// An attribute in the elements of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// The attribute, counted from 0.
    pub(crate) attribute: u8,
    /// The alignment of its address in the source, in bytes: a power of two.
    pub(crate) alignment: u8,
    /// Its offset in a record, in bytes.
    pub(crate) packed: u16,
    /// Its offset in an element of the source, in bytes.
    pub(crate) offset: u32,
    /// The format in which the GPU fetches it.
    pub(crate) format: Format,
    pub(crate) conversion: Conversion,
}

/// The offsets of an element that fit the key of a copy.
pub(crate) const KEY_OFFSETS: u64 = 1 << 24;

impl Member {
    /// The end in an element of the source, in bytes.
    pub(crate) const fn end(&self) -> u32 {
        self.offset + self.conversion.source_size()
    }

    /// The end in a record, in bytes.
    pub(crate) const fn packed_end(&self) -> u32 {
        self.packed as u32 + self.conversion.size()
    }

    /// A number that tells what a copy of the group's records has for this attribute: its offset, its size, its
    /// alignment and whether it is converted. The place in the record follows from those of all attributes.
    pub(crate) const fn key(&self) -> u32 {
        let converts = !matches!(self.conversion, Conversion::Copy { .. }) as u32;
        let size = self.conversion.source_size() - 1;
        let alignment = (self.alignment as u32).trailing_zeros();
        self.offset | size << 24 | alignment << 29 | converts << 31
    }
}
