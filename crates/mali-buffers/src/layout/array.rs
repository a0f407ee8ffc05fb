use crate::conversion::FetchFormat;
use crate::draw::AttributeArray;
use crate::types::DataSource;
use mali_instancing::InputRate;

/// An array, and the facts about it that decide which others share its group.
pub(crate) struct BoundArray {
    pub(crate) array: AttributeArray,
    /// The size and the alignment of an element, in bytes.
    pub(crate) size: u32,
    pub(crate) alignment: u32,
    pub(crate) reading: FetchFormat,
    kind: Kind,
}

/// The ways in which arrays may be read. Arrays of different kinds are not in one group, so that an array that must be
/// copied does not take its neighbours with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// In client memory: from a stream.
    Client,
    /// In place or in a copy of the buffer's bytes as they are, if the memory is aligned.
    Direct,
    /// Not at a multiple of its alignment.
    Unaligned,
    /// Converted.
    Converted,
}

impl BoundArray {
    pub(crate) fn new(mut array: AttributeArray) -> Self {
        if array.stride == 0 {
            array.rate = InputRate::Constant;
        }
        let (size, alignment) = (array.format.size(), array.format.alignment());
        let reading = FetchFormat::of(array.format, size);
        let is_aligned = (array.offset | u64::from(array.stride)) & u64::from(alignment - 1) == 0;
        let kind = match array.source {
            DataSource::Client(_) => Kind::Client,
            DataSource::Buffer(_) if !reading.is_direct() => Kind::Converted,
            DataSource::Buffer(_) if is_aligned => Kind::Direct,
            DataSource::Buffer(_) => Kind::Unaligned,
        };
        Self {
            array,
            size,
            alignment,
            reading,
            kind,
        }
    }

    /// Whether the arrays may be in one group, if their elements are near enough to each other.
    pub(crate) fn is_peer_of(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.array.source, it.array.stride, it.array.rate, it.kind);
        key(self) == key(other) && !self.is_alone() && !other.is_alone()
    }

    /// Whether no group can have the array and another one: all elements of a group are within one stride, and their
    /// end is known.
    pub(crate) fn is_alone(&self) -> bool {
        self.size > self.array.stride || self.end().is_none()
    }

    /// Whether all elements of the array are at multiples of their alignment in aligned memory, unconverted.
    pub(crate) fn is_direct(&self) -> bool {
        self.kind == Kind::Direct
    }

    /// Whether a copy of the group's records has a key, which holds few attributes.
    pub(crate) fn needs_key(&self) -> bool {
        matches!(self.kind, Kind::Unaligned | Kind::Converted)
    }

    /// The end of the array's first element; `None` if it does not fit 64 bits.
    pub(crate) fn end(&self) -> Option<u64> {
        self.array.offset.checked_add(self.size.into())
    }
}
