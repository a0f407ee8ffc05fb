//! A whole small driver, but for the GPU: one mapping that it would see, an allocator of blocks in it,
//! fences that are numbers, and draws whose plans are executed, committed and cleaned up after.
//!
//! ```console
//! $ cargo run -p mali-buffers --example driver
//! ```

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::rc::Rc;

use mali_buffers::{
    Allocation, ApplicationDraw, Attribute, AttributeArray, Buffer, BufferId, ClientState,
    DataSource, Error, FoundBounds, GpuMemory, InPlace, MemoryRef, Plan, Planner, Retired,
    Sequence, StreamKind, Target, UploadRing, UploadRings, Usage, VertexState,
};
use mali_instancing::descriptor::{AttributeBuffer, AttributeBufferFields};
use mali_instancing::{Arch, Format};
use offset_allocator::Allocator;

/// Blocks begin at multiples of this, in bytes: the allocator counts in it.
const UNIT: u64 = Allocation::ALIGNMENT;

/// Where the GPU would see the mapping.
const ADDRESS: u64 = 0x1000_0000;

/// Where the GPU sees the mesh, and its size: 36 vertices of 40 bytes.
const MESH: u64 = 0x4000_0000;
const MESH_SIZE: u64 = 36 * 40;

/// The memory that the GPU reads. Only what a plan writes is ever borrowed, and nothing of it is read
/// back: so it may be write-combined. Bytes that others write at the same time must not be handed out.
struct Heap {
    mapping: Vec<u8>,
    allocator: Allocator,
    blocks: HashMap<MemoryRef, (offset_allocator::Allocation, u64)>,
    /// The memory that may be freed once the GPU has finished that work.
    retired: Vec<Retired>,
}

impl Heap {
    fn new(size: u64) -> Self {
        Self {
            mapping: vec![0; size as usize],
            allocator: Allocator::new((size / UNIT) as u32),
            blocks: HashMap::new(),
            retired: Vec::new(),
        }
    }

    fn allocate(&mut self, allocation: Allocation) -> bool {
        let Ok(units) = u32::try_from(allocation.size.div_ceil(UNIT)) else {
            return false;
        };
        let block = self.allocator.allocate(units);
        if let Some(block) = block {
            self.blocks
                .insert(allocation.memory, (block, allocation.size));
        }
        block.is_some()
    }

    fn free(&mut self, memory: MemoryRef) {
        if let Some((block, _)) = self.blocks.remove(&memory) {
            self.allocator.free(block);
        }
    }

    /// Allocates everything, or nothing.
    fn allocate_all(&mut self, plan: &Plan) -> bool {
        let allocated = plan.allocations().take_while(|&new| self.allocate(new));
        let count = allocated.count();
        let is_all = count == plan.allocations().count();
        if !is_all {
            plan.allocations()
                .take(count)
                .for_each(|new| self.free(new.memory));
        }
        is_all
    }

    /// Frees what nothing reads any more.
    fn collect(&mut self, completed: Sequence) {
        let retired = std::mem::take(&mut self.retired);
        for gone in retired {
            if gone.until <= completed {
                self.free(gone.memory);
            } else {
                self.retired.push(gone);
            }
        }
    }
}

impl GpuMemory for Heap {
    fn address(&self, memory: MemoryRef) -> Option<u64> {
        let (block, _) = self.blocks.get(&memory)?;
        Some(ADDRESS + u64::from(block.offset) * UNIT)
    }

    fn write(&mut self, memory: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        let (block, size) = self.blocks.get(&memory)?;
        let begin = u64::from(block.offset) * UNIT;
        (range.end <= *size)
            .then(|| (begin + range.start) as usize..(begin + range.end) as usize)
            .and_then(|range| self.mapping.get_mut(range))
    }
}

/// The application's buffer objects, and what lies behind its pointers.
#[derive(Default)]
struct Objects {
    buffers: HashMap<BufferId, (Buffer, Vec<u8>)>,
    /// The bounds that were found of indices, in the buffers that hold some.
    found: HashMap<BufferId, [FoundBounds; 64]>,
    client: Vec<u8>,
}

