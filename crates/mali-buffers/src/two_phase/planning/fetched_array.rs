use super::data_copy::Contents;
use crate::conversion::{Conversion, FetchFormat, element_alignment};
use crate::draw::AttributeArray;
use crate::planning::{Decision, Obstacle};
use crate::two_phase::MemoryRef;
use crate::two_phase::memory::Buffer;
use core::num::NonZeroU64;
use mali_instancing::descriptor::BufferAddress;
use mali_instancing::draw::DrawCall;
use mali_instancing::{Format, InputRate};

/// The largest size that a descriptor can hold for any address: the descriptor of an unaligned buffer begins before the
/// buffer.
pub(crate) const MAX_SIZE: u32 = u32::MAX - (BufferAddress::ALIGNMENT as u32 - 1);

/// The largest offset that a descriptor can hold for any address of its buffer.
const MAX_OFFSET: u64 = i32::MAX as u64 - (BufferAddress::ALIGNMENT - 1);

/// The largest distance by which a descriptor's offset can be below 0, in bytes.
const REACH: u64 = 1 << 31;

/// The size and the alignment of an array's elements, kept because they take long to compute from a format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementLayout {
    /// The size of one, in bytes.
    size: u8,
    /// The alignment of its address, in bytes: a power of two.
    alignment: u8,
}

impl ElementLayout {
    pub(crate) const NONE: Self = Self {
        size: 1,
        alignment: 1,
    };

    /// An element has at most four components of eight bytes.
    pub(crate) const fn of(format: Format) -> Self {
        Self {
            size: format.size() as u8,
            alignment: element_alignment(format) as u8,
        }
    }
}

/// An array, and the facts about it that depend neither on the draw nor on the buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FetchedArray {
    pub(crate) array: AttributeArray,
    /// The size of an element, in bytes.
    pub(crate) size: u32,
    pub(crate) reading: FetchFormat,
    /// The alignment of an element's address, in bytes: a power of two.
    alignment: u32,
}

impl FetchedArray {
    #[inline]
    pub(crate) const fn new(mut array: AttributeArray, elements: ElementLayout) -> Self {
        if array.stride == 0 {
            array.rate = InputRate::Constant;
        }
        let size = elements.size as u32;
        Self {
            array,
            size,
            reading: FetchFormat::of(array.format, size),
            alignment: elements.alignment as u32,
        }
    }

    /// The alignment of a converted element's address, in bytes.
    #[inline]
    pub(crate) const fn converted_alignment(&self) -> u32 {
        if self.reading.is_direct() {
            self.alignment
        } else {
            element_alignment(self.reading.format)
        }
    }

    /// The reason why the array cannot be read in place.
    pub(crate) fn obstacle(&self, buffer: &Buffer) -> Option<Obstacle> {
        let Some(address) = buffer.address() else {
            return Some(Obstacle::NotMapped);
        };
        if !self.reading.is_direct() {
            return Some(Obstacle::Format);
        }
        let first = address.wrapping_add(self.array.offset);
        (!self.stays_aligned(first, self.array.stride)).then_some(Obstacle::Unaligned)
    }

    /// The memory in which the array can be read without a write before the draw: its own buffer, or an existing copy.
    pub(crate) fn found(&self, buffer: &Buffer) -> Option<FoundArray> {
        let Some(obstacle) = self.obstacle(buffer) else {
            return Some(FoundArray {
                memory: buffer.memory()?,
                stride: self.array.stride,
                element_size: self.size,
                size: buffer.size(),
                offset: self.array.offset,
                decision: Decision::InPlace,
            });
        };
        let (size, contents) = self.whole(buffer.size())?;
        let copy = buffer.copies.find(contents.copy_key()?)?;
        let decision = Decision::CopyFound { obstacle };
        Some(self.in_copy(MemoryRef::Copy(copy), size, decision))
    }

    /// The same memory, with the part of it that a descriptor covers for any vertices; `None` if a descriptor for this
    /// array depends on the draw, or if something must be written before the draw. If all arrays are found whole, a
    /// draw needs no plan, and the vertices that its indices name need not be known.
    #[inline]
    pub(crate) fn found_whole(&self, buffer: &Buffer) -> Option<(FoundArray, Part)> {
        let found = self.found(buffer)?;
        let whole = found.whole()?;
        Some((found, whole))
    }

    /// Whether the GPU could read the array in a copy of the buffer's bytes as they are.
    fn is_readable_unchanged(&self) -> bool {
        self.reading.is_direct() && self.stays_aligned(self.array.offset, self.array.stride)
    }

    /// The array in a copy of its whole buffer.
    pub(crate) fn in_copy(&self, memory: MemoryRef, size: u64, decision: Decision) -> FoundArray {
        if self.is_readable_unchanged() {
            return FoundArray {
                memory,
                stride: self.array.stride,
                element_size: self.size,
                size,
                offset: self.array.offset,
                decision,
            };
        }
        let element_size = self.reading.conversion.size();
        let (first, stride) = match NonZeroU64::new(self.array.stride.into()) {
            Some(stride) => (self.array.offset / stride, element_size),
            None => (0, 0),
        };
        FoundArray {
            memory,
            stride,
            element_size,
            size,
            offset: first.saturating_mul(element_size.into()),
            decision,
        }
    }

