use std::collections::BTreeMap;

use mali_buffers::{
    Attribute, Buffer, BufferId, ContextId, CopyPolicy, DataSource, Error, FoundBounds, Planner,
    Sequence, UploadRing, Usage, VertexState,
};
use mali_instancing::draw::Tables;

use super::application::{BufferObject, Client, Pattern};
use super::gpu::Work;
use super::memory::Memory;
use super::program::{ArrayState, CLIENT_ARRAYS, Call, DrawState, Setting, VERTEX_ARRAYS};

/// The state of a vertex array, and the tables of its last draw.
#[derive(Debug)]
pub(crate) struct VertexArray {
    pub(super) attributes: Vec<Attribute>,
    pub(super) ignores_vertex_id: bool,
    pub(super) state: VertexState,
    pub(super) words: Vec<u32>,
    pub(super) tables: Tables,
}

/// A driver without a GPU: the application's state, the memory that the GPU would read, and the work that it would do.
pub(crate) struct Driver {
    pub(super) setting: Setting,
    /// The planner of each context, and its vertex arrays: the latest last.
    pub(super) planners: [Planner; 2],
    pub(super) vertex_arrays: [Vec<VertexArray>; 2],
    /// The context that draws.
    pub(super) context: usize,
    pub(super) last_draw: Option<DrawState>,
    pub(super) client: Client,
    /// The buffers by their names, which are used again after a deletion, unlike ids.
    ids: BTreeMap<u32, BufferId>,
    next_id: u64,
    pub(super) memory: Memory,
    works: Vec<Work>,
    /// The work that each context records: it is not submitted yet. Draws of contexts that share buffers are not in the
    /// order of their works.
    open: [u64; 2],
    last_work: u64,
    pub(super) arrays: Vec<Option<ArrayState>>,
    /// The number of times that each event occurred.
    pub(crate) events: BTreeMap<&'static str, u32>,
}

impl Driver {
    pub(crate) fn new(setting: Setting) -> Self {
        let mut client = Client::default();
        for seed in 0..CLIENT_ARRAYS {
            client.patterns.push(Pattern::Noise);
            client.set_array(seed, Pattern::Noise, seed.into());
            // Nothing is lent before the first draw.
            client.lent.push([0; 2]);
        }
        Self {
            planners: [0, 1].map(|number: usize| {
                let ring = UploadRing::new(setting.capacity).unwrap();
                let ring = ring.with_when_full(setting.when_full);
                Planner::new(ContextId::new(number as u64), setting.targets[number], ring)
            }),
            vertex_arrays: [Vec::new(), Vec::new()],
            context: 0,
            last_draw: None,
            setting,
            client,
            ids: BTreeMap::new(),
            // Ids are above all names, so the name of a deleted buffer is an id that no buffer has.
            next_id: 100,
            memory: Memory::new(setting.copies_buffers),
            works: Vec::new(),
            open: [1; 2],
            last_work: 1,
            arrays: vec![None; VERTEX_ARRAYS],
            events: BTreeMap::new(),
        }
    }

    /// The id of a buffer with that name, or one that no buffer has.
    pub(super) fn id(&self, name: u32) -> BufferId {
        let id = self.ids.get(&name);
        id.copied().unwrap_or(BufferId::new(u64::from(name)))
    }

    /// A source of a program, whose buffers are names.
    pub(super) fn source(&self, source: DataSource) -> DataSource {
        match source {
            DataSource::Buffer(name) => DataSource::Buffer(self.id(name.get() as u32)),
            client @ DataSource::Client(_) => client,
        }
    }

    pub(crate) fn run(&mut self, program: &[Call]) {
        for call in program {
            self.call(call);
        }
        self.finish();
    }

