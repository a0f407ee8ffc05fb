//! Every rule of a draw: it writes the tables of any draw from its parts, or returns its first error.

use super::attribute::{AttributeBegin, AttributePacker, INSTANCE_ID, VERTEX_ID};
use super::buffer_indices::{BufferIndices, with_copy};
use super::ids::{id_descriptors, write_ids, write_null_terminator};
use super::layout::{DescriptorWords, Layout, MAX_BUFFERS, Tables};
use super::offset::{ElementShift, ElementStart};
use super::valhall::move_attribute;
use super::words::{BUFFER_WORDS, DESCRIPTOR_WORDS, set};
use crate::descriptor::{Attribute, AttributeBuffer, Buffer, BufferAddress, ValhallAttribute};
use crate::draw::definition::{DrawCounts, Pipeline};
use crate::draw::error::DrawError;
use crate::draw::parts::{BufferRange, VertexAttribute, VertexBuffer, smaller_size};
use crate::fetch::{FetchMode, FetchModes, InputRate};
use crate::thread_count::ThreadCount;

/// The parts of a draw that do not change from draw to draw, of a checked pipeline.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Parts<'a, A> {
    pub(in crate::draw) pipeline: &'a Pipeline,
    pub(in crate::draw) layout: &'a Layout,
    /// At most [`MAX_BUFFERS`].
    pub(in crate::draw) buffers: &'a [VertexBuffer],
    pub(in crate::draw) attributes: A,
}

