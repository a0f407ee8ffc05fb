//! A complete small driver, except for the GPU: one mapping that the GPU would see, an allocator of blocks in it,
//! fences that are numbers, and draws whose words are placed where a job or a draw reads them. A draw in place
//! allocates nothing, and [`check`] finds no errors in the words of any draw.
//!
//! ```console
//! $ cargo run -p mali-buffers --example driver
//! ```

use std::collections::HashMap;
use std::ops::Range;

use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, Block, Buffer, BufferId, ClientState,
    ConstantValue, ContextId, DataSource, Drawn, ElementArray, Error, FoundBounds, GpuMemory,
    IndexData, IndexInput, IndexType, LineLoop, OutOfBounds, Planner, Sequence, Target, UploadRing,
    Usage, VertexState,
};
use mali_instancing::check::{Counts, DrawState, Rule, check};
use mali_instancing::decode::{Descriptor, attributes};
use mali_instancing::draw::{DrawCounts, IndexBounds, Pipeline, Tables};
use mali_instancing::{Arch, Format, InputRate};
use offset_allocator::Allocator;

/// The alignment of blocks, in bytes, which is the allocator's unit.
const UNIT: u64 = Block::ALIGNMENT;

/// The GPU address of the mapping.
const ADDRESS: u64 = 0x1000_0000;

/// The number of words of the largest tables: two descriptors for each of 16 attributes, the null terminator, and the
/// attributes.
const MOST_WORDS: usize = 16 * 16 + 12;

/// The number of pieces of work that the GPU or the driver may have at a time.
const FRAMES: usize = 4;

/// The largest number of draws of one piece of work.
const MOST_DRAWS: usize = 600;

/// The memory that the GPU reads. Only the bytes that are written are ever borrowed, and none of them are read back, so
/// the memory may be write-combined. Bytes that others write at the same time must not be borrowed.
struct Heap {
    mapping: Vec<u8>,
    allocator: Allocator,
    /// The blocks by their handles.
    blocks: HashMap<u64, (offset_allocator::Allocation, u64)>,
    last_handle: u64,
    /// The memory that may be freed once the GPU has finished that work.
    retired: Vec<(Block, Sequence)>,
}

impl Heap {
    fn new(size: u64) -> Self {
        Self {
            mapping: vec![0; size as usize],
            allocator: Allocator::new((size / UNIT) as u32),
            blocks: HashMap::new(),
            last_handle: 0,
            retired: Vec::with_capacity(64),
        }
    }

    /// Frees memory that nothing reads any more.
    fn collect(&mut self, completed: Sequence) {
        // Taken out, since freeing a block needs the rest of the heap.
        let mut retired = std::mem::take(&mut self.retired);
        retired.retain(|(block, until)| {
            // `Sequence::NONE` is finished from the start, so a block that nothing reads is freed at once.
            let is_read = *until > completed;
            if !is_read {
                let (block, _) = self.blocks.remove(&block.handle).expect("a block");
                self.allocator.free(block);
            }
            is_read
        });
        self.retired = retired;
    }

    /// Writes all bytes of a block.
    fn write_whole(&mut self, block: &Block, bytes: &[u8]) {
        let whole = self.write(block, 0..bytes.len() as u64);
        whole.expect("a block of that size").copy_from_slice(bytes);
    }

    /// Whether one block contains all these bytes.
    fn has(&self, bytes: &Range<u64>) -> bool {
        self.blocks.values().any(|&(block, size)| {
            let begin = ADDRESS + u64::from(block.offset) * UNIT;
            begin <= bytes.start && bytes.end <= begin + size
        })
    }
}

impl GpuMemory for Heap {
    fn allocate(&mut self, size: u64) -> Option<Block> {
        // The allocator counts in units of 64 bytes, so each block is aligned.
        let units = u32::try_from(size.div_ceil(UNIT)).ok()?;
        let block = self.allocator.allocate(units)?;
        self.last_handle += 1;
        self.blocks.insert(self.last_handle, (block, size));
        Some(Block {
            handle: self.last_handle,
            address: ADDRESS + u64::from(block.offset) * UNIT,
            size,
        })
    }

    fn retire(&mut self, block: Block, until: Sequence) {
        self.retired.push((block, until));
    }

