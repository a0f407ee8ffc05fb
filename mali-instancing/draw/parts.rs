use super::error::DrawError;
use crate::fetch::InputRate;
use crate::format::Format;

/// A buffer of a draw: Vulkan's `VkVertexInputBindingDescription` with its divisor.
///
/// ```
/// use mali_instancing::InputRate;
/// use mali_instancing::draw::VertexBuffer;
///
/// let model = VertexBuffer::new(64, InputRate::instance(3)?).with_size(Some(6400));
/// assert_eq!((model.stride, model.size), (64, Some(6400)));
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct VertexBuffer {
    /// The distance between elements, in bytes.
    pub stride: u32,
    /// The rate that steps from one element to the next.
    pub rate: InputRate,
    /// The size in bytes, of which a draw may bind a smaller range; `None` if the buffer's [`BufferRange`] has the size.
    pub size: Option<u32>,
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
        }
    }

    /// A buffer whose elements are values of a type: the stride is the type's size.
    ///
    /// [`offset_of!`](core::mem::offset_of) has the offset of an attribute that is a field. A type of 4 GiB or more does
    /// not compile.
    ///
    /// ```
    /// use core::mem::offset_of;
    /// use mali_instancing::draw::{VertexAttribute, VertexBuffer};
    /// use mali_instancing::{Format, InputRate};
    ///
    /// #[repr(C)]
    /// struct Vertex {
    ///     position: [f32; 3],
    ///     uv: [f32; 2],
    /// }
    ///
    /// let mesh = VertexBuffer::of::<Vertex>(InputRate::Vertex);
    /// assert_eq!(mesh, VertexBuffer::new(20, InputRate::Vertex));
    /// let uv = VertexAttribute::new(0, Format::R32G32_SFLOAT, offset_of!(Vertex, uv) as u32);
    /// assert_eq!(uv.offset, 12);
    /// ```
    #[must_use]
    pub const fn of<Element>(rate: InputRate) -> Self {
        let stride = const {
            assert!(
                size_of::<Element>() as u64 <= u32::MAX as u64,
                "the size of the element has more than 32 bits"
            );
            size_of::<Element>() as u32
        };
        Self::new(stride, rate)
    }

    /// The same buffer with that `size`, or without one.
    #[must_use]
    pub const fn with_size(mut self, size: Option<u32>) -> Self {
        self.size = size;
        self
    }
}

impl VertexBuffer {
    /// The size of a buffer that a draw binds: the smaller of its own and the range's, so that nothing after the range is
    /// read. `None` if neither has one, which is an error in a draw.
    ///
    /// ```
    /// use mali_instancing::InputRate;
    /// use mali_instancing::draw::{BufferRange, VertexBuffer};
    ///
    /// let mesh = VertexBuffer::new(20, InputRate::Vertex);
    /// assert_eq!(mesh.size_in(&BufferRange::at(0x40)), None);
    /// let mesh = mesh.with_size(Some(1400));
    /// assert_eq!(mesh.size_in(&BufferRange::at(0x40)), Some(1400));
    /// assert_eq!(mesh.size_in(&BufferRange::new(0x40, 64)), Some(64));
    /// ```
    #[must_use]
    #[inline]
    pub const fn size_in(&self, range: &BufferRange) -> Option<u32> {
        match smaller_size(self.size_or_none(), range.size) {
            BufferRange::NO_SIZE => None,
            size => Some(size),
        }
    }

    /// Its own size, or [`BufferRange::NO_SIZE`].
    #[inline]
    pub(super) const fn size_or_none(&self) -> u32 {
        match self.size {
            Some(size) => size,
            None => BufferRange::NO_SIZE,
        }
    }
}

/// The size of a buffer whose pipeline and whose range have these, each of which may be [`BufferRange::NO_SIZE`].
#[inline]
pub(super) const fn smaller_size(of_pipeline: u32, of_range: u32) -> u32 {
    // No size is the largest number.
    if of_range < of_pipeline {
        of_range
    } else {
        of_pipeline
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

/// An attribute of a draw: Vulkan's `VkVertexInputAttributeDescription`. It has these three fields in every version.
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
            // IDs are in no element, and an overlap may be allowed. A buffer that does not exist is an error of the
            // packers.
            _ => {}
        }
        attribute += 1;
    }
    Ok(())
}

/// The memory of a buffer in a draw. Its layout is the same in C, where it is `mali_inst_buffer_range`.
///
/// From V11 on the hardware's sizes have 64 bits. A range has less than 4 GiB on every architecture: a larger buffer
/// is bound from the first element that the draw reads on.
///
/// ```
/// use mali_instancing::draw::BufferRange;
///
/// let range = BufferRange::new(0x1000_0054, 6400);
/// assert_eq!((range.size, range.stride), (6400, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct BufferRange {
    /// The address of its first byte. [`check_ranges`](super::check_ranges()) checks that it is aligned for the attributes in
    /// the buffer; it need not be a multiple of 64, as those in descriptors are.
    pub address: u64,
    /// Its size in bytes, 0 for an empty buffer; [`NO_SIZE`](Self::NO_SIZE) if only the draw's [`VertexBuffer`] has one.
    /// Of two sizes, the descriptor has the smaller.
    pub size: u32,
    /// The distance between its elements in bytes, as in `vkCmdBindVertexBuffers2`. Only used by a pipeline
    /// [`with_bound_strides`](super::Pipeline::with_bound_strides).
    pub stride: u32,
}

impl BufferRange {
    /// The [`size`](Self::size) of a range without one. No buffer has this size: its end would not fit 32 bits.
    pub const NO_SIZE: u32 = u32::MAX;

    /// A buffer at `address`, whose size is in the draw's [`VertexBuffer`].
    ///
    /// ```
    /// use mali_instancing::draw::BufferRange;
    ///
    /// assert_eq!(BufferRange::at(0x40).size, BufferRange::NO_SIZE);
    /// ```
    #[must_use]
    pub const fn at(address: u64) -> Self {
        Self::new(address, Self::NO_SIZE)
    }

    /// A buffer of `size` bytes at `address`.
    #[must_use]
    pub const fn new(address: u64, size: u32) -> Self {
        Self {
            address,
            size,
            stride: 0,
        }
    }

    /// This range with a stride, in bytes.
    ///
    /// ```
    /// use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexBuffer, VertexInputState};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let pipeline = Pipeline::new(Arch::V7).with_bound_strides(true);
    /// let buffers = [VertexBuffer::new(0, InputRate::Vertex)];
    /// let state = VertexInputState::<1, 0>::new(pipeline, &buffers, &[])?;
    /// let range = BufferRange::new(0x1000_0000, 1400).with_stride(20);
    /// let mut words = [0; 12];
    /// state.write(&DrawCounts::any_instances(70), &[range], &mut words)?;
    /// assert_eq!(words[..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    #[must_use]
    pub const fn with_stride(self, stride: u32) -> Self {
        Self { stride, ..self }
    }
}
