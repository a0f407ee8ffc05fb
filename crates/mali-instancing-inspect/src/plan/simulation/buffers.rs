//! The application's updates of its buffers.

use std::mem;

use mali_buffers::two_phase::{Buffer, BufferId, Error, MemoryRef, Released, Usage};

use super::{Problem, Simulation};
use crate::plan::memory::{Stored, allocate};
use crate::plan::script::Data;

impl Simulation<'_> {
    pub(super) fn buffer_data(
        &mut self,
        id: BufferId,
        data: &Data,
        usage: Usage,
        address: Option<u64>,
        is_volatile: Option<bool>,
    ) -> Result<(), Problem> {
        if let Some(Stored { buffer, bytes, .. }) = self.application.buffers.get_mut(&id) {
            let released = buffer.buffer_data(data.size, usage, address);
            let bytes = mem::take(bytes);
            self.give_up(&released, bytes);
        } else {
            let mut buffer = Buffer::new(id, data.size, usage);
            if let Some(address) = address {
                buffer = buffer.with_address(address);
            }
            let bytes = Vec::new();
            self.application.buffers.insert(
                id,
                Stored {
                    buffer,
                    bytes,
                    found: Vec::new(),
                },
            );
        }
        self.check_address(id, address, data.size)?;
        let mut bytes = self.allocate(data.size)?;
        data.write_to_zeros(&mut bytes);
        if let Some(stored) = self.application.buffers.get_mut(&id) {
            stored.bytes = bytes;
            if let Some(is_volatile) = is_volatile {
                let released = stored.buffer.set_volatile(is_volatile);
                self.retire(released.retired());
            }
        }
        Ok(())
    }

    pub(super) fn buffer_sub_data(
        &mut self,
        id: BufferId,
        offset: u64,
        data: &Data,
        address: Option<u64>,
    ) -> Result<(), Problem> {
        let stored = self.application.buffers.get_mut(&id);
        let stored = stored.ok_or(Error::UnknownBuffer { buffer: id })?;
        let changed = offset..offset.saturating_add(data.size);
        let update = stored.buffer.buffer_sub_data(changed, self.completed)?;
        self.retire(update.released.retired());
        match (update.in_flight, address) {
            (Some(_), Some(address)) => self.move_buffer(id, address)?,
            (Some(until), None) => self.wait(until),
            (None, _) => {}
        }
        let stored = self.application.buffers.get_mut(&id);
        if let (Some(stored), Ok(offset)) = (stored, usize::try_from(offset)) {
            if let Some(bytes) = stored.bytes.get_mut(offset..) {
                data.write(bytes);
            }
        }
        Ok(())
    }

    pub(super) fn delete(&mut self, id: BufferId) {
        if let Some(Stored {
            mut buffer, bytes, ..
        }) = self.application.buffers.remove(&id)
        {
            self.give_up(&buffer.release(), bytes);
        }
    }

    /// Moves a buffer's data to another address, so that the GPU can still read the old memory.
    fn move_buffer(&mut self, id: BufferId, address: u64) -> Result<(), Problem> {
        let used = self.used();
        let Some(Stored { buffer, bytes, .. }) = self.application.buffers.get_mut(&id) else {
            return Ok(());
        };
        let size = buffer.size();
        let released = buffer.moved_to(address);
        let mut copied = allocate(used, size, self.limit)?;
        copied.copy_from_slice(bytes);
        let bytes = mem::replace(bytes, copied);
        self.give_up(&released, bytes);
        self.effects.moved_to = Some(format!("{address:#x}"));
        self.check_address(id, Some(address), size)
    }

    /// Releases copies, and the `bytes` of a buffer at its old address.
    fn give_up(&mut self, released: &Released, bytes: Vec<u8>) {
        let mut places = released.retired().iter().map(|retired| retired.memory);
        if let Some(place) = places.find(|place| matches!(place, MemoryRef::Buffer { .. })) {
            self.memory.add(place, bytes);
        }
        self.retire(released.retired());
    }

    /// Checks that a buffer does not overlap other memory.
    fn check_address(&self, id: BufferId, address: Option<u64>, size: u64) -> Result<(), Problem> {
        let Some(address) = address else {
            return Ok(());
        };
        let Some(end) = address.checked_add(size) else {
            return Err(Problem::Fatal(format!(
                "{size} bytes from {address:#x} on reach past the last 64-bit address"
            )));
        };
        let addresses = address..end;
        let place = self.application.at(&addresses, id);
        match place.or_else(|| self.memory.at(&addresses)) {
            None => Ok(()),
            Some(place) => Err(Problem::Fatal(format!(
                "{address:#x} to {end:#x} overlaps `{}`, which is there already or which the GPU still reads",
                self.names.place(place)
            ))),
        }
    }
}
