use super::attribute::AttributeBegin;
use super::attribute_buffers::{
    mode_of, place, trailing_descriptors, write_null_terminator, write_trailing_descriptors,
};
use super::checked::{Attributes, Checked};
use super::indices::{FirstIndices, Indices, OtherIndices, of_first};
use super::layout::{DescriptorWords, Layout, Tables};
use super::offset::ElementShift;
use super::placement::{Placement, with_copy};
use super::words::{BUFFER_WORDS, DESCRIPTOR_WORDS, set};
use crate::descriptor::{AttributeBuffer, Buffer, BufferAddress, ValhallAttribute};
use crate::divisor::Rounding;
use crate::draw::definition::DrawCounts;
use crate::draw::error::DrawError;
use crate::draw::parts::{BufferRange, VertexBuffer, size_of_buffer};
use crate::fetch::{FetchMode, FetchModes, InputRate};
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

impl<A: Attributes> Checked<'_, A> {
    /// Writes both tables of a draw.
    #[inline]
    pub(in crate::draw) fn write(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        if self.pipeline.arch.has_attribute_buffers() {
            self.write_attribute_buffers(counts, ranges, words)
        } else {
            self.write_valhall(counts, ranges, words)
        }
    }

    /// Writes both tables of a draw on V4 to V7.
    #[inline(always)]
    pub(in crate::draw) fn write_attribute_buffers(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let Self {
            pipeline,
            layout,
            buffers,
            ..
        } = *self;
        self.check_ranges(ranges)?;
        let padded_vertices = pipeline.pad(counts).map_err(DrawError::Draw)?;
        let thread_count =
            ThreadCount::of(padded_vertices, counts.instances).map_err(DrawError::Draw)?;
        let words = layout.words_of(words)?;
        let modes = FetchModes::new(thread_count, pipeline.rounding);
        let mut placement = Placement::new(pipeline.layout);
        let mut first = FirstIndices::default();
        let mut begins = Begins::default();
        // The loop counts by number: a zip of three slices takes twice the instructions.
        let mut number = 0;
        while number < buffers.len() && number < ranges.len() {
            let (buffer, range) = (&buffers[number], &ranges[number]);
            let descriptor = begins
                .of(buffer, range)
                .and_then(|bound| write_buffer(bound, buffer.rate, &modes, &mut placement, words));
            let Some(index) = descriptor else {
                begins.has_error = true;
                break;
            };
            if let Some(place) = first.get_mut(number) {
                *place = index as u8;
            }
            number += 1;
        }
        if begins.has_error || begins.address_bits >> BufferAddress::BITS != 0 {
            check_buffers(buffers, ranges, thread_count, pipeline.rounding)?;
        }
        let buffer_descriptors = placement.next();
        let descriptor_words = DescriptorWords::V4_TO_V7;
        let tables =
            layout.tables_after(buffer_descriptors, descriptor_words, Some(padded_vertices));
        let Some((table, attribute_words)) = words.split_at_mut_checked(tables.buffers.end) else {
            return Ok(tables);
        };
        if layout.has_ids() {
            layout.check_instance_id(thread_count, counts.vertices)?;
            let words = table
                .get_mut(DESCRIPTOR_WORDS * buffer_descriptors..)
                .unwrap_or_default();
            write_ids(*layout, thread_count, pipeline.rounding, words);
        } else if layout.trailing_descriptors != 0 {
            write_null_terminator(table);
        }
        let others = OtherIndices {
            layout,
            buffers,
            buffer_descriptors,
            thread_count,
            rounding: pipeline.rounding,
            table_layout: pipeline.layout,
        };
        let indices = Indices {
            first: of_first(&first),
            others: Some(&others),
        };
        let fit = self.attributes.write(indices, attribute_words);
        let are_bound_elsewhere = begins.are_bound_elsewhere(BufferAddress::ALIGNMENT - 1);
        let are_moved = are_bound_elsewhere || counts.first_vertex | counts.first_instance != 0;
        if fit != Some(true) || !self.attributes.offsets_fit() || are_moved {
            let shift = ElementShift::new(pipeline.arch, counts, thread_count);
            Self::move_attributes::<2>(
                self.attributes,
                buffers,
                fit,
                shift,
                if are_bound_elsewhere { ranges } else { &[] },
                attribute_words,
            )?;
        }
        Ok(tables)
    }

    /// Writes both tables of a draw from V9 on.
    #[inline]
    pub(in crate::draw) fn write_valhall(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let Self {
            pipeline,
            layout,
            buffers,
            ..
        } = *self;
        self.check_ranges(ranges)?;
        let words = layout.words_of(words)?;
        let tables = layout.tables_of_one_each(None);
        let Some((buffer_words, attribute_words)) = words.split_at_mut_checked(tables.buffers.end)
        else {
            return Ok(tables);
        };
        // The attributes come first, since fewer values must be kept in registers then.
        let fit = self.attributes.write_valhall(attribute_words);
        let mut begins = Begins::default();
        let mut descriptors = buffer_words.chunks_exact_mut(BUFFER_WORDS);
        let mut number = 0;
        while number < buffers.len() && number < ranges.len() {
            let (buffer, range) = (&buffers[number], &ranges[number]);
            let Some(bound) = begins.of(buffer, range) else {
                return Err(missing_size(buffers, ranges));
            };
            if let Some(words) = descriptors.next() {
                set(
                    words,
                    Buffer::below_4_gib(bound.address, bound.size).words(),
                );
            }
            number += 1;
        }
        let are_bound_elsewhere = begins.are_bound_elsewhere(0);
        let are_moved = are_bound_elsewhere || counts.first_instance != 0;
        if fit != Some(true) || !self.attributes.offsets_fit() || are_moved {
            // The GPU counts the threads itself.
            let thread_count = ThreadCount::for_any_instance_count(PaddedCount::ONE);
            let shift = ElementShift::new(pipeline.arch, counts, thread_count);
            Self::move_attributes::<8>(
                self.attributes,
                buffers,
                fit,
                shift,
                if are_bound_elsewhere { ranges } else { &[] },
                attribute_words,
            )?;
        }
        Ok(tables)
    }

    #[inline]
    fn check_ranges(&self, ranges: &[BufferRange]) -> Result<(), DrawError> {
        let (given, needed) = (ranges.len(), self.buffers.len());
        if given == needed {
            Ok(())
        } else {
            Err(DrawError::BufferCount { given, needed })
        }
    }

    /// Moves the attributes of a draw to the positions at which they begin. `ranges` are those of the buffers if offsets
    /// or strides depend on them. This is a separate function, since draws that move nothing need fewer registers.
    #[inline(never)]
    fn move_attributes<const WORDS: usize>(
        attributes: A,
        buffers: &[VertexBuffer],
        fit: Option<bool>,
        shift: ElementShift,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<(), DrawError> {
        let error = if fit.is_none() {
            attributes.error()
        } else {
            None
        };
        let (count, error) = match error {
            // An earlier attribute may be wrong too.
            Some((number, error)) => (number, Err(error)),
            None => (usize::MAX, Ok(())),
        };
        let begins = attributes.begins().take(count);
        for (number, (begin, words)) in begins.zip(words.chunks_exact_mut(WORDS)).enumerate() {
            if let Some(words) = words.first_chunk_mut() {
                move_attribute::<WORDS>(number, begin, &shift, buffers, ranges, words)?;
            }
        }
        error
    }
}

