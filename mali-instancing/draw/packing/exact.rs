//! The exact way to write a draw: it knows every rule, finds every error, and takes the parts in the form in which their
//! owner has them.

use super::attribute::{INSTANCE_ID, PackedAttribute, VERTEX_ID};
use super::buffer_indices::BufferIndices;
use super::ids::{id_descriptors, write_ids, write_null_terminator};
use super::layout::{DescriptorWords, Layout, MAX_BUFFERS, Tables};
use super::offset::ElementStart;
use super::valhall::move_attribute;
use super::variant::{Common, divisor_of, far_start, near_start};
use super::words::{BUFFER_WORDS, DESCRIPTOR_WORDS, set};
use crate::descriptor::{Buffer, BufferAddress, ValhallAttribute};
use crate::draw::definition::{DrawCounts, Pipeline};
use crate::draw::error::DrawError;
use crate::draw::parts::{BufferRange, VertexBuffer, smaller_size};
use crate::error::tri;

/// The parts of a draw that do not change from draw to draw, as their owner has them.
pub(in crate::draw) trait Parts: Copy {
    /// The buffers, at most [`MAX_BUFFERS`].
    fn buffers(self) -> impl Iterator<Item = VertexBuffer>;
    /// The attributes of V4 to V7, with their numbers.
    fn attributes(self) -> impl Iterator<Item = (usize, Result<PackedAttribute, DrawError>)>;
    /// The attributes from V9 on, with the offset in the element.
    fn attributes_from_v9(self) -> impl Iterator<Item = Result<[u32; 8], DrawError>>;
}

/// The memory of a draw's buffers.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Bindings<'a> {
    pub(in crate::draw) ranges: &'a [BufferRange],
    /// The element that each range begins with. Empty if each begins with element 0.
    pub(in crate::draw) first_elements: &'a [u32],
}

impl Bindings<'_> {
    /// Checks that each buffer has a range.
    #[inline]
    fn check(&self, needed: usize) -> Result<(), DrawError> {
        // Of two wrong lengths, that of the first elements is the one in the error.
        let given = match self.first_elements.len() {
            0 => self.ranges.len(),
            elements if elements == needed => self.ranges.len(),
            elements => elements,
        };
        if given == needed {
            Ok(())
        } else {
            Err(DrawError::BufferCount { given, needed })
        }
    }
}

/// Writes both tables of a draw of a checked pipeline.
#[inline]
pub(in crate::draw) fn write<P: Parts>(
    pipeline: &Pipeline,
    layout: &Layout,
    parts: P,
    counts: &DrawCounts,
    bindings: Bindings<'_>,
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    bindings.check(layout.buffers as usize)?;
    if layout.has_attribute_buffers() {
        write_attribute_buffers(pipeline, layout, parts, counts, bindings, words)
    } else {
        write_buffers(pipeline, layout, parts, counts, bindings, words)
    }
}