    fn write(&mut self, block: &Block, range: Range<u64>) -> Option<&mut [u8]> {
        let (block, size) = self.blocks.get(&block.handle)?;
        let begin = u64::from(block.offset) * UNIT;
        (range.end <= *size)
            .then(|| (begin + range.start) as usize..(begin + range.end) as usize)
            .and_then(|range| self.mapping.get_mut(range))
    }
}

/// The application's buffer objects, and the bytes at its pointers.
#[derive(Default)]
struct Objects {
    buffers: HashMap<BufferId, (Buffer, Vec<u8>)>,
    /// The memory in which the GPU sees each buffer.
    storage: HashMap<BufferId, Block>,
    /// The bounds that were found for indices, in the buffers that hold some.
    found: HashMap<BufferId, [FoundBounds; 64]>,
    client: [Vec<u8>; 3],
}

impl ClientState for Objects {
    type Bytes<'bytes> = &'bytes [u8];

    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        Some(&self.buffers.get(&buffer)?.0)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        Some(&mut self.buffers.get_mut(&buffer)?.0)
    }

    fn found_bounds(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        self.found.entry(buffer).or_insert([FoundBounds::NONE; 64])
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<&[u8]> {
        let bytes = match source {
            DataSource::Buffer(buffer) => &self.buffers.get(&buffer)?.1,
            DataSource::Client(number) => self.client.get(number as usize)?,
        };
        bytes.get(range.start as usize..range.end as usize)
    }
}

/// The counts of a draw, in the form that the GPU reads.
#[derive(Clone, Copy)]
enum Arguments {
    /// The counts of a job, V4 to V7: words 0 and 1 of its `Draw` descriptor, its `Invocation`, and words 1 and 3 of
    /// its `Primitive`, which the tiler reads.
    Job {
        draw: [u32; 2],
        invocation: [u32; 2],
        primitive: [u32; 2],
    },
    /// The counts of a draw: on V10, arguments of the command `RUN_IDVS`. A first instance is in the words of the
    /// tables.
    Draw {
        count: u32,
        instances: u32,
        vertex_offset: i32,
    },
}

impl Arguments {
    fn new(pipeline: &Pipeline, counts: &DrawCounts, data: &IndexData) -> Result<Self, Error> {
        let vertices = data.vertices;
        let count = data
            .indices
            .map_or(vertices.vertices, |indices| indices.count);
        Ok(
            match (pipeline.draw(counts)?, pipeline.invocation(counts)?) {
                (Some(draw), Some(invocation)) => Self::Job {
                    draw: draw.words(),
                    invocation: invocation.words(),
                    // Threads count from the smallest index, so the tiler subtracts it from each index.
                    primitive: [vertices.base_vertex_offset as u32, count - 1],
                },
                _ => Self::Draw {
                    count,
                    instances: counts.instances.unwrap_or(1),
                    // Indices are not counted from the smallest: this offset is GL's first or base vertex.
                    vertex_offset: vertices
                        .first_vertex
                        .wrapping_add_signed(vertices.base_vertex_offset)
                        as i32,
                },
            },
        )
    }
}

/// A draw as it is submitted, without shaders and other state that is not about vertices.
struct SubmittedDraw {
    arch: Arch,
    /// The position of its tables in the frame's words.
    buffers: Range<usize>,
    attributes: Range<usize>,
    arguments: Arguments,
    indices: Option<IndexInput>,
    /// The smallest and the largest index, for `check`.
    bounds: Option<IndexBounds>,
}

/// The draws of one piece of work, and their tables. The GPU reads the words in place, so they are written again only
/// after it has finished that work.
struct Frame {
    work: Sequence,
    words: Box<[u32]>,
    used: usize,
    draws: Vec<SubmittedDraw>,
}

impl Frame {
    fn new() -> Self {
        Self {
            work: Sequence::NONE,
            words: vec![0; 64 << 10].into(),
            used: 0,
            draws: Vec::with_capacity(MOST_DRAWS),
        }
    }

    /// Copies tables to words that the GPU reads, and returns the position of the first.
    fn append(&mut self, words: &[u32]) -> usize {
        // The planner writes the tables of all draws to the same words of the vertex array. The GPU may still read
        // those of an earlier draw, so it reads a copy of each.
        let begin = self.used;
        self.words[begin..][..words.len()].copy_from_slice(words);
        // Tables begin at multiples of 64 bytes.
        self.used = (begin + words.len()).next_multiple_of(16);
        begin
    }

