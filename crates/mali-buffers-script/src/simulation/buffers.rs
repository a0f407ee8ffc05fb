//! The application's updates of its buffers.

use std::mem;

use mali_buffers::{BufferId, Sequence, Usage};

use super::{Problem, Simulation};
use crate::script::Data;

impl Simulation {
    pub(super) fn buffer_data(
        &mut self,
        name: &str,
        data: &Data,
        usage: Usage,
        address: Option<u64>,
        is_volatile: Option<bool>,
    ) -> Result<(), Problem> {
        let id = self.application.buffer_to_fill(name, usage);
        let stored = self.application.stored(id)?;
        // The old bytes are taken out, so that `check_room` does not count them. Memory at an old address counts until
        // it is freed.
        let (old, bytes) = (stored.buffer.address(), mem::take(&mut stored.bytes));
        let last_read = (stored.buffer).buffer_data(data.size, usage, address, &mut self.memory);
        self.give_up(name, old, bytes.len() as u64, last_read);
        // After the old memory is given up: the new data may not lie where the GPU still reads the old.
        self.check_address(id, address, data.size)?;
        self.check_room(data.size)?;
        let stored = self.application.stored(id)?;
        // Zeros, and not a longer copy of the data: most memory of a large buffer is never accessed.
        stored.bytes = vec![0; usize::try_from(data.size).unwrap_or(usize::MAX)];
        if let Some(given) = stored.bytes.get_mut(..data.bytes.len()) {
            given.copy_from_slice(&data.bytes);
        }
        if let Some(is_volatile) = is_volatile {
            stored.buffer.set_volatile(is_volatile, &mut self.memory);
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
        let stored = self.application.stored(id)?;
        let changed = offset..offset.saturating_add(data.size);
        let completed = self.completed;
        // `Buffer` checks the range. A wrong one is refused, and the script continues.
        let in_flight = (stored.buffer).buffer_sub_data(changed, completed, &mut self.memory)?;
        match (in_flight, address) {
            // An address is only for the case that the GPU still reads the buffer. Otherwise the bytes are written in
            // place.
            (Some(_), Some(address)) => self.move_buffer(id, address)?,
            (Some(until), None) => self.wait(until),
            (None, _) => {}
        }
        let stored = self.application.stored(id)?;
        // `buffer_sub_data` has checked the range: it is within the bytes, of which there are 2^28 at most.
        let part = stored.bytes.get_mut(offset as usize..);
        let part = part.and_then(|part| part.get_mut(..data.size as usize));
        if let Some((given, zeros)) =
            part.and_then(|part| part.split_at_mut_checked(data.bytes.len()))
        {
            given.copy_from_slice(&data.bytes);
            zeros.fill(0);
        }
        Ok(())
    }

    pub(super) fn delete(&mut self, id: BufferId) {
        if let Some(mut stored) = self.application.delete(id) {
            let old = stored.buffer.address();
            let last_read = stored.buffer.release(&mut self.memory);
            self.give_up(&stored.name, old, stored.buffer.size(), last_read);
        }
    }

    /// Moves a buffer's data to another address, so that the GPU can still read the old memory.
    fn move_buffer(&mut self, id: BufferId, address: u64) -> Result<(), Problem> {
        let stored = self.application.stored(id)?;
        let (name, size) = (stored.name.clone(), stored.buffer.size());
        let old = stored.buffer.address();
        let last_read = stored.buffer.moved_to(address);
        // Both memories exist for a while.
        self.check_room(size)?;
        self.give_up(&name, old, size, last_read);
        self.answer.moved_to = Some(format!("{address:#x}"));
        self.check_address(id, Some(address), size)
    }

    /// Keeps the memory of a buffer at its old address, if it had one, until the GPU has finished the last work that
    /// reads it.
    fn give_up(&mut self, name: &str, old: Option<u64>, size: u64, last_read: Sequence) {
        if let Some(address) = old {
            self.memory.keep(name, address, size, last_read);
            // If that work is finished already, the new data of the same call may lie there.
            self.free();
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
        match buffer.or_else(|| self.memory.at(&addresses)) {
            None => Ok(()),
            Some(place) => Err(Problem::Fatal(format!(
                "{address:#x} to {end:#x} overlaps `{place}`, which is there already or which the GPU still reads"
            ))),
        }
    }
}
