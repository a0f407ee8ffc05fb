use super::call::DrawCall;
use super::error::DrawError;
use crate::arch::Arch;
use crate::descriptor::{
    Attribute, AttributeBuffer, AttributeFields, Buffer, BufferAddress, InstanceId,
    ValhallAttribute, ValhallAttributeFields, ValhallFetchMode, VertexId,
};
use crate::dispatch::Dispatch;
use crate::divisor::Rounding;
use crate::fetch::{FetchMode, InputRate};
use crate::format::Format;
use crate::tables;

/// A buffer of a draw: Vulkan's `VkVertexInputBindingDescription` with its divisor.
///
/// ```
/// use mali_instancing::InputRate;
/// use mali_instancing::draw::VertexBuffer;
///
/// let model = VertexBuffer::new(64, InputRate::instance(3)?).with_size(6400);
/// assert_eq!((model.stride, model.size), (64, 6400));
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct VertexBuffer {
    /// The distance between elements, in bytes.
    pub stride: u32,
    /// What steps from one element to the next.
    pub rate: InputRate,
    /// The size in bytes, where it is known before the buffer is bound.
    pub size: u32,
}

impl VertexBuffer {
    /// A buffer whose size is given when it is bound.
    ///
    /// ```
    /// use mali_instancing::InputRate;
    /// use mali_instancing::draw::VertexBuffer;
    ///
    /// assert_eq!(VertexBuffer::new(20, InputRate::Vertex).size, 0);
    /// ```
    #[must_use]
    pub const fn new(stride: u32, rate: InputRate) -> Self {
        Self {
            stride,
            rate,
            size: 0,
        }
    }

    /// This buffer, of `size` bytes.
    ///
    /// ```
    /// use mali_instancing::InputRate;
    /// use mali_instancing::draw::VertexBuffer;
    ///
    /// assert_eq!(VertexBuffer::new(20, InputRate::Vertex).with_size(1400).size, 1400);
    /// ```
    #[must_use]
    pub const fn with_size(mut self, size: u32) -> Self {
        self.size = size;
        self
    }
}

/// Where an attribute's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Source {
    /// A buffer of the draw, counted from 0.
    Buffer(usize),
    /// The vertex's number, offset start included: GL's `gl_VertexID`. V4 and V5 only.
    VertexId,
    /// The instance's number, from 0: GL's `gl_InstanceID`. V4 and V5 only.
    InstanceId,
}

/// An attribute of a draw: Vulkan's `VkVertexInputAttributeDescription`.
///
/// ```
/// use mali_instancing::Format;
/// use mali_instancing::draw::{Source, VertexAttribute};
///
/// let uv = VertexAttribute::new(0, Format::R16G16_UNORM, 12);
/// assert_eq!(uv.source, Source::Buffer(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct VertexAttribute {
    /// Where its value comes from.
    pub source: Source,
    /// What its bytes mean.
    pub format: Format,
    /// Where it begins in its element, in bytes.
    pub offset: u32,
}

impl VertexAttribute {
    /// The vertex's number, as V4 and V5 hand it to a shader.
    pub const VERTEX_ID: Self = Self {
        source: Source::VertexId,
        format: Format::R32_UINT,
        offset: 0,
    };

    /// The instance's number, as V4 and V5 hand it to a shader.
    pub const INSTANCE_ID: Self = Self {
        source: Source::InstanceId,
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
            source: Source::Buffer(buffer),
            format,
            offset,
        }
    }

    /// Checks that the attribute ends within its element. APIs allow it not to; it is more often a
    /// mistake. `attribute` is its number, for the error. A stride of 0 is one element for all, and
    /// any attribute is within it.
    ///
    /// # Errors
    ///
    /// [`DrawError::PastStride`].
    ///
    /// ```
    /// use mali_instancing::Format;
    /// use mali_instancing::draw::VertexAttribute;
    ///
    /// let uv = VertexAttribute::new(0, Format::R16G16_UNORM, 12);
    /// assert!(uv.check_within(16, 1).is_ok());
    /// assert!(uv.check_within(15, 1).is_err());
    /// ```
    pub const fn check_within(&self, stride: u32, attribute: usize) -> Result<(), DrawError> {
        let end = self.offset as u64 + self.format.size() as u64;
        if stride != 0 && end > stride as u64 {
            return Err(DrawError::PastStride {
                attribute,
                end,
                stride,
            });
        }
        Ok(())
    }
}

/// Where a buffer is.
///
/// ```
/// use mali_instancing::draw::BufferRange;
///
/// let range = BufferRange::at(0x1000_0054).with_size(6400);
/// assert_eq!(range.size, Some(6400));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BufferRange {
    /// Its first byte, of any alignment.
    pub address: u64,
    /// Its size in bytes; `None` where the draw's [`VertexBuffer`] has it.
    pub size: Option<u32>,
}