impl ClientState for Objects {
    type Bytes<'bytes> = &'bytes [u8];

    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        Some(&self.buffers.get(&buffer)?.0)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        Some(&mut self.buffers.get_mut(&buffer)?.0)
    }

    fn found_bounds(&self, buffer: BufferId) -> &[FoundBounds] {
        self.found.get(&buffer).map_or(&[], |found| found)
    }

    fn found_bounds_mut(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        self.found.entry(buffer).or_insert([FoundBounds::NONE; 64])
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<&[u8]> {
        let bytes = match source {
            DataSource::Buffer(buffer) => &self.buffers.get(&buffer)?.1,
            DataSource::Client(_) => &self.client,
        };
        bytes.get(range.start as usize..range.end as usize)
    }
}

/// The tables of a draw. The GPU reads them where they are, so nothing overwrites them: a draw that needs
/// others has them written elsewhere. They are freed when the GPU has finished all work that names them.
type Words = Rc<[u32]>;

/// A vertex array: what is known of its attributes, and the tables of its last draw in place.
struct VertexArray {
    state: VertexState,
    words: Words,
}

impl VertexArray {
    fn new(arrays: &[AttributeArray]) -> Result<Self, Error> {
        let attributes: Vec<_> = arrays.iter().copied().map(Attribute::Array).collect();
        Ok(Self {
            state: VertexState::new(&attributes)?,
            words: Words::default(),
        })
    }
}

struct Driver {
    planner: Planner,
    heap: Heap,
    objects: Objects,
    plan: Plan,
    /// The submission that is drawn now, and the last that the GPU has finished.
    submission: u64,
    completed: u64,
    /// The tables of the draws that are not submitted yet.
    draws: Vec<Words>,
    /// Those that the GPU has not finished.
    submitted: VecDeque<(Sequence, Vec<Words>)>,
    skipped: u32,
}

impl Driver {
    fn new(rings: UploadRings, heap: u64) -> Self {
        let mut heap = Heap::new(heap);
        for stream in [StreamKind::Vertex, StreamKind::Indices] {
            let (size, generation) = (rings.get(stream).capacity(), 0);
            let memory = MemoryRef::Stream { stream, generation };
            assert!(heap.allocate(Allocation { memory, size }));
        }
        assert!(heap.allocate(Allocation {
            memory: MemoryRef::Constants,
            size: Planner::CONSTANTS_SIZE,
        }));
        Self {
            planner: Planner::new(Target::new(Arch::V7), rings),
            heap,
            objects: Objects::default(),
            plan: Plan::new(),
            submission: 1,
            completed: 0,
            draws: Vec::new(),
            submitted: VecDeque::new(),
            skipped: 0,
        }
    }

