use std::collections::BTreeMap;

use mali_buffers::{
    Allocation, Buffer, BufferId, ContextId, CopyPolicy, Error, FoundBounds, GpuMemory, IndexData,
    MemoryRef, Plan, Planner, Released, Sequence, StreamKind, UploadRing, UploadRings, Usage,
    VertexData, VertexState,
};
use mali_instancing::draw::Tables;

use super::application::{BufferObject, Client, Pattern};
use super::gpu::Work;
use super::memory::Memory;
use super::program::{ArrayState, CLIENT_ARRAYS, Call, DrawState, Setting, VERTEX_ARRAYS};

/// The size of an array in client memory, in bytes.
const CLIENT_ARRAY_SIZE: usize = 2000;

/// A driver without a GPU: the application's state, the memory that the GPU would read, and the work that it would do.
pub(crate) struct Driver {
    pub(super) setting: Setting,
    /// The planner of each context.
    pub(super) planners: [Planner; 2],
    pub(super) states: [VertexState; 2],
    /// The tables that were written last for draws in place.
    pub(super) tables: [(Vec<u32>, Tables); 2],
    pub(super) last_draw: Option<DrawState>,
    pub(super) client: Client,
    /// Deleted buffers, whose names another buffer may get: the numbers of their copies are not used again.
    deleted: BTreeMap<BufferId, Buffer>,
    pub(super) memory: Memory,
    works: Vec<Work>,
    pub(super) sequence: u64,
    pub(super) arrays: Vec<Option<ArrayState>>,
    /// The number of times that each event occurred.
    pub(crate) events: BTreeMap<&'static str, u32>,
}