impl BufferRange {
    /// A buffer at `address`, of the size that its [`VertexBuffer`] has.
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
        }
    }

    /// This buffer, of `size` bytes.
    ///
    /// ```
    /// use mali_instancing::draw::BufferRange;
    ///
    /// assert_eq!(BufferRange::at(0x40).with_size(12).size, Some(12));
    /// ```
    #[must_use]
    pub const fn with_size(mut self, size: u32) -> Self {
        self.size = Some(size);
        self
    }
}

impl BufferRange {
    /// By how many bytes it begins behind the address that its record can hold.
    pub(super) const fn remainder(self, arch: Arch) -> u32 {
        if arch.has_attribute_buffers() {
            (self.address % BufferAddress::ALIGNMENT) as u32
        } else {
            0
        }
    }
}

/// Which records a draw's table of buffers has besides the buffers' own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Layout {
    arch: Arch,
    buffers: usize,
    vertex_id: bool,
    instance_id: bool,
}

pub(super) const BUFFER_WORDS: usize = 8;
const RECORD_WORDS: usize = 4;

impl Layout {
    pub(super) const fn new(
        arch: Arch,
        buffers: usize,
        attributes: &[VertexAttribute],
    ) -> Result<Self, DrawError> {
        let mut layout = Self {
            arch,
            buffers,
            vertex_id: false,
            instance_id: false,
        };
        let mut attribute = 0;
        while attribute < attributes.len() {
            match attributes[attribute].source {
                Source::Buffer(buffer) if buffer >= buffers => {
                    return Err(DrawError::UnknownBuffer {
                        attribute,
                        buffer,
                        buffers,
                    });
                }
                Source::Buffer(_) => {}
                Source::VertexId | Source::InstanceId if !arch.has_built_in_id_records() => {
                    return Err(DrawError::BuiltInId { attribute, arch });
                }
                Source::VertexId => layout.vertex_id = true,
                Source::InstanceId => layout.instance_id = true,
            }
            attribute += 1;
        }
        let maximum = layout.most_buffers();
        if buffers > maximum {
            return Err(DrawError::TooManyBuffers { buffers, maximum });
        }
        Ok(layout)
    }

    /// As many as an attribute's index can name, with the vertex and instance ID behind them.
    const fn most_buffers(self) -> usize {
        if self.arch.has_attribute_buffers() {
            let records = Attribute::MAX_BUFFER_INDEX as usize + 1;
            (records - self.vertex_id as usize - self.instance_id as usize) / 2
        } else {
            // As many as a slice of the table's words can have.
            isize::MAX as usize / size_of::<[u32; BUFFER_WORDS]>()
        }
    }

    /// The length of the table of buffers, in words.
    pub(super) const fn buffer_table_words(self) -> usize {
        self.buffers * BUFFER_WORDS + self.more_words()
    }

    /// The length of what stands behind the buffers' own records, in words.
    pub(super) const fn more_words(self) -> usize {
        let closing_record = matches!(self.arch, Arch::V6 | Arch::V7);
        let records = self.vertex_id as usize + self.instance_id as usize + closing_record as usize;
        records * RECORD_WORDS
    }

    /// The buffer index of an attribute.
    const fn buffer_index(self, source: Source) -> u32 {
        let index = match source {
            Source::Buffer(buffer) if !self.arch.has_attribute_buffers() => buffer,
            Source::Buffer(buffer) => 2 * buffer,
            Source::VertexId => 2 * self.buffers,
            Source::InstanceId => 2 * self.buffers + self.vertex_id as usize,
        };
        index as u32
    }

    /// The records behind the buffers' own, of which there are two at most; unused ones are zeros,
    /// as is the closing one.
    pub(super) const fn more_records(
        self,
        call: &DrawCall,
        dispatch: Dispatch,
    ) -> [[u32; RECORD_WORDS]; 2] {
        let mut records = [[0; RECORD_WORDS]; 2];
        if self.vertex_id {
            records[0] = VertexId::new(dispatch).words();
        }
        if self.instance_id {
            records[self.vertex_id as usize] = InstanceId::new(dispatch, call.rounding).words();
        }
        records
    }
}

/// The words of a buffer that begins at address 0.
pub(super) const fn buffer_words(
    call: &DrawCall,
    dispatch: Dispatch,
    number: usize,
    buffer: &VertexBuffer,
) -> Result<[u32; BUFFER_WORDS], DrawError> {
    if !call.arch.has_attribute_buffers() {
        return Ok(Buffer::new(0, buffer.size).words());
    }
    let mode = match call.rounding {
        Rounding::RoundDown => tables::fetch_mode(dispatch, buffer.rate),
        Rounding::Nearest => FetchMode::new(dispatch, buffer.rate, Rounding::Nearest),
    };
    match mode {
        Ok(mode) => {
            let address = BufferAddress::NULL;
            Ok(AttributeBuffer::new(mode, address, buffer.stride, buffer.size).words())
        }
        Err(error) => Err(DrawError::Buffer {
            buffer: number,
            error,
        }),
    }
}

