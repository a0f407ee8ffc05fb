//! The application's updates of its buffers.

use std::mem;

use mali_buffers::{Buffer, BufferId, Error, Sequence, Usage};

use super::{Problem, Simulation};
use crate::memory::{Stored, allocate};
use crate::script::Data;

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
            let old = buffer.address();
            let last_read = buffer.buffer_data(data.size, usage, address, &mut self.memory);
            let bytes = mem::take(bytes);
            self.give_up(id, old, bytes, last_read);
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
                stored.buffer.set_volatile(is_volatile, &mut self.memory);
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
        let completed = self.completed;
        let memory = &mut self.memory;
        let in_flight = stored.buffer.buffer_sub_data(changed, completed, memory)?;
        match (in_flight, address) {
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
            let old = buffer.address();
            let last_read = buffer.release(&mut self.memory);
            self.give_up(id, old, bytes, last_read);
        }
    }

    /// Moves a buffer's data to another address, so that the GPU can still read the old memory.
    fn move_buffer(&mut self, id: BufferId, address: u64) -> Result<(), Problem> {
        let used = self.used();
        let Some(Stored { buffer, bytes, .. }) = self.application.buffers.get_mut(&id) else {
            return Ok(());
        };
        let size = buffer.size();
        let old = buffer.address();
        let last_read = buffer.moved_to(address);
        let mut copied = allocate(used, size, self.limit)?;
        copied.copy_from_slice(bytes);
        let bytes = mem::replace(bytes, copied);
        self.give_up(id, old, bytes, last_read);
        self.effects.moved_to = Some(format!("{address:#x}"));
        self.check_address(id, Some(address), size)
    }

    /// Keeps the `bytes` of a buffer at its old address, if it had one, until the GPU has finished the last work that
    /// reads them.
    fn give_up(&mut self, id: BufferId, old: Option<u64>, bytes: Vec<u8>, last_read: Sequence) {
        if let Some(address) = old {
            let name = self.names.buffer(id);
            self.memory.keep(name, address, bytes, last_read);
        }
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
        let buffer = self.application.at(&addresses, id);
        let place = buffer.map(|buffer| self.names.buffer(buffer));
        match place.or_else(|| self.memory.at(&addresses)) {
            None => Ok(()),
            Some(place) => Err(Problem::Fatal(format!(
                "{address:#x} to {end:#x} overlaps `{place}`, which is there already or which the GPU still reads"
            ))),
        }
    }
}
