use heapless::Vec;

use super::application_draw::{ApplicationDraw, Attribute, Vertices};
use super::constant_value::ConstantValue;
use super::constants::CELL_SIZE;
use super::decision::Decision;
use super::draft::Draft;
use super::error::Error;
use super::interleaving::Interleaving;
use super::list::append;
use super::memory::{Application, GpuMemory};
use super::place::{Location, Place};
use super::plan::Contents;
use super::streams::StreamKind;
use super::vertex_source::VertexSource;
use super::vertex_state::VertexState;
use mali_instancing::draw::{
    BufferRange, DrawCall, IndexedVertices, Tables, VertexAttribute, VertexBuffer, words_needed,
    write,
};
use mali_instancing::{Arch, InputRate};

/// How many attributes a draw may have, unless the caller says otherwise: as many as Mesa's drivers let
/// it.
pub(super) const MAX_ATTRIBUTES: usize = 16;

/// The most that the caller may say.
pub(super) const MOST_ATTRIBUTES: usize = 32;

/// A constant attribute, in bytes.
pub(super) const CONSTANT_SIZE: u64 = CELL_SIZE as u64;

/// Where streamed elements begin, in bytes: at a multiple of the largest element that a Mali fetches.
const STREAM_ALIGNMENT: u64 = 16;

/// The vertex input of a draw: what [`draw::write`](mali_instancing::draw::write()) makes tables of, but for the
/// addresses, which are asked for when it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexData<const ATTRIBUTES: usize = MAX_ATTRIBUTES> {
    /// The draw: what the application says of it, and the driver's choices in its
    /// [`VertexState`](super::VertexState).
    pub call: DrawCall,
    buffers: Vec<VertexBuffer, ATTRIBUTES>,
    locations: Vec<Location, ATTRIBUTES>,
    attributes: Vec<VertexAttribute, ATTRIBUTES>,
    decisions: Vec<Option<Decision>, ATTRIBUTES>,
}

impl<const ATTRIBUTES: usize> VertexData<ATTRIBUTES> {
    pub(super) const fn new() -> Self {
        Self {
            call: DrawCall::new(Arch::V7, 0),
            buffers: Vec::new(),
            locations: Vec::new(),
            attributes: Vec::new(),
            decisions: Vec::new(),
        }
    }

    /// Forgets what was read before, and has no attribute read anything yet but the numbers of vertices
    /// and instances.
    pub(super) fn begin(&mut self, attributes: &[Attribute]) {
        self.buffers.clear();
        self.locations.clear();
        self.attributes.clear();
        self.decisions.clear();
        for attribute in attributes {
            append(&mut self.decisions, None);
            append(
                &mut self.attributes,
                match attribute {
                    Attribute::InstanceId => VertexAttribute::INSTANCE_ID,
                    _ => VertexAttribute::VERTEX_ID,
                },
            );
        }
    }

