use crate::conversion::FetchFormat;
use crate::input::Element;
use mali_instancing::Format;

/// An attribute, and its place in what the GPU reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub(crate) element: Element,
    /// The stream, by its number. A vertex or instance ID has none.
    pub(crate) stream: u8,
    /// Its offset in the elements of the stream as the GPU reads them, in bytes.
    pub(crate) at: u32,
}

/// The offsets of an element that fit the key of a copy.
pub(crate) const KEY_OFFSETS: u32 = 1 << 24;

impl Member {
    /// The number of no stream.
    pub(crate) const NO_STREAM: u8 = u8::MAX;

    /// The format and the offset in an element of the binding; `None` if it is of no binding.
    #[inline]
    pub(crate) const fn bound(&self) -> Option<(Format, u32)> {
        match self.element {
            Element::Bound { format, offset, .. } => Some((format, offset)),
            _ => None,
        }
    }

    /// The format that the GPU fetches; `None` for an ID.
    pub(crate) const fn fetched(&self) -> Option<Format> {
        match self.element {
            Element::Bound { format, .. } => Some(FetchFormat::of(format).format),
            Element::Constant(value) => Some(value.format()),
            Element::VertexId | Element::InstanceId => None,
        }
    }
}

/// A number that tells what a copy of a stream's records has for an attribute `offset` bytes after the beginning of an
/// element: that offset, its size, its alignment and whether it is converted. The place in the record follows from those of
/// all attributes.
pub(crate) const fn key(format: Format, offset: u32) -> u32 {
    let converts = !FetchFormat::of(format).is_direct() as u32;
    let alignment = format.alignment().trailing_zeros();
    // 24 bits of the offset, 5 of the size − 1 (32 bytes at most), 2 of the alignment's logarithm (8 bytes at most),
    // and 1 of the conversion.
    offset | (format.size() - 1) << 24 | alignment << 29 | converts << 31
}
