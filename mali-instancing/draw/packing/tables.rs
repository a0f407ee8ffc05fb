use super::attribute::AttributeBegin;
use super::attribute_buffers::{place, trailing_descriptors, write_trailing_descriptors};
use super::draw_tables::DrawTables;
use super::indices::Indices;
use super::layout::Tables;
use super::offset::ElementShift;
use super::words::{BUFFER_WORDS, DESCRIPTOR_WORDS, set};
use crate::descriptor::{AttributeBuffer, Buffer, BufferAddress, ValhallAttribute};
use crate::draw::error::DrawError;
use crate::draw::parts::{BufferRange, VertexAttribute, VertexBuffer, size_of_buffer};
use crate::fetch::{FetchMode, FetchModes, InputRate};
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

impl DrawTables<'_> {
    /// Writes the tables of a draw on V4 to V7. `write_attributes` writes the attributes, with
    /// those indices and offsets.
    #[inline]
    pub(in crate::draw) fn write_attribute_buffers(
        &self,
        thread_count: ThreadCount,
        words: &mut [u32],
        write_attributes: impl FnOnce(&Indices, &Offsets<'_>, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<Tables, DrawError> {
        let words = self.layout.words_of(words)?;
        let modes = FetchModes::new(thread_count, self.pipeline.rounding);
        let mut indices = Indices::NONE;
        let mut placement = self.layout.placement();
        let mut address_bits = 0;
        let has_strides = self.write_buffers(|number, buffer, range, size| {
            address_bits |= range.address;
            let (base, size) = place(number, range.address, size)?;
            let stride = range.stride_or(buffer.stride);
            let pack = |mode| AttributeBuffer::new(mode, base, stride, size).words();
            // Each in a branch of its own: what they have in common would keep all words in memory.
            let index = match modes.of(buffer.rate) {
                Ok(FetchMode::NpotDivisor { magic, divisor }) => {
                    let mode = FetchMode::NpotDivisor { magic, divisor };
                    placement.write_pair(pack(mode), words)
                }
                Ok(mode) => placement.write_single(pack(mode), words),
                Err(error) => {
                    return Err(DrawError::Buffer {
                        buffer: number,
                        error,
                    });
                }
            };
            indices.set(number, index);
            Ok(())
        })?;
        indices.set_after_buffers(placement.next());
        let padded_vertices = Some(thread_count.padded_vertices());
        let tables = self.layout.tables_after(placement.next(), padded_vertices);
        let [_, trailing_words, attribute_words] = self.layout.split(words, &tables);
        if self.layout.has_ids() {
            self.write_ids(thread_count, trailing_words)?;
        } else {
            write_trailing_descriptors(self.layout, [[0; DESCRIPTOR_WORDS]; 2], trailing_words);
        }
        let offsets = Offsets {
            draw: self,
            thread_count,
            are_bound_elsewhere: has_strides || address_bits % BufferAddress::ALIGNMENT != 0,
        };
        write_attributes(&indices, &offsets, attribute_words)?;
        Ok(tables)
    }

    /// Writes the tables of a draw on V9 and later. `write_attributes` writes the attributes, with
    /// those offsets.
    #[inline]
    pub(in crate::draw) fn write_valhall(
        &self,
        thread_count: ThreadCount,
        words: &mut [u32],
        write_attributes: impl FnOnce(&Offsets<'_>, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<Tables, DrawError> {
        let words = self.layout.words_of(words)?;
        let tables = self.layout.tables_after(self.buffers.len(), None);
        let [buffer_words, _, attribute_words] = self.layout.split(words, &tables);
        let mut descriptors = buffer_words.chunks_exact_mut(BUFFER_WORDS);
        let has_strides = self.write_buffers(|_, _, range, size| {
            if let Some(words) = descriptors.next() {
                set(words, Buffer::below_4_gib(range.address, size).words());
            }
            Ok(())
        })?;
        let offsets = Offsets {
            draw: self,
            thread_count,
            are_bound_elsewhere: has_strides,
        };
        write_attributes(&offsets, attribute_words)?;
        Ok(tables)
    }

    /// Kept apart, because few draws have such attributes.
    #[inline(never)]
    fn write_ids(&self, thread_count: ThreadCount, words: &mut [u32]) -> Result<(), DrawError> {
        let layout = self.layout;
        layout.check_instance_id(thread_count, self.counts.vertices)?;
        let descriptors = trailing_descriptors(layout, thread_count, self.pipeline.rounding);
        write_trailing_descriptors(layout, descriptors, words);
        Ok(())
    }

    #[inline]
    pub(in crate::draw) fn thread_count(&self) -> Result<ThreadCount, DrawError> {
        let (given, needed) = (self.ranges.len(), self.buffers.len());
        if given != needed {
            return Err(DrawError::BufferCount { given, needed });
        }
        if !self.pipeline.arch.has_attribute_buffers() {
            // The GPU counts threads itself.
            return Ok(ThreadCount::for_any_instance_count(PaddedCount::ONE));
        }
        self.pipeline
            .thread_count(self.counts)
            .map_err(DrawError::Draw)
    }

    /// Writes each buffer, and returns whether a stride is bound with one.
    #[inline]
    fn write_buffers(
        &self,
        mut write: impl FnMut(usize, &VertexBuffer, &BufferRange, u32) -> Result<(), DrawError>,
    ) -> Result<bool, DrawError> {
        let mut has_strides = false;
        // By number: a zip of three slices takes twice the instructions.
        let (buffers, ranges) = (self.buffers, self.ranges);
        let mut number = 0;
        while number < buffers.len() && number < ranges.len() {
            let (buffer, range) = (&buffers[number], &ranges[number]);
            let size = size_of_buffer(number, range, buffer.size)?;
            write(number, buffer, range, size)?;
            if range.stride.is_some() {
                has_strides = true;
            }
            number += 1;
        }
        Ok(has_strides)
    }
}

/// What the offsets of a draw's attributes depend on.
pub(in crate::draw) struct Offsets<'a> {
    pub(in crate::draw) draw: &'a DrawTables<'a>,
    pub(in crate::draw) thread_count: ThreadCount,
    /// Whether a stride is bound with a buffer, or a remainder of an address is to be added.
    are_bound_elsewhere: bool,
}