    /// The buffers, with their sizes.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
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
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
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
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
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
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
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
    /// [`Error::NoAddress`] for memory that has none, or whose addresses leave 64 bits, and those of
    /// [`draw::write`](mali_instancing::draw::write()).
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// let input = plan.vertex_data().unwrap();
    /// let mut words = [0; 24];
    /// let tables = input.write(&memory, &mut words)?;
    /// assert_eq!((tables.buffers, tables.attributes), (0..20, 20..24));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn write(&self, memory: &impl GpuMemory, words: &mut [u32]) -> Result<Tables, Error> {
        self.write_at(|location| memory.address_of(location), words)
    }

    /// Writes the tables of a draw that has all its data in place.
    pub(super) fn write_in_place(&self, words: &mut [u32]) -> Result<Tables, Error> {
        let address = |location: &Location| match location.place {
            Place::Buffer { address, .. } => Ok(address),
            place => Err(Error::NoAddress { place }),
        };
        self.write_at(address, words)
    }

    #[inline]
    fn write_at(
        &self,
        address: impl Fn(&Location) -> Result<u64, Error>,
        words: &mut [u32],
    ) -> Result<Tables, Error> {
        let mut ranges: Vec<BufferRange, ATTRIBUTES> = Vec::new();
        for location in &self.locations {
            append(&mut ranges, BufferRange::at(address(location)?));
        }
        Ok(write(
            &self.call,
            &self.buffers,
            &self.attributes,
            &ranges,
            words,
        )?)
    }

    pub(super) fn add_buffer(&mut self, location: Location, buffer: VertexBuffer) -> usize {
        let known = self
            .buffers
            .iter()
            .zip(&self.locations)
            .position(|known| known == (&buffer, &location));
        known.unwrap_or_else(|| {
            append(&mut self.buffers, buffer);
            append(&mut self.locations, location);
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
pub(super) fn prepare<A: Application, const ATTRIBUTES: usize>(
    draft: &mut Draft<'_, A, ATTRIBUTES>,
    state: &VertexState<ATTRIBUTES>,
    draw: &ApplicationDraw,
    vertices: IndexedVertices,
) -> Result<(), Error> {
    if vertices.vertices == 0 {
        return Err(Error::ZeroCount);
    }
    let call = state.call(draw, vertices);
    call.invocation()?;
    draft.plan.has_vertex_data = true;
    draft.plan.vertex_data.call = call;
    draft.plan.vertex_data.begin(state.attributes());
    let is_indexed = matches!(draw.vertices, Vertices::Elements(_));
    let mut streamed: Vec<VertexSource, ATTRIBUTES> = Vec::new();
    for (number, fetched) in state.numbered_arrays() {
        let source = VertexSource::new(draft, (&call, is_indexed), number, fetched)?;
        if !source.place(draft)? {
            append(&mut streamed, source);
        }
    }
    let has_constants = constants(state.attributes()).next().is_some();
    if has_constants || !streamed.is_empty() {
        stream(draft, state.attributes(), &streamed)?;
    }
    Ok(())
}

/// Streams arrays, and the constants that find no cell: one range, since a draw asks a stream once.
fn stream<A: Application, const ATTRIBUTES: usize>(
    draft: &mut Draft<'_, A, ATTRIBUTES>,
    attributes: &[Attribute],
    streamed: &[VertexSource],
) -> Result<(), Error> {
    let homeless = place_constants(draft, attributes);
    let mut needed = u64::from(homeless.count_ones()) * CONSTANT_SIZE;
    // Most draws have one group, whose layout need not be found twice.
    let mut first = None;
    for group in Interleaving::groups(streamed) {
        let layout = group.layout()?;
        needed += layout.size.next_multiple_of(STREAM_ALIGNMENT);
        first.get_or_insert(layout);
    }
    for source in streamed.iter().filter(|source| source.count == 0) {
        source.read_nothing(&mut draft.plan.vertex_data);
    }
    if needed == 0 {
        return Ok(());
    }
    let mut location = draft.reserve(StreamKind::Vertex, needed, STREAM_ALIGNMENT)?;
    for group in Interleaving::groups(streamed) {
        let layout = match first.take() {
            Some(layout) => layout,
            None => group.layout()?,
        };
        group.write(draft, &layout, location);
        location.offset += layout.size.next_multiple_of(STREAM_ALIGNMENT);
    }
    for (number, value) in constants(attributes) {
        if homeless >> number & 1 == 1 {
            let contents = Contents::Constant(value.to_le_bytes());
            draft.write(location, CONSTANT_SIZE, contents);
            read_constant(draft, (number, value), location, Decision::ConstantStreamed);
            location.offset += CONSTANT_SIZE;
        }
    }
    Ok(())
}

fn constants(attributes: &[Attribute]) -> impl Iterator<Item = (usize, &ConstantValue)> {
    let numbered = attributes.iter().enumerate();
    numbered.filter_map(|(number, attribute)| match attribute {
        Attribute::Constant(value) => Some((number, value)),
        _ => None,
    })
}

/// Finds cells for constants, and has those written whose value is new. Returns the attributes whose
/// values find none.
fn place_constants<A: Application, const ATTRIBUTES: usize>(
    draft: &mut Draft<'_, A, ATTRIBUTES>,
    attributes: &[Attribute],
) -> u32 {
    let (mut taken, mut new, mut homeless) = (0, 0_u32, 0_u32);
    // All that are there come first, lest a new value takes the cell of one.
    for (number, value) in constants(attributes) {
        match draft.constant_found(value.to_le_bytes(), &mut taken) {
            Some(found) => read_constant(draft, (number, value), found, Decision::ConstantFound),
            None => new |= 1 << number,
        }
    }
    for (number, value) in constants(attributes) {
        if new >> number & 1 == 1 {
            match draft.constant_written(value.to_le_bytes(), &mut taken) {
                Some(cell) => {
                    read_constant(draft, (number, value), cell, Decision::ConstantWritten);
                }
                None => homeless |= 1 << number,
            }
        }
    }
    homeless
}

fn read_constant<A, const ATTRIBUTES: usize>(
    draft: &mut Draft<'_, A, ATTRIBUTES>,
    (number, value): (usize, &ConstantValue),
    location: Location,
    decision: Decision,
) {
    let data = &mut draft.plan.vertex_data;
    let buffer = VertexBuffer {
        size: Some(CONSTANT_SIZE as u32),
        ..VertexBuffer::new(0, InputRate::Constant)
    };
    let buffer = data.add_buffer(location, buffer);
    data.set(number, VertexAttribute::new(buffer, value.format(), 0));
    data.decide(number, decision);
}
