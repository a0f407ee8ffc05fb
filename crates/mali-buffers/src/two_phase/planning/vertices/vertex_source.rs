use super::data::{VertexData, in_cell};
use crate::conversion::span;
use crate::draw::OutOfBounds;
use crate::error::Error;
use crate::planning::{Decision, Obstacle, StreamingReason};
use crate::two_phase::memory::ClientState;
use crate::two_phase::planning::fetched_array::{
    FetchedArray, FoundArray, MAX_SIZE, Part, first_in_descriptor, is_within_reach,
};
use crate::two_phase::planning::plan_builder::PlanBuilder;
use crate::types::DataSource;
use mali_instancing::InputRate;
use mali_instancing::draw::{DrawCall, VertexBuffer};

/// An array of a draw, and the elements that the draw reads.
pub(crate) struct VertexSource<'a> {
    /// The attribute, counted from 0.
    pub(crate) attribute: usize,
    pub(crate) fetched: &'a FetchedArray,
    /// The first element that the draw reads.
    pub(crate) first: u32,
    /// The number of elements that the draw reads: 0 if the array has none of them, and missing elements are not read.
    pub(crate) count: u32,
}

impl<'a> VertexSource<'a> {
    #[inline]
    pub(crate) fn new<A: ClientState, const ATTRIBUTES: usize>(
        builder: &PlanBuilder<'_, A, ATTRIBUTES>,
        is_indexed: bool,
        attribute: usize,
        fetched: &'a FetchedArray,
    ) -> Result<Self, Error> {
        let (array, target) = (&fetched.array, builder.target);
        let (first, count) = elements(&builder.plan.vertex_data.call, array.rate);
        let mut source = Self {
            attribute,
            fetched,
            first,
            count,
        };
        let DataSource::Buffer(id) = array.source else {
            source.end()?;
            return Ok(source);
        };
        let buffer = builder.buffer(id)?;
        let size = buffer.size();
        let may_be_unbounded =
            is_indexed && array.rate == InputRate::Vertex && !target.needs_bounds();
        if may_be_unbounded && fetched.found_whole(buffer).is_some() {
            return Ok(source);
        }
        let there = fetched.elements_in(size);
        if is_past((first, count), there) {
            if target.out_of_bounds == OutOfBounds::Refuse {
                return Err(Error::AttributePastEnd {
                    attribute,
                    end: source.end()?,
                    size,
                });
            }
            source.count = there.saturating_sub(first.into()) as u32;
        }
        Ok(source)
    }

    /// The end of the last element that the draw reads, in bytes.
    fn end(&self) -> Result<u64, Error> {
        let elements = u64::from(self.first) + u64::from(self.count);
        let size = span(elements, self.fetched.array.stride, self.fetched.size);
        let offset = self.fetched.array.offset;
        size.and_then(|size| offset.checked_add(size))
            .ok_or(Error::EndOverflow {
                offset,
                size: size.unwrap_or(u64::MAX),
            })
    }

    /// Reads the array in place, or from a copy of its whole buffer. The result is `false` if neither is possible, and
    /// the array's elements must be streamed.
    #[inline]
    pub(crate) fn place<A: ClientState, const ATTRIBUTES: usize>(
        &self,
        builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    ) -> Result<bool, Error> {
        let fetched = self.fetched;
        let (mut obstacle, mut reason) = (Obstacle::ClientMemory, StreamingReason::ClientMemory);
        if let DataSource::Buffer(id) = fetched.array.source {
            let buffer = builder.buffer(id)?;
            if let Some(found) = fetched.found(buffer) {
                return self.read_from(&mut builder.plan.vertex_data, &found);
            }
            obstacle = fetched.obstacle(buffer).unwrap_or(Obstacle::NotMapped);
            let whole = fetched.whole(buffer.size());
            match builder.static_copy(buffer, obstacle, whole) {
                Ok((memory, decision)) => {
                    let size = whole.map_or(0, |(size, _)| size);
                    let found = fetched.in_copy(memory, size, decision);
                    return self.read_from(&mut builder.plan.vertex_data, &found);
                }
                Err(streaming) => reason = streaming,
            }
        }
        let decision = Decision::Streamed { obstacle, reason };
        builder.plan.vertex_data.decide(self.attribute, decision);
        Ok(false)
    }

    /// Makes the attribute read from the place where it was found. The result is `true`, since the attribute need not
    /// be streamed.
    fn read_from<const ATTRIBUTES: usize>(
        &self,
        data: &mut VertexData<ATTRIBUTES>,
        found: &FoundArray,
    ) -> Result<bool, Error> {
        let (call, rate) = (&data.call, self.fetched.array.rate);
        let is_near =
            rate == InputRate::Vertex || is_within_reach(call, found.offset, found.stride);
        // A part that covers all of the memory is shared by all its attributes. If no descriptor can cover all, the
        // part has the elements that the draw reads.
        let part = match found.whole().filter(|_| is_near) {
            Some(whole) => whole,
            None if self.count == 0 => Part::default(),
            None => {
                let first = first_in_descriptor(call, rate, self.first, found.stride);
                let elements = u64::from(self.first - first) + u64::from(self.count);
                let size = span(elements, found.stride, found.element_size).unwrap_or(u64::MAX);
                let maximum = u64::from(MAX_SIZE);
                if size > maximum {
                    return Err(Error::TooLarge { size, maximum });
                }
                Part {
                    begin: found.offset + u64::from(first) * u64::from(found.stride),
                    size: size as u32,
                    first_element: first,
                    offset: 0,
                }
            }
        };
        data.read_array(self.attribute, self.fetched, found, part);
        Ok(true)
    }

    /// Makes the attribute read nothing: none of its elements exists.
    pub(crate) fn read_nothing<const ATTRIBUTES: usize>(&self, data: &mut VertexData<ATTRIBUTES>) {
        let buffer = VertexBuffer {
            size: Some(0),
            ..VertexBuffer::new(self.fetched.array.stride, self.fetched.array.rate)
        };
        let buffer = data.add_buffer(in_cell(0), buffer, 0);
        data.read(self.attribute, buffer, self.fetched.reading.format, 0);
    }
}

/// The first element that a draw reads at that rate, and the number of elements.
pub(crate) fn elements(call: &DrawCall, rate: InputRate) -> (u32, u32) {
    // A planned draw has a known number of instances, at least one.
    let instances = call.instances.unwrap_or(1);
    match rate {
        InputRate::Vertex => (call.first_vertex, call.vertices),
        InputRate::Instance { divisor } => (call.first_instance, instances.div_ceil(divisor.get())),
        InputRate::Constant => (call.first_instance, 1),
    }
}

/// Whether some of these elements do not exist, if `there` elements exist.
pub(crate) fn is_past((first, count): (u32, u32), there: u64) -> bool {
    u64::from(first) + u64::from(count) > there
}