impl Driver {
    pub(crate) fn new(setting: Setting) -> Self {
        let stream = |capacity| {
            let stream = UploadRing::new(capacity).unwrap();
            stream.with_when_full(setting.when_full)
        };
        let [vertex, indices] = setting.capacities;
        let rings = UploadRings {
            vertex: stream(vertex),
            indices: stream(indices),
        };
        let mut memory = Memory::default();
        for context in [1, 0] {
            memory.context = context;
            for (stream, size) in [(StreamKind::Vertex, vertex), (StreamKind::Indices, indices)] {
                let generation = 0;
                let block = MemoryRef::Stream { stream, generation };
                memory.allocate(Allocation {
                    memory: block,
                    size,
                });
            }
            memory.allocate(Allocation {
                memory: MemoryRef::Constants,
                size: Planner::CONSTANTS_SIZE,
            });
        }
        let mut client = Client::default();
        for seed in 0..CLIENT_ARRAYS {
            let data = Pattern::Noise.bytes(seed.into(), CLIENT_ARRAY_SIZE);
            client.arrays.push((data, Pattern::Noise));
            client.lent.push([0; 2]);
        }
        Self {
            planners: [0, 1].map(|number: usize| {
                let id = ContextId::new(number as u64);
                Planner::new(id, setting.targets[number], rings.clone())
            }),
            states: setting.targets.map(|_| VertexState::new(&[]).unwrap()),
            tables: [(); 2].map(|()| (vec![0; 16 * 16 + 12], Tables::default())),
            last_draw: None,
            setting,
            client,
            deleted: BTreeMap::new(),
            memory,
            works: Vec::new(),
            sequence: 1,
            arrays: vec![None; VERTEX_ARRAYS],
            events: BTreeMap::new(),
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
                self.buffer_data(BufferId::new(buffer), data, usage, storage, pattern);
            }
            Call::BufferSubData {
                buffer,
                begin,
                length,
                moves,
                seed,
            } => {
                let end = begin + length;
                self.buffer_sub_data(BufferId::new(buffer), begin..end, moves, seed);
            }
            Call::DeleteBuffer(buffer) => self.delete_buffer(BufferId::new(buffer)),
            Call::ClientData {
                array,
                pattern,
                seed,
            } => {
                let data = pattern.bytes(seed, CLIENT_ARRAY_SIZE);
                self.client.arrays[array as usize] = (data, pattern);
            }
            Call::AttributeArray(number, array) => self.arrays[number] = Some(array),
            Call::Format(number, format) => {
                if let Some(array) = &mut self.arrays[number] {
                    array.format = format;
                }
            }
            Call::Volatile(buffer, is_volatile) => {
                if let Some(object) = self.client.buffers.get_mut(&BufferId::new(buffer)) {
                    let released = object.buffer.set_volatile(is_volatile);
                    self.release(&released);
                }
            }
            Call::Change { buffer, seed } => self.change(BufferId::new(buffer), seed),
            Call::Draw(ref state) => {
                self.last_draw = Some(state.clone());
                self.draw(state);
            }
            Call::Again => {
                if let Some(mut state) = self.last_draw.clone() {
                    state.gives_up_after = None;
                    self.draw(&state);
                }
            }
            Call::Submit => self.sequence += 1,
            Call::Run(number) => {
                if !self.works.is_empty() {
                    let number = number as usize % self.works.len();
                    self.works[number].run(&self.memory);
                }
            }
            Call::Complete(left) => self.complete((self.sequence - 1).saturating_sub(left)),
            Call::Collect => self.memory.collect(),
        }
    }

    /// Finishes work, and reports it to the planners.
    pub(super) fn complete(&mut self, sequence: u64) {
        assert!(sequence < self.sequence, "this work is not submitted");
        self.works.retain(|work| {
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
        id: BufferId,
        data: Vec<u8>,
        usage: Usage,
        storage: Option<u64>,
        pattern: Pattern,
    ) {
        let size = data.len() as u64;
        // An empty buffer has no address.
        let storage = storage.filter(|_| size > 0);
        let address = storage.map(|remainder| {
            let memory = |address| MemoryRef::Buffer {
                buffer: id,
                address,
            };
            let address = self.memory.allocate_storage(size, remainder, memory);
            let stored = self.memory.write(memory(address), 0..size).unwrap();
            stored.copy_from_slice(&data);
            address
        });
        if let Some(buffer) = self.deleted.remove(&id) {
            let object = BufferObject {
                buffer,
                data: Vec::new(),
                pattern,
                found: Vec::new(),
            };
            self.client.buffers.insert(id, object);
        }
        if let Some(object) = self.client.buffers.get_mut(&id) {
            let released = object.buffer.buffer_data(size, usage, address);
            (object.data, object.pattern) = (data, pattern);
            self.release(&released);
        } else {
            let mut buffer = Buffer::new(id, size, usage);
            if let Some(address) = address {
                buffer = buffer.with_address(address);
            }
            let object = BufferObject {
                buffer,
                data,
                pattern,
                found: vec![FoundBounds::NONE; id.get() as usize],
            };
            self.client.buffers.insert(id, object);
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
            let error = object.buffer.buffer_sub_data(changed, completed);
            assert_eq!(error, Err(expected));
            assert_eq!(object.buffer, before);
            return;
        }
        let update = object
            .buffer
            .buffer_sub_data(changed.clone(), completed)
            .unwrap();
        let range = changed.start as usize..changed.end as usize;
        let bytes = object.pattern.bytes(seed, size as usize);
        object.data[range.clone()].copy_from_slice(&bytes[range]);
        let address = object.buffer.address();
        self.release(&update.released);

        let memory = |address| MemoryRef::Buffer {
            buffer: id,
            address,
        };
        let in_flight = address.and_then(|address| self.memory.in_flight(memory(address)));
        let until = update.in_flight.map(Sequence::get);
        // Only the GPU determines whether a draw reads data that its descriptors name.
        let named = address.and_then(|address| self.memory.named(memory(address)));
        assert_eq!(until, named);
        assert!(until >= in_flight, "it is written while work reads it");
        let Some(address) = address else {
            return;
        };
        let (address, written) = match until {
            Some(_) if moves => {
                *self.events.entry("moved").or_default() += 1;
                let remainder = if seed & 1 == 0 { 0 } else { seed >> 8 & 63 };
                let new = self.memory.allocate_storage(size, remainder, memory);
                let object = self.client.buffers.get_mut(&id).unwrap();
                let released = object.buffer.moved_to(new);
                self.release(&released);
                (new, 0..size)
            }
            Some(until) => {
                *self.events.entry("waited for an update").or_default() += 1;
                self.sequence = self.sequence.max(until + 1);
                self.complete(until);
                (address, changed)
            }
            None => (address, changed),
        };
        let data = &self.client.buffers[&id].data;
        let stored = self.memory.write(memory(address), written.clone()).unwrap();
        stored.copy_from_slice(&data[written.start as usize..written.end as usize]);
    }

    /// Changes data without a call, except for bytes that the GPU reads.
    fn change(&mut self, id: BufferId, seed: u64) {
        let Some(object) = self.client.buffers.get_mut(&id) else {
            return;
        };
        let memory = object.buffer.address().map(|address| MemoryRef::Buffer {
            buffer: id,
            address,
        });
        let is_read = memory.is_some_and(|memory| self.memory.in_flight(memory).is_some());
        if object.buffer.copy_policy() != CopyPolicy::Volatile || is_read {
            return;
        }
        let size = object.data.len() as u64;
        object.data = object.pattern.bytes(seed, object.data.len());
        if let Some(memory) = memory {
            let stored = self.memory.write(memory, 0..size).unwrap();
            stored.copy_from_slice(&object.data);
        }
        *self.events.entry("changed without a call").or_default() += 1;
    }

    fn delete_buffer(&mut self, id: BufferId) {
        if let Some(mut object) = self.client.buffers.remove(&id) {
            let released = object.buffer.release();
            self.release(&released);
            self.deleted.insert(id, object.buffer);
        }
    }

    fn release(&mut self, released: &Released) {
        for retired in released.retired() {
            self.memory.retire(retired);
        }
    }

    /// Plans with a context's planner, and waits for the GPU if necessary. If there is no memory for a plan's new
    /// blocks, it is made again without new memory.
    pub(super) fn plan(
        &mut self,
        lacks_memory: bool,
        prepare: impl Fn(&Planner, &Client, Sequence, &mut Plan) -> Result<bool, Error>,
    ) -> Result<Option<Plan>, Error> {
        let context = self.memory.context;
        let mut plan = Plan::new();
        loop {
            let sequence = Sequence::new(self.sequence);
            let planner = &self.planners[context];
            match prepare(planner, &self.client, sequence, &mut plan) {
                Err(Error::InFlight { until }) => {
                    *self.events.entry("waited for a stream").or_default() += 1;
                    assert!(until.get() > self.memory.completed, "it waits for nothing");
                    self.complete(until.get());
                }
                Err(error) => return Err(error),
                Ok(false) => {
                    self.commit(&plan);
                    return Ok(None);
                }
                Ok(true) if lacks_memory && plan.allocations().next().is_some() => {
                    *self.events.entry("planned without memory").or_default() += 1;
                    plan = Plan::new().without_new_memory();
                }
                Ok(true) => return Ok(Some(plan)),
            }
        }
    }

    fn commit(&mut self, plan: &Plan) {
        let planner = &mut self.planners[self.memory.context];
        planner.commit(plan, &mut self.client).unwrap();
        self.name(plan.index_data(), plan.vertex_data());
    }

    /// Records the buffers that the descriptors of a draw name.
    pub(super) fn name(&mut self, indices: Option<&IndexData>, vertices: Option<&VertexData>) {
        let indices = indices.and_then(|data| data.indices);
        let indices = indices.map(|indices| indices.location);
        let vertices = vertices.map_or(&[][..], |data| data.locations());
        for location in vertices.iter().copied().chain(indices) {
            if matches!(location.memory, MemoryRef::Buffer { .. }) {
                self.memory.name(location.memory, self.sequence);
            }
        }
    }

    /// Executes the work of a plan before its draw. It fails if no descriptor can hold a value.
    pub(super) fn execute(&mut self, plan: &Plan) -> Result<(), Error> {
        for allocation in plan.allocations() {
            self.memory.allocate(allocation);
        }
        if let Some(data) = plan.vertex_data() {
            let mut words = [0; 16 * 16 + 12];
            if let Err(error) = data.write(&self.memory, &mut words) {
                for allocation in plan.allocations() {
                    self.memory.give_back(allocation.memory);
                }
                return Err(error);
            }
        }
        plan.execute(&self.client, &mut self.memory).unwrap();
        self.commit(plan);
        Ok(())
    }

    /// Begins to execute a plan, and discards it after this number of writes.
    pub(super) fn give_up(&mut self, plan: &Plan, writes: u32) {
        for allocation in plan.allocations() {
            self.memory.allocate(allocation);
        }
        let all = plan.copies().count() as u32;
        let executed = plan.execute(&self.client, &mut self.memory.failing_after(writes));
        // Interleaved elements are written together.
        assert!(executed.is_ok() || writes < all);
        assert!(executed.is_err() || writes > 0 || all == 0);
        for allocation in plan.allocations() {
            self.memory.give_back(allocation.memory);
        }
        *self.events.entry("given up").or_default() += 1;
    }

    /// Passes the draw to the GPU, which runs it later.
    pub(super) fn submit(&mut self, work: Work) {
        for read in work.run(&self.memory) {
            self.memory.note_read(read, self.sequence);
        }
        self.works.push(work);
    }

    pub(super) fn retire(&mut self, plan: &Plan) {
        for retired in plan.retired() {
            self.memory.retire(&retired);
        }
    }

    /// Finishes all work and deletes all buffers. Only the planner's current memory may be left.
    fn finish(&mut self) {
        self.sequence += 1;
        self.complete(self.sequence - 1);
        let buffers: Vec<BufferId> = self.client.buffers.keys().copied().collect();
        for id in buffers {
            self.delete_buffer(id);
        }
        self.memory.collect();
        for (context, memory) in self.memory.places() {
            match memory {
                MemoryRef::Constants => {}
                MemoryRef::Stream { stream, generation } => {
                    let current = self.planners[context].rings().get(stream).generation();
                    assert_eq!(generation, current, "{memory} is never freed");
                }
                _ => panic!("{memory} is never freed"),
            }
        }
    }
}
