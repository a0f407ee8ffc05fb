use arrayvec::ArrayVec;

use super::vertex_source::VertexSource;
use crate::conversion::{Conversion, span};
use crate::error::Error;
use crate::memory::ClientState;
use crate::planning::data_copy::Contents;
use crate::planning::fetched_array::MAX_SIZE;
use crate::planning::plan_builder::PlanBuilder;
use crate::types::Location;
use mali_instancing::draw::VertexBuffer;

/// The layout of the written elements of a group: arrays of one source, one stride and one rate, which are streamed
/// together, element by element, with the attributes in their order.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// The distance between elements, in bytes.
    stride: u32,
    /// The size of all elements, in bytes.
    size: u64,
    /// For elements that are copied unchanged, since nothing is converted, nothing is left out and all stay aligned:
    /// the offset of the first attribute in the source, and the number of bytes to the end of the last.
    block: Option<(u64, u32)>,
}

impl Layout {
    pub(crate) const NONE: Self = Self {
        stride: 0,
        size: 0,
        block: None,
    };
}

/// Adds an array that is streamed, next to those that are streamed together with it.
pub(crate) fn add<const ATTRIBUTES: usize>(
    streamed: &mut ArrayVec<VertexSource, ATTRIBUTES>,
    source: VertexSource,
) {
    let last = streamed.iter().rposition(|other| other.is_with(&source));
    let place = last.map_or(streamed.len(), |last| last + 1);
    let added = streamed.try_insert(place, source);
    debug_assert!(added.is_ok(), "a list is too short");
}

/// Computes the layout of a group, which is kept in its first array, and the offset of each array in an element.
pub(crate) fn lay_out(group: &mut [VertexSource]) -> Result<u64, Error> {
    let offsets = group.iter().map(|source| source.fetched.array.offset);
    let begin = offsets.min().unwrap_or(0);
    let source_stride = group.first().map_or(0, |first| first.fetched.array.stride);
    let (mut packed, mut alignment) = (0_u32, 1);
    let (mut length, mut is_block) = (0, true);
    for source in &mut *group {
        let fetched = &source.fetched;
        let component = fetched.converted_alignment();
        alignment = component.max(alignment);
        source.offset = align(packed, component);
        packed = source.offset + fetched.reading.conversion.size();
        let offset = fetched.array.offset - begin;
        let end = offset.saturating_add(fetched.size.into());
        is_block &= fetched.reading.is_direct()
            && fetched.stays_aligned(offset, source_stride)
            && end <= source_stride.into();
        length = end.max(length);
    }
    let stride = align(packed, alignment);
    // Otherwise elements without the bytes that no attribute reads are shorter.
    is_block &= stride >= source_stride;
    let (stride, last) = if is_block {
        for source in &mut *group {
            source.offset = (source.fetched.array.offset - begin) as u32;
        }
        (source_stride, length as u32)
    } else {
        (stride, packed)
    };
    let Some(first) = group.first_mut() else {
        return Ok(0);
    };
    let size = span(first.count.into(), stride, last).unwrap_or(u64::MAX);
    let maximum = u64::from(MAX_SIZE);
    if size > maximum {
        return Err(Error::TooLarge { size, maximum });
    }
    first.layout = Layout {
        stride,
        size,
        block: is_block.then_some((begin, last)),
    };
    Ok(size)
}

/// Writes the elements of a group to `location`, and makes the attributes read them there. Returns their size in bytes.
pub(crate) fn write<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    group: &[VertexSource],
    location: Location,
) -> u64 {
    let Some(first) = group.first() else {
        return 0;
    };
    let (layout, array) = (first.layout, &first.fetched.array);
    let is_gathered = builder.gathers(array.rate);
    let elements = |offset, conversion| Contents::Elements {
        source: array.source,
        offset,
        source_stride: array.stride,
        conversion,
        stride: layout.stride,
        elements: first.count,
        is_gathered,
    };
    if let Some((begin, length)) = layout.block {
        let offset = begin + (first.first_byte() - array.offset);
        let contents = elements(offset, Conversion::Copy { size: length });
        builder.write(location, layout.size, contents);
    }
    let buffer = VertexBuffer {
        size: Some(layout.size as u32),
        first_element: first.first,
        ..VertexBuffer::new(layout.stride, array.rate)
    };
    for source in group {
        let reading = source.fetched.reading;
        if layout.block.is_none() {
            let size = span(first.count.into(), layout.stride, reading.conversion.size());
            let offset = location.offset + u64::from(source.offset);
            let location = Location { offset, ..location };
            let contents = elements(source.first_byte(), reading.conversion);
            builder.write(location, size.unwrap_or(0), contents);
        }
        let data = &mut builder.plan.vertex_data;
        let number = source.attribute;
        data.read(number, (location, buffer), reading.format, source.offset);
    }
    layout.size
}

/// The next multiple of an alignment, which is a power of two.
const fn align(offset: u32, alignment: u32) -> u32 {
    (offset + alignment - 1) & !(alignment - 1)
}
