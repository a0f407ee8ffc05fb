use super::error::DrawError;
use crate::fetch::InputRate;
use crate::format::Format;

/// A buffer of a draw: Vulkan's `VkVertexInputBindingDescription` with its divisor.
///
/// ```
/// use mali_instancing::InputRate;
/// use mali_instancing::draw::VertexBuffer;
///
/// let model = VertexBuffer { size: Some(6400), ..VertexBuffer::new(64, InputRate::instance(3)?) };
/// assert_eq!((model.stride, model.size), (64, Some(6400)));
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct VertexBuffer {
    /// The distance between elements, in bytes.
    pub stride: u32,
    /// The rate that steps from one element to the next.
    pub rate: InputRate,
    /// The size in bytes; `None` if the size is only known when the buffer is bound. The buffer's
    /// [`BufferRange`] must have it then.
    pub size: Option<u32>,
    /// The element that the buffer begins with: 0, unless it is a copy of part of another buffer. The
    /// draw must not read the elements before it.
    pub first_element: u32,
}

impl VertexBuffer {
    /// A buffer whose size is given when it is bound.
    ///
    /// ```
    /// use mali_instancing::InputRate;
    /// use mali_instancing::draw::VertexBuffer;
    ///
    /// assert_eq!(VertexBuffer::new(20, InputRate::Vertex).size, None);
    /// ```
    #[must_use]
    pub const fn new(stride: u32, rate: InputRate) -> Self {
        Self {
            stride,
            rate,
            size: None,
            first_element: 0,
        }
    }
}

/// The source of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum AttributeSource {
    /// A buffer of the draw, counted from 0.
    Buffer(usize),
    /// The vertex's number, taken to be counted from 0 whatever the offset start: a shader adds the first vertex
    /// itself to get GL's `gl_VertexID`. V4 and V5 only.
    ///
    /// So does Mesa's driver. Whether the hardware adds the offset start,
    /// [only a chip can say](crate::guide::certainty#what-only-a-chip-can-say).
    VertexId,
    /// The instance's number, from 0: GL's `gl_InstanceID`. V4 and V5 only.
    InstanceId,
}

/// An attribute of a draw: Vulkan's `VkVertexInputAttributeDescription`.
///
/// ```
/// use mali_instancing::Format;
/// use mali_instancing::draw::{AttributeSource, VertexAttribute};
///
/// let uv = VertexAttribute::new(0, Format::R16G16_UNORM, 12);
/// assert_eq!(uv.source, AttributeSource::Buffer(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct VertexAttribute {
    /// The source of its value.
    pub source: AttributeSource,
    /// The format of its bytes.
    pub format: Format,
    /// Its offset in the element, in bytes.
    pub offset: u32,
}

impl VertexAttribute {
    /// The vertex's number as an attribute on V4 and V5: [`AttributeSource::VertexId`].
    pub const VERTEX_ID: Self = Self {
        source: AttributeSource::VertexId,
        format: Format::R32_UINT,
        offset: 0,
    };

    /// The instance's number as an attribute on V4 and V5: [`AttributeSource::InstanceId`].
    pub const INSTANCE_ID: Self = Self {
        source: AttributeSource::InstanceId,
        format: Format::R32_UINT,
        offset: 0,
    };

    /// An attribute of buffer `buffer`, counted from 0.
    ///
    /// ```
    /// use mali_instancing::Format;
    /// use mali_instancing::draw::VertexAttribute;
    ///
    /// assert_eq!(VertexAttribute::new(0, Format::R32_SFLOAT, 8).offset, 8);
    /// ```
    #[must_use]
    pub const fn new(buffer: usize, format: Format, offset: u32) -> Self {
        Self {
            source: AttributeSource::Buffer(buffer),
            format,
            offset,
        }
    }
}

