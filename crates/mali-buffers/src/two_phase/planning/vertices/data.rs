use arrayvec::ArrayVec;

use crate::draw::{Attribute, ConstantValue};
use crate::error::Error;
use crate::list::append;
use crate::planning::Decision;
use crate::two_phase::memory::{CONSTANT_SIZE, GpuMemory};
use crate::two_phase::planning::fetched_array::{FetchedArray, FoundArray, Part};
use crate::two_phase::{Location, MemoryRef};
use mali_instancing::draw::{
    BufferRange, DrawCall, Tables, VertexAttribute, VertexBuffer, words_needed, write_from,
};
use mali_instancing::{Arch, Format, InputRate};

/// The largest number of attributes of a draw, unless the caller chooses another: the number that Mesa's drivers allow.
pub(crate) const MAX_ATTRIBUTES: usize = 16;

/// The largest number that the caller may choose.
pub(crate) const MOST_ATTRIBUTES: usize = 32;

/// The vertex input of a draw: the input of [`draw::write`](mali_instancing::draw::write()), which makes the tables,
/// except for the addresses, which are requested when the tables are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexData<const ATTRIBUTES: usize = MAX_ATTRIBUTES> {
    /// The draw: the application's values, and the driver's choices in its [`VertexState`](crate::two_phase::VertexState).
    pub call: DrawCall,
    buffers: ArrayVec<VertexBuffer, ATTRIBUTES>,
    locations: ArrayVec<Location, ATTRIBUTES>,
    first_elements: ArrayVec<u32, ATTRIBUTES>,
    attributes: ArrayVec<VertexAttribute, ATTRIBUTES>,
    decisions: ArrayVec<Option<Decision>, ATTRIBUTES>,
}

impl<const ATTRIBUTES: usize> VertexData<ATTRIBUTES> {
    pub(crate) const fn new() -> Self {
        Self {
            call: DrawCall::new(Arch::V7, 0),
            buffers: ArrayVec::new_const(),
            locations: ArrayVec::new_const(),
            first_elements: ArrayVec::new_const(),
            attributes: ArrayVec::new_const(),
            decisions: ArrayVec::new_const(),
        }
    }

    /// Forgets the earlier contents. No attribute reads anything yet except the numbers of vertices and instances.
    pub(crate) fn begin(&mut self, attributes: &[Attribute]) {
        self.buffers.clear();
        self.locations.clear();
        self.first_elements.clear();
        self.attributes.clear();
        self.decisions.clear();
        for attribute in attributes {
            append(&mut self.decisions, None);
            let id = match attribute {
                Attribute::InstanceId => VertexAttribute::INSTANCE_ID,
                _ => VertexAttribute::VERTEX_ID,
            };
            append(&mut self.attributes, id);
        }
    }

    /// The buffers, with their sizes.
    #[must_use]
    pub fn buffers(&self) -> &[VertexBuffer] {
        &self.buffers
    }

    /// The place of each buffer's first byte.
    #[must_use]
    pub fn locations(&self) -> &[Location] {
        &self.locations
    }

    /// The element that each buffer begins with.
    #[must_use]
    pub fn first_elements(&self) -> &[u32] {
        &self.first_elements
    }

    /// The attributes, in the application's order.
    #[must_use]
    pub fn attributes(&self) -> &[VertexAttribute] {
        &self.attributes
    }

    /// The place that each attribute comes from, and the reason; `None` for a vertex or instance ID.
    #[must_use]
    pub fn decisions(&self) -> &[Option<Decision>] {
        &self.decisions
    }

