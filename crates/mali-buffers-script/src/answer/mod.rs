//! The answer about a script's calls, as data and as text.
//!
//! The structures here are what serde writes for each call. `decision` has the planner's decisions in words, which data
//! and text share. `text` writes a call as a paragraph with tables, and `totals` sums the calls up, with the planner's
//! counters.

mod decision;
mod text;
mod totals;

use std::fmt;

use mali_buffers::Sequence;
use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::Quoted;
use serde::Serialize;

use crate::choices::{Mode, UsageNames};
pub(super) use decision::{DecisionAnswer, copy_policy};
pub(super) use totals::Totals;

/// A call and its effects.
#[derive(Default, Serialize)]
pub(super) struct CallAnswer {
    /// Counted from 1.
    pub(super) call: usize,
    pub(super) line: usize,
    #[serde(flatten)]
    pub(super) action: Action,
    /// Of a draw that draws something.
    #[serde(flatten)]
    pub(super) plan: Option<DrawAnswer>,
    /// The indices of line loops that are drawn as strips and lines.
    pub(super) segments: Option<SegmentsAnswer>,
    /// The number of bytes that a draw had copied when it met its error. They stay where later draws find them.
    pub(super) bytes_copied_before_error: u64,
    /// The submission that the GPU had to finish first.
    pub(super) waits_for: Option<u64>,
    /// The address to which the buffer moved, because the GPU still reads its old memory.
    pub(super) moved_to: Option<String>,
    pub(super) retired: Vec<RetiredMemory>,
    pub(super) freed: Vec<MemoryAnswer>,
    pub(super) changes: Vec<BufferChange>,
    pub(super) error: Option<String>,
}

/// The action of the call.
#[derive(Default, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Action {
    BufferData {
        buffer: String,
        size: u64,
        usage: Named<UsageNames>,
        address: Option<String>,
    },
    BufferSubData {
        buffer: String,
        offset: u64,
        size: u64,
    },
    Draw {
        /// Counted from 1.
        draw: u64,
        /// The number of the work that the draw is part of.
        submission: u64,
        mode: Named<Mode>,
    },
    #[default]
    Discard,
    Complete {
        through: u64,
    },
    Delete {
        buffer: String,
    },
}

/// The draw, and the bytes that are written for it.
#[derive(Serialize)]
pub(super) struct DrawAnswer {
    /// Whether the draw and its data are the same as those of the draw before, so that nothing is written.
    pub(super) unchanged: bool,
    pub(super) vertices: u32,
    pub(super) first_vertex: u32,
    pub(super) instances: u32,
    pub(super) first_instance: u32,
    pub(super) attributes: Vec<AttributeAnswer>,
    pub(super) indices: Option<IndexAnswer>,
    pub(super) writes: Vec<WriteAnswer>,
    pub(super) allocated: Vec<MemoryAnswer>,
    pub(super) bytes_copied: u64,
    pub(super) bytes_in_place: u64,
    pub(super) buffer_words: Vec<String>,
    pub(super) attribute_words: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct AttributeAnswer {
    pub(super) attribute: String,
    #[serde(flatten)]
    pub(super) decision: DecisionAnswer,
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) stride: Option<u32>,
    pub(super) rate: Option<String>,
    /// The first element that the draw reads, which is at that place.
    pub(super) first_element: Option<u32>,
    pub(super) format: &'static str,
}

#[derive(Serialize)]
pub(super) struct IndexAnswer {
    #[serde(flatten)]
    pub(super) decision: DecisionAnswer,
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) index_type: &'static str,
    pub(super) count: u32,
    pub(super) restart_index: Option<u32>,
}

/// The indices as which line loops are drawn.
#[derive(Serialize)]
pub(super) struct SegmentsAnswer {
    /// The number of indices.
    pub(super) index_count: u32,
    /// The first indices, at most 256; `None` between two strips.
    pub(super) indices: Vec<Option<u32>>,
    /// The line of these indices, drawn after the strip, if the strip is drawn without these indices.
    pub(super) closing: Option<DrawAnswer>,
}

/// The place from which something is read.
#[derive(Default, Serialize)]
pub(super) struct Place {
    place: Option<String>,
    offset: Option<u64>,
}

/// Bytes that a draw writes to the planner's memory.
#[derive(Serialize)]
pub(super) struct WriteAnswer {
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) bytes: u64,
}

/// A place in memory and a size.
#[derive(Serialize)]
pub(super) struct MemoryAnswer {
    pub(super) place: String,
    pub(super) bytes: u64,
}

/// Memory that no later draw reads.
#[derive(Serialize)]
pub(super) struct RetiredMemory {
    place: String,
    /// The submission that must be finished before the memory is freed; 0 if none must.
    until: u64,
}

/// A buffer that is treated differently from now on.
#[derive(Serialize)]
pub(super) struct BufferChange {
    pub(super) buffer: String,
    /// Whether the buffer's data is copied whole from now on, and not streamed.
    pub(super) keeps_copies: bool,
    pub(super) reason: &'static str,
}

impl CallAnswer {
    /// The draws as which a draw is drawn: none, one, or a strip and the line that closes it.
    fn plans(&self) -> impl Iterator<Item = &DrawAnswer> {
        let closing = self.segments.iter().flat_map(|drawn| &drawn.closing);
        self.plan.iter().chain(closing)
    }
}

impl Place {
    pub(super) fn new(name: &str, offset: u64) -> Self {
        Self {
            place: Some(name.to_owned()),
            offset: Some(offset),
        }
    }
}

impl RetiredMemory {
    pub(super) fn new(name: &str, until: Sequence) -> Self {
        Self {
            place: name.to_owned(),
            until: until.get(),
        }
    }
}

/// Writes the kind of the call, and its object.
impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (call, buffer) = match self {
            Self::BufferData { buffer, .. } => ("buffer-data", buffer),
            Self::BufferSubData { buffer, .. } => ("buffer-sub-data", buffer),
            Self::Delete { buffer } => ("delete", buffer),
            Self::Draw {
                draw, submission, ..
            } => {
                write!(formatter, "draw {draw}")?;
                return match submission {
                    own if own == draw => Ok(()),
                    submission => write!(formatter, " of submission {submission}"),
                };
            }
            Self::Discard => return formatter.write_str("discard the ring's block"),
            Self::Complete { .. } => return formatter.write_str("complete"),
        };
        write!(formatter, "{call} {}", Quoted::new(buffer))
    }
}
