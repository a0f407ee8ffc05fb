use super::attribute::AttributeBegin;
use super::draw_tables::DrawTables;
use super::indices::Indices;
use super::layout::{Layout, Tables};
use super::offset::ElementShift;
use super::tables::{Offsets, move_attribute};
use crate::draw::definition::{DrawCounts, Pipeline};
use crate::draw::error::DrawError;
use crate::draw::parts::{BufferRange, VertexBuffer};

/// The vertex input of a pipeline, checked except for its attributes, wherever they are kept.
pub(in crate::draw) struct Checked<'a, A> {
    pub(in crate::draw) pipeline: &'a Pipeline,
    pub(in crate::draw) layout: &'a Layout,
    pub(in crate::draw) buffers: &'a [VertexBuffer],
    pub(in crate::draw) attributes: A,
}

/// The attributes of a draw.
pub(in crate::draw) trait Attributes: Copy {
    /// Writes their words on V4 to V7, and returns whether their offsets fit where the draw moves none.
    fn write(&self, indices: &Indices<'_>, words: &mut [u32]) -> Result<bool, AttributeError>;

    /// The same from V9 on.
    fn write_valhall(&self, words: &mut [u32]) -> Result<bool, AttributeError>;

    /// Where each begins.
    fn begins(&self) -> impl Iterator<Item = AttributeBegin>;
}

/// The number of an attribute that cannot be fetched, and why.
pub(in crate::draw) type AttributeError = (usize, DrawError);

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

    /// The same on V4 to V7.
    #[inline]
    pub(in crate::draw) fn write_attribute_buffers(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let draw = self.draw(counts, ranges);
        draw.write_attribute_buffers(words, |indices, offsets, words| {
            let fit = self.attributes.write(indices, words);
            self.move_attributes::<2>(fit, offsets, words)
        })
    }

    /// The same from V9 on.
    #[inline]
    pub(in crate::draw) fn write_valhall(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let draw = self.draw(counts, ranges);
        draw.write_valhall(words, |offsets, words| {
            let fit = self.attributes.write_valhall(words);
            self.move_attributes::<8>(fit, offsets, words)
        })
    }

    #[inline]
    fn draw<'a>(&'a self, counts: &'a DrawCounts, ranges: &'a [BufferRange]) -> DrawTables<'a> {
        DrawTables {
            pipeline: self.pipeline,
            layout: self.layout,
            buffers: self.buffers,
            counts,
            ranges,
        }
    }

    #[inline]
    fn move_attributes<const WORDS: usize>(
        &self,
        fit: Result<bool, AttributeError>,
        offsets: &Offsets<'_>,
        words: &mut [u32],
    ) -> Result<(), DrawError> {
        let (count, error) = match fit {
            Ok(true) if !offsets.are_moved() => return Ok(()),
            Ok(_) => (usize::MAX, Ok(())),
            // An attribute before it may be wrong too.
            Err((number, error)) => (number, Err(error)),
        };
        let (shift, ranges) = (offsets.shift(), offsets.ranges());
        let begins = self.attributes.begins().take(count);
        move_each::<WORDS>(begins, self.buffers, shift, ranges, words)?;
        error
    }
}

/// Kept apart from draws that move nothing, which need fewer registers.
#[inline(never)]
fn move_each<const WORDS: usize>(
    begins: impl Iterator<Item = AttributeBegin>,
    buffers: &[VertexBuffer],
    shift: ElementShift,
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<(), DrawError> {
    let words = words.chunks_exact_mut(WORDS);
    for (number, (begin, words)) in begins.zip(words).enumerate() {
        if let Some(words) = words.first_chunk_mut() {
            move_attribute::<WORDS>(number, begin, &shift, buffers, ranges, words)?;
        }
    }
    Ok(())
}
