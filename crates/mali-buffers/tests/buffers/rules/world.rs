use crate::drawing::state_of;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::drawing::{Drawing, decision};
use mali_buffers::{
    Attribute, AttributeArray, AttributePlace, Block, Buffer, BufferId, ClientState, ContextId,
    DataSource, Decision, Drawn, Error, FoundBounds, GpuMemory, IndexData, Planner, Sequence,
    Target, UploadRing, Usage, VertexState,
};
use mali_instancing::Format;
use mali_instancing::draw::{DrawCounts, Pipeline, Tables};
use mali_instancing::model::{Fetched, Memory, fetch, fetch_valhall};

/// The address of the first buffer that the GPU sees.
pub(crate) const ADDRESS: u64 = 0x1000_0000;

/// The number of draws whose index bounds are kept for a buffer.
pub(crate) const MESHES: usize = 200;

/// A context that no other world has.
fn new_context() -> ContextId {
    // Tests run in threads of one process. A state that met two planners of one number would take the places of one for
    // the other's.
    static CONTEXTS: AtomicU64 = AtomicU64::new(1);
    ContextId::new(CONTEXTS.fetch_add(1, Ordering::Relaxed))
}

/// An application's buffers and one array in client memory, and the planner and memory that it draws with.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) planner: Planner,
    pub(crate) data: Data,
    pub(crate) memory: Blocks,
    pub(crate) sequence: Sequence,
}

#[derive(Clone, Default)]
pub(crate) struct Data {
    pub(crate) buffers: BTreeMap<BufferId, (Buffer, Vec<u8>)>,
    pub(crate) client: Vec<u8>,
    pub(crate) found: BTreeMap<BufferId, Vec<FoundBounds>>,
    /// The bytes that were asked for, one range after the other.
    pub(crate) reads: RefCell<Vec<(DataSource, Range<u64>)>>,
}

impl Data {
    /// A buffer whose bytes differ from their neighbours.
    pub(crate) fn add(
        &mut self,
        number: u32,
        size: u64,
        usage: Usage,
        address: Option<u64>,
    ) -> DataSource {
        let mut buffer = Buffer::new(id(number), size, usage);
        if let Some(address) = address {
            buffer = buffer.with_address(address);
        }
        // 7 is odd, so the bytes from one multiple of 256 to the next all differ. The quotient makes byte n + 256
        // differ from byte n.
        let bytes = (0..size).map(|at| (at * 7 + at / 256) as u8).collect();
        self.buffers.insert(id(number), (buffer, bytes));
        source(number)
    }

    pub(crate) fn number(&mut self, number: u32) -> &mut Buffer {
        &mut self.buffers.get_mut(&id(number)).unwrap().0
    }

    /// The number of times that bytes were asked for.
    pub(crate) fn read_count(&self) -> u32 {
        self.reads.borrow().len() as u32
    }
}

impl ClientState for Data {
    type Bytes<'bytes> = &'bytes [u8];

    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        self.buffers.get(&buffer).map(|(buffer, _)| buffer)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        self.buffers.get_mut(&buffer).map(|(buffer, _)| buffer)
    }

    fn found_bounds(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        let none = || vec![FoundBounds::NONE; MESHES];
        self.found.entry(buffer).or_insert_with(none)
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<&[u8]> {
        self.reads.borrow_mut().push((source, range.clone()));
        let data = match source {
            DataSource::Buffer(id) => {
                let (buffer, bytes) = self.buffers.get(&id)?;
                // The planner promises this to callers that make slices of pointers.
                assert!(range.end <= buffer.size(), "{range:?} of {id}");
                bytes
            }
            DataSource::Client(_) => &self.client,
        };
        data.get(range.start as usize..range.end as usize)
    }
}

/// Blocks, and a record of what was done with them. Block n begins at 0x2000_0000 + n · 2^32, so that a block of any
/// size has its addresses.
#[derive(Clone, Default)]
pub(crate) struct Blocks {
    pub(crate) bytes: Vec<Vec<u8>>,
    pub(crate) written: Vec<(u64, Range<u64>)>,
    pub(crate) retired: Vec<(u64, Sequence)>,
    pub(crate) is_full: bool,
    /// The size of the largest block that there is; `None`: any that a test needs.
    pub(crate) left: Option<u64>,
    /// Whether the GPU copies buffers, and the blocks to which it does.
    pub(crate) copies_buffers: bool,
    pub(crate) copied: Vec<(BufferId, u64)>,
}

impl Blocks {
    const FIRST: u64 = 0x2000_0000;

    /// The sizes of all blocks.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        self.bytes.iter().map(|block| block.len() as u64).collect()
    }

    /// The block with an address, and the offset there.
    pub(crate) fn at(address: u64) -> (usize, usize) {
        let address = address - Self::FIRST;
        ((address >> 32) as usize, address as u32 as usize)
    }
}

