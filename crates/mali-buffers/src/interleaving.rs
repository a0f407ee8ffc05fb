use heapless::Vec;

use super::conversion::{Conversion, span};
use super::error::Error;
use super::memory::Application;
use super::place::Location;
use super::plan::Contents;
use super::target::Target;
use super::transaction::Transaction;
use super::vertex_data::{MAX_ATTRIBUTES, VertexData};
use super::vertex_source::{MAX_SIZE, VertexSource};
use mali_instancing::draw::{VertexAttribute, VertexBuffer};

/// Arrays of one source, one stride and one rate, which are streamed as one: element by element, the
/// attributes one behind the other.
///
/// If nothing is converted, nothing is left out and all stay aligned, the elements are copied as they
/// are.
pub(super) struct Interleaving<'a> {
    first: &'a VertexSource,
    /// All of them, the first too.
    sources: Vec<&'a VertexSource, MAX_ATTRIBUTES>,
}

/// How a group's elements lie where they are written.
pub(super) struct Layout {
    /// The distance between elements, in bytes.
    stride: u32,
    /// Where each attribute begins in an element.
    offsets: Vec<u32, MAX_ATTRIBUTES>,
    /// All elements, in bytes.
    pub(super) size: u64,
    /// Of elements that are copied as they are: where the first attribute begins in the source, and
    /// how many bytes to the end of the last.
    block: Option<(u64, u32)>,
}

impl<'a> Interleaving<'a> {
    pub(super) fn new(source: &'a VertexSource) -> Self {
        let mut group = Self {
            first: source,
            sources: Vec::new(),
        };
        group.push(source);
        group
    }

    /// Adds an array, if it is one of these.
    pub(super) fn takes(&mut self, source: &'a VertexSource) -> bool {
        let key = |source: &VertexSource| (source.array.source, source.stride, source.array.rate);
        let takes = key(self.first) == key(source);
        if takes {
            self.push(source);
        }
        takes
    }

    fn push(&mut self, source: &'a VertexSource) {
        // There is room for all attributes of a draw.
        let _ = self.sources.push(source);
    }

    pub(super) fn layout(&self, target: Target) -> Result<Layout, Error> {
        let mut stride = 0_u32;
        let mut alignment = 1;
        let mut offsets = Vec::new();
        for source in &self.sources {
            let component = target.alignment(source.reading.format);
            alignment = component.max(alignment);
            let offset = stride.next_multiple_of(component);
            let _ = offsets.push(offset);
            stride = offset + source.reading.conversion.size();
        }
        let packed = stride;
        let mut layout = Layout {
            stride: stride.next_multiple_of(alignment),
            offsets,
            size: 0,
            block: None,
        };
        if let Some((begin, length)) = self.block(target, layout.stride) {
            layout.stride = self.first.stride;
            layout.offsets.clear();
            for source in &self.sources {
                // Less than the stride: so block() said.
                let offset = (source.array.offset - begin) as u32;
                let _ = layout.offsets.push(offset);
            }
            layout.block = Some((begin, length));
        }
        let last = layout.block.map_or(packed, |(_, length)| length);
        let size = span(self.first.count.into(), layout.stride, last).unwrap_or(u64::MAX);
        let maximum = u64::from(MAX_SIZE);
        if size > maximum {
            return Err(Error::TooLarge { size, maximum });
        }
        layout.size = size;
        Ok(layout)
    }

    /// The bytes of an element that can be copied as they are, if that is no more than what is needed
    /// of them.
    fn block(&self, target: Target, needed: u32) -> Option<(u64, u32)> {
        let stride = self.first.stride;
        let begin = self
            .sources
            .iter()
            .map(|source| source.array.offset)
            .min()?;
        let mut length = 0;
        for source in &self.sources {
            let alignment = target.alignment(source.array.format);
            let offset = source.array.offset - begin;
            let end = offset.checked_add(source.array.format.size().into())?;
            let stays_aligned =
                offset.is_multiple_of(alignment.into()) && stride.is_multiple_of(alignment);
            if !source.reading.is_direct() || !stays_aligned || end > stride.into() {
                return None;
            }
            length = length.max(end as u32);
        }
        (needed >= stride).then_some((begin, length))
    }

    /// Has the elements written to `location`, and the attributes read there.
    pub(super) fn write<A: Application>(
        &self,
        transaction: &mut Transaction<'_, A>,
        data: &mut VertexData,
        layout: &Layout,
        location: Location,
    ) {
        let first = self.first;
        let elements = |offset, conversion| Contents::Elements {
            source: first.array.source,
            offset,
            source_stride: first.stride,
            conversion,
            stride: layout.stride,
            elements: first.count,
        };
        if let Some((begin, length)) = layout.block {
            let offset = begin + (first.first_byte() - first.array.offset);
            let contents = elements(offset, Conversion::Copy { size: length });
            transaction.write(location, layout.size, contents);
        }
        let buffer = VertexBuffer {
            size: Some(layout.size as u32),
            first_element: first.first,
            ..VertexBuffer::new(layout.stride, first.array.rate)
        };
        let buffer = data.add_buffer(location, buffer);
        for (source, &offset) in self.sources.iter().zip(&layout.offsets) {
            if layout.block.is_none() {
                let conversion = source.reading.conversion;
                let contents = elements(source.first_byte(), conversion);
                let size = span(first.count.into(), layout.stride, conversion.size());
                let location = Location {
                    offset: location.offset + u64::from(offset),
                    ..location
                };
                transaction.write(location, size.unwrap_or(0), contents);
            }
            let attribute = VertexAttribute::new(buffer, source.reading.format, offset);
            data.set(source.attribute, attribute);
        }
    }
}
