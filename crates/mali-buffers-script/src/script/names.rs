//! The names of a script's buffers and of its arrays in client memory.

use std::collections::HashMap;

use mali_buffers::{BufferId, DataSource};

use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::suggestion::unknown;

/// The names, and the buffers and arrays that the calls so far have made.
#[derive(Default)]
pub(crate) struct Names {
    /// The names of all buffers, in the order of their numbers, from 1 as in GL.
    buffers: Vec<String>,
    /// The buffers that are not deleted.
    live: HashMap<String, BufferId>,
    /// The names of all arrays in client memory, in the order of their numbers, with the bytes of each if the script
    /// contains them.
    clients: Vec<(String, Option<Vec<u8>>)>,
}

impl Names {
    /// The buffer with that name, which may be new.
    pub(super) fn buffer_to_fill(&mut self, name: &str) -> BufferId {
        if let Some(&buffer) = self.live.get(name) {
            return buffer;
        }
        self.buffers.push(name.to_owned());
        let buffer = BufferId::new(self.buffers.len() as u64);
        self.live.insert(name.to_owned(), buffer);
        buffer
    }

    /// The buffer with that name.
    pub(super) fn live_buffer(&self, name: &str) -> Result<BufferId, String> {
        self.live.get(name).copied().ok_or_else(|| {
            let mut known: Vec<&str> = self.live.keys().map(String::as_str).collect();
            known.sort_unstable();
            if self.buffers.iter().any(|buffer| buffer == name) {
                let name = Quoted::new(name);
                format!("`{name}` is deleted: no call since then makes it again")
            } else if known.is_empty() {
                let name = Quoted::new(name);
                format!("`{name}` is unknown: no call before this one makes a buffer")
            } else {
                unknown(name, &known)
            }
        })
    }

    pub(super) fn delete(&mut self, buffer: BufferId) {
        self.live.retain(|_, live| *live != buffer);
    }

    /// The array in client memory with that name.
    pub(super) fn client(&mut self, name: &str) -> DataSource {
        let mut known = self.clients.iter();
        match known.position(|(client, bytes)| client == name && bytes.is_none()) {
            Some(number) => DataSource::Client(number as u64),
            None => self.add_client(name, None),
        }
    }

    /// A new array in client memory, and its bytes, if they are known.
    pub(super) fn add_client(&mut self, name: &str, bytes: Option<Vec<u8>>) -> DataSource {
        let number = self.clients.len() as u64;
        self.clients.push((name.to_owned(), bytes));
        DataSource::Client(number)
    }

    /// The bytes of an array in client memory, if the script contains them.
    pub(crate) fn client_data(&self, number: u64) -> Option<&[u8]> {
        let (_, bytes) = self.clients.get(number as usize)?;
        bytes.as_deref()
    }

    pub(crate) fn buffer(&self, buffer: BufferId) -> &str {
        let index = (buffer.get() as usize).wrapping_sub(1);
        self.buffers.get(index).map_or("", String::as_str)
    }
}