    /// The size and the contents of a copy of the whole buffer; `None` if it has more elements than can be copied at
    /// once. All arrays that the GPU could read unchanged share one copy of the bytes as they are.
    pub(crate) fn whole(&self, buffer_size: u64) -> Option<(u64, Contents)> {
        if self.is_readable_unchanged() {
            let size = u32::try_from(buffer_size).ok().filter(|&size| size > 0)?;
            let contents = Contents::Elements {
                source: self.array.source,
                offset: 0,
                source_stride: 0,
                conversion: Conversion::Copy { size },
                stride: 0,
                elements: 1,
                is_gathered: false,
            };
            return Some((buffer_size, contents));
        }
        let (offset, stride) = (self.array.offset, u64::from(self.array.stride));
        let phase = offset.checked_rem(stride).unwrap_or(offset);
        let last = buffer_size
            .checked_sub(phase)?
            .checked_sub(self.size.into())?;
        let elements = last.checked_div(stride).unwrap_or(0) + 1;
        let conversion = self.reading.conversion;
        let contents = Contents::Elements {
            source: self.array.source,
            offset: u32::try_from(phase).ok()?.into(),
            source_stride: self.array.stride,
            conversion,
            stride: conversion.size(),
            elements: elements.try_into().ok()?,
            is_gathered: false,
        };
        Some((elements * u64::from(conversion.size()), contents))
    }

    /// Whether elements with this stride are aligned from byte `offset` of aligned memory on.
    pub(crate) fn stays_aligned(&self, offset: u64, stride: u32) -> bool {
        (offset | u64::from(stride)) & u64::from(self.alignment - 1) == 0
    }

    /// The number of the array's elements in a buffer of `size` bytes.
    pub(crate) fn elements_in(&self, size: u64) -> u64 {
        let behind = size.checked_sub(self.array.offset);
        let last = behind.and_then(|behind| behind.checked_sub(self.size.into()));
        let elements = |last: u64| last.checked_div(self.array.stride.into());
        last.map_or(0, |last| elements(last).map_or(u64::MAX, |last| last + 1))
    }
}

/// Memory in which an array is.
pub(crate) struct FoundArray {
    pub(crate) memory: MemoryRef,
    /// The distance between elements in the memory, and the size of an element, in bytes.
    pub(crate) stride: u32,
    pub(crate) element_size: u32,
    /// The size of the memory, and the array's offset in it, in bytes.
    pub(crate) size: u64,
    pub(crate) offset: u64,
    pub(crate) decision: Decision,
}

/// The part of such memory that a descriptor covers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Part {
    /// The offset and the size of the part, in bytes.
    pub(crate) begin: u64,
    pub(crate) size: u32,
    /// The first element in the part.
    pub(crate) first_element: u32,
    /// The array's offset in the part, in bytes.
    pub(crate) offset: u32,
}

impl FoundArray {
    /// All of the memory, if a descriptor can hold its size and the offset: then the descriptor covers exactly this
    /// memory for any vertices.
    pub(crate) fn whole(&self) -> Option<Part> {
        let is_within = self.offset <= MAX_OFFSET && self.size <= MAX_SIZE.into();
        is_within.then_some(Part {
            size: self.size as u32,
            offset: self.offset as u32,
            ..Part::default()
        })
    }
}

/// Whether the descriptor of a whole buffer can hold the offset of a draw's first element, for an array that does not
/// step per vertex and whether or not the architecture subtracts the draw's offset start from that offset.
pub(crate) fn is_within_reach(call: &DrawCall, offset: u64, stride: u32) -> bool {
    let bytes = |elements: u32| u64::from(elements) * u64::from(stride);
    let begin = bytes(call.first_instance).saturating_add(offset);
    begin <= MAX_OFFSET && bytes(call.first_vertex) <= REACH
}

/// The element at which the descriptor of a draw that reads from element `first` on may begin: the last element from
/// which the descriptor's offset can reach `first`.
pub(crate) fn first_in_descriptor(
    call: &DrawCall,
    rate: InputRate,
    first: u32,
    stride: u32,
) -> u32 {
    let reach = REACH.checked_div(stride.into()).unwrap_or(REACH) as u32;
    match rate {
        InputRate::Vertex => first.min(reach),
        // The offset has the draw's offset start subtracted, since the hardware is taken to add it, except if all
        // instances read one element.
        InputRate::Instance { divisor }
            if call.arch.has_attribute_buffers()
                && call.thread_count().is_ok_and(|thread_count| {
                    thread_count.is_instanced() && thread_count.hardware_divisor(divisor).is_ok()
                }) =>
        {
            first - call.first_vertex.saturating_sub(reach).min(first)
        }
        InputRate::Instance { .. } | InputRate::Constant => first,
    }
}