    /// The length of the draw's tables, in words.
    ///
    /// # Errors
    ///
    /// The errors of [`draw::words_needed`](mali_instancing::draw::words_needed).
    ///
    /// ```
    #[doc = include_str!("../../example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// let input = plan.vertex_data().unwrap();
    /// assert_eq!(input.words_needed()?, 2 * 8 + 4 + 2 * 2);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn words_needed(&self) -> Result<usize, Error> {
        Ok(words_needed(
            &self.call,
            self.buffers.len(),
            &self.attributes,
        )?)
    }

    /// Writes the draw's tables.
    ///
    /// # Errors
    ///
    /// [`Error::NoAddress`] for memory that has no address, or whose addresses do not fit 64 bits, and the errors of
    /// [`draw::write`](mali_instancing::draw::write()).
    ///
    /// ```
    #[doc = include_str!("../../example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// let input = plan.vertex_data().unwrap();
    /// let mut words = [0; 24];
    /// let tables = input.write(&memory, &mut words)?;
    /// assert_eq!((tables.buffers, tables.attributes), (0..12, 12..16));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn write(&self, memory: &impl GpuMemory, words: &mut [u32]) -> Result<Tables, Error> {
        let mut ranges = ArrayVec::new_const();
        self.find_ranges(memory, &mut ranges)?;
        let (buffers, attributes) = (&self.buffers, &self.attributes);
        let first_elements = &self.first_elements;
        let tables = write_from(
            &self.call,
            buffers,
            attributes,
            &ranges,
            first_elements,
            words,
        )?;
        Ok(tables)
    }

    /// Fills `ranges` with the address and the size of each buffer.
    #[inline]
    pub(crate) fn find_ranges(
        &self,
        memory: &impl GpuMemory,
        ranges: &mut ArrayVec<BufferRange, ATTRIBUTES>,
    ) -> Result<(), Error> {
        ranges.clear();
        for (location, buffer) in self.locations.iter().zip(&self.buffers) {
            let size = buffer.size.unwrap_or(0);
            append(ranges, BufferRange::new(memory.address_of(location)?, size));
        }
        Ok(())
    }

    /// The index of a buffer whose first byte is at `location`, which is added if there is none.
    pub(crate) fn add_buffer(
        &mut self,
        location: Location,
        buffer: VertexBuffer,
        first_element: u32,
    ) -> usize {
        let places = self.locations.iter().zip(&self.first_elements);
        let mut known = self.buffers.iter().zip(places);
        let known = known.position(|known| known == (&buffer, (&location, &first_element)));
        known.unwrap_or_else(|| {
            append(&mut self.buffers, buffer);
            append(&mut self.locations, location);
            append(&mut self.first_elements, first_element);
            self.buffers.len() - 1
        })
    }

    /// Makes attribute `number` read from a buffer.
    pub(crate) fn read(&mut self, number: usize, buffer: usize, format: Format, offset: u32) {
        if let Some(slot) = self.attributes.get_mut(number) {
            *slot = VertexAttribute::new(buffer, format, offset);
        }
    }

    /// Makes attribute `number` read from the place where its array was found.
    pub(crate) fn read_array(
        &mut self,
        number: usize,
        fetched: &FetchedArray,
        found: &FoundArray,
        part: Part,
    ) {
        let location = Location {
            memory: found.memory,
            offset: part.begin,
        };
        let buffer = VertexBuffer {
            size: Some(part.size),
            ..VertexBuffer::new(found.stride, fetched.array.rate)
        };
        let buffer = self.add_buffer(location, buffer, part.first_element);
        self.read(number, buffer, fetched.reading.format, part.offset);
        self.decide(number, found.decision);
    }

    /// Makes attribute `number` read a constant that is written already, or will be.
    pub(crate) fn read_constant(
        &mut self,
        number: usize,
        value: &ConstantValue,
        location: Location,
        decision: Decision,
    ) {
        let buffer = VertexBuffer {
            size: Some(CONSTANT_SIZE as u32),
            ..VertexBuffer::new(0, InputRate::Constant)
        };
        let buffer = self.add_buffer(location, buffer, 0);
        self.read(number, buffer, value.format(), 0);
        self.decide(number, decision);
    }

    /// Records the decision for attribute `number`.
    pub(crate) fn decide(&mut self, number: usize, decision: Decision) {
        if let Some(slot) = self.decisions.get_mut(number) {
            *slot = Some(decision);
        }
    }
}

/// Those of the attributes in the set `among` that are constants, each with its number.
pub(crate) fn constants_among(
    attributes: &[Attribute],
    among: u32,
) -> impl Iterator<Item = (usize, &ConstantValue)> {
    let numbered = attributes.iter().enumerate();
    numbered.filter_map(move |(number, attribute)| match attribute {
        Attribute::Constant(value) if among >> number & 1 == 1 => Some((number, value)),
        _ => None,
    })
}

/// A cell of the block of constants.
pub(crate) const fn in_cell(offset: u64) -> Location {
    Location {
        memory: MemoryRef::Constants,
        offset,
    }
}