impl GpuMemory for Blocks {
    fn allocate(&mut self, size: u64) -> Option<Block> {
        // Draws of any numbers ask for blocks of any size.
        if self.is_full || size > self.left.unwrap_or(1 << 24) {
            return None;
        }
        let handle = self.bytes.len() as u64;
        // Not 0: a byte that was never written must not look like a zero that was.
        self.bytes.push(vec![0xee; size as usize]);
        Some(Block {
            handle,
            address: Self::FIRST + (handle << 32),
            size,
        })
    }

    fn retire(&mut self, block: Block, until: Sequence) {
        self.retired.push((block.handle, until));
    }

    fn write(&mut self, block: &Block, range: Range<u64>) -> Option<&mut [u8]> {
        self.written.push((block.handle, range.clone()));
        let bytes = &mut self.bytes[block.handle as usize];
        bytes.get_mut(range.start as usize..range.end as usize)
    }

    fn copy_buffer(&mut self, buffer: BufferId, block: &Block) -> bool {
        if self.copies_buffers {
            self.copied.push((buffer, block.handle));
        }
        self.copies_buffers
    }
}

pub(crate) fn id(number: u32) -> BufferId {
    BufferId::new(number.into())
}

pub(crate) fn source(number: u32) -> DataSource {
    DataSource::Buffer(id(number))
}

/// Elements of a buffer, or of client memory, without gaps.
pub(crate) fn array(source: DataSource, format: &str) -> AttributeArray {
    AttributeArray::new(source, Format::from_name(format).unwrap())
}

pub(crate) fn points(count: u32, attributes: &[Attribute]) -> Drawing<'_> {
    Drawing::arrays(0, count, attributes)
}

/// A draw that was written.
pub(crate) struct Draw {
    pub(crate) state: VertexState,
    pub(crate) words: Vec<u32>,
    pub(crate) tables: Tables,
    /// The number of bytes that it has copied, and the sizes of the blocks that it has allocated.
    pub(crate) bytes_copied: u64,
    pub(crate) allocated: Vec<u64>,
}

impl Draw {
    pub(crate) fn decisions(&self) -> Vec<Decision> {
        let attributes = 0..self.state.attributes();
        attributes
            .filter_map(|number| decision(&self.state, number))
            .collect()
    }

    pub(crate) fn place(&self, attribute: usize) -> AttributePlace {
        self.state.explain(attribute).unwrap()
    }

    pub(crate) fn index_decision(&self) -> Option<Decision> {
        self.state.explain_indices()
    }

    pub(crate) fn index_data(&self) -> &IndexData {
        self.state.index_data().unwrap()
    }

    pub(crate) fn pipeline(&self) -> &Pipeline {
        self.state.pipeline()
    }

    pub(crate) fn counts(&self) -> &DrawCounts {
        self.state.counts().unwrap()
    }

    /// The words of the table of buffers.
    pub(crate) fn buffers(&self) -> &[u32] {
        &self.words[self.tables.buffers.clone()]
    }

    /// The words of the table of attributes.
    pub(crate) fn attributes(&self) -> &[u32] {
        &self.words[self.tables.attributes.clone()]
    }

    /// The bytes that the hardware fetches of an attribute for a vertex of an instance, from `bytes` at `address`.
    pub(crate) fn fetch<'a>(
        &self,
        attribute: usize,
        [vertex, instance]: [u32; 2],
        (address, bytes): (u64, &'a [u8]),
    ) -> Option<Fetched<'a>> {
        let (pipeline, counts) = (self.pipeline(), self.counts());
        let memory = Memory { address, bytes };
        let (buffers, attributes) = (self.buffers(), self.attributes());
        if pipeline.arch.has_attribute_buffers() {
            // The number of the thread, from which the unit finds the element on V4 to V7.
            let id = instance * pipeline.padded_vertices(counts).unwrap().get() + vertex;
            let draw = pipeline.draw(counts).unwrap().unwrap().words();
            fetch(
                pipeline.arch,
                buffers,
                attributes,
                draw,
                attribute,
                id,
                memory,
            )
        } else {
            let id = [vertex, instance];
            fetch_valhall(
                buffers,
                attributes,
                counts.first_vertex,
                attribute,
                id,
                memory,
            )
        }
    }
}

impl World {
    /// A world whose ring begins with 1024 bytes.
    pub(crate) fn new(target: Target) -> Self {
        Self::with_ring(target, UploadRing::new(1024).unwrap())
    }

    pub(crate) fn with_ring(target: Target, ring: UploadRing) -> Self {
        Self {
            planner: Planner::new(new_context(), target, ring),
            data: Data {
                client: (0..=255).cycle().take(1024).collect(),
                ..Data::default()
            },
            memory: Blocks::default(),
            sequence: Sequence::new(1),
        }
    }

