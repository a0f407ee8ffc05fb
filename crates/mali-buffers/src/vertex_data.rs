use heapless::Vec;

use super::application_draw::{ApplicationDraw, Attribute, Vertices};
use super::constants::CELL_SIZE;
use super::decision::Decision;
use super::error::Error;
use super::interleaving::{Interleaving, Layout};
use super::memory::{Application, GpuMemory};
use super::place::{DataSource, Location, Place};
use super::plan::Contents;
use super::streams::StreamKind;
use super::transaction::Transaction;
use super::vertex_source::VertexSource;
use mali_instancing::InputRate;
use mali_instancing::draw::{
    BufferRange, DrawCall, IndexedVertices, Tables, VertexAttribute, VertexBuffer, words_needed,
    write,
};

/// How many attributes a draw may have.
pub(super) const MAX_ATTRIBUTES: usize = 16;

/// A constant attribute, in bytes.
pub(super) const CONSTANT_SIZE: u64 = CELL_SIZE as u64;

/// Where streamed elements begin, in bytes: at a multiple of the largest element that a Mali fetches.
const STREAM_ALIGNMENT: u64 = 16;

/// The vertex input of a draw: what [`draw::write`](mali_instancing::draw::write()) makes tables of, but for the
/// addresses, which are asked for when it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexData {
    /// The draw. What the application says nothing about may be changed: the padding, the rounding,
    /// index-driven vertex shading, the table. Other padding may make divisors too large, which
    /// [`VertexData::write`] says then.
    pub call: DrawCall,
    buffers: Vec<VertexBuffer, MAX_ATTRIBUTES>,
    locations: Vec<Location, MAX_ATTRIBUTES>,
    attributes: Vec<VertexAttribute, MAX_ATTRIBUTES>,
    decisions: Vec<Option<Decision>, MAX_ATTRIBUTES>,
}

impl VertexData {
    /// How many attributes a draw may have: as many as Mesa's drivers let it.
    ///
    /// ```
    /// assert_eq!(mali_buffers::VertexData::MAX_ATTRIBUTES, 16);
    /// ```
    pub const MAX_ATTRIBUTES: usize = MAX_ATTRIBUTES;

    /// The buffers, with their sizes.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// let input = plan.vertex_data().unwrap();
    /// assert_eq!(input.buffers()[0].size, Some(1400));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn buffers(&self) -> &[VertexBuffer] {
        &self.buffers
    }

    /// Where each buffer begins.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// let input = plan.vertex_data().unwrap();
    /// let buffer = Place::Buffer { buffer: id, address: 0x1000_0000 };
    /// assert_eq!(input.locations()[0].place, buffer);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn locations(&self) -> &[Location] {
        &self.locations
    }

    /// The attributes, in the order in which the application has them.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// let input = plan.vertex_data().unwrap();
    /// assert_eq!(input.attributes()[0].format, Format::R32G32B32_SFLOAT);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn attributes(&self) -> &[VertexAttribute] {
        &self.attributes
    }

    /// Where each attribute comes from, and why; `None` for a vertex or instance ID.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// let input = plan.vertex_data().unwrap();
    /// assert_eq!(input.decisions()[0], Some(Decision::InPlace));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn decisions(&self) -> &[Option<Decision>] {
        &self.decisions
    }

    /// The length of the draw's tables, in words.
    ///
    /// # Errors
    ///
    /// Those of [`draw::words_needed`](mali_instancing::draw::words_needed).
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
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
    /// [`Error::NoAddress`] for memory that has none, and those of
    /// [`draw::write`](mali_instancing::draw::write()).
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// let input = plan.vertex_data().unwrap();
    /// let mut words = [0; 24];
    /// let tables = input.write(&memory, &mut words)?;
    /// assert_eq!((tables.buffers, tables.attributes), (0..20, 20..24));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn write(&self, memory: &impl GpuMemory, words: &mut [u32]) -> Result<Tables, Error> {
        let mut ranges: Vec<BufferRange, MAX_ATTRIBUTES> = Vec::new();
        for location in &self.locations {
            // There is room for as many as there are buffers.
            let _ = ranges.push(BufferRange::at(location.address(memory)?));
        }
        Ok(write(
            &self.call,
            &self.buffers,
            &self.attributes,
            &ranges,
            words,
        )?)
    }

    /// Packs the draw and the tables to see that it can be done, wherever the memory will be whose
    /// address is not known yet.
    fn check(&self) -> Result<(), Error> {
        const WORDS: usize = 16 * MAX_ATTRIBUTES + 12;
        self.call.invocation()?;
        let mut words = [0; WORDS];
        // What moves an unaligned buffer's offsets the most.
        let unaligned = BufferRange::at(mali_instancing::descriptor::BufferAddress::ALIGNMENT - 1);
        let mut ranges = [unaligned; MAX_ATTRIBUTES];
        for (range, &Location { place, offset }) in ranges.iter_mut().zip(&self.locations) {
            if let Place::Buffer { address, .. } = place {
                // What leaves 64 bits leaves a record's address too.
                *range = BufferRange::at(address.saturating_add(offset));
            }
        }
        let ranges = ranges.get(..self.buffers.len()).unwrap_or_default();
        write(
            &self.call,
            &self.buffers,
            &self.attributes,
            ranges,
            &mut words,
        )?;
        Ok(())
    }

    pub(super) fn add_buffer(&mut self, location: Location, buffer: VertexBuffer) -> usize {
        let known = self
            .buffers
            .iter()
            .zip(&self.locations)
            .position(|known| known == (&buffer, &location));
        known.unwrap_or_else(|| {
            // There is room for a buffer for each attribute.
            let _ = self.buffers.push(buffer);
            let _ = self.locations.push(location);
            self.buffers.len() - 1
        })
    }

    /// Has attribute `number` read so. There is one for every attribute of the draw.
    pub(super) fn set(&mut self, number: usize, attribute: VertexAttribute) {
        if let Some(slot) = self.attributes.get_mut(number) {
            *slot = attribute;
        }
    }

    /// Says why.
    pub(super) fn decide(&mut self, number: usize, decision: Decision) {
        if let Some(slot) = self.decisions.get_mut(number) {
            *slot = Some(decision);
        }
    }
}

