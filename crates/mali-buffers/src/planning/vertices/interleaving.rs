use arrayvec::ArrayVec;

use super::data::MOST_ATTRIBUTES;
use super::vertex_source::VertexSource;
use crate::conversion::{Conversion, span};
use crate::error::Error;
use crate::list::append;
use crate::memory::ClientState;
use crate::planning::data_copy::Contents;
use crate::planning::fetched_array::MAX_SIZE;
use crate::planning::plan_builder::PlanBuilder;
use crate::types::Location;
use mali_instancing::draw::{VertexAttribute, VertexBuffer};

/// Arrays of one source, one stride and one rate, which are streamed together: element by element, with the attributes
/// in their order.
///
/// If nothing is converted, nothing is left out and all stay aligned, the elements are copied unchanged.
#[derive(Clone, Copy)]
pub(crate) struct Interleaving<'a> {
    first: &'a VertexSource,
    /// All arrays that may belong to the group.
    all: &'a [VertexSource],
}

/// The layout of a group's written elements.
pub(crate) struct Layout {
    /// The distance between elements, in bytes.
    stride: u32,
    /// The offset of each attribute in an element.
    offsets: ArrayVec<u32, MOST_ATTRIBUTES>,
    /// The size of all elements, in bytes.
    pub(crate) size: u64,
    /// For elements that are copied unchanged: the offset of the first attribute in the source, and the number of bytes
    /// to the end of the last.
    block: Option<(u64, u32)>,
}

/// Adds an array that is streamed, to the group of those that are streamed together with it.
pub(crate) fn add<const ATTRIBUTES: usize>(
    streamed: &mut ArrayVec<VertexSource, ATTRIBUTES>,
    mut source: VertexSource,
) {
    let key = |source: &VertexSource| {
        let array = &source.fetched.array;
        (array.source, array.stride, array.rate, source.count)
    };
    let mut others = streamed.iter();
    let same = others.find(|other| key(other) == key(&source));
    source.group = same.map_or(streamed.len(), |same| same.group);
    append(streamed, source);
}

impl<'a> Interleaving<'a> {
    /// The groups of arrays that have elements.
    pub(crate) fn groups(all: &'a [VertexSource]) -> impl Iterator<Item = Self> {
        let sources = all.iter().enumerate();
        let firsts = sources.filter(|(number, source)| source.group == *number && source.count > 0);
        firsts.map(move |(_, first)| Self { first, all })
    }

    fn sources(self) -> impl Iterator<Item = &'a VertexSource> {
        let group = self.first.group;
        self.all.iter().filter(move |source| source.group == group)
    }

    pub(crate) fn layout(self) -> Result<Layout, Error> {
        let mut stride = 0_u32;
        let mut alignment = 1;
        let mut offsets = ArrayVec::new_const();
        for source in self.sources() {
            let component = source.fetched.converted_alignment();
            alignment = component.max(alignment);
            let offset = align(stride, component);
            append(&mut offsets, offset);
            stride = offset + source.fetched.reading.conversion.size();
        }
        let packed = stride;
        let mut layout = Layout {
            stride: align(stride, alignment),
            offsets,
            size: 0,
            block: None,
        };
        if let Some((begin, length)) = self.block(layout.stride) {
            layout.stride = self.first.fetched.array.stride;
            layout.offsets.clear();
            for source in self.sources() {
                // The difference is less than the stride, because `block` has checked that.
                let offset = (source.fetched.array.offset - begin) as u32;
                append(&mut layout.offsets, offset);
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

    /// The bytes of an element that can be copied unchanged, if the source's stride is at most `needed`, the stride of
    /// elements without bytes that no attribute reads.
    fn block(self, needed: u32) -> Option<(u64, u32)> {
        let stride = self.first.fetched.array.stride;
        let begin = self
            .sources()
            .map(|source| source.fetched.array.offset)
            .min()?;
        let mut length = 0;
        for source in self.sources() {
            let offset = source.fetched.array.offset - begin;
            let end = offset.checked_add(source.fetched.size.into())?;
            let stays_aligned = source.fetched.stays_aligned(offset, stride);
            if !source.fetched.reading.is_direct() || !stays_aligned || end > stride.into() {
                return None;
            }
            length = length.max(end as u32);
        }
        (needed >= stride).then_some((begin, length))
    }

    /// Writes the elements to `location`, and makes the attributes read them there.
    pub(crate) fn write<A: ClientState, const ATTRIBUTES: usize>(
        self,
        builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
        layout: &Layout,
        location: Location,
    ) {
        let first = self.first;
        let is_gathered = builder.gathers(first.fetched.array.rate);
        let elements = |offset, conversion| Contents::Elements {
            source: first.fetched.array.source,
            offset,
            source_stride: first.fetched.array.stride,
            conversion,
            stride: layout.stride,
            elements: first.count,
            is_gathered,
        };
        if let Some((begin, length)) = layout.block {
            let offset = begin + (first.first_byte() - first.fetched.array.offset);
            let contents = elements(offset, Conversion::Copy { size: length });
            builder.write(location, layout.size, contents);
        }
        let buffer = VertexBuffer {
            size: Some(layout.size as u32),
            first_element: first.first,
            ..VertexBuffer::new(layout.stride, first.fetched.array.rate)
        };
        let buffer = builder.plan.vertex_data.add_buffer(location, buffer);
        for (source, &offset) in self.sources().zip(&layout.offsets) {
            if layout.block.is_none() {
                let conversion = source.fetched.reading.conversion;
                let contents = elements(source.first_byte(), conversion);
                let size = span(first.count.into(), layout.stride, conversion.size());
                let location = Location {
                    offset: location.offset + u64::from(offset),
                    ..location
                };
                builder.write(location, size.unwrap_or(0), contents);
            }
            let attribute = VertexAttribute::new(buffer, source.fetched.reading.format, offset);
            builder.plan.vertex_data.set(source.attribute, attribute);
        }
    }
}

/// The next multiple of an alignment, which is a power of two.
const fn align(offset: u32, alignment: u32) -> u32 {
    (offset + alignment - 1) & !(alignment - 1)
}