    fn add(&mut self, begin: usize, tables: &Tables, state: &VertexState) -> Result<(), Error> {
        let pipeline = state.pipeline();
        let counts = state.counts().expect("it was drawn");
        let data = state.index_data().expect("it was drawn");
        let at = |range: &Range<usize>| begin + range.start..begin + range.end;
        // The offset is minus the smallest index.
        let minimum = data.vertices.base_vertex_offset.wrapping_neg() as u32;
        assert!(self.draws.len() < MOST_DRAWS, "the frame is full");
        self.draws.push(SubmittedDraw {
            arch: pipeline.arch,
            buffers: at(&tables.buffers),
            attributes: at(&tables.attributes),
            arguments: Arguments::new(pipeline, counts, data)?,
            indices: data.indices,
            bounds: data.indices.map(|_| IndexBounds {
                minimum,
                maximum: minimum + (data.vertices.vertices - 1),
            }),
        });
        Ok(())
    }
}

/// A vertex array: the facts about its attributes, and the tables of its last draw.
struct VertexArray {
    state: VertexState,
    words: [u32; MOST_WORDS],
    tables: Option<Tables>,
    /// The work whose frame has a copy of these words, and the position of the copy.
    copied: Option<(Sequence, usize)>,
}

impl VertexArray {
    fn new(arrays: &[AttributeArray]) -> Result<Self, Error> {
        let attributes: Vec<_> = arrays.iter().copied().map(Attribute::Array).collect();
        Self::of(&attributes)
    }

    fn of(attributes: &[Attribute]) -> Result<Self, Error> {
        let mut state = VertexState::empty();
        state.set_arrays(attributes)?;
        Ok(Self {
            state,
            words: [0; MOST_WORDS],
            tables: None,
            copied: None,
        })
    }
}

struct Driver {
    /// The planners of two contexts, which share the buffers.
    planners: [Planner; 2],
    heap: Heap,
    objects: Objects,
    frames: [Frame; FRAMES],
    /// The current submission, and the last that the GPU has finished.
    submission: u64,
    completed: Sequence,
    skipped: u32,
}

impl Driver {
    fn new(target: Target, ring: &UploadRing, heap: u64) -> Self {
        Self {
            planners: [1, 2].map(|id| Planner::new(ContextId::new(id), target, ring.clone())),
            heap: Heap::new(heap),
            objects: Objects::default(),
            frames: std::array::from_fn(|_| Frame::new()),
            submission: 0,
            completed: Sequence::NONE,
            skipped: 0,
        }
    }

    /// Makes a buffer of these bytes, with a GPU address.
    fn create(&mut self, id: BufferId, bytes: Vec<u8>, usage: Usage) -> DataSource {
        let size = bytes.len() as u64;
        let block = self.heap.allocate(size).expect("room for a buffer");
        let buffer = Buffer::new(id, size, usage).with_address(block.address);
        self.heap.write_whole(&block, &bytes);
        self.objects.buffers.insert(id, (buffer, bytes));
        self.objects.storage.insert(id, block);
        DataSource::Buffer(id)
    }

    /// Changes bytes of a buffer. If the GPU still reads the buffer, the buffer moves to another address.
    fn update(&mut self, id: BufferId, offset: u64, data: &[u8]) -> Result<(), Error> {
        let changed = offset..offset + data.len() as u64;
        let (buffer, bytes) = self.objects.buffers.get_mut(&id).expect("a buffer");
        // This drops the buffer's copies. The GPU may read the old bytes in place until `in_flight` is finished.
        let in_flight = buffer.buffer_sub_data(changed, self.completed, &mut self.heap)?;
        bytes[offset as usize..][..data.len()].copy_from_slice(data);
        let block = self
            .objects
            .storage
            .get_mut(&id)
            .expect("a buffer's memory");
        if in_flight.is_some() {
            let new = self.heap.allocate(buffer.size());
            let new = new.expect("the heap has room for moved buffers");
            // The planners see the new address by the buffer's revision, and write new tables.
            let until = buffer.moved_to(new.address);
            self.heap.retire(std::mem::replace(block, new), until);
        }
        self.heap.write_whole(block, bytes);
        Ok(())
    }