    fn call(&mut self, call: &Call) {
        match *call {
            Call::BufferData {
                buffer,
                size,
                usage,
                storage,
                pattern,
                seed,
            } => {
                let data = pattern.bytes(seed, size as usize);
                self.buffer_data(buffer, data, usage, storage, pattern);
            }
            Call::BufferSubData {
                buffer,
                begin,
                length,
                moves,
                seed,
            } => {
                let end = begin + length;
                self.buffer_sub_data(self.id(buffer), begin..end, moves, seed);
            }
            Call::DeleteBuffer(buffer) => self.delete_buffer(buffer),
            Call::ClientData {
                array,
                pattern,
                seed,
            } => self.client.set_array(array, pattern, seed),
            Call::AttributeArray(number, array) => self.arrays[number] = Some(array),
            Call::Overlap {
                array,
                other,
                distance,
            } => {
                self.arrays[array] = self.arrays[other].and_then(|other| {
                    let offset = other.offset.checked_add_signed(distance)?;
                    Some(ArrayState { offset, ..other })
                });
            }
            Call::Format(number, format) => {
                if let Some(array) = &mut self.arrays[number] {
                    array.format = format;
                }
            }
            Call::Volatile(buffer, is_volatile) => {
                let id = self.id(buffer);
                if let Some(object) = self.client.buffers.get_mut(&id) {
                    object.buffer.set_volatile(is_volatile, &mut self.memory);
                }
            }
            Call::Change { buffer, seed } => self.change(self.id(buffer), seed),
            Call::Draw(ref state) => {
                self.last_draw = Some(state.clone());
                self.draw(state);
            }
            Call::Again => {
                if let Some(mut state) = self.last_draw.clone() {
                    state.failure = None;
                    self.draw(&state);
                }
            }
            Call::Submit => self.begin_work(self.context),
            Call::Run(number) => {
                if !self.works.is_empty() {
                    let number = number as usize % self.works.len();
                    self.works[number].run(&self.memory);
                }
            }
            Call::Complete(left) => {
                // The GPU finishes work in its order, so nothing after work that a context still records.
                let submitted = self.open.into_iter().min().unwrap() - 1;
                self.complete(submitted.saturating_sub(left));
            }
            Call::Collect => self.memory.collect(),
        }
    }

    /// The work that the context records.
    pub(super) fn recorded(&self) -> u64 {
        self.open[self.context]
    }

    /// Makes a context record other work.
    fn begin_work(&mut self, context: usize) {
        self.last_work += 1;
        self.open[context] = self.last_work;
    }

    /// Submits all work up to that one, and waits for it.
    pub(super) fn wait_for(&mut self, work: u64) {
        for context in 0..self.open.len() {
            // The other context may record earlier work, which is submitted too.
            if self.open[context] <= work {
                self.begin_work(context);
            }
        }
        self.complete(work);
    }

    /// Finishes work, and reports it to the planners.
    fn complete(&mut self, sequence: u64) {
        let is_submitted = |recorded: &u64| sequence < *recorded;
        assert!(
            self.open.iter().all(is_submitted),
            "this work is not submitted"
        );
        self.works.retain(|work| {
            // This is the latest time at which the GPU may read: all that finished work reads must still be there.
            let is_finished = work.sequence <= sequence;
            if is_finished {
                work.run(&self.memory);
            }
            !is_finished
        });
        self.memory.completed = self.memory.completed.max(sequence);
        for planner in &mut self.planners {
            planner.complete(Sequence::new(sequence));
        }
    }

    fn buffer_data(
        &mut self,
        name: u32,
        data: Vec<u8>,
        usage: Usage,
        storage: Option<u64>,
        pattern: Pattern,
    ) {
        let size = data.len() as u64;
        // An empty buffer has no address.
        let storage = storage.filter(|_| size > 0);
        let block = storage.map(|remainder| {
            let block = self.memory.allocate_storage(size, remainder);
            let stored = self.memory.stored(&block, 0..size).unwrap();
            stored.copy_from_slice(&data);
            block
        });
        let address = block.map(|block| block.address);
        if let Some(&id) = self.ids.get(&name) {
            let object = self.client.buffers.get_mut(&id).unwrap();
            let until = object
                .buffer
                .buffer_data(size, usage, address, &mut self.memory);
            (object.data, object.pattern) = (data, pattern);
            self.retire_storage(id, until);
        } else {
            let id = BufferId::new(self.next_id);
            self.next_id += 1;
            self.ids.insert(name, id);
            let mut buffer = Buffer::new(id, size, usage);
            if let Some(address) = address {
                buffer = buffer.with_address(address);
            }
            let object = BufferObject {
                buffer,
                data,
                pattern,
                // Room for no bounds in buffer 0, and for five in the last one.
                found: vec![FoundBounds::NONE; name as usize],
            };
            self.client.buffers.insert(id, object);
        }
        let id = self.id(name);
        if let Some(block) = block {
            self.memory.storage.insert(id, block);
        }
    }

    fn retire_storage(&mut self, id: BufferId, until: Sequence) {
        match self.memory.storage.remove(&id) {
            Some(block) => self.memory.retire_storage(block, until),
            None => assert_eq!(until, Sequence::NONE),
        }
    }