/// Writes both tables of a draw on V4 to V7.
fn write_attribute_buffers<P: Parts>(
    pipeline: &Pipeline,
    layout: &Layout,
    parts: P,
    counts: &DrawCounts,
    bindings: Bindings<'_>,
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    // With `map_err`, the compiler splits the error into bytes, and copies it by `memcpy`.
    let thread_count = tri!(pipeline.thread_count(counts), DrawError::Draw);
    let padded_vertices = thread_count.padded_vertices();
    // The largest length, even if this draw needs less: so the second descriptor of each buffer has a place.
    let words = needed_words(layout, words)?;
    let common = Common::new(thread_count, pipeline.rounding, counts);
    let mut indices = BufferIndices::new(pipeline.layout);
    // The starts of the buffers' elements, and the bits that change in the words of their attributes, with the index of the
    // descriptor. In one array, they would be padded to twice the memory that each draw has to clear.
    let mut starts = [0; MAX_BUFFERS];
    let mut bits = [0; MAX_BUFFERS];
    for (start, first_element) in starts.iter_mut().zip(bindings.first_elements) {
        // An element at first. From its buffer's turn on it is a number of bytes.
        *start = i64::from(*first_element);
    }
    let buffers = parts.buffers().zip(bindings.ranges).enumerate();
    for (number, (buffer, range)) in buffers {
        let wrong = |error| DrawError::Buffer {
            buffer: number,
            error,
        };
        let (base, remainder) = BufferAddress::split(range.address).map_err(wrong)?;
        let size = bound_size(number, buffer.size_or_none(), range)?;
        let size = size_from(number, size, remainder)?;
        let variant = common.variant(buffer.rate).map_err(wrong)?;
        let stride = bound_stride(pipeline, buffer, range);
        let descriptor = variant.descriptor(base, stride, size);
        let index = indices.place_descriptors(variant.has_continuation());
        let at = DESCRIPTOR_WORDS * index;
        // `words` has place for two descriptors of each buffer, whether a buffer takes one or two. A function for this and
        // for constants, whose tables may end before the last copy, would take 100 instructions more here and 60 there.
        if let Some(out) = words.get_mut(at..at + 2 * DESCRIPTOR_WORDS) {
            set(out, descriptor);
            let second = if variant.has_continuation() {
                variant.continuation(divisor_of(buffer.rate))
            } else {
                // The next descriptor overwrites this copy, unless it begins at the next even index or the layout is fixed.
                descriptor
            };
            set(&mut out[DESCRIPTOR_WORDS..], second);
        }
        // The first word of an attribute has an index of 0 until it is XORed with this. Only damaged words have more
        // than 32 buffers: the remainder keeps those in range, and spares a check.
        bits[number % MAX_BUFFERS] = index as u16;
        // As `Common::start`, except that the bits are written only where a start is far: 3 instructions less for a buffer.
        let start = &mut starts[number % MAX_BUFFERS];
        // First instance − first vertex − first element: three numbers of 32 bits, so 64 bits hold the difference. After 32
        // buffers, which only damaged words have, bytes are where the first element was, and the difference wraps.
        let elements = common.elements(variant).wrapping_sub(*start);
        *start = match near_start(elements, stride, remainder) {
            Some(bytes) => bytes,
            None => {
                let far = far_start(elements, common.offset_start(variant), stride, remainder);
                // Offset enable is bit 9, above the nine bits of the index.
                bits[number % MAX_BUFFERS] |= far.bits;
                far.bytes
            }
        };
    }
    // In the layout `driver` a copy of the last descriptor is not counted. It is on words that are written later, on
    // reserved descriptors, or after both tables.
    let buffer_descriptors = indices.next() as u32;
    let tables = layout.tables_after(
        buffer_descriptors,
        DescriptorWords::V4_TO_V7,
        Some(padded_vertices),
    );
    let (table, out) = split(&tables, words)?;
    if layout.has_ids() {
        layout.check_instance_id(thread_count, counts.vertices)?;
        // Only V4 and V5 have IDs, and only V6 and V7 a null terminator.
        let ids = id_descriptors(layout, thread_count, pipeline.rounding);
        let start = DESCRIPTOR_WORDS * buffer_descriptors as usize;
        write_ids(ids, table.get_mut(start..).unwrap_or_default());
    } else if layout.needs_null_terminator {
        write_null_terminator(table);
    }
    for ((number, attribute), out) in parts.attributes().zip(out.chunks_exact_mut(2)) {
        let PackedAttribute {
            buffer,
            word,
            offset,
        } = attribute?;
        let start = match buffer {
            VERTEX_ID | INSTANCE_ID => ElementStart {
                bits: layout.id_index(buffer, buffer_descriptors) as u16,
                ..ElementStart::NONE
            },
            buffer => ElementStart {
                bytes: starts[buffer as usize % MAX_BUFFERS],
                bits: bits[buffer as usize % MAX_BUFFERS],
            },
        };
        set(out, start.attribute_words(number, word, offset)?);
    }
    Ok(tables)
}

