//! What an application does with its buffers.

use std::mem;

use mali_buffers::{Buffer, BufferId, Error, MemoryRef, Released};

use super::{Effects, Problem, Simulation};
use crate::plan::memory::{Stored, allocate};
use crate::plan::script::{BufferData, BufferSubData};

impl Simulation<'_> {
    pub(super) fn buffer_data(
        &mut self,
        call: &BufferData,
        effects: &mut Effects,
        refused: impl Fn(Error) -> Problem,
    ) -> Result<(), Problem> {
        let BufferData {
            buffer: id,
            ref data,
            usage,
            address,
            is_volatile,
        } = *call;
        if let Some(Stored { buffer, bytes }) = self.application.get_mut(id) {
            let released = buffer.buffer_data(data.size, usage, address);
            let released = released.map_err(&refused)?;
            let bytes = mem::take(bytes);
            self.give_up(&released, bytes, effects);
        } else {
            let buffer = Buffer::new(id, data.size, usage).map_err(&refused)?;
            let buffer = match address {
                Some(address) => buffer.with_address(address),
                None => buffer,
            };
            let bytes = Vec::new();
            self.application.insert(Stored { buffer, bytes });
        }
        self.check_address(id, address, data.size)?;
        let mut bytes = self.allocate(data.size)?;
        data.write_to_zeros(&mut bytes);
        if let Some(stored) = self.application.get_mut(id) {
            stored.bytes = bytes;
            if let Some(is_volatile) = is_volatile {
                let released = stored.buffer.set_volatile(is_volatile);
                self.retire(released.retired(), effects);
            }
        }
        Ok(())
    }

    pub(super) fn buffer_sub_data(
        &mut self,
        call: &BufferSubData,
        effects: &mut Effects,
        refused: impl Fn(Error) -> Problem,
    ) -> Result<(), Problem> {
        let BufferSubData {
            buffer: id,
            offset,
            ref data,
            address,
        } = *call;
        let changed = offset..offset.saturating_add(data.size);
        let completed = self.completed;
        let stored = self.application.get_mut(id);
        let stored = stored.ok_or_else(|| refused(Error::UnknownBuffer { buffer: id }))?;
        let update = stored.buffer.buffer_sub_data(changed, completed);
        let update = update.map_err(&refused)?;
        self.retire(update.released().retired(), effects);
        match (update.in_flight(), address) {
            (Some(_), Some(address)) => self.move_buffer(id, address, effects)?,
            (Some(until), None) => self.wait(until, effects),
            (None, _) => {}
        }
        let stored = self.application.get_mut(id);
        let written = stored
            .zip(usize::try_from(offset).ok())
            .and_then(|(stored, offset)| stored.bytes.get_mut(offset..));
        if let Some(bytes) = written {
            data.write(bytes);
        }
        Ok(())
    }

    pub(super) fn delete(&mut self, id: BufferId, effects: &mut Effects) {
        if let Some(Stored { mut buffer, bytes }) = self.application.remove(id) {
            self.give_up(&buffer.release(), bytes, effects);
        }
    }

    /// Has a buffer's data at another address, so that the GPU may go on reading what was there.
    fn move_buffer(
        &mut self,
        id: BufferId,
        address: u64,
        effects: &mut Effects,
    ) -> Result<(), Problem> {
        let used = self.used();
        let limit = self.limit;
        let Some(Stored { buffer, bytes }) = self.application.get_mut(id) else {
            return Ok(());
        };
        let size = buffer.size();
        let released = buffer.moved_to(address);
        let mut copied = allocate(used, size, limit)?;
        copied.copy_from_slice(bytes);
        let bytes = mem::replace(bytes, copied);
        self.give_up(&released, bytes, effects);
        effects.moved_to = Some(address);
        self.check_address(id, Some(address), size)
    }

    /// Gives up copies, and the `bytes` of a buffer where they are.
    fn give_up(&mut self, released: &Released, bytes: Vec<u8>, effects: &mut Effects) {
        let place = released.retired().iter().map(|retired| retired.memory);
        let mut storage = place.filter(|place| matches!(place, MemoryRef::Buffer { .. }));
        if let Some(place) = storage.next() {
            self.memory.add(place, bytes);
        }
        self.retire(released.retired(), effects);
    }

    /// Checks that a buffer is where nothing else is.
    fn check_address(&self, id: BufferId, address: Option<u64>, size: u64) -> Result<(), Problem> {
        let Some(address) = address else {
            return Ok(());
        };
        let Some(end) = address.checked_add(size) else {
            return Err(Problem::Fatal(format!(
                "{size} bytes from {address:#x} on pass the end of 64-bit addresses"
            )));
        };
        let addresses = address..end;
        let place = self
            .application
            .at(&addresses, id)
            .or_else(|| self.memory.at(&addresses));
        match place {
            None => Ok(()),
            Some(place) => Err(Problem::Fatal(format!(
                "at {address:#x} to {end:#x} lies `{}` already, or the GPU still reads it there",
                self.names.place(place)
            ))),
        }
    }
}