    /// Draws in one of the contexts.
    fn draw(
        &mut self,
        context: usize,
        array: &mut VertexArray,
        draw: &ApplicationDraw,
    ) -> Result<(), Error> {
        let work = Sequence::new(self.submission);
        let drawn = loop {
            let (state, words) = (&mut array.state, &mut array.words);
            let (objects, heap) = (&mut self.objects, &mut self.heap);
            match self.planners[context].draw(state, draw, objects, heap, work, words) {
                // After the wait, the same call is made again: what was copied is found.
                Ok(Drawn::Wait(until)) => self.wait(until),
                // No work would make room: the draw is left out.
                Err(Error::NoMemory { .. }) => {
                    self.skipped += 1;
                    return Ok(());
                }
                drawn => break drawn?,
            }
        };
        match drawn {
            Drawn::Written(tables) => (array.tables, array.copied) = (Some(tables), None),
            // The words of the last draw are still right.
            Drawn::Unchanged => {}
            Drawn::Nothing | Drawn::Wait(_) => return Ok(()),
        }
        let tables = array.tables.as_ref().expect("it was drawn");
        let frame = &mut self.frames[self.submission as usize % FRAMES];
        let begin = match array.copied {
            // Draws of one work share a copy of unchanged tables. A new work needs its own, since its frame has other
            // words.
            Some((copied, begin)) if copied == work => begin,
            _ => frame.append(&array.words[..tables.attributes.end]),
        };
        array.copied = Some((work, begin));
        frame.add(begin, tables, &array.state)
    }

    /// Draws line loops, for an API that has none: as line strips and lines.
    fn draw_loops(
        &mut self,
        array: &mut VertexArray,
        loops: &ApplicationDraw,
    ) -> Result<(), Error> {
        let Some(line_loop) = LineLoop::of(loops, self.planners[0].target(), &self.objects)? else {
            return Ok(());
        };
        if let LineLoop::Closed(_) = line_loop {
            // A line strip, which does not have the last line.
            self.draw(0, array, loops)?;
        }
        let (LineLoop::Closed(indices) | LineLoop::Rewritten(indices)) = line_loop;
        let mut bytes = vec![0; indices.size() as usize];
        indices.write(&self.objects, &mut bytes)?;
        self.objects.client[2] = bytes;
        self.draw(0, array, &indices.draw(DataSource::Client(2)))
    }

    /// Deletes a buffer. The GPU may still read its memory.
    fn delete(&mut self, id: BufferId) {
        if let Some((mut buffer, _)) = self.objects.buffers.remove(&id) {
            // `release` retires the copies. The buffer's own memory is the driver's.
            let until = buffer.release(&mut self.heap);
            let block = self.objects.storage.remove(&id).expect("a buffer's memory");
            self.heap.retire(block, until);
        }
    }

    /// Deletes everything, and waits for the GPU. No memory may be left.
    fn close(mut self) {
        let buffers: Vec<BufferId> = self.objects.buffers.keys().copied().collect();
        for id in buffers {
            self.delete(id);
        }
        for planner in &mut self.planners {
            // The ring and the constants. Without this, their blocks would never be freed.
            planner.release(&mut self.heap);
        }
        self.wait(Sequence::new(self.submission));
        let left: Vec<_> = self.heap.blocks.keys().collect();
        assert!(left.is_empty(), "never freed: {left:?}");
        let free = self.heap.allocator.storage_report().total_free_space;
        assert_eq!(u64::from(free) * UNIT, self.heap.mapping.len() as u64);
    }

    /// Begins a piece of work, with the words of a finished one.
    fn begin(&mut self) {
        self.submission += 1;
        // The frame's words are those of the work four submissions before, which the GPU may still read.
        self.wait(self.frames[self.submission as usize % FRAMES].work);
        let frame = &mut self.frames[self.submission as usize % FRAMES];
        frame.work = Sequence::new(self.submission);
        frame.used = 0;
        frame.draws.clear();
    }

    /// Waits for a fence: this GPU has always just finished.
    fn wait(&mut self, until: Sequence) {
        self.completed = self.completed.max(until);
        for planner in &mut self.planners {
            planner.complete(self.completed);
        }
        self.heap.collect(self.completed);
    }

    /// The draws of the current work.
    fn frame(&self) -> &Frame {
        &self.frames[self.submission as usize % FRAMES]
    }
}