/// Checks that each attribute ends within its buffer's element, unless the attribute's value in `overlap` is true: it
/// may then reach into the next element. Attributes after the end of `overlap` may not.
///
/// An overlap is most often a mistake, but APIs allow it, so [`VertexInput::new`](super::VertexInput::new) and
/// [`write()`](super::write()) do not check it. With a stride of 0 there is only one element, and every
/// attribute is within it.
///
/// # Errors
///
/// [`DrawError::AttributeExceedsStride`] for the first attribute that reaches into the next element.
///
/// ```
/// use mali_instancing::draw::{VertexAttribute, VertexBuffer, check_overlap};
/// use mali_instancing::{Format, InputRate};
///
/// let buffers = [VertexBuffer::new(15, InputRate::Vertex)];
/// let uv = [VertexAttribute::new(0, Format::R16G16_UNORM, 12)];
/// assert!(check_overlap(&buffers, &uv, &[]).is_err());
/// assert!(check_overlap(&buffers, &uv, &[true]).is_ok());
/// ```
pub const fn check_overlap(
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    overlap: &[bool],
) -> Result<(), DrawError> {
    // Called once: in a constant, each call takes longer than everything else in this function.
    let [buffer_count, attribute_count, overlap_count] =
        [buffers.len(), attributes.len(), overlap.len()];
    let mut attribute = 0;
    while attribute < attribute_count {
        let VertexAttribute {
            source,
            format,
            offset,
        } = attributes[attribute];
        let may_overlap = attribute < overlap_count && overlap[attribute];
        match source {
            AttributeSource::Buffer(buffer) if buffer < buffer_count && !may_overlap => {
                let end = offset as u64 + format.size() as u64;
                let stride = buffers[buffer].stride;
                if stride != 0 && end > stride as u64 {
                    return Err(DrawError::AttributeExceedsStride {
                        attribute,
                        end,
                        stride,
                    });
                }
            }
            _ => {}
        }
        attribute += 1;
    }
    Ok(())
}

/// The address of a buffer, with its size and its stride if they are bound with it.
///
/// ```
/// use mali_instancing::draw::BufferRange;
///
/// let range = BufferRange::new(0x1000_0054, 6400);
/// assert_eq!(range.size, Some(6400));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BufferRange {
    /// The address of its first byte, of any alignment.
    pub address: u64,
    /// Its size in bytes; `None` for the size in the draw's [`VertexBuffer`].
    pub size: Option<u32>,
    /// The distance between its elements in bytes, if it is bound with the buffer, as in
    /// `vkCmdBindVertexBuffers2`; `None` for the stride in the draw's [`VertexBuffer`].
    pub stride: Option<u32>,
}

/// The size of a buffer: its range's, or else its own.
#[inline]
pub(super) fn size_of_buffer(
    number: usize,
    range: &BufferRange,
    size: Option<u32>,
) -> Result<u32, DrawError> {
    match range.size {
        Some(size) => Ok(size),
        None => known_size(number, size),
    }
}

/// The value unchanged. Without this function, the compiler would select between two addresses to load it from.
#[cold]
#[inline(never)]
const fn seldom(value: u32) -> u32 {
    value
}

/// A function of its own, so that the compiler does not select between two addresses to load from.
#[cold]
fn known_size(buffer: usize, size: Option<u32>) -> Result<u32, DrawError> {
    size.ok_or(DrawError::MissingBufferSize { buffer })
}

impl BufferRange {
    /// A buffer at `address`, with the size and the stride that its [`VertexBuffer`] has.
    ///
    /// ```
    /// use mali_instancing::draw::BufferRange;
    ///
    /// assert_eq!(BufferRange::at(0x40).size, None);
    /// ```
    #[must_use]
    pub const fn at(address: u64) -> Self {
        Self {
            address,
            size: None,
            stride: None,
        }
    }

    /// The distance between elements: the range's, or else `stride`, the buffer's.
    #[inline]
    pub(super) const fn stride_or(&self, stride: u32) -> u32 {
        match self.stride {
            Some(bound) => seldom(bound),
            None => stride,
        }
    }

    /// A buffer of `size` bytes at `address`, with the stride that its [`VertexBuffer`] has.
    #[must_use]
    pub const fn new(address: u64, size: u32) -> Self {
        Self {
            size: Some(size),
            ..Self::at(address)
        }
    }
}
