//! A call of the application: on a buffer, a draw, or a report that the GPU has finished.

use std::fmt;

use mali_buffers::BufferId;
use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::{Fault, Location, Number, Quoted, wrong};
use serde::{Serialize, Serializer};

use super::choices::UsageNames;
use super::data::Data;
use super::draw::Draw;
use super::reader::Reader;
use super::written;

pub(crate) struct Call {
    /// The byte of the script at which the call begins.
    pub(crate) offset: usize,
    pub(crate) action: Action,
}

/// The script's text of a call.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Action {
    /// `glBufferData`.
    BufferData {
        buffer: NamedBuffer,
        #[serde(flatten)]
        data: Data,
        usage: Named<UsageNames>,
        #[serde(serialize_with = "hexadecimal")]
        #[cfg_attr(feature = "schemars", schemars(with = "Option<String>"))]
        address: Option<u64>,
        /// Whether the data may change without a call, if the script states it.
        #[serde(skip)]
        is_volatile: Option<bool>,
    },
    /// `glBufferSubData`.
    BufferSubData {
        buffer: NamedBuffer,
        offset: u64,
        #[serde(flatten)]
        data: Data,
        /// The address to which the buffer moves if the GPU still reads its memory.
        #[serde(skip)]
        address: Option<u64>,
    },
    /// A draw.
    Draw(Box<Draw>),
    /// The ring continues in another block of memory.
    Discard,
    /// The GPU has finished that submission and all before it.
    Complete { through: u64 },
    /// `glDeleteBuffers`.
    Delete { buffer: NamedBuffer },
}

/// A buffer and its name. Only the name is written.
#[derive(Serialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(with = "String")
)]
#[serde(transparent)]
pub(crate) struct NamedBuffer {
    name: String,
    #[serde(skip)]
    pub(crate) id: BufferId,
}

#[expect(clippy::ref_option, reason = "serde calls it so")]
fn hexadecimal<S: Serializer>(address: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    let address = address.map(|address| format!("{address:#x}"));
    address.serialize(serializer)
}

/// Writes the kind of the call, and its object.
impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (call, buffer) = match self {
            Self::BufferData { buffer, .. } => ("buffer-data", buffer),
            Self::BufferSubData { buffer, .. } => ("buffer-sub-data", buffer),
            Self::Delete { buffer } => ("delete", buffer),
            Self::Draw(draw) => {
                write!(formatter, "draw {}", draw.number)?;
                return match draw.submission {
                    own if own == draw.number => Ok(()),
                    submission => write!(formatter, " of submission {submission}"),
                };
            }
            Self::Discard => return formatter.write_str("discard the ring's block"),
            Self::Complete { .. } => return formatter.write_str("complete"),
        };
        write!(formatter, "{call} {}", Quoted::new(&buffer.name))
    }
}

impl Reader<'_> {
    /// Looks up the names in a call.
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
                buffer: NamedBuffer {
                    id: self.names.buffer_to_fill(&buffer),
                    name: buffer,
                },
                usage,
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
                buffer: self.named_buffer(buffer, at)?,
                offset: offset.map_or(0, |Number(offset)| offset),
                data: Data::new(size, data, index_type, at)?,
                address: address.map(|Number(address)| address),
            },
            written::Call::Discard {} => Action::Discard,
            written::Call::Complete { through } => {
                let last = self.submissions;
                let through = through.map_or(last, |Number(through)| through);
                if through > last || (through == 0 && last > 0) {
                    let reason = match last {
                        0 => format!(
                            "there is no submission {through}: no call before this one draws"
                        ),
                        _ => {
                            format!("{through} is not a submission so far: 1 to {last} are allowed")
                        }
                    };
                    return Err(wrong(at, "through", reason));
                }
                Action::Complete { through }
            }
            written::Call::Delete { buffer } => {
                let buffer = self.named_buffer(buffer, at)?;
                self.names.delete(buffer.id);
                Action::Delete { buffer }
            }
        };
        let offset = self.root.find(at);
        Ok(Call { offset, action })
    }

    fn named_buffer(&self, name: String, at: &Location) -> Result<NamedBuffer, Fault> {
        let id = self.live_buffer(&name, at)?;
        Ok(NamedBuffer { name, id })
    }

    /// The buffer that is named by the key `buffer`.
    pub(super) fn live_buffer(&self, name: &str, at: &Location) -> Result<BufferId, Fault> {
        let buffer = self.names.live_buffer(name);
        buffer.map_err(|reason| wrong(at, "buffer", reason))
    }
}