/// Writes both tables of a draw from V9 on.
fn write_buffers<P: Parts>(
    pipeline: &Pipeline,
    layout: &Layout,
    parts: P,
    counts: &DrawCounts,
    bindings: Bindings<'_>,
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    // Nothing is padded, but a draw of nothing is an error on every architecture.
    pipeline.thread_count(counts).map_err(DrawError::Draw)?;
    let words = needed_words(layout, words)?;
    let tables = layout.tables_after(layout.buffers, DescriptorWords::FROM_V9, None);
    let (table, out) = split(&tables, words)?;
    let buffers = parts.buffers().zip(bindings.ranges);
    let buffers = buffers.zip(table.chunks_exact_mut(BUFFER_WORDS));
    for (number, ((buffer, range), out)) in buffers.enumerate() {
        let size = bound_size(number, buffer.size_or_none(), range)?;
        set(out, Buffer::below_4_gib(range.address, size).words());
    }
    let is_moved =
        counts.first_instance != 0 || pipeline.bound_strides || !bindings.first_elements.is_empty();
    let attributes = parts.attributes_from_v9().zip(out.chunks_exact_mut(8));
    for (number, (attribute, out)) in attributes.enumerate() {
        let mut words = attribute?;
        let buffer = words[ValhallAttribute::BUFFER_INDEX.word()] as usize;
        if is_moved {
            // A scan for each attribute, which only the exact way has. Only damaged words name a buffer that does not
            // exist.
            if let Some((of, range)) = parts.buffers().zip(bindings.ranges).nth(buffer) {
                let stride = bound_stride(pipeline, of, range);
                let first_element = bindings.first_elements.get(buffer).copied().unwrap_or(0);
                let start =
                    ElementStart::from_v9(of.rate, stride, counts.first_instance, first_element);
                move_attribute(number, of.rate, stride, start, &mut words)?;
            }
        } else {
            // Nothing is added, but an offset of 2^31 or more would be negative in the descriptor.
            let offset = words[ValhallAttribute::OFFSET.word()];
            ElementStart::NONE.offset(number, offset.into())?;
        }
        set(out, words);
    }
    Ok(tables)
}

/// The first of the given words: the number that the tables can need.
#[inline]
fn needed_words<'w>(layout: &Layout, words: &'w mut [u32]) -> Result<&'w mut [u32], DrawError> {
    let (given, needed) = (words.len(), layout.words_needed());
    words
        .get_mut(..needed)
        .ok_or(DrawError::OutputTooSmall { given, needed })
}

/// The words of both tables. Only words of a state that were damaged are too few for them here.
fn split<'w>(
    tables: &Tables,
    words: &'w mut [u32],
) -> Result<(&'w mut [u32], &'w mut [u32]), DrawError> {
    let (given, needed) = (words.len(), tables.attributes.end);
    let too_small = DrawError::OutputTooSmall { given, needed };
    let words = words.get_mut(..needed).ok_or(too_small)?;
    words
        .split_at_mut_checked(tables.buffers.end)
        .ok_or(too_small)
}

/// The stride of a buffer that a draw binds.
#[inline]
fn bound_stride(pipeline: &Pipeline, buffer: VertexBuffer, range: &BufferRange) -> u32 {
    if pipeline.bound_strides {
        range.stride
    } else {
        buffer.stride
    }
}

/// The size of a buffer that a draw binds.
#[inline]
pub(in crate::draw) const fn bound_size(
    buffer: usize,
    of_pipeline: u32,
    range: &BufferRange,
) -> Result<u32, DrawError> {
    match smaller_size(of_pipeline, range.size) {
        BufferRange::NO_SIZE => Err(DrawError::MissingBufferSize { buffer }),
        size => Ok(size),
    }
}

/// The size of a buffer from the aligned address before it on.
#[inline]
pub(in crate::draw) const fn size_from(
    buffer: usize,
    size: u32,
    remainder: u32,
) -> Result<u32, DrawError> {
    match size.checked_add(remainder) {
        Some(size) => Ok(size),
        None => Err(DrawError::BufferSize {
            buffer,
            size,
            remainder,
        }),
    }
}
