//! A call of the application's: on a buffer, a draw, or the GPU having finished.

use mali_buffers::{BufferId, Sequence, StreamKind, Usage};
use mali_instancing::data::Number;
use mali_instancing_codegen::read::{Fault, Location};

use super::data::Data;
use super::draw::Draw;
use super::reader::Reader;
use super::written;
use crate::document::wrong;

pub(crate) struct Call {
    /// The byte of the script at which it begins.
    pub(crate) offset: usize,
    pub(crate) action: Action,
}

pub(crate) enum Action {
    /// `glBufferData`.
    BufferData {
        buffer: BufferId,
        data: Data,
        usage: Usage,
        address: Option<u64>,
        /// Whether it may change without a call, if that is said.
        is_volatile: Option<bool>,
    },
    /// `glBufferSubData`.
    BufferSubData {
        buffer: BufferId,
        offset: u64,
        data: Data,
        /// Where the buffer goes if the GPU still reads it where it is.
        address: Option<u64>,
    },
    Draw(Box<Draw>),
    /// The next data for a stream goes to another block of memory.
    Discard(StreamKind),
    /// The GPU has finished that submission and all before.
    Complete(Sequence),
    /// `glDeleteBuffers`.
    Delete(BufferId),
}

impl Reader<'_> {
    /// Looks up what a call names.
    pub(super) fn call(&mut self, call: written::Call, at: &Location) -> Result<Call, Fault> {
        let action = match call {
            written::Call::Draw(draw) => Action::Draw(Box::new(self.draw(*draw, at)?)),
            written::Call::BufferData {
                buffer,
                size,
                usage,
                address,
                volatile,
                data,
                index_type,
            } => Action::BufferData {
                data: Data::new(size, data, index_type, at)?,
                buffer: self.names.buffer_to_fill(&buffer),
                usage: usage.0,
                address: address.map(|Number(address)| address),
                is_volatile: volatile,
            },
            written::Call::BufferSubData {
                buffer,
                offset,
                size,
                data,
                index_type,
                address,
            } => Action::BufferSubData {
                buffer: self.live_buffer(&buffer, at)?,
                offset: offset.map_or(0, |Number(offset)| offset),
                data: Data::new(size, data, index_type, at)?,
                address: address.map(|Number(address)| address),
            },
            written::Call::Discard { stream } => Action::Discard(stream.0),
            written::Call::Complete { through } => {
                let last = self.submissions;
                let through = through.map_or(last, |Number(through)| through);
                if through > last || (through == 0 && last > 0) {
                    let reason = match last {
                        0 => format!(
                            "there is no submission {through}: no call before this one draws"
                        ),
                        _ => format!("{through} is no submission so far: 1 to {last} are allowed"),
                    };
                    return Err(wrong(at, "through", reason));
                }
                Action::Complete(Sequence::new(through))
            }
            written::Call::Delete { buffer } => {
                let buffer = self.live_buffer(&buffer, at)?;
                self.names.delete(buffer);
                Action::Delete(buffer)
            }
        };
        let offset = self.root.find(at);
        Ok(Call { offset, action })
    }

    /// The buffer that the key `buffer` names.
    pub(super) fn live_buffer(&self, name: &str, at: &Location) -> Result<BufferId, Fault> {
        let buffer = self.names.live_buffer(name);
        buffer.map_err(|reason| wrong(at, "buffer", reason))
    }
}