/// The attributes of a draw, one after the other, each with the words that its descriptor gets. A type, so that a program
/// whose draws all have states has no code for other attributes.
pub(in crate::draw) trait Attributes: Copy {
    /// Those of V4 to V7: the number of each, the first word without the index of a buffer, and its buffer and offset.
    fn each(
        self,
        pipeline: &Pipeline,
        buffers: &[VertexBuffer],
        out: &mut [u32],
        put: impl Fn(usize, u32, AttributeBegin, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<(), DrawError>;

    /// Those from V9 on: the number of each, its words and its buffer.
    fn each_from_v9(
        self,
        pipeline: &Pipeline,
        buffers: &[VertexBuffer],
        out: &mut [u32],
        put: impl Fn(usize, [u32; 8], u32, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<(), DrawError>;
}

/// Attributes as an application describes them. They may be wrong.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Given<'a>(pub(in crate::draw) &'a [VertexAttribute]);

/// Attributes as a state has them: descriptors with the offset in the element, and with the number of the buffer as index.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Packed<'a>(pub(in crate::draw) &'a [u32]);

impl Attributes for Given<'_> {
    #[inline]
    fn each(
        self,
        pipeline: &Pipeline,
        buffers: &[VertexBuffer],
        out: &mut [u32],
        put: impl Fn(usize, u32, AttributeBegin, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<(), DrawError> {
        let packer = AttributePacker::new(*pipeline, buffers);
        let out = out.chunks_exact_mut(2);
        for ((number, attribute), out) in self.0.iter().enumerate().zip(out) {
            let begin = packer.begin(number, attribute)?;
            let [word, _] = packer.words(number, attribute, 0)?;
            put(number, word, begin, out)?;
        }
        Ok(())
    }

    #[inline]
    fn each_from_v9(
        self,
        pipeline: &Pipeline,
        buffers: &[VertexBuffer],
        out: &mut [u32],
        put: impl Fn(usize, [u32; 8], u32, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<(), DrawError> {
        let mut packer = AttributePacker::new(*pipeline, buffers);
        let out = out.chunks_exact_mut(8);
        for ((number, attribute), out) in self.0.iter().enumerate().zip(out) {
            let begin = packer.begin(number, attribute)?;
            let buffer = begin.buffer;
            let mut words = packer.valhall_words(number, attribute, buffer as usize)?;
            words[ValhallAttribute::OFFSET.word()] = begin.offset;
            put(number, words, buffer, out)?;
        }
        Ok(())
    }
}

impl Attributes for Packed<'_> {
    #[inline]
    fn each(
        self,
        _: &Pipeline,
        _: &[VertexBuffer],
        out: &mut [u32],
        put: impl Fn(usize, u32, AttributeBegin, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<(), DrawError> {
        let out = out.chunks_exact_mut(2);
        for ((number, words), out) in self.0.chunks_exact(2).enumerate().zip(out) {
            let (word, begin) = unpacked(words);
            put(number, word, begin, out)?;
        }
        Ok(())
    }

    #[inline]
    fn each_from_v9(
        self,
        _: &Pipeline,
        _: &[VertexBuffer],
        out: &mut [u32],
        put: impl Fn(usize, [u32; 8], u32, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<(), DrawError> {
        let words = self.0.chunks_exact(8).filter_map(<[u32]>::first_chunk);
        for ((number, words), out) in words.enumerate().zip(out.chunks_exact_mut(8)) {
            put(
                number,
                *words,
                words[ValhallAttribute::BUFFER_INDEX.word()],
                out,
            )?;
        }
        Ok(())
    }
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

    #[inline]
    fn first_element(&self, buffer: usize) -> u32 {
        self.first_elements.get(buffer).copied().unwrap_or(0)
    }
}

/// The arguments of a draw: what it adds to its pipeline, and the words of its tables.
pub(in crate::draw) struct DrawArguments<'a> {
    pub(in crate::draw) counts: &'a DrawCounts,
    pub(in crate::draw) bindings: Bindings<'a>,
    pub(in crate::draw) words: &'a mut [u32],
}

impl<A: Attributes> Parts<'_, A> {
    /// Writes both tables of a draw.
    #[inline]
    pub(in crate::draw) fn write(&self, draw: &mut DrawArguments<'_>) -> Result<Tables, DrawError> {
        draw.bindings.check(self.buffers.len())?;
        if self.pipeline.arch.has_attribute_buffers() {
            self.write_attribute_buffers(draw)
        } else {
            self.write_buffers(draw)
        }
    }

    /// Writes both tables of a draw on V4 to V7.
    #[inline(never)]
    fn write_attribute_buffers(&self, draw: &mut DrawArguments<'_>) -> Result<Tables, DrawError> {
        let (counts, bindings) = (draw.counts, draw.bindings);
        let Self {
            pipeline, layout, ..
        } = *self;
        let padded_vertices = pipeline.pad(counts).map_err(DrawError::Draw)?;
        let thread_count =
            ThreadCount::of(padded_vertices, counts.instances).map_err(DrawError::Draw)?;
        let words = self.words_of(draw.words)?;
        let modes = FetchModes::new(thread_count, pipeline.rounding);
        let shift = ElementShift::new(pipeline.arch, counts, thread_count);
        let mut indices = BufferIndices::new(pipeline.layout);
        let mut starts = Starts::NONE;
        let buffers = self.buffers.iter().zip(bindings.ranges);
        for (number, (buffer, range)) in buffers.enumerate() {
            let (base, remainder) = match BufferAddress::split(range.address) {
                Ok(split) => split,
                Err(error) => {
                    return Err(DrawError::Buffer {
                        buffer: number,
                        error,
                    });
                }
            };
            let size = size_from(
                number,
                bound_size(number, buffer.size_or_none(), range)?,
                remainder,
            )?;
            let mode = mode_of(&modes, number, buffer.rate)?;
            let stride = self.stride(buffer, range);
            let index = indices.place(mode) as u32;
            let at = DESCRIPTOR_WORDS * index as usize;
            let descriptor = AttributeBuffer::new(mode, base, stride, size).words();
            // `write_at` also knows a table that ends before the copy, which takes more instructions.
            if let Some(words) = words.get_mut(at..at + BUFFER_WORDS) {
                set(words, with_copy(descriptor));
            }
            let mut element = shift.of(buffer.rate, stride, bindings.first_element(number));
            element.bytes = element.bytes.saturating_add(remainder.into());
            starts.put(number, index, element);
        }
        let buffer_descriptors = indices.next() as u32;
        let tables = layout.tables_after(
            buffer_descriptors,
            DescriptorWords::V4_TO_V7,
            Some(padded_vertices),
        );
        layout.check_instance_id(thread_count, counts.vertices)?;
        let (table, attribute_words) = split(&tables, words)?;
        if layout.has_ids() {
            let ids = id_descriptors(layout, thread_count, pipeline.rounding);
            let start = DESCRIPTOR_WORDS * buffer_descriptors as usize;
            write_ids(ids, table.get_mut(start..).unwrap_or_default());
        } else if layout.needs_null_terminator {
            write_null_terminator(table);
        }
        let start_of = |buffer: u32| match buffer {
            VERTEX_ID | INSTANCE_ID => {
                let index = layout.id_index(buffer, buffer_descriptors);
                (index, ElementStart::NONE)
            }
            buffer => starts.get(buffer as usize),
        };
        let put = |number, word: u32, begin: AttributeBegin, out: &mut [u32]| {
            let (index, start) = start_of(begin.buffer);
            let words = start.attribute_words(number, word | index, begin.offset)?;
            set(out, words);
            Ok(())
        };
        (self.attributes).each(pipeline, self.buffers, attribute_words, put)?;
        Ok(tables)
    }

    /// Writes both tables of a draw from V9 on.
    #[inline(never)]
    fn write_buffers(&self, draw: &mut DrawArguments<'_>) -> Result<Tables, DrawError> {
        let (counts, bindings) = (draw.counts, draw.bindings);
        let Self {
            pipeline, layout, ..
        } = *self;
        // Nothing is padded, but a draw of nothing is an error on every architecture.
        pipeline.thread_count(counts).map_err(DrawError::Draw)?;
        let words = self.words_of(draw.words)?;
        let tables = layout.tables_after(layout.buffers, DescriptorWords::FROM_V9, None);
        let (table, attribute_words) = split(&tables, words)?;
        let buffers = self.buffers.iter().zip(bindings.ranges);
        let buffers = buffers.zip(table.chunks_exact_mut(BUFFER_WORDS));
        for (number, ((buffer, range), out)) in buffers.enumerate() {
            let size = bound_size(number, buffer.size_or_none(), range)?;
            let descriptor = Buffer::below_4_gib(range.address, size);
            set(out, descriptor.words());
        }
        let shift = ElementShift::from_v9(counts.first_instance);
        let is_moved = counts.first_instance != 0
            || self.pipeline.bound_strides
            || !bindings.first_elements.is_empty();
        let put = |number, mut words: [u32; 8], buffer: u32, out: &mut [u32]| {
            let buffer = buffer as usize;
            let of = self.buffers.get(buffer).zip(bindings.ranges.get(buffer));
            let (rate, stride, start) = match of {
                Some((of, range)) if is_moved => {
                    let stride = self.stride(of, range);
                    let start = shift.of(of.rate, stride, bindings.first_element(buffer));
                    (of.rate, stride, start)
                }
                _ => {
                    let stride = words[ValhallAttribute::STRIDE.word()];
                    (InputRate::Vertex, stride, ElementStart::NONE)
                }
            };
            move_attribute(number, rate, stride, start, &mut words)?;
            set(out, words);
            Ok(())
        };
        (self.attributes).each_from_v9(pipeline, self.buffers, attribute_words, put)?;
        Ok(tables)
    }

    /// The first of the given words: the number that the tables can need.
    #[inline]
    fn words_of<'w>(&self, words: &'w mut [u32]) -> Result<&'w mut [u32], DrawError> {
        let (given, needed) = (words.len(), self.layout.words_needed());
        words
            .get_mut(..needed)
            .ok_or(DrawError::OutputTooSmall { given, needed })
    }

    #[inline]
    fn stride(&self, buffer: &VertexBuffer, range: &BufferRange) -> u32 {
        if self.pipeline.bound_strides {
            range.stride
        } else {
            buffer.stride
        }
    }
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

/// The index of each buffer's descriptor, and the start of its elements.
struct Starts {
    /// An index, or an index with [`WITHOUT_OFFSET_START`].
    indices: [u8; MAX_BUFFERS],
    bytes: [i64; MAX_BUFFERS],
}

/// The bit of [`ElementStart::is_without_offset_start`]. Indices are below it, as two descriptors of each buffer are.
const WITHOUT_OFFSET_START: u8 = 1 << 7;

impl Starts {
    const NONE: Self = Self {
        indices: [0; MAX_BUFFERS],
        bytes: [0; MAX_BUFFERS],
    };

    #[inline]
    fn put(&mut self, buffer: usize, index: u32, start: ElementStart) {
        let without = if start.is_without_offset_start {
            WITHOUT_OFFSET_START
        } else {
            0
        };
        self.indices[buffer % MAX_BUFFERS] = index as u8 | without;
        self.bytes[buffer % MAX_BUFFERS] = start.bytes;
    }

    #[inline]
    fn get(&self, buffer: usize) -> (u32, ElementStart) {
        let index = self.indices[buffer % MAX_BUFFERS];
        let start = ElementStart {
            bytes: self.bytes[buffer % MAX_BUFFERS],
            is_without_offset_start: index & WITHOUT_OFFSET_START != 0,
        };
        (u32::from(index & !WITHOUT_OFFSET_START), start)
    }
}

/// The first word of a state's attribute without the number of its buffer, and that number and the offset.
#[inline]
fn unpacked(words: &[u32]) -> (u32, AttributeBegin) {
    let &[word, offset] = words.first_chunk().unwrap_or(&[0; 2]);
    let mask = Attribute::BUFFER_INDEX.mask(0);
    let buffer = match word & mask {
        PACKED_VERTEX_ID => VERTEX_ID,
        PACKED_INSTANCE_ID => INSTANCE_ID,
        buffer => buffer,
    };
    (word & !mask, AttributeBegin { buffer, offset })
}

/// The numbers that a state's attributes have in place of a buffer's.
pub(in crate::draw) const PACKED_VERTEX_ID: u32 = Attribute::MAX_BUFFER_INDEX - 1;
pub(in crate::draw) const PACKED_INSTANCE_ID: u32 = Attribute::MAX_BUFFER_INDEX;

/// The mode of a buffer.
#[inline]
pub(in crate::draw) const fn mode_of(
    modes: &FetchModes,
    number: usize,
    rate: InputRate,
) -> Result<FetchMode, DrawError> {
    match modes.of(rate) {
        Ok(mode) => Ok(mode),
        Err(error) => Err(DrawError::Buffer {
            buffer: number,
            error,
        }),
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
