use super::state::VertexState;
use super::vertex_source::VertexSource;
use crate::conversion::{Conversion, span};
use crate::draw::AttributeArray;
use crate::error::Error;
use crate::two_phase::Location;
use crate::two_phase::memory::ClientState;
use crate::two_phase::planning::data_copy::Contents;
use crate::two_phase::planning::fetched_array::{FetchedArray, MAX_SIZE};
use crate::two_phase::planning::plan_builder::PlanBuilder;
use mali_instancing::draw::VertexBuffer;

/// Arrays of one source, one stride and one rate, which are streamed together: element by element, with the attributes
/// in their order.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    /// The set of their attributes.
    members: u32,
    /// One of the arrays.
    array: AttributeArray,
    /// The first element that the draw reads, and the number of elements.
    elements: (u32, u32),
    /// The offsets of the first attribute and of the end of the last one in the source, in bytes.
    begin: u64,
    end: u64,
    /// The size of an element without gaps, and its alignment, in bytes.
    packed: u32,
    alignment: u32,
    /// Whether elements are copied unchanged, since nothing is converted, nothing is left out and all stay aligned.
    is_block: bool,
    /// The distance between the written elements, and the number of bytes to the end of an element's last attribute.
    stride: u32,
    length: u32,
    /// The size of all elements, in bytes.
    pub(crate) size: u64,
}

impl Group {
    pub(crate) fn new(source: &VertexSource<'_>) -> Self {
        let array = source.fetched.array;
        let mut group = Self {
            members: 0,
            array,
            elements: (source.first, source.count),
            begin: array.offset,
            end: 0,
            packed: 0,
            alignment: 1,
            is_block: true,
            stride: 0,
            length: 0,
            size: 0,
        };
        group.append(source);
        group
    }

    /// Adds an array, if it is streamed together with the others.
    #[inline]
    pub(crate) fn add(&mut self, source: &VertexSource<'_>) -> bool {
        let (array, other) = (&source.fetched.array, &self.array);
        let is_member = array.source == other.source
            && (array.stride, array.rate) == (other.stride, other.rate)
            && source.count == self.elements.1;
        if is_member {
            self.append(source);
        }
        is_member
    }

    #[inline]
    fn append(&mut self, source: &VertexSource<'_>) {
        let fetched = source.fetched;
        let offset = fetched.array.offset;
        self.members |= 1 << source.attribute;
        let begin = offset.min(self.begin);
        // The earlier attributes stay aligned if their distance from the first one grows by a multiple of this.
        let is_shifted = (self.begin - begin) & u64::from(self.alignment - 1) != 0;
        self.is_block &= fetched.reading.is_direct()
            && !is_shifted
            && fetched.stays_aligned(offset - begin, self.array.stride);
        self.begin = begin;
        self.end = offset.saturating_add(fetched.size.into()).max(self.end);
        append(&mut self.packed, fetched);
        self.alignment = fetched.converted_alignment().max(self.alignment);
    }

    /// Finds out how the elements are written.
    pub(crate) fn lay_out(&mut self) -> Result<(), Error> {
        let (stride, length) = (self.array.stride, self.end - self.begin);
        let packed = align(self.packed, self.alignment);
        // Otherwise elements without the bytes that no attribute reads are shorter.
        self.is_block &= packed >= stride && length <= stride.into();
        (self.stride, self.length) = if self.is_block {
            (stride, length as u32)
        } else {
            (packed, self.packed)
        };
        let size = span(self.elements.1.into(), self.stride, self.length);
        self.size = size.unwrap_or(u64::MAX);
        let (size, maximum) = (self.size, u64::from(MAX_SIZE));
        if size > maximum {
            return Err(Error::TooLarge { size, maximum });
        }
        Ok(())
    }

    /// Writes the elements to `location`, and makes the attributes read them there.
    pub(crate) fn write<A: ClientState, const ATTRIBUTES: usize>(
        &self,
        builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
        state: &VertexState<ATTRIBUTES>,
        location: Location,
    ) {
        let AttributeArray {
            source,
            stride,
            rate,
            ..
        } = self.array;
        let (first, count) = self.elements;
        let skipped = u64::from(first) * u64::from(stride);
        let is_gathered = builder.gathers(rate);
        let elements = |offset, conversion| Contents::Elements {
            source,
            offset: offset + skipped,
            source_stride: stride,
            conversion,
            stride: self.stride,
            elements: count,
            is_gathered,
        };
        if self.is_block {
            let contents = elements(self.begin, Conversion::Copy { size: self.length });
            builder.write(location, self.size, contents);
        }
        let buffer = VertexBuffer {
            size: Some(self.size as u32),
            ..VertexBuffer::new(self.stride, rate)
        };
        let buffer = builder.plan.vertex_data.add_buffer(location, buffer, first);
        let mut packed = 0;
        for (number, fetched) in state.arrays(self.members) {
            let mut offset = append(&mut packed, &fetched);
            if self.is_block {
                offset = (fetched.array.offset - self.begin) as u32;
            } else {
                let conversion = fetched.reading.conversion;
                let size = span(count.into(), self.stride, conversion.size()).unwrap_or(0);
                let contents = elements(fetched.array.offset, conversion);
                let begin = location.offset + u64::from(offset);
                let place = Location {
                    offset: begin,
                    ..location
                };
                builder.write(place, size, contents);
            }
            let data = &mut builder.plan.vertex_data;
            data.read(number, buffer, fetched.reading.format, offset);
        }
    }
}

/// Appends an attribute to those of an element without gaps, and returns its offset there, in bytes.
#[inline]
fn append(packed: &mut u32, fetched: &FetchedArray) -> u32 {
    let offset = align(*packed, fetched.converted_alignment());
    *packed = offset + fetched.reading.conversion.size();
    offset
}

/// The next multiple of an alignment, which is a power of two.
const fn align(offset: u32, alignment: u32) -> u32 {
    (offset + alignment - 1) & !(alignment - 1)
}
