//! The results of a script's calls, which are printed as text or as JSON.

use std::fmt;

use serde::Serialize;

use super::script::Action;

/// A call and its effects.
#[derive(Serialize)]
pub(super) struct CallReport {
    /// Counted from 1.
    pub(super) call: usize,
    pub(super) line: usize,
    #[serde(flatten)]
    pub(super) action: Action,
    #[serde(flatten)]
    pub(super) effects: Effects,
    pub(super) changes: Vec<BufferChange>,
    pub(super) error: Option<String>,
}

/// The effects of a call.
#[derive(Default, Serialize)]
pub(super) struct Effects {
    /// Of a draw that draws something.
    #[serde(flatten)]
    pub(super) plan: Option<DrawReport>,
    /// The indices of line loops that are drawn as strips and lines.
    pub(super) segments: Option<SegmentsReport>,
    /// The number of bytes that a draw had copied when it met its error. They stay where later draws find them.
    pub(super) bytes_copied_before_error: u64,
    /// The submission that the GPU had to finish first.
    pub(super) waits_for: Option<u64>,
    /// The address to which the buffer moved, because the GPU still reads its old memory.
    pub(super) moved_to: Option<String>,
    pub(super) retired: Vec<RetiredMemory>,
    pub(super) freed: Vec<MemoryReport>,
}

/// A place in memory and a size.
#[derive(Serialize)]
pub(super) struct MemoryReport {
    pub(super) place: String,
    pub(super) bytes: u64,
}

/// Memory that no later draw reads.
#[derive(Serialize)]
pub(super) struct RetiredMemory {
    pub(super) place: String,
    /// The submission that must be finished before the memory is freed; 0 if none must.
    pub(super) until: u64,
}

/// A buffer that is treated differently from now on.
#[derive(Serialize)]
pub(super) struct BufferChange {
    pub(super) buffer: String,
    /// Whether the buffer's data is copied whole from now on, and not streamed.
    pub(super) keeps_copies: bool,
    pub(super) reason: &'static str,
}

/// The draw, and the bytes that are written for it.
#[derive(Serialize)]
pub(super) struct DrawReport {
    /// Whether the draw and its data are the same as those of the draw before, so that nothing is written.
    pub(super) unchanged: bool,
    pub(super) vertices: u32,
    pub(super) first_vertex: u32,
    pub(super) instances: u32,
    pub(super) first_instance: u32,
    pub(super) attributes: Vec<AttributeReport>,
    pub(super) indices: Option<IndexReport>,
    pub(super) writes: Vec<WriteReport>,
    pub(super) allocated: Vec<MemoryReport>,
    pub(super) bytes_copied: u64,
    pub(super) bytes_in_place: u64,
    pub(super) buffer_words: Vec<String>,
    pub(super) attribute_words: Vec<String>,
}

/// The indices as which line loops are drawn.
#[derive(Serialize)]
pub(super) struct SegmentsReport {
    /// The number of indices.
    pub(super) index_count: u32,
    /// The first indices, at most 256; `None` between two strips.
    pub(super) indices: Vec<Option<u32>>,
    /// The line of these indices, drawn after the strip, if the strip is drawn without these indices.
    pub(super) closing: Option<DrawReport>,
}

impl Effects {
    /// The draws as which a draw is drawn: none, one, or a strip and the line that closes it.
    pub(super) fn plans(&self) -> impl Iterator<Item = &DrawReport> {
        let closing = self
            .segments
            .iter()
            .filter_map(|drawn| drawn.closing.as_ref());
        self.plan.iter().chain(closing)
    }
}

/// The decision and its reason.
#[derive(Default, Serialize)]
pub(super) struct DecisionReport {
    pub(super) decision: Option<&'static str>,
    pub(super) obstacle: Option<&'static str>,
    pub(super) reason: Option<&'static str>,
    /// The decision and its reason, as a sentence.
    #[serde(skip)]
    pub(super) sentence: String,
}

/// The place from which something is read.
#[derive(Default, Serialize)]
pub(super) struct LocationReport {
    pub(super) place: Option<String>,
    pub(super) offset: Option<u64>,
}

/// Writes the place and the offset, or nothing.
impl fmt::Display for LocationReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, self.offset) {
            (Some(place), Some(offset)) => write!(formatter, "{place} + {offset}"),
            _ => Ok(()),
        }
    }
}

#[derive(Serialize)]
pub(super) struct AttributeReport {
    pub(super) attribute: String,
    #[serde(flatten)]
    pub(super) decision: DecisionReport,
    #[serde(flatten)]
    pub(super) location: LocationReport,
    pub(super) stride: Option<u32>,
    pub(super) rate: Option<String>,
    /// The first element that the draw reads, which is at that place.
    pub(super) first_element: Option<u32>,
    pub(super) format: &'static str,
}

#[derive(Serialize)]
pub(super) struct IndexReport {
    #[serde(flatten)]
    pub(super) decision: DecisionReport,
    #[serde(flatten)]
    pub(super) location: LocationReport,
    pub(super) index_type: &'static str,
    pub(super) count: u32,
    pub(super) restart_index: Option<u32>,
}

/// Bytes that a draw writes to the planner's memory.
#[derive(Serialize)]
pub(super) struct WriteReport {
    #[serde(flatten)]
    pub(super) location: LocationReport,
    pub(super) bytes: u64,
}