    /// This world with a buffer that has a GPU address, which begins at [`ADDRESS`].
    pub(crate) fn with_buffer(mut self, number: u32, size: u64, usage: Usage) -> Self {
        self.data.add(number, size, usage, Some(ADDRESS));
        self
    }

    /// This world with a buffer of these bytes.
    pub(crate) fn with_bytes(self, number: u32, bytes: Vec<u8>) -> Self {
        let mut world = self.with_buffer(number, bytes.len() as u64, Usage::Static);
        world.data.buffers.get_mut(&id(number)).unwrap().1 = bytes;
        world
    }

    pub(crate) fn buffer(&mut self, number: u32) -> &mut Buffer {
        self.data.number(number)
    }

    pub(crate) fn bytes(&self, number: u32) -> &[u8] {
        &self.data.buffers[&id(number)].1
    }

    /// Changes a part of a buffer's data, and returns the work that reads the buffer.
    pub(crate) fn update(&mut self, number: u32, changed: Range<u64>) -> Option<Sequence> {
        let Self { data, memory, .. } = self;
        let (buffer, _) = data.buffers.get_mut(&id(number)).unwrap();
        let update = buffer.buffer_sub_data(changed, Sequence::NONE, memory);
        update.unwrap()
    }

    /// Gives a buffer new data.
    pub(crate) fn renew(&mut self, number: u32, size: u64, usage: Usage, address: Option<u64>) {
        let Self { data, memory, .. } = self;
        let (buffer, _) = data.buffers.get_mut(&id(number)).unwrap();
        buffer.buffer_data(size, usage, address, memory);
    }

    pub(crate) fn set_volatile(&mut self, number: u32, is_volatile: bool) {
        let Self { data, memory, .. } = self;
        let (buffer, _) = data.buffers.get_mut(&id(number)).unwrap();
        buffer.set_volatile(is_volatile, memory);
    }

    /// Draws with a state that was drawn before.
    pub(crate) fn draw_with(
        &mut self,
        state: &mut VertexState,
        draw: &mali_buffers::ApplicationDraw,
        words: &mut [u32],
    ) -> Result<Drawn, Error> {
        let Self {
            planner,
            data,
            memory,
            sequence,
        } = self;
        planner.draw(state, draw, data, memory, *sequence, words)
    }

    /// A draw with a new state; `None` if nothing is drawn.
    pub(crate) fn prepare(&mut self, draw: &Drawing<'_>) -> Result<Option<Draw>, Error> {
        self.prepare_as(state_of(draw.attributes)?, draw)
    }

    /// A draw of a shader that does not read the vertex's number.
    pub(crate) fn gather(&mut self, draw: &Drawing<'_>) -> Draw {
        let state = state_of(draw.attributes).unwrap();
        let drawn = self.prepare_as(state.without_vertex_id(), draw);
        drawn.unwrap().unwrap()
    }

    fn prepare_as(
        &mut self,
        mut state: VertexState,
        draw: &Drawing<'_>,
    ) -> Result<Option<Draw>, Error> {
        let (before, allocated) = (self.copied(), self.memory.bytes.len());
        let mut words = vec![0; self.planner.words_needed(&state)];
        match self.draw_with(&mut state, &draw.draw(), &mut words)? {
            Drawn::Written(tables) => Ok(Some(Draw {
                state,
                words,
                tables,
                bytes_copied: self.copied() - before,
                allocated: self.memory.bytes[allocated..]
                    .iter()
                    .map(|block| block.len() as u64)
                    .collect(),
            })),
            Drawn::Nothing => Ok(None),
            Drawn::Wait(until) => Err(Error::InFlight { until }),
            Drawn::Unchanged => panic!("a new state has no last draw"),
        }
    }

    /// The number of bytes that were copied so far.
    fn copied(&self) -> u64 {
        let counters = self.planner.counters();
        counters.bytes_streamed + counters.bytes_kept + counters.constant_bytes
    }

    /// A draw without errors.
    pub(crate) fn draw(&mut self, draw: &Drawing<'_>) -> Draw {
        self.prepare(draw).unwrap().unwrap()
    }

    /// The place from which this number of points of one array is read.
    pub(crate) fn decide(&mut self, count: u32, array: AttributeArray) -> Decision {
        self.draw(&points(count, &[Attribute::Array(array)]))
            .decisions()[0]
    }

    /// The error of a draw, which is the same when the draw is tried again.
    pub(crate) fn error(&mut self, draw: &Drawing<'_>) -> Error {
        let errors = [(); 2].map(|()| self.prepare(draw).map(|_| ()).unwrap_err());
        assert_eq!(errors[0], errors[1]);
        errors[0]
    }

    /// The bytes at an address, of a buffer at [`ADDRESS`] or of a block.
    pub(crate) fn at(&self, address: u64, size: usize) -> &[u8] {
        let (block, offset) = Blocks::at(address);
        &self.memory.bytes[block][offset..offset + size]
    }
}