/// Checks that the words of every draw are consistent, and that they name existing memory.
fn assert_right(driver: &Driver) {
    let frame = driver.frame();
    for draw in &frame.draws {
        let buffers = &frame.words[draw.buffers.clone()];
        let words = &frame.words[draw.attributes.clone()];
        let state = DrawState {
            is_indexed: Some(draw.indices.is_some()),
            index_bounds: draw.bounds,
            // No draw here has a first instance or a base vertex.
            first_instance: Some(0),
            ..DrawState::new(draw.arch, buffers, words)
        };
        let state = match draw.arguments {
            Arguments::Job {
                draw,
                invocation,
                primitive,
            } => DrawState {
                draw: Some(draw),
                invocation: Some(invocation),
                primitive: Some(primitive),
                base_vertex: Some(0),
                ..state
            },
            Arguments::Draw {
                count,
                instances,
                vertex_offset,
            } => DrawState {
                counts: Some(Counts {
                    vertices: draw.indices.is_none().then_some(count),
                    instances,
                    first_vertex: vertex_offset.into(),
                }),
                table: Some(0),
                ..state
            },
        };
        check(&state, |finding| {
            // An application's indices may be far apart.
            let is_expected = finding.rule == Rule::UnreachedVertices;
            assert!(is_expected, "{finding} in {state:x?}");
        });
        for attribute in attributes(draw.arch, buffers, words) {
            let buffer = attribute.buffer.expect("no attribute is empty");
            let (begin, size) = match buffer.expect("a descriptor").descriptor {
                Descriptor::AttributeBuffer(fields) => (fields.address.get(), fields.size.into()),
                Descriptor::Buffer(fields) => (fields.address, fields.size),
                other => panic!("{other:?} is no buffer"),
            };
            assert!(
                driver.heap.has(&(begin..begin + size)),
                "{begin:#x}, {size}"
            );
        }
        if let Some(indices) = draw.indices {
            let address = indices.address;
            // All indices of these scenes have 16 bits.
            let size = u64::from(indices.count) * 2;
            assert_eq!(indices.index_type, IndexType::U16);
            assert!(driver.heap.has(&(address..address + size)), "{address:#x}");
        }
    }
}

/// Draws 100 frames.
fn run(arch: Arch) -> Result<(), Error> {
    let ring = UploadRing::new(32 << 10)?;
    let mut driver = Driver::new(Target::new(arch), &ring, 1 << 20);
    // A mesh whose normals the GPU cannot fetch, its indices, and 100 matrix rows that change in each frame.
    let corners: Vec<u8> = (0..36_u16).rev().flat_map(u16::to_le_bytes).collect();
    driver.objects.client = [vec![7; 36 * 4], corners.clone(), Vec::new()];
    let mesh = driver.create(BufferId::new(1), vec![1; 36 * 40], Usage::Static);
    let corners = driver.create(BufferId::new(2), corners, Usage::Static);
    let rows = BufferId::new(3);
    let row = driver.create(rows, vec![0; 100 * 16], Usage::Dynamic);

    let array = |source, format| AttributeArray::new(source, format);
    let position = array(mesh, Format::R32G32B32_SFLOAT).with_stride(40);
    let normal = array(mesh, Format::R64G64B64_SFLOAT)
        .with_stride(40)
        .with_offset(16);
    let colors = array(DataSource::Client(0), Format::R8G8B8A8_UNORM);
    let row = array(row, Format::R32G32B32A32_SFLOAT).with_rate(InputRate::from_gl_divisor(3));
    let mut in_place = VertexArray::new(&[position])?;
    let mut moving = VertexArray::new(&[position, row])?;
    let mut converted = VertexArray::new(&[position, normal])?;
    let mut streamed = VertexArray::new(&[position, colors])?;
    // The other context has its own state of the same attributes, and uses the same copy.
    let mut shared = VertexArray::new(&[position, normal])?;

    let arrays = ApplicationDraw::arrays(0, 36);
    let elements = ApplicationDraw::elements(ElementArray::new(corners, IndexType::U16, 36));
    let pointed = ElementArray::new(DataSource::Client(1), IndexType::U16, 30).with_offset(12);
    let pointed = ApplicationDraw::elements(pointed);
    for frame in 1..=100_u16 {
        driver.begin();
        // The GPU is two frames behind the driver.
        driver.wait(Sequence::new(u64::from(frame.saturating_sub(3))));
        driver.update(
            rows,
            16 * u64::from(frame - 1),
            &f32::from(frame).to_le_bytes(),
        )?;
        for _ in 0..100 {
            driver.draw(0, &mut in_place, &elements)?;
            driver.draw(0, &mut moving, &elements.with_instances(300))?;
            driver.draw(0, &mut converted, &arrays)?;
            driver.draw(0, &mut streamed, &pointed)?;
            driver.draw(1, &mut shared, &arrays)?;
        }
        assert_eq!(driver.frame().draws.len(), 500);
        assert_right(&driver);
    }

    let counters = driver.planners[0].counters();
    println!("{arch:?}");
    println!("unchanged {:6} draws", counters.unchanged);
    println!("written   {:6} draws", counters.written);
    println!("streamed  {:6} bytes", counters.bytes_streamed);
    println!("kept      {:6} bytes", counters.bytes_kept);
    println!("blocks    {:6}", counters.blocks);
    assert_eq!(driver.skipped, 0);
    assert!(counters.blocks < 5, "the ring holds what is in flight");
    // The other context has found the copies of the first one.
    assert_eq!(driver.planners[1].counters().copies_made, 0);
    driver.close();
    Ok(())
}