    fn draw(&mut self, array: &mut VertexArray, draw: &ApplicationDraw) -> Result<(), Error> {
        let state = &mut array.state;
        let mut words = [0; 16 * 16 + 12];
        let work = Sequence::new(self.submission);
        let objects = &mut self.objects;
        match self
            .planner
            .draw_in_place(state, draw, objects, &self.heap, work, &mut words)?
        {
            InPlace::Written(tables) => {
                array.words = words[..tables.attributes.end].into();
                self.draws.push(array.words.clone());
                return Ok(());
            }
            // Nothing is written: the tables of last time are drawn with again.
            InPlace::Unchanged => {
                self.draws.push(array.words.clone());
                return Ok(());
            }
            InPlace::NeedsPlan => {}
        }
        self.plan = Plan::new();
        loop {
            match self
                .planner
                .prepare(state, draw, &self.objects, work, &mut self.plan)
            {
                Ok(true) if self.heap.allocate_all(&self.plan) => break,
                Ok(true) => self.plan = Plan::new().without_new_memory(),
                Ok(false) => return Ok(()),
                Err(Error::InFlight { until }) => self.wait(until),
                Err(Error::NoMemory { .. }) => {
                    self.skipped += 1;
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        let input = self.plan.vertex_data().expect("vertices were planned");
        let written = input.write(&self.heap, &mut words).and_then(|tables| {
            self.plan
                .execute(&self.objects, &mut self.heap)
                .map(|()| tables)
        });
        let tables = match written {
            Ok(tables) => tables,
            Err(error) => {
                // The plan never was.
                self.plan
                    .allocations()
                    .for_each(|new| self.heap.free(new.memory));
                return Err(error);
            }
        };
        self.planner.commit(&self.plan, &mut self.objects)?;
        self.heap.retired.extend(self.plan.retired());
        self.draws.push(words[..tables.attributes.end].into());
        Ok(())
    }

    /// Hands over what was drawn.
    fn submit(&mut self) {
        let work = Sequence::new(self.submission);
        let draws = std::mem::take(&mut self.draws);
        self.submitted.push_back((work, draws));
        self.submission += 1;
    }

    /// Waits for a fence: here, the GPU has always just finished.
    fn wait(&mut self, until: Sequence) {
        self.completed = self.completed.max(until.get());
        let completed = Sequence::new(self.completed);
        self.planner.complete(completed);
        self.heap.collect(completed);
        self.submitted.retain(|(work, _)| *work > completed);
    }
}

/// Every draw has tables whose descriptors say memory that there is, and all draw the same mesh.
fn assert_submitted(driver: &Driver) {
    let heap = ADDRESS..ADDRESS + driver.heap.mapping.len() as u64;
    let mesh = MESH..MESH + MESH_SIZE;
    let is_in = |memory: &Range<u64>, fields: &AttributeBufferFields| {
        let begin = fields.address.get();
        let end = begin + u64::from(fields.size);
        memory.start <= begin && end <= memory.end
    };
    let (_, draws) = driver.submitted.back().expect("the frame was submitted");
    assert_eq!(draws.len(), 300);
    for (number, words) in draws.iter().enumerate() {
        // The draws of one array, then those of two.
        let arrays = 1 + usize::from(number >= 100);
        let fields: Vec<_> = words
            .chunks_exact(8)
            .take(arrays)
            .map(|words| {
                let descriptor = words.try_into().expect("as many words");
                AttributeBuffer::decode(descriptor).expect("a buffer's descriptor")
            })
            .collect();
        assert_eq!(fields.len(), arrays);
        assert!(is_in(&mesh, &fields[0]), "{:?}", fields[0]);
        assert!(fields[1..].iter().all(|other| is_in(&heap, other)));
    }
}

fn main() -> Result<(), Error> {
    let rings = UploadRings {
        vertex: UploadRing::new(16 << 10)?,
        indices: UploadRing::new(1 << 10)?,
    };
    let mut driver = Driver::new(rings, 1 << 20);
    driver.objects.client = vec![7; 64 << 10];

    // A mesh that the GPU sees, and whose normals it cannot fetch.
    let id = BufferId::new(1);
    let mesh = Buffer::new(id, MESH_SIZE, Usage::Static)?.with_address(MESH);
    let bytes = vec![1; MESH_SIZE as usize];
    driver.objects.buffers.insert(id, (mesh, bytes));
    let array = |source, format| AttributeArray::new(source, format);
    let position = array(DataSource::Buffer(id), Format::R32G32B32_SFLOAT).with_stride(40);
    let normal = array(DataSource::Buffer(id), Format::R64G64B64_SFLOAT)
        .with_stride(40)
        .with_offset(16);
    let colors = array(DataSource::Client(0), Format::R8G8B8A8_UNORM);
    let mut in_place = VertexArray::new(&[position])?;
    let mut converted = VertexArray::new(&[position, normal])?;
    let mut streamed = VertexArray::new(&[position, colors])?;

    let draw = ApplicationDraw::arrays(0, 36);
    for frame in 1..=100 {
        // The GPU is two frames behind.
        driver.wait(Sequence::new(u64::saturating_sub(frame, 3)));
        for array in [&mut in_place, &mut converted, &mut streamed] {
            for _ in 0..100 {
                driver.draw(array, &draw)?;
            }
        }
        driver.submit();
        assert_submitted(&driver);
    }

    let counters = driver.planner.counters();
    println!("unchanged   {:6} draws", counters.unchanged);
    println!("in place    {:6} draws", counters.in_place);
    println!("planned     {:6} draws", counters.planned);
    println!("streamed    {:6} bytes", counters.bytes_streamed);
    println!("kept        {:6} bytes", counters.bytes_kept);
    println!("generations {:6}", counters.generations);
    assert_eq!(driver.skipped, 0);
    assert!(
        counters.generations < 5,
        "the stream holds what is in flight"
    );
    Ok(())
}
