use core::ops::Range;

use super::application_draw::AttributeArray;
use super::conversion::span;
use super::copy_key::CopyKey;
use super::decision::{Decision, Obstacle, StreamingReason};
use super::error::Error;
use super::memory::Application;
use super::place::{DataSource, Location, Place};
use super::plan::Contents;
use super::reading::Reading;
use super::target::Target;
use super::transaction::Transaction;
use super::vertex_data::VertexData;
use mali_instancing::InputRate;
use mali_instancing::descriptor::BufferAddress;
use mali_instancing::draw::{DrawCall, VertexAttribute, VertexBuffer};

/// As many bytes as a record can hold wherever they begin: that of an unaligned buffer begins before it.
pub(super) const MAX_SIZE: u32 = u32::MAX - (BufferAddress::ALIGNMENT as u32 - 1);

/// An array of a draw: which of its elements are read, and whether they can be where they are.
pub(super) struct VertexSource {
    /// The attribute, counted from 0.
    pub(super) attribute: usize,
    pub(super) array: AttributeArray,
    /// The distance between elements, in bytes.
    pub(super) stride: u32,
    pub(super) reading: Reading,
    /// The first element that the draw reads.
    pub(super) first: u32,
    /// How many elements it reads.
    pub(super) count: u32,
    pub(super) obstacle: Option<Obstacle>,
}

impl VertexSource {
    pub(super) fn new<A: Application>(
        transaction: &mut Transaction<'_, A>,
        (call, is_indexed): (&DrawCall, bool),
        attribute: usize,
        array: &AttributeArray,
    ) -> Result<Self, Error> {
        let target = transaction.target();
        let (first, count) = elements(call, array.rate);
        let source = Self {
            attribute,
            array: *array,
            stride: array.effective_stride(),
            reading: target.reading(array.format),
            first,
            count,
            obstacle: obstacle(transaction, array)?,
        };
        let size = match array.source {
            DataSource::Buffer(id) => Some(transaction.buffer(id)?.size),
            DataSource::Client(_) => None,
        };
        if is_indexed
            && source.may_be_unbounded(target)
            && size.is_some_and(|size| whole_buffer(array.offset, size).is_some())
        {
            return Ok(source);
        }
        let end = source.end()?;
        if let Some(size) = size
            && end > size
        {
            return Err(Error::AttributePastEnd {
                attribute,
                end,
                size,
            });
        }
        Ok(source)
    }

    /// Whether the elements that an indexed draw reads need not be known.
    const fn may_be_unbounded(&self, target: Target) -> bool {
        self.obstacle.is_none()
            && matches!(self.array.rate, InputRate::Vertex)
            && !target.needs_bounds()
    }

    /// Where the last element that the draw reads ends, in bytes.
    fn end(&self) -> Result<u64, Error> {
        let elements = u64::from(self.first) + u64::from(self.count);
        span(elements, self.stride, self.array.format.size())
            .and_then(|size| self.array.offset.checked_add(size))
            .ok_or(Error::TooLarge {
                size: self.array.offset,
                maximum: u64::MAX,
            })
    }

    /// Where the first element that the draw reads begins, in bytes. It is before [`Self::end`].
    pub(super) fn first_byte(&self) -> u64 {
        self.array.offset + u64::from(self.first) * u64::from(self.stride)
    }

    /// The bytes from the first that the draw reads to the last.
    pub(super) fn drawn(&self) -> Range<u64> {
        let size = span(self.count.into(), self.stride, self.array.format.size());
        self.first_byte()..self.first_byte().saturating_add(size.unwrap_or(0))
    }

    /// Where the first element begins, modulo the stride.
    fn phase(&self) -> u32 {
        (self.array.offset % u64::from(self.stride)) as u32
    }

    pub(super) fn key(&self) -> CopyKey {
        CopyKey::Vertices {
            format: self.array.format,
            reading: self.reading,
            stride: self.stride,
            phase: self.phase(),
        }
    }