/// Plans the vertex data of a draw that needs `vertices`.
pub(super) fn prepare<A: Application>(
    transaction: &mut Transaction<'_, A>,
    draw: &ApplicationDraw<'_>,
    vertices: IndexedVertices,
) -> Result<VertexData, Error> {
    if draw.attributes.len() > MAX_ATTRIBUTES {
        return Err(Error::TooManyAttributes {
            attributes: draw.attributes.len(),
            maximum: MAX_ATTRIBUTES,
        });
    }
    if vertices.vertices == 0 {
        return Err(Error::ZeroCount);
    }
    let mut data = VertexData {
        call: DrawCall {
            instances: Some(draw.instances),
            offset_start: vertices.offset_start,
            first_instance: draw.first_instance,
            ..DrawCall::new(transaction.target().arch, vertices.vertices)
        },
        buffers: Vec::new(),
        locations: Vec::new(),
        attributes: Vec::new(),
        decisions: Vec::new(),
    };
    let is_indexed = matches!(draw.vertices, Vertices::Elements(_));
    let mut arrays: Vec<VertexSource, MAX_ATTRIBUTES> = Vec::new();
    for (number, attribute) in draw.attributes.iter().enumerate() {
        // There is room for all of these: their number was checked.
        let _ = data.decisions.push(None);
        let _ = data.attributes.push(match attribute {
            Attribute::InstanceId => VertexAttribute::INSTANCE_ID,
            _ => VertexAttribute::VERTEX_ID,
        });
        if let Attribute::Array(array) = attribute {
            let array = VertexSource::new(transaction, (&data.call, is_indexed), number, array)?;
            let _ = arrays.push(array);
        }
    }
    for array in &arrays {
        if let (Some(_), DataSource::Buffer(id)) = (array.obstacle, array.array.source) {
            transaction.check_format(id, array.key(), &array.drawn())?;
        }
    }
    let mut streamed: Vec<VertexSource, MAX_ATTRIBUTES> = Vec::new();
    for source in arrays {
        if !source.place(transaction, &mut data)? {
            let _ = streamed.push(source);
        }
    }
    stream(transaction, &mut data, draw.attributes, &streamed)?;
    data.check()?;
    Ok(data)
}

/// Streams arrays, and the constants that find no cell: one range, since a draw asks a stream once.
fn stream<A: Application>(
    transaction: &mut Transaction<'_, A>,
    data: &mut VertexData,
    attributes: &[Attribute],
    streamed: &[VertexSource],
) -> Result<(), Error> {
    let constants =
        attributes
            .iter()
            .enumerate()
            .filter_map(|(number, attribute)| match attribute {
                Attribute::Constant(value) => Some((number, value)),
                _ => None,
            });
    if streamed.is_empty() && constants.clone().next().is_none() {
        return Ok(());
    }
    transaction.find_constants(constants.clone().map(|(_, value)| value.to_le_bytes()));

    let mut groups: Vec<Interleaving, MAX_ATTRIBUTES> = Vec::new();
    for source in streamed {
        if !groups.iter_mut().any(|group| group.takes(source)) {
            let _ = groups.push(Interleaving::new(source));
        }
    }
    let mut layouts: Vec<Layout, MAX_ATTRIBUTES> = Vec::new();
    let mut needed = 0_u64;
    for group in &groups {
        let layout = group.layout(transaction.target())?;
        needed += layout.size.next_multiple_of(STREAM_ALIGNMENT);
        let _ = layouts.push(layout);
    }
    for (_, value) in constants.clone() {
        if transaction.constant(value.to_le_bytes()).is_none() {
            needed += CONSTANT_SIZE;
        }
    }
    let mut location = match needed {
        // Nothing will be written there.
        0 => Location {
            place: Place::Constants,
            offset: 0,
        },
        needed => transaction.reserve(StreamKind::Vertex, needed, STREAM_ALIGNMENT)?,
    };
    for (group, layout) in groups.iter().zip(&layouts) {
        group.write(transaction, data, layout, location);
        location.offset += layout.size.next_multiple_of(STREAM_ALIGNMENT);
    }
    for (number, value) in constants {
        let bytes = value.to_le_bytes();
        let (found, decision) = transaction.constant(bytes).unwrap_or_else(|| {
            let streamed = location;
            transaction.write(streamed, CONSTANT_SIZE, Contents::Constant(bytes));
            location.offset += CONSTANT_SIZE;
            (streamed, Decision::ConstantStreamed)
        });
        let buffer = VertexBuffer {
            size: Some(CONSTANT_SIZE as u32),
            ..VertexBuffer::new(0, InputRate::Constant)
        };
        let buffer = data.add_buffer(found, buffer);
        data.set(number, VertexAttribute::new(buffer, value.format(), 0));
        data.decide(number, decision);
    }
    Ok(())
}
