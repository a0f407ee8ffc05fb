use super::attribute::AttributeBegin;
use super::attribute_buffers::{pack_buffer, trailing_descriptors, write_trailing_descriptors};
use super::definition::{DrawCounts, Pipeline};
use super::error::DrawError;
use super::layout::{BUFFER_WORDS, DESCRIPTOR_WORDS, Layout, Tables, set};
use super::offset::ElementShift;
use super::parts::{BufferRange, VertexAttribute, VertexBuffer, size_of_buffer};
use crate::descriptor::{Attribute, Buffer, BufferAddress, ValhallAttribute};
use crate::fetch::FetchModes;
use crate::thread_count::ThreadCount;

/// A draw, except its attributes.
pub(super) struct DrawTables<'a> {
    pub(super) pipeline: Pipeline,
    pub(super) layout: &'a Layout,
    pub(super) buffers: &'a [VertexBuffer],
    pub(super) counts: &'a DrawCounts,
    pub(super) ranges: &'a [BufferRange],
}

impl DrawTables<'_> {
    /// Writes the tables of a draw on V4 to V7. `write_attributes` writes the attributes, with
    /// those offsets.
    #[inline]
    pub(super) fn write_attribute_buffers(
        &self,
        thread_count: ThreadCount,
        words: &mut [u32],
        write_attributes: impl FnOnce(&Offsets<'_>, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<Tables, DrawError> {
        let [buffer_words, trailing_words, attribute_words] = self.layout.split(words)?;
        let modes = FetchModes::new(thread_count, self.pipeline.rounding);
        let mut address_bits = 0;
        self.write_buffers(buffer_words, |number, buffer, address, size, words| {
            address_bits |= address;
            pack_buffer(&modes, number, buffer, address, size, words)
        })?;
        if self.layout.has_ids() {
            self.write_ids(thread_count, trailing_words)?;
        } else {
            // There is at most the null terminator.
            set(trailing_words, [0; DESCRIPTOR_WORDS]);
        }
        let offsets = Offsets {
            draw: self,
            thread_count,
            is_unaligned: address_bits % BufferAddress::ALIGNMENT != 0,
        };
        write_attributes(&offsets, attribute_words)?;
        Ok(self.layout.tables())
    }

    /// Writes the tables of a draw on V9 and later. `write_attributes` writes the attributes, with
    /// those offsets.
    #[inline]
    pub(super) fn write_valhall(
        &self,
        thread_count: ThreadCount,
        words: &mut [u32],
        write_attributes: impl FnOnce(&Offsets<'_>, &mut [u32]) -> Result<(), DrawError>,
    ) -> Result<Tables, DrawError> {
        let [buffer_words, _, attribute_words] = self.layout.split(words)?;
        self.write_buffers(buffer_words, |_, _, address, size, words| {
            *words = Buffer::below_4_gib(address, size).words();
            Ok(())
        })?;
        let offsets = Offsets {
            draw: self,
            thread_count,
            is_unaligned: false,
        };
        write_attributes(&offsets, attribute_words)?;
        Ok(self.layout.tables())
    }

    /// Kept apart, because few draws have such attributes.
    #[inline(never)]
    fn write_ids(&self, thread_count: ThreadCount, words: &mut [u32]) -> Result<(), DrawError> {
        let layout = self.layout;
        layout.check_instance_id(thread_count, self.counts.vertices)?;
        let descriptors = trailing_descriptors(layout, thread_count, self.pipeline.rounding);
        write_trailing_descriptors(descriptors, words);
        Ok(())
    }

    #[inline]
    pub(super) fn thread_count(&self) -> Result<ThreadCount, DrawError> {
        let (given, needed) = (self.ranges.len(), self.buffers.len());
        if given != needed {
            return Err(DrawError::BufferCount { given, needed });
        }
        self.pipeline
            .thread_count(self.counts)
            .map_err(DrawError::Draw)
    }

    #[inline]
    fn write_buffers(
        &self,
        mut words: &mut [u32],
        mut pack: impl FnMut(
            usize,
            &VertexBuffer,
            u64,
            u32,
            &mut [u32; BUFFER_WORDS],
        ) -> Result<(), DrawError>,
    ) -> Result<(), DrawError> {
        // By number: a zip of three slices takes twice the instructions.
        let (buffers, ranges) = (self.buffers, self.ranges);
        let mut number = 0;
        while number < buffers.len() && number < ranges.len() {
            let Some((words_of_buffer, rest)) = words.split_first_chunk_mut() else {
                break;
            };
            let (buffer, range) = (&buffers[number], &ranges[number]);
            let size = size_of_buffer(number, *range, buffer.size)?;
            pack(number, buffer, range.address, size, words_of_buffer)?;
            words = rest;
            number += 1;
        }
        Ok(())
    }
}

/// What the offsets of a draw's attributes depend on.
pub(super) struct Offsets<'a> {
    draw: &'a DrawTables<'a>,
    thread_count: ThreadCount,
    /// Whether a remainder of an address is to be added.
    is_unaligned: bool,
}

impl Offsets<'_> {
    /// Whether attributes may begin elsewhere than they do in a pipeline.
    #[inline]
    pub(super) const fn are_moved(&self) -> bool {
        self.is_unaligned || self.draw.counts.first_vertex | self.draw.counts.first_instance != 0
    }

    #[inline]
    pub(super) const fn shift(&self) -> ElementShift {
        ElementShift::new(self.draw.pipeline.arch, self.draw.counts, self.thread_count)
    }

    /// The ranges of the buffers, if a remainder of an address is to be added.
    #[inline]
    pub(super) const fn unaligned(&self) -> &[BufferRange] {
        if self.is_unaligned {
            self.draw.ranges
        } else {
            &[]
        }
    }

    /// Writes attributes whose words `pack` packs with offset 0.
    #[inline]
    pub(super) fn write_attributes<const WORDS: usize>(
        &self,
        words: &mut [u32],
        attributes: &[VertexAttribute],
        pack: impl FnMut(usize, &VertexAttribute, AttributeBegin) -> Result<[u32; WORDS], DrawError>,
    ) -> Result<(), DrawError> {
        // On V4 to V7 a loop of its own for draws that move nothing, as most do. From V9 on it would save little.
        if WORDS != 2 || self.are_moved() {
            let (shift, unaligned) = (self.shift(), self.unaligned());
            self.write_at(words, attributes, &shift, unaligned, pack)
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
        unaligned: &[BufferRange],
        mut pack: impl FnMut(usize, &VertexAttribute, AttributeBegin) -> Result<[u32; WORDS], DrawError>,
    ) -> Result<(), DrawError> {
        let buffers = self.draw.buffers;
        let words = words.chunks_exact_mut(WORDS);
        for (number, (attribute, words)) in attributes.iter().zip(words).enumerate() {
            let begin = AttributeBegin::new(number, attribute, buffers)?;
            set(words, pack(number, attribute, begin)?);
            let offset = begin.descriptor_offset(number, shift, buffers, unaligned)?;
            words[offset_word(WORDS)] = offset as u32;
        }
        Ok(())
    }
}

/// The word of an attribute's offset, in a descriptor of two words or of eight.
pub(super) const fn offset_word(words: usize) -> usize {
    if words == 2 {
        Attribute::OFFSET.word()
    } else {
        ValhallAttribute::OFFSET.word()
    }
}