/// Draws what is rare: constants, vertices that do not exist, line loops, data that changes without a call, deleted
/// buffers, more data than a frame has had before, and more than there is memory for. Draws that fail leak nothing.
fn run_rare(arch: Arch) -> Result<(), Error> {
    let ring = UploadRing::new(2 << 10)?;
    let robust = Target::new(arch).with_out_of_bounds(OutOfBounds::Clamp);
    let mut driver = Driver::new(robust, &ring, 64 << 10);
    driver.objects.client[0] = vec![7; 80 << 10];
    let colors = AttributeArray::new(DataSource::Client(0), Format::R8G8B8A8_UNORM);
    let white = ConstantValue::Float([1.0; 4]);
    let mut constant = VertexArray::of(&[Attribute::Array(colors), Attribute::Constant(white)])?;
    for number in 1..=20_u64 {
        driver.begin();
        driver.wait(Sequence::new(number.saturating_sub(3)));
        let id = BufferId::new(number);
        let wide = driver.create(id, vec![1; 36 * 8], Usage::Static);
        let wide = AttributeArray::new(wide, Format::R64_SFLOAT);
        let mut array = VertexArray::new(&[wide])?;
        driver.draw_loops(&mut array, &ApplicationDraw::arrays(0, 9))?;
        driver.draw_loops(&mut array, &ApplicationDraw::arrays(0, 9).with_instances(2))?;
        // The application writes to a persistent mapping from now on: the copy is dropped.
        let (buffer, _) = driver.objects.buffers.get_mut(&id).expect("a buffer");
        buffer.set_volatile(true, &mut driver.heap);
        driver.draw(0, &mut array, &ApplicationDraw::arrays(0, 36))?;
        // Each frame streams more than the one before.
        let count = 64 * number as u32;
        driver.draw(0, &mut constant, &ApplicationDraw::arrays(0, count))?;
        assert_right(&driver);
        // The last four vertices do not exist, and get nothing.
        driver.draw(0, &mut array, &ApplicationDraw::arrays(0, 40))?;
        driver.delete(id);
    }
    // A draw that reads more than the application provides: the ring keeps its new block.
    driver.wait(Sequence::new(driver.submission));
    driver.begin();
    let missing = ApplicationDraw::arrays(20_000, 2_000);
    driver
        .draw(0, &mut constant, &missing)
        .expect_err("no such bytes");
    assert_eq!(driver.skipped, 0);
    // And one that needs more memory than there is.
    let before = driver.heap.blocks.len();
    driver.draw(0, &mut constant, &ApplicationDraw::arrays(0, 20_000))?;
    assert_eq!((driver.heap.blocks.len(), driver.skipped), (before, 1));
    driver.draw(0, &mut constant, &ApplicationDraw::arrays(0, 3))?;
    driver.close();
    Ok(())
}

fn main() -> Result<(), Error> {
    for arch in [Arch::V7, Arch::V10] {
        run(arch)?;
        run_rare(arch)?;
    }
    Ok(())
}

#[test]
fn no_draw_leaks_memory_on_v7_and_v10() {
    main().unwrap();
}