/// The facts about a draw's buffers after they are written.
#[derive(Clone, Copy, Default)]
struct Begins {
    /// The bits of all addresses.
    address_bits: u64,
    /// The bits of all first elements.
    first_elements: u32,
    /// Whether a stride is bound with a buffer.
    has_strides: bool,
    /// Whether a buffer cannot be written.
    has_error: bool,
}

/// A buffer at the range that a draw reads.
#[derive(Clone, Copy)]
struct Bound {
    address: u64,
    stride: u32,
    size: u32,
}

impl Begins {
    /// The next buffer, if its size is known.
    #[inline(always)]
    fn of(&mut self, buffer: &VertexBuffer, range: &BufferRange) -> Option<Bound> {
        let (stride, size) = match *range {
            BufferRange {
                size: Some(size),
                stride: None,
                ..
            } => (buffer.stride, size),
            _ => {
                self.has_strides |= range.stride.is_some();
                stride_and_size(buffer, range)?
            }
        };
        self.address_bits |= range.address;
        self.first_elements |= buffer.first_element;
        Some(Bound {
            address: range.address,
            stride,
            size,
        })
    }

    /// Whether the attributes do not begin at their offsets: a stride is bound with a buffer, a buffer does not begin
    /// with its first element, or an address has one of those bits, which its descriptor cannot hold.
    #[inline]
    const fn are_bound_elsewhere(self, remainder: u64) -> bool {
        self.has_strides || self.first_elements as u64 | self.address_bits & remainder != 0
    }
}

