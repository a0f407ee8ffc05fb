//! A call of the application's: on a buffer, a draw, or the GPU having finished.

use mali_buffers::{Buffer, BufferId, Sequence, StreamKind, Usage};

use super::choices::CallKind;
use super::counts::Counts;
use super::draw::Draw;
use super::index_list::indices;
use super::names::Names;
use crate::document::Fault;
use crate::keys::{Keys, boolean, choice, number, text};
use crate::plan::memory::LIMIT;
use crate::rejected::{Rejected, reject};

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
    /// Reads a call.
    pub(super) fn read(
        mut keys: Keys,
        names: &mut Names,
        counts: &mut Counts,
    ) -> Result<Self, Fault> {
        let kind = keys
            .required("kind", choice)
            .map_err(|rejected| keys.fault(&rejected))?;
        let action = match kind {
            CallKind::Draw => {
                counts.draws += 1;
                Action::Draw(Box::new(Draw::read(&mut keys, names, counts)?))
            }
            _ => {
                keys.check_known(known(kind))?;
                other(kind, &keys, names, counts.submissions)
                    .map_err(|rejected| keys.fault(&rejected))?
            }
        };
        Ok(Self {
            offset: keys.offset(),
            action,
        })
    }
}

const fn known(kind: CallKind) -> &'static [&'static str] {
    match kind {
        CallKind::BufferData => &[
            "kind",
            "buffer",
            "size",
            "usage",
            "address",
            "volatile",
            "data",
            "index_type",
        ],
        CallKind::BufferSubData => &[
            "kind",
            "buffer",
            "offset",
            "size",
            "data",
            "index_type",
            "address",
        ],
        CallKind::Draw => Draw::KEYS,
        CallKind::Discard => &["kind", "stream"],
        CallKind::Complete => &["kind", "through"],
        CallKind::Delete => &["kind", "buffer"],
    }
}

fn other(kind: CallKind, keys: &Keys, names: &mut Names, last: u64) -> Result<Action, Rejected> {
    if kind == CallKind::Discard {
        let stream = keys.required("stream", choice)?;
        return Ok(Action::Discard { stream });
    }
    if kind == CallKind::Complete {
        let through = keys.optional("through", number)?.unwrap_or(last);
        if through > last || (through == 0 && last > 0) {
            return Err(reject("through")(match last {
                0 => format!("there is no submission {through}: no call before this one draws"),
                _ => format!("{through} is no submission so far: 1 to {last} are allowed"),
            }));
        }
        return Ok(Action::Complete {
            through: Sequence::new(through),
        });
    }
    if kind == CallKind::BufferData {
        let data = Data::read(keys)?;
        let usage = keys.required("usage", choice)?;
        let address = keys.optional("address", number)?;
        let is_volatile = keys.optional("volatile", boolean)?;
        let buffer = keys.required("buffer", |node| Ok(names.buffer_to_fill(text(node)?)))?;
        return Ok(Action::BufferData(BufferData {
            buffer,
            data,
            usage,
            address,
            is_volatile,
        }));
    }
    let buffer = keys.required("buffer", |node| names.live_buffer(text(node)?))?;
    if kind == CallKind::Delete {
        names.delete(buffer);
        return Ok(Action::Delete { buffer });
    }
    let data = Data::read(keys)?;
    let offset = keys.optional("offset", number)?.unwrap_or(0);
    Ok(Action::BufferSubData(BufferSubData {
        buffer,
        offset,
        data,
        address: keys.optional("address", number)?,
    }))
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

    /// Reads the keys size, data and index_type.
    fn read(keys: &Keys) -> Result<Self, Rejected> {
        let index_type = keys.optional("index_type", choice)?;
        let bytes = match index_type {
            Some(index_type) => keys.required("data", |node| indices(node, index_type))?,
            None => {
                if keys.optional("data", |_| Ok(()))?.is_some() {
                    return Err(Rejected::missing("index_type"));
                }
                Vec::new()
            }
        };
        let given = bytes.len() as u64;
        let size = if bytes.is_empty() {
            keys.required("size", number)?
        } else {
            keys.optional("size", number)?.unwrap_or(given)
        };
        if size < given {
            let reason = format!("{size} bytes are fewer than the {given} of `data`");
            return Err(reject("size")(reason));
        }
        if size > LIMIT {
            let reason = format!("{size} bytes are too many: at most {LIMIT} are allowed");
            return Err(reject("size")(reason));
        }
        // What the library refuses of any buffer is better said on the key's line.
        Buffer::new(BufferId::new(1), size, Usage::Static).map_err(reject("size"))?;
        Ok(Self { size, bytes })
    }
}
