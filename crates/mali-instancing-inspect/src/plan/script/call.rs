//! A call of the application's: on a buffer, a draw, or the GPU having finished.

use mali_buffers::{Buffer, BufferId, IndexType, Sequence, StreamKind, Usage};
use mali_instancing::data::Number;
use mali_instancing_codegen::read::{self, Location, Node};

use super::counts::Counts;
use super::draw::Draw;
use super::index_list::indices;
use super::names::Names;
use super::written;
use crate::document::{missing, wrong};
use crate::notation::Named;
use crate::plan::memory::LIMIT;

pub(crate) struct Call {
    /// The byte of the script at which it begins.
    pub(crate) offset: usize,
    pub(crate) action: Action,
}

pub(crate) enum Action {
    BufferData(BufferData),
    BufferSubData(BufferSubData),
    Draw(Box<Draw>),
    /// The next data for a stream goes to another block of memory.
    Discard {
        stream: StreamKind,
    },
    /// The GPU has finished that submission and all before.
    Complete {
        through: Sequence,
    },
    /// `glDeleteBuffers`.
    Delete {
        buffer: BufferId,
    },
}

/// `glBufferData`.
pub(crate) struct BufferData {
    pub(crate) buffer: BufferId,
    pub(crate) data: Data,
    pub(crate) usage: Usage,
    pub(crate) address: Option<u64>,
    /// Whether it may change without a call, if that is said.
    pub(crate) is_volatile: Option<bool>,
}

/// `glBufferSubData`.
pub(crate) struct BufferSubData {
    pub(crate) buffer: BufferId,
    pub(crate) offset: u64,
    pub(crate) data: Data,
    /// Where the buffer goes if the GPU still reads it where it is.
    pub(crate) address: Option<u64>,
}

/// What a buffer is given: bytes, and zeros behind them.
pub(crate) struct Data {
    pub(crate) size: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Call {
    /// Looks up what a call names.
    pub(super) fn new(
        call: written::Call,
        location: &Location,
        root: &Node,
        names: &mut Names,
        counts: &mut Counts,
    ) -> Result<Self, read::Fault> {
        let live_buffer = |names: &Names, name: &str| {
            let buffer = names.live_buffer(name);
            buffer.map_err(|reason| wrong(location, "buffer", reason))
        };
        let action = match call {
            written::Call::Draw(draw) => {
                counts.draws += 1;
                Action::Draw(Box::new(Draw::new(*draw, location, root, names, counts)?))
            }
            written::Call::BufferData {
                buffer,
                size,
                usage,
                address,
                volatile,
                data,
                index_type,
            } => Action::BufferData(BufferData {
                data: Data::new(size, data, index_type, location)?,
                buffer: names.buffer_to_fill(&buffer),
                usage: usage.0,
                address: address.map(|Number(address)| address),
                is_volatile: volatile,
            }),
            written::Call::BufferSubData {
                buffer,
                offset,
                size,
                data,
                index_type,
                address,
            } => Action::BufferSubData(BufferSubData {
                buffer: live_buffer(names, &buffer)?,
                offset: offset.map_or(0, |Number(offset)| offset),
                data: Data::new(size, data, index_type, location)?,
                address: address.map(|Number(address)| address),
            }),
            written::Call::Discard { stream } => Action::Discard { stream: stream.0 },
            written::Call::Complete { through } => {
                let last = counts.submissions;
                let through = through.map_or(last, |Number(through)| through);
                if through > last || (through == 0 && last > 0) {
                    let reason = match last {
                        0 => format!(
                            "there is no submission {through}: no call before this one draws"
                        ),
                        _ => {
                            format!("{through} is no submission so far: 1 to {last} are allowed")
                        }
                    };
                    return Err(wrong(location, "through", reason));
                }
                Action::Complete {
                    through: Sequence::new(through),
                }
            }
            written::Call::Delete { buffer } => {
                let buffer = live_buffer(names, &buffer)?;
                names.delete(buffer);
                Action::Delete { buffer }
            }
        };
        Ok(Self {
            offset: root.find(location),
            action,
        })
    }
}

impl Data {
    /// Writes it to memory that begins where it does.
    pub(crate) fn write(&self, memory: &mut [u8]) {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        if let Some(memory) = memory.get_mut(self.bytes.len()..size) {
            memory.fill(0);
        }
        self.write_to_zeros(memory);
    }

    /// Writes it to memory that is zeros: of a large buffer, most is never touched then.
    pub(crate) fn write_to_zeros(&self, memory: &mut [u8]) {
        if let Some(memory) = memory.get_mut(..self.bytes.len()) {
            memory.copy_from_slice(&self.bytes);
        }
    }

    fn new(
        size: Option<Number<u64>>,
        data: Option<Vec<Number<u32>>>,
        index_type: Option<Named<IndexType>>,
        location: &Location,
    ) -> Result<Self, read::Fault> {
        let bytes = match (data, index_type) {
            (Some(data), Some(Named(index_type))) => {
                indices(&data, index_type).map_err(|reason| wrong(location, "data", reason))?
            }
            (None, Some(_)) => return Err(missing(location, "data")),
            (Some(_), None) => return Err(missing(location, "index_type")),
            (None, None) => Vec::new(),
        };
        let given = bytes.len() as u64;
        let size = match size {
            Some(Number(size)) => size,
            None if bytes.is_empty() => return Err(missing(location, "size")),
            None => given,
        };
        let refused = |reason| wrong(location, "size", reason);
        if size < given {
            let reason = format!("{size} bytes are fewer than the {given} of `data`");
            return Err(refused(reason));
        }
        if size > LIMIT {
            let reason = format!("{size} bytes are too many: at most {LIMIT} are allowed");
            return Err(refused(reason));
        }
        // What the library refuses of any buffer is better said on the key's line.
        Buffer::new(BufferId::new(1), size, Usage::Static)
            .map_err(|error| refused(error.to_string()))?;
        Ok(Self { size, bytes })
    }
}