/// Writes the next buffer of a draw on V4 to V7, and returns its index. `None` if it has an error, which
/// [`check_buffers`] finds. The bits of its address are checked later.
#[inline(always)]
fn write_buffer(
    bound: Bound,
    rate: InputRate,
    modes: &FetchModes,
    placement: &mut Placement,
    table: &mut [u32],
) -> Option<u32> {
    let (base, remainder) = BufferAddress::split_known(bound.address);
    let size = bound.size.checked_add(remainder)?;
    let mode = modes.of(rate).ok()?;
    // Each case is complete in its branch: code that they share would keep all words in memory.
    Some(match mode {
        FetchMode::NpotDivisor { .. } => {
            let descriptor = AttributeBuffer::new(mode, base, bound.stride, size).words();
            placement.write(descriptor, true, table)
        }
        mode => {
            let descriptor = AttributeBuffer::new(mode, base, bound.stride, size).words();
            placement.write(with_copy(descriptor), false, table)
        }
    })
}

/// The stride and the size of a buffer: its range's, or else its own. This is a separate function, because few ranges
/// differ from their buffer.
#[cold]
#[inline(never)]
fn stride_and_size(buffer: &VertexBuffer, range: &BufferRange) -> Option<(u32, u32)> {
    Some((range.stride_or(buffer.stride), range.size.or(buffer.size)?))
}

/// The first error of a draw's buffers on V4 to V7. It is searched for only after an error, so that other draws need
/// not keep it.
#[cold]
#[inline(never)]
fn check_buffers(
    buffers: &[VertexBuffer],
    ranges: &[BufferRange],
    thread_count: ThreadCount,
    rounding: Rounding,
) -> Result<(), DrawError> {
    let modes = FetchModes::new(thread_count, rounding);
    for (number, (buffer, range)) in buffers.iter().zip(ranges).enumerate() {
        let size = size_of_buffer(number, range, buffer.size)?;
        place(number, range.address, size)?;
        mode_of(&modes, number, buffer.rate)?;
    }
    Ok(())
}

/// The first error of a draw's buffers from V9 on: a missing size.
#[cold]
#[inline(never)]
fn missing_size(buffers: &[VertexBuffer], ranges: &[BufferRange]) -> DrawError {
    let mut sizes = buffers.iter().zip(ranges);
    let buffer = sizes.position(|(buffer, range)| range.size.or(buffer.size).is_none());
    DrawError::MissingBufferSize {
        buffer: buffer.unwrap_or_default(),
    }
}

/// Writes the descriptors of IDs. This is a separate function, because few draws have such attributes.
#[inline(never)]
fn write_ids(layout: Layout, thread_count: ThreadCount, rounding: Rounding, words: &mut [u32]) {
    let descriptors = trailing_descriptors(&layout, thread_count, rounding);
    write_trailing_descriptors(&layout, descriptors, words);
}

/// Sets the offset in an attribute's words, and from V9 on a stride that is bound with its buffer.
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
            // If all threads read one element, the stride is 0.
            if !matches!(buffer.rate, InputRate::Constant) {
                words[ValhallAttribute::STRIDE.word()] = range.stride_or(buffer.stride);
            }
        }
    }
    Ok(())
}