impl Offsets<'_> {
    /// Whether attributes may begin elsewhere than they do in a pipeline.
    #[inline]
    pub(in crate::draw) const fn are_moved(&self) -> bool {
        self.are_bound_elsewhere
            || self.draw.counts.first_vertex | self.draw.counts.first_instance != 0
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

    /// Writes attributes whose words `pack` packs with offset 0.
    #[inline]
    pub(in crate::draw) fn write_attributes<const WORDS: usize>(
        &self,
        words: &mut [u32],
        attributes: &[VertexAttribute],
        pack: impl FnMut(usize, &VertexAttribute, AttributeBegin) -> Result<[u32; WORDS], DrawError>,
    ) -> Result<(), DrawError> {
        // On V4 to V7 a loop of its own for draws that move nothing, as most do. From V9 on it would save little.
        if WORDS != 2 || self.are_moved() {
            let (shift, ranges) = (self.shift(), self.ranges());
            self.write_at(words, attributes, &shift, ranges, pack)
        } else {
            self.write_at(words, attributes, &ElementShift::NONE, &[], pack)
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "a loop that knows that nothing is moved takes a tenth fewer instructions"
    )]
    #[inline(always)]
    fn write_at<const WORDS: usize>(
        &self,
        words: &mut [u32],
        attributes: &[VertexAttribute],
        shift: &ElementShift,
        ranges: &[BufferRange],
        mut pack: impl FnMut(usize, &VertexAttribute, AttributeBegin) -> Result<[u32; WORDS], DrawError>,
    ) -> Result<(), DrawError> {
        let buffers = self.draw.buffers;
        let words = words.chunks_exact_mut(WORDS);
        for (number, (attribute, words)) in attributes.iter().zip(words).enumerate() {
            let begin = AttributeBegin::new(number, attribute, buffers)?;
            let mut descriptor = pack(number, attribute, begin)?;
            move_attribute::<WORDS>(number, begin, shift, buffers, ranges, &mut descriptor)?;
            set(words, descriptor);
        }
        Ok(())
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
        if let (Some(range), Some(buffer)) = (ranges.get(begin.buffer), buffers.get(begin.buffer)) {
            // Where all threads read one element, the stride is 0.
            if !matches!(buffer.rate, InputRate::Constant) {
                words[ValhallAttribute::STRIDE.word()] = range.stride_or(buffer.stride);
            }
        }
    }
    Ok(())
}
