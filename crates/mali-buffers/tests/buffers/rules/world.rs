use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::drawing::Drawing;
use mali_buffers::two_phase::{
    Attribute, AttributeArray, Buffer, BufferId, ClientState, ContextId, DataSource, Decision,
    Error, FoundBounds, GpuMemory, MemoryRef, Plan, Planner, Sequence, Target, UploadRing,
    UploadRings, Usage, VertexState,
};
use mali_instancing::Format;

/// The address of the first buffer that the GPU sees.
pub(crate) const ADDRESS: u64 = 0x1000_0000;

/// The number of draws whose index bounds are kept for a buffer.
pub(crate) const MESHES: usize = 200;

/// A context that no other world has.
pub(crate) fn new_context() -> ContextId {
    static CONTEXTS: AtomicU64 = AtomicU64::new(1);
    ContextId::new(CONTEXTS.fetch_add(1, Ordering::Relaxed))
}

/// An application's buffers and one array in client memory, and the planner and memory that it draws with.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) planner: Planner,
    pub(crate) data: Data,
    pub(crate) sequence: Sequence,
}

#[derive(Clone, Default)]
pub(crate) struct Data {
    pub(crate) buffers: BTreeMap<BufferId, (Buffer, Vec<u8>)>,
    pub(crate) client: Vec<u8>,
    pub(crate) found: BTreeMap<BufferId, Vec<FoundBounds>>,
    /// The number of times that bytes were read.
    pub(crate) reads: Cell<u32>,
}

impl ClientState for Data {
    type Bytes<'bytes> = &'bytes [u8];

    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        self.buffers.get(&buffer).map(|(buffer, _)| buffer)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        self.buffers.get_mut(&buffer).map(|(buffer, _)| buffer)
    }

    fn found_bounds(&self, buffer: BufferId) -> &[FoundBounds] {
        self.found.get(&buffer).map_or(&[], Vec::as_slice)
    }

    fn found_bounds_mut(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        let none = || vec![FoundBounds::NONE; MESHES];
        self.found.entry(buffer).or_insert_with(none)
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<&[u8]> {
        self.reads.set(self.reads.get() + 1);
        let data = match source {
            DataSource::Buffer(id) => {
                let (buffer, bytes) = self.buffers.get(&id)?;
                assert!(range.end <= buffer.size(), "{range:?} of {id}");
                bytes
            }
            DataSource::Client(_) => &self.client,
        };
        data.get(range.start as usize..range.end as usize)
    }
}

/// A block of 64 KiB for every place that is written to.
#[derive(Default)]
pub(crate) struct Blocks(BTreeMap<String, (u64, Vec<u8>)>);

impl Blocks {
    pub(crate) fn bytes(&self, memory: MemoryRef) -> &[u8] {
        &self.0[&memory.to_string()].1
    }
}

impl GpuMemory for Blocks {
    fn address(&self, memory: MemoryRef) -> Option<u64> {
        Some(self.0.get(&memory.to_string())?.0)
    }

    fn write(&mut self, memory: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        let address = 0x2000_0000 + 0x1_0000 * self.0.len() as u64;
        let block = self.0.entry(memory.to_string());
        let (_, bytes) = block.or_insert_with(|| (address, vec![0xee; 0x1_0000]));
        bytes.get_mut(range.start as usize..range.end as usize)
    }
}

/// Memory that has an address for every place.
pub(crate) struct Everywhere;

impl GpuMemory for Everywhere {
    fn address(&self, _: MemoryRef) -> Option<u64> {
        Some(0x3000_0000)
    }

    fn write(&mut self, _: MemoryRef, _: Range<u64>) -> Option<&mut [u8]> {
        None
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

impl World {
    /// A world whose streams have 1024 bytes.
    pub(crate) fn new(target: Target) -> Self {
        let stream = UploadRing::new(1024).unwrap();
        Self::with_streams(target, &stream)
    }

    pub(crate) fn with_streams(target: Target, stream: &UploadRing) -> Self {
        let rings = UploadRings {
            vertex: stream.clone(),
            indices: stream.clone(),
        };
        Self {
            planner: Planner::new(new_context(), target, rings),
            data: Data {
                client: (0..=255).cycle().take(1024).collect(),
                ..Data::default()
            },
            sequence: Sequence::new(1),
        }
    }

    /// This world with a buffer that has a GPU address, which begins at [`ADDRESS`].
    pub(crate) fn with_buffer(mut self, number: u32, size: u64, usage: Usage) -> Self {
        let buffer = Buffer::new(id(number), size, usage);
        let bytes = (0..size).map(|at| (at * 7 + at / 256) as u8).collect();
        let entry = (buffer.with_address(ADDRESS), bytes);
        self.data.buffers.insert(id(number), entry);
        self
    }

    /// This world with a buffer of these bytes.
    pub(crate) fn with_bytes(self, number: u32, bytes: Vec<u8>) -> Self {
        let mut world = self.with_buffer(number, bytes.len() as u64, Usage::Static);
        world.data.buffers.get_mut(&id(number)).unwrap().1 = bytes;
        world
    }

    pub(crate) fn buffer(&mut self, number: u32) -> &mut Buffer {
        &mut self.data.buffers.get_mut(&id(number)).unwrap().0
    }

    /// The plan of a draw, committed as if it had been executed.
    pub(crate) fn prepare(&mut self, draw: &Drawing<'_>) -> Result<Option<Plan>, Error> {
        let Some(plan) = self.prepare_only(draw)? else {
            return Ok(None);
        };
        self.planner.commit(&plan, &mut self.data).unwrap();
        Ok(Some(plan))
    }

    /// The plan of a draw whose tables can be written, not committed.
    pub(crate) fn prepare_only(&mut self, draw: &Drawing<'_>) -> Result<Option<Plan>, Error> {
        self.prepare_in(draw, Plan::new())
    }

    pub(crate) fn prepare_in(
        &mut self,
        draw: &Drawing<'_>,
        mut plan: Plan,
    ) -> Result<Option<Plan>, Error> {
        let state = VertexState::new(draw.attributes)?;
        let (draw, sequence) = (draw.draw(), self.sequence);
        if !self
            .planner
            .prepare(&state, &draw, &self.data, sequence, &mut plan)?
        {
            self.planner.commit(&plan, &mut self.data).unwrap();
            return Ok(None);
        }
        let mut words = [0; 16 * 16 + 12];
        plan.vertex_data().unwrap().write(&Everywhere, &mut words)?;
        Ok(Some(plan))
    }

    /// The plan of a draw without errors, executed.
    pub(crate) fn draw(&mut self, draw: &Drawing<'_>) -> Plan {
        let plan = self.prepare(draw).unwrap().unwrap();
        plan.execute(&self.data, &mut Blocks::default()).unwrap();
        plan
    }

    /// The place from which this number of points of one array is read.
    pub(crate) fn decide(&mut self, count: u32, array: AttributeArray) -> Decision {
        self.draw(&points(count, &[Attribute::Array(array)]))
            .vertex_data()
            .unwrap()
            .decisions()[0]
            .unwrap()
    }

    /// The error of a draw, which must leave everything unchanged.
    pub(crate) fn error(&mut self, draw: &Drawing<'_>) -> Error {
        let (planner, buffers) = (self.planner.clone(), self.data.buffers.clone());
        let error = self.prepare(draw).unwrap_err();
        assert_eq!(self.planner, planner);
        assert_eq!(self.data.buffers, buffers);
        error
    }
}