    fn buffer_sub_data(
        &mut self,
        id: BufferId,
        changed: std::ops::Range<u64>,
        moves: bool,
        seed: u64,
    ) {
        let completed = Sequence::new(self.memory.completed);
        let Some(object) = self.client.buffers.get_mut(&id) else {
            return;
        };
        let size = object.buffer.size();
        if changed.is_empty() || changed.end > size {
            let before = object.buffer.clone();
            let expected = match changed.end {
                _ if changed.is_empty() => Error::ZeroSize,
                end => Error::PastEnd { end, size },
            };
            let error = object
                .buffer
                .buffer_sub_data(changed, completed, &mut self.memory);
            assert_eq!(error, Err(expected));
            assert_eq!(object.buffer, before);
            return;
        }
        let in_flight = object
            .buffer
            .buffer_sub_data(changed.clone(), completed, &mut self.memory)
            .unwrap();
        let range = changed.start as usize..changed.end as usize;
        // The whole pattern, of which only the range is taken: in it, indices are at multiples of their size.
        let bytes = object.pattern.bytes(seed, size as usize);
        object.data[range.clone()].copy_from_slice(&bytes[range]);
        let until = in_flight.map(Sequence::get);
        let Some(&block) = self.memory.storage.get(&id) else {
            assert_eq!(until, None);
            return;
        };
        // Only the GPU determines whether a draw reads data that its descriptors name.
        assert_eq!(until, self.memory.named(block.handle));
        let is_read = self.memory.in_flight(block.handle);
        // `Option` orders `None` before each work.
        assert!(until >= is_read, "it is written while work reads it");
        let (block, written) = match until {
            Some(_) if moves => {
                *self.events.entry("moved").or_default() += 1;
                // Half of the buffers move to an aligned address, the others to any.
                let remainder = if seed & 1 == 0 { 0 } else { seed >> 8 & 63 };
                let new = self.memory.allocate_storage(size, remainder);
                let object = self.client.buffers.get_mut(&id).unwrap();
                let until = object.buffer.moved_to(new.address);
                self.retire_storage(id, until);
                self.memory.storage.insert(id, new);
                (new, 0..size)
            }
            Some(until) => {
                *self.events.entry("waited for an update").or_default() += 1;
                self.wait_for(until);
                (block, changed)
            }
            None => (block, changed),
        };
        let data = &self.client.buffers[&id].data;
        let stored = self.memory.stored(&block, written.clone()).unwrap();
        stored.copy_from_slice(&data[written.start as usize..written.end as usize]);
    }

    /// Changes data without a call, except for bytes that the GPU reads.
    fn change(&mut self, id: BufferId, seed: u64) {
        let Some(object) = self.client.buffers.get_mut(&id) else {
            return;
        };
        let block = self.memory.storage.get(&id).copied();
        let is_read = block.is_some_and(|block| self.memory.in_flight(block.handle).is_some());
        // Where the application writes while the GPU reads, nothing can be expected.
        if object.buffer.copy_policy() != CopyPolicy::Volatile || is_read {
            return;
        }
        let size = object.data.len() as u64;
        object.data = object.pattern.bytes(seed, object.data.len());
        if let Some(block) = block {
            let stored = self.memory.stored(&block, 0..size).unwrap();
            stored.copy_from_slice(&object.data);
        }
        *self.events.entry("changed without a call").or_default() += 1;
    }

    fn delete_buffer(&mut self, name: u32) {
        if let Some(id) = self.ids.remove(&name) {
            let mut object = self.client.buffers.remove(&id).unwrap();
            let until = object.buffer.release(&mut self.memory);
            self.retire_storage(id, until);
        }
    }

    /// Records that descriptors of the current work name a buffer.
    pub(super) fn name(&mut self, source: DataSource) {
        if let DataSource::Buffer(id) = source {
            let block = self.memory.storage[&id];
            self.memory.name(block.handle, self.recorded());
        }
    }

    /// Passes the draw to the GPU, which runs it later.
    pub(super) fn submit(&mut self, work: Work) {
        // The bytes are known only after a run. Nothing may write them until the work is finished.
        for read in work.run(&self.memory) {
            self.memory.note_read(read, self.recorded());
        }
        self.works.push(work);
    }

    /// Finishes all work, and deletes all buffers and planners. No memory may be left.
    fn finish(&mut self) {
        // Memory that unfinished work reads would not be free at the end.
        self.wait_for(self.last_work);
        let names: Vec<u32> = self.ids.keys().copied().collect();
        for name in names {
            self.delete_buffer(name);
        }
        for planner in &mut self.planners {
            planner.release(&mut self.memory);
        }
        self.memory.collect();
        assert_eq!(self.memory.blocks(), 0, "memory is never freed");
    }
}