/// Moves a buffer's words to where the buffer is.
pub(super) const fn place_buffer(
    arch: Arch,
    number: usize,
    words: &mut [u32; BUFFER_WORDS],
    range: BufferRange,
) -> Result<(), DrawError> {
    let size_word = if arch.has_attribute_buffers() { 3 } else { 1 };
    let size = match range.size {
        Some(size) => size,
        None => words[size_word],
    };
    if !arch.has_attribute_buffers() {
        *words = Buffer::new(range.address, size).words();
        return Ok(());
    }
    let (base, remainder) = match BufferAddress::split(range.address) {
        Ok(split) => split,
        Err(error) => {
            return Err(DrawError::Buffer {
                buffer: number,
                error,
            });
        }
    };
    let Some(size) = size.checked_add(remainder) else {
        return Err(DrawError::BufferSize {
            buffer: number,
            size,
            remainder,
        });
    };
    *words = AttributeBuffer::from_words(*words)
        .with_address(base)
        .with_size(size)
        .words();
    Ok(())
}

/// The words of an attribute whose buffer begins at an aligned address; the architecture says how
/// many of them there are.
pub(super) const fn attribute_words(
    call: &DrawCall,
    dispatch: Dispatch,
    layout: Layout,
    number: usize,
    attribute: &VertexAttribute,
    buffers: &[VertexBuffer],
) -> Result<[u32; 8], DrawError> {
    let VertexAttribute {
        source,
        format,
        offset,
    } = *attribute;
    let arch = call.arch;
    let Some(hardware_format) = format.hardware(arch) else {
        return Err(DrawError::Format {
            attribute: number,
            format,
            arch,
        });
    };
    if matches!(source, Source::InstanceId) && !dispatch.is_instanced() && call.vertices > 1 << 31 {
        return Err(DrawError::InstanceId {
            attribute: number,
            vertices: call.vertices,
        });
    }
    let buffer = match source {
        Source::Buffer(buffer) if buffer < buffers.len() => Some(buffers[buffer]),
        _ => None,
    };
    let offset = match buffer {
        Some(buffer) => offset as i64 + shift_of_elements(call, dispatch, buffer),
        None => offset as i64,
    };
    let Ok(offset) = checked_offset(number, offset) else {
        return Err(DrawError::Offset {
            attribute: number,
            offset,
        });
    };
    let packed = match buffer {
        Some(buffer) if !arch.has_attribute_buffers() => {
            let fields = ValhallAttributeFields {
                mode: ValhallFetchMode::new(buffer.rate, call.rounding),
                format: hardware_format,
                table: call.table,
                offset,
                buffer_index: layout.buffer_index(source),
                stride: buffer.stride,
            };
            match ValhallAttribute::new(fields) {
                Ok(attribute) => Ok(attribute.words()),
                Err(error) => Err(error),
            }
        }
        _ => {
            let fields = AttributeFields {
                buffer_index: layout.buffer_index(source),
                offset_enable: !matches!(source, Source::InstanceId),
                format: hardware_format,
                offset,
            };
            match Attribute::new(fields) {
                Ok(attribute) => {
                    let [first, second] = attribute.words();
                    Ok([first, second, 0, 0, 0, 0, 0, 0])
                }
                Err(error) => Err(error),
            }
        }
    };
    match packed {
        Ok(words) => Ok(words),
        Err(error) => Err(DrawError::Draw(error)),
    }
}

/// How far the elements that an attribute's index names must be shifted, in bytes.
///
/// The first instance is an element of its own, whatever the divisor. The offset start is added to
/// every index on V4 to V7, also to those that step per instance, where it has no place.
const fn shift_of_elements(call: &DrawCall, dispatch: Dispatch, buffer: VertexBuffer) -> i64 {
    let stride = buffer.stride as i64;
    let first_instance = call.first_instance as i64;
    match buffer.rate {
        InputRate::Vertex => 0,
        InputRate::Constant => first_instance.saturating_mul(stride),
        InputRate::Instance { .. } => {
            let shift = first_instance.saturating_mul(stride);
            if call.arch.has_attribute_buffers() && dispatch.is_instanced() {
                shift.saturating_sub((call.offset_start as i64).saturating_mul(stride))
            } else {
                shift
            }
        }
    }
}

const fn checked_offset(attribute: usize, offset: i64) -> Result<i32, DrawError> {
    if offset < i32::MIN as i64 || offset > i32::MAX as i64 {
        return Err(DrawError::Offset { attribute, offset });
    }
    Ok(offset as i32)
}

/// Adds to an attribute's offset.
pub(super) fn add_to_offset(
    arch: Arch,
    number: usize,
    words: &mut [u32],
    remainder: u32,
) -> Result<(), DrawError> {
    let word = if arch.has_attribute_buffers() { 1 } else { 2 };
    if let Some(offset) = words.get_mut(word) {
        let sum = i64::from(offset.cast_signed()) + i64::from(remainder);
        *offset = checked_offset(number, sum)?.cast_unsigned();
    }
    Ok(())
}
