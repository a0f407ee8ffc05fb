use super::attribute::AttributeBegin;
use super::attribute_buffers::{
    mode_of, place, trailing_descriptors, write_null_terminator, write_trailing_descriptors,
};
use super::draw_tables::DrawTables;
use super::indices::{FirstIndices, Indices};
use super::layout::{DescriptorWords, Layout, Tables};
use super::offset::ElementShift;
use super::placement::{Placement, with_copy};
use super::words::{BUFFER_WORDS, DESCRIPTOR_WORDS, set};
use crate::descriptor::{AttributeBuffer, Buffer, BufferAddress, ValhallAttribute};
use crate::divisor::Rounding;
use crate::draw::error::DrawError;
use crate::draw::parts::{BufferRange, VertexBuffer, size_of_buffer};
use crate::fetch::{FetchMode, FetchModes, InputRate};
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

impl DrawTables<'_> {
    /// Writes the tables of a draw on V4 to V7. `write_attributes` writes the attributes, with
    /// those indices and offsets.
    #[inline]
    pub(in crate::draw) fn write_attribute_buffers(
        &self,
        words: &mut [u32],
        write_attributes: impl FnOnce(&Indices<'_>, &Offsets<'_>, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<Tables, DrawError> {
        self.check_ranges()?;
        let thread_count = self
            .pipeline
            .thread_count(self.counts)
            .map_err(DrawError::Draw)?;
        let words = self.layout.words_of(words)?;
        let modes = FetchModes::new(thread_count, self.pipeline.rounding);
        let start = Placement::new(self.pipeline.layout);
        let (mut placement, mut first) = (start, FirstIndices::default());
        let are_bound_elsewhere = write_table(
            self.buffers,
            self.ranges,
            modes,
            &mut placement,
            &mut first,
            words,
        )?;
        let buffer_descriptors = placement.next();
        let padded_vertices = Some(thread_count.padded_vertices());
        let descriptor_words = DescriptorWords::V4_TO_V7;
        let tables =
            self.layout
                .tables_after(buffer_descriptors, descriptor_words, padded_vertices);
        let Some((table, attribute_words)) = words.split_at_mut_checked(tables.buffers.end) else {
            return Ok(tables);
        };
        if self.layout.has_ids() {
            self.layout
                .check_instance_id(thread_count, self.counts.vertices)?;
            let words = table
                .get_mut(DESCRIPTOR_WORDS * buffer_descriptors..)
                .unwrap_or_default();
            write_ids(*self.layout, thread_count, self.pipeline.rounding, words);
        } else if self.layout.trailing_descriptors != 0 {
            write_null_terminator(table);
        }
        let offsets = Offsets {
            draw: self,
            thread_count,
            are_bound_elsewhere,
            counted: self.counts.first_vertex | self.counts.first_instance,
        };
        let indices = Indices {
            first: &first,
            layout: self.layout,
            buffers: self.buffers,
            buffer_descriptors,
            modes,
            start,
        };
        write_attributes(&indices, &offsets, attribute_words)?;
        Ok(tables)
    }

    /// Writes the tables of a draw on V9 and later. `write_attributes` writes the attributes, with
    /// those offsets.
    #[inline]
    pub(in crate::draw) fn write_valhall(
        &self,
        words: &mut [u32],
        write_attributes: impl FnOnce(&Offsets<'_>, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<Tables, DrawError> {
        self.check_ranges()?;
        // The GPU counts threads itself.
        let thread_count = ThreadCount::for_any_instance_count(PaddedCount::ONE);
        let words = self.layout.words_of(words)?;
        let tables = self
            .layout
            .tables_after(self.buffers.len(), DescriptorWords::FROM_V9, None);
        let Some((buffer_words, attribute_words)) = words.split_at_mut_checked(tables.buffers.end)
        else {
            return Ok(tables);
        };
        let mut descriptors = buffer_words.chunks_exact_mut(BUFFER_WORDS);
        let are_bound_elsewhere =
            write_buffers(self.buffers, self.ranges, |_, _, address, _, size| {
                if let Some(words) = descriptors.next() {
                    set(words, Buffer::below_4_gib(address, size).words());
                }
                Ok(0)
            })?;
        let offsets = Offsets {
            draw: self,
            thread_count,
            are_bound_elsewhere,
            counted: self.counts.first_instance,
        };
        write_attributes(&offsets, attribute_words)?;
        Ok(tables)
    }

    #[inline]
    fn check_ranges(&self) -> Result<(), DrawError> {
        let (given, needed) = (self.ranges.len(), self.buffers.len());
        if given == needed {
            Ok(())
        } else {
            Err(DrawError::BufferCount { given, needed })
        }
    }
}

/// Writes the buffers of a draw on V4 to V7, and the indices of the first. Returns what [`write_buffers`] does.
#[inline]
fn write_table(
    buffers: &[VertexBuffer],
    ranges: &[BufferRange],
    modes: FetchModes,
    placement: &mut Placement,
    first: &mut FirstIndices,
    words: &mut [u32],
) -> Result<bool, DrawError> {
    write_buffers(buffers, ranges, |number, rate, address, stride, size| {
        let (base, size) = place(number, address, size)?;
        let pack = |mode| AttributeBuffer::new(mode, base, stride, size).words();
        // Each in a branch of its own: what they have in common would keep all words in memory.
        let index = match mode_of(&modes, number, rate)? {
            FetchMode::NpotDivisor { magic, divisor } => {
                let mode = FetchMode::NpotDivisor { magic, divisor };
                placement.write(pack(mode), true, words)
            }
            mode => placement.write(with_copy(pack(mode)), false, words),
        };
        if let Some(place) = first.get_mut(number) {
            *place = index as u8;
        }
        Ok(address % BufferAddress::ALIGNMENT)
    })
}

/// Writes each buffer by its number, rate, address, stride and size, and returns whether the attributes begin
/// elsewhere than their offsets say: a stride is bound with a buffer, one does not begin with its first element, or
/// `write` returns something else than 0.
#[inline]
fn write_buffers(
    buffers: &[VertexBuffer],
    ranges: &[BufferRange],
    mut write: impl FnMut(usize, InputRate, u64, u32, u32) -> Result<u64, DrawError>,
) -> Result<bool, DrawError> {
    let mut has_strides = false;
    let mut moves = 0;
    // By number: a zip of three slices takes twice the instructions.
    let mut number = 0;
    while number < buffers.len() && number < ranges.len() {
        let (buffer, range) = (&buffers[number], &ranges[number]);
        let (stride, size) = match *range {
            BufferRange {
                size: Some(size),
                stride: None,
                ..
            } => (buffer.stride, size),
            _ => stride_and_size(number, buffer, range, &mut has_strides)?,
        };
        moves |= u64::from(buffer.first_element);
        moves |= write(number, buffer.rate, range.address, stride, size)?;
        number += 1;
    }
    Ok(has_strides || moves != 0)
}

/// The stride and the size of a buffer, its range's or else its own. Kept apart, because few ranges have both
/// otherwise.
#[cold]
#[inline(never)]
fn stride_and_size(
    number: usize,
    buffer: &VertexBuffer,
    range: &BufferRange,
    has_strides: &mut bool,
) -> Result<(u32, u32), DrawError> {
    *has_strides |= range.stride.is_some();
    let size = size_of_buffer(number, range, buffer.size)?;
    Ok((range.stride_or(buffer.stride), size))
}

/// Kept apart, because few draws have such attributes.
#[inline(never)]
fn write_ids(layout: Layout, thread_count: ThreadCount, rounding: Rounding, words: &mut [u32]) {
    let descriptors = trailing_descriptors(&layout, thread_count, rounding);
    write_trailing_descriptors(&layout, descriptors, words);
}

/// The inputs on which the offsets of a draw's attributes depend.
pub(in crate::draw) struct Offsets<'a> {
    draw: &'a DrawTables<'a>,
    thread_count: ThreadCount,
    /// Whether a stride is bound with a buffer, one begins with another element than its first, or a remainder of an
    /// address is to be added.
    are_bound_elsewhere: bool,
    /// By how many elements the draw's counts may move them, or 0.
    counted: u32,
}

impl Offsets<'_> {
    /// Whether attributes may begin elsewhere than their offsets say.
    #[inline]
    pub(in crate::draw) const fn are_moved(&self) -> bool {
        self.are_bound_elsewhere || self.counted != 0
    }

    #[inline]
    pub(in crate::draw) const fn shift(&self) -> ElementShift {
        ElementShift::new(self.draw.pipeline.arch, self.draw.counts, self.thread_count)
    }

    /// The ranges of the buffers, if offsets or strides depend on them.
    #[inline]
    pub(in crate::draw) const fn ranges(&self) -> &[BufferRange] {
        if self.are_bound_elsewhere {
            self.draw.ranges
        } else {
            &[]
        }
    }
}

/// Puts into an attribute's words where it begins, and from V9 on a stride that is bound with its buffer.
#[inline]
pub(in crate::draw) fn move_attribute<const WORDS: usize>(
    number: usize,
    begin: AttributeBegin,
    shift: &ElementShift,
    buffers: &[VertexBuffer],
    ranges: &[BufferRange],
    words: &mut [u32; WORDS],
) -> Result<(), DrawError> {
    let offset = begin.descriptor_offset(number, shift, buffers, ranges)?;
    offset.put(words);
    if WORDS > 2 {
        let number = begin.buffer as usize;
        if let (Some(range), Some(buffer)) = (ranges.get(number), buffers.get(number)) {
            // Where all threads read one element, the stride is 0.
            if !matches!(buffer.rate, InputRate::Constant) {
                words[ValhallAttribute::STRIDE.word()] = range.stride_or(buffer.stride);
            }
        }
    }
    Ok(())
}