    /// Reads the array where it is, or from a copy of its whole buffer. `false` if neither can be, and
    /// its elements must be streamed.
    pub(super) fn place<A: Application>(
        &self,
        transaction: &mut Transaction<'_, A>,
        data: &mut VertexData,
    ) -> Result<bool, Error> {
        let DataSource::Buffer(id) = self.array.source else {
            data.decide(
                self.attribute,
                Decision::Streamed {
                    obstacle: Obstacle::ClientMemory,
                    reason: StreamingReason::ClientMemory,
                },
            );
            return Ok(false);
        };
        let size = transaction.buffer(id)?.size;
        let Some(obstacle) = self.obstacle else {
            let place = transaction.read_in_place(id)?;
            let element = (self.stride, self.array.format.size());
            let bytes = (size, self.array.offset);
            self.read_from(data, place, element, bytes)?;
            data.decide(self.attribute, Decision::InPlace);
            return Ok(true);
        };
        let whole = self.whole(size);
        match transaction.static_copy(id, (self.key(), self.drawn()), obstacle, whole)? {
            Ok((place, decision)) => {
                let element_size = self.reading.conversion.size();
                let first = self.array.offset / u64::from(self.stride);
                let copied = whole.map_or(0, |(copied, _)| copied);
                let bytes = (copied, first * u64::from(element_size));
                self.read_from(data, place, (element_size, element_size), bytes)?;
                data.decide(self.attribute, decision);
                Ok(true)
            }
            Err(reason) => {
                if let StreamingReason::Buffer(_) = reason {
                    let bytes = u64::from(self.count) * u64::from(self.array.format.size());
                    transaction.count_streamed(id, bytes)?;
                }
                data.decide(self.attribute, Decision::Streamed { obstacle, reason });
                Ok(false)
            }
        }
    }

    /// Has the attribute read from memory of `size` bytes, in which its first element is at `offset`.
    fn read_from(
        &self,
        data: &mut VertexData,
        place: Place,
        (stride, element_size): (u32, u32),
        (size, offset): (u64, u64),
    ) -> Result<(), Error> {
        // What a record can say of all of the memory is said once for all its attributes; of more,
        // it says where the elements are that the draw reads.
        let (begin, size, first, offset) = match whole_buffer(offset, size) {
            Some((size, offset)) => (0, size, 0, offset),
            None => {
                let begin = offset + u64::from(self.first) * u64::from(stride);
                let size = span(self.count.into(), stride, element_size).unwrap_or(u64::MAX);
                let maximum = u64::from(MAX_SIZE);
                if size > maximum {
                    return Err(Error::TooLarge { size, maximum });
                }
                (begin, size as u32, self.first, 0)
            }
        };
        let location = Location {
            place,
            offset: begin,
        };
        let buffer = VertexBuffer {
            size: Some(size),
            first_element: first,
            ..VertexBuffer::new(stride, self.array.rate)
        };
        let buffer = data.add_buffer(location, buffer);
        let attribute = VertexAttribute::new(buffer, self.reading.format, offset);
        data.set(self.attribute, attribute);
        Ok(())
    }

    /// What a copy of all elements of a buffer is, and how many bytes; `None` for more than can be
    /// copied at once.
    fn whole(&self, buffer_size: u64) -> Option<(u64, Contents)> {
        let phase = u64::from(self.phase());
        let last = buffer_size
            .checked_sub(phase)?
            .checked_sub(self.array.format.size().into())?;
        let elements = u32::try_from(last / u64::from(self.stride) + 1).ok()?;
        let conversion = self.reading.conversion;
        let contents = Contents::Elements {
            source: self.array.source,
            offset: phase,
            source_stride: self.stride,
            conversion,
            stride: conversion.size(),
            elements,
        };
        Some((u64::from(elements) * u64::from(conversion.size()), contents))
    }
}

/// The size of a buffer and an attribute's offset in it, if a record can say both: then it covers the
/// buffer and not a byte more, whatever vertices the draw has.
pub(super) fn whole_buffer(offset: u64, size: u64) -> Option<(u32, u32)> {
    let offset = i32::try_from(offset).ok()?;
    let size = u32::try_from(size).ok()?;
    (size <= MAX_SIZE).then_some((size, offset.cast_unsigned()))
}

/// Why an array cannot be read where it is.
pub(super) fn obstacle<A: Application>(
    transaction: &mut Transaction<'_, A>,
    array: &AttributeArray,
) -> Result<Option<Obstacle>, Error> {
    let DataSource::Buffer(id) = array.source else {
        return Ok(Some(Obstacle::ClientMemory));
    };
    let target = transaction.target();
    let Some(address) = transaction.buffer(id)?.address else {
        return Ok(Some(Obstacle::NotMapped));
    };
    if !target.reading(array.format).is_direct() {
        return Ok(Some(Obstacle::Format));
    }
    let alignment = target.alignment(array.format);
    let first = address.wrapping_add(array.offset);
    let is_aligned = first.is_multiple_of(alignment.into())
        && array.effective_stride().is_multiple_of(alignment);
    Ok((!is_aligned).then_some(Obstacle::Unaligned))
}

/// The first element that a draw reads at that rate, and how many.
fn elements(call: &DrawCall, rate: InputRate) -> (u32, u32) {
    // A draw of a known number of instances is planned, of at least one.
    let instances = call.instances.unwrap_or(1);
    match rate {
        InputRate::Vertex => (call.offset_start, call.vertices),
        InputRate::Instance { divisor } => (call.first_instance, instances.div_ceil(divisor.get())),
        InputRate::Constant => (call.first_instance, 1),
    }
}
