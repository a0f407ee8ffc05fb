use super::attribute::AttributeBegin;
use super::draw_tables::DrawTables;
use super::layout::{Layout, Tables};
use super::tables::{Offsets, move_attribute};
use super::words::set;
use crate::draw::definition::{DrawCounts, Pipeline};
use crate::draw::error::DrawError;
use crate::draw::parts::{BufferRange, VertexBuffer};

/// The vertex input of a pipeline, checked, wherever its attributes are kept.
pub(in crate::draw) struct Checked<'a, A> {
    pub(in crate::draw) pipeline: Pipeline,
    pub(in crate::draw) layout: &'a Layout,
    pub(in crate::draw) buffers: &'a [VertexBuffer],
    pub(in crate::draw) attributes: A,
    /// Whether the attributes' offsets fit, in a draw that moves none.
    pub(in crate::draw) offsets_fit: bool,
}

/// The attributes of a pipeline.
pub(in crate::draw) trait Attributes: Copy {
    /// The words of each, and where it begins. There are so many words on the pipeline's architecture.
    fn each<const WORDS: usize>(&self) -> impl Iterator<Item = ([u32; WORDS], AttributeBegin)>;
}

impl<A: Attributes> Checked<'_, A> {
    /// Writes both tables of a draw.
    #[inline]
    pub(in crate::draw) fn write(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let draw = DrawTables {
            pipeline: &self.pipeline,
            layout: self.layout,
            buffers: self.buffers,
            counts,
            ranges,
        };
        let thread_count = draw.thread_count()?;
        if self.pipeline.arch.has_attribute_buffers() {
            draw.write_attribute_buffers(thread_count, words, |indices, offsets, words| {
                let attributes = self.attributes.each::<2>();
                for (([first, second], begin), words) in attributes.zip(words.chunks_exact_mut(2)) {
                    let index = indices.of(begin.buffer, offsets.draw, offsets.thread_count);
                    set(words, [first | index, second]);
                }
                self.move_attributes::<2>(offsets, words)
            })
        } else {
            draw.write_valhall(thread_count, words, |offsets, words| {
                let attributes = self.attributes.each::<8>();
                for ((descriptor, _), words) in attributes.zip(words.chunks_exact_mut(8)) {
                    set(words, descriptor);
                }
                self.move_attributes::<8>(offsets, words)
            })
        }
    }

    #[inline]
    fn move_attributes<const WORDS: usize>(
        &self,
        offsets: &Offsets<'_>,
        words: &mut [u32],
    ) -> Result<(), DrawError> {
        if offsets.are_moved() || !self.offsets_fit {
            move_each::<WORDS>(self.attributes, self.buffers, offsets, words)
        } else {
            Ok(())
        }
    }
}

/// Kept apart from draws that move nothing, which need fewer registers.
#[inline(never)]
fn move_each<const WORDS: usize>(
    attributes: impl Attributes,
    buffers: &[VertexBuffer],
    offsets: &Offsets<'_>,
    words: &mut [u32],
) -> Result<(), DrawError> {
    let (shift, ranges) = (offsets.shift(), offsets.ranges());
    let words = words.chunks_exact_mut(WORDS);
    for (number, ((_, begin), words)) in attributes.each::<WORDS>().zip(words).enumerate() {
        if let Some(words) = words.first_chunk_mut() {
            move_attribute::<WORDS>(number, begin, &shift, buffers, ranges, words)?;
        }
    }
    Ok(())
}
