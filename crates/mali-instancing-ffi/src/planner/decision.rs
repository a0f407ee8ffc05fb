//! The decisions of a draw, as numbers.

use mali_buffers::{CopyPolicy, Decision, Obstacle, StreamingReason, Usage, VertexState};

use super::elements::MALI_INST_MAX_PLANNED_ATTRIBUTES;
use super::state::{mali_inst_planner_state, of_each_size};
use crate::abi::arguments::arguments;
use crate::abi::status::{MALI_INST_NO_ELEMENT, mali_inst_error, mali_inst_status};

/// The place from which the GPU reads an attribute or indices: one of `MALI_INST_DECISION_*`.
pub type mali_inst_decision_kind = u32;

/// The place where the application has put the data.
pub const MALI_INST_DECISION_IN_PLACE: mali_inst_decision_kind = 0;
/// A copy of the buffer that an earlier draw made.
pub const MALI_INST_DECISION_COPY_FOUND: mali_inst_decision_kind = 1;
/// A copy of the buffer that this draw makes.
pub const MALI_INST_DECISION_COPY_MADE: mali_inst_decision_kind = 2;
/// The ring, for this draw alone.
pub const MALI_INST_DECISION_STREAMED: mali_inst_decision_kind = 3;
/// The constants, which have the value already.
pub const MALI_INST_DECISION_CONSTANT_FOUND: mali_inst_decision_kind = 4;
/// The constants, to which this draw writes the value.
pub const MALI_INST_DECISION_CONSTANT_WRITTEN: mali_inst_decision_kind = 5;
/// The ring, since the GPU still reads all the constants.
pub const MALI_INST_DECISION_CONSTANT_STREAMED: mali_inst_decision_kind = 6;
/// The ring, with only the vertices that few indices name. The draw then has no indices.
pub const MALI_INST_DECISION_GATHERED: mali_inst_decision_kind = 7;
/// A place that this header does not name.
pub const MALI_INST_DECISION_OTHER: mali_inst_decision_kind = 255;

/// The reason why data is not read in place: one of `MALI_INST_OBSTACLE_*`.
pub type mali_inst_obstacle = u32;

/// No reason: the data is read in place, is gathered, or is a constant.
pub const MALI_INST_OBSTACLE_NONE: mali_inst_obstacle = 0;
/// The data is in client memory.
pub const MALI_INST_OBSTACLE_CLIENT_MEMORY: mali_inst_obstacle = 1;
/// The data is in a buffer that has no GPU address.
pub const MALI_INST_OBSTACLE_NOT_MAPPED: mali_inst_obstacle = 2;
/// The GPU cannot fetch the data's format.
pub const MALI_INST_OBSTACLE_FORMAT: mali_inst_obstacle = 3;
/// The data's address or stride is not a multiple of the size of a component, or of an index.
pub const MALI_INST_OBSTACLE_UNALIGNED: mali_inst_obstacle = 4;
/// The GPU can restart primitives only at another index.
pub const MALI_INST_OBSTACLE_RESTART_INDEX: mali_inst_obstacle = 5;
/// A reason that this header does not name.
pub const MALI_INST_OBSTACLE_OTHER: mali_inst_obstacle = 255;

/// The reason why a copy of data is made, or why the data is streamed: one of `MALI_INST_REASON_*`.
pub type mali_inst_reason = u32;

/// No reason: the data is neither copied nor streamed.
pub const MALI_INST_REASON_NONE: mali_inst_reason = 0;
/// Copied: the buffer's usage is `MALI_INST_USAGE_STATIC`.
pub const MALI_INST_REASON_STATIC: mali_inst_reason = 1;
/// Copied: more than three times the buffer's size was streamed while the data did not change.
pub const MALI_INST_REASON_PROMOTED: mali_inst_reason = 2;
/// Streamed: the buffer's usage is `MALI_INST_USAGE_DYNAMIC`.
pub const MALI_INST_REASON_DYNAMIC: mali_inst_reason = 3;
/// Streamed: the buffer's usage is `MALI_INST_USAGE_STREAM`.
pub const MALI_INST_REASON_STREAM: mali_inst_reason = 4;
/// Streamed: the data changed after it was drawn.
pub const MALI_INST_REASON_UPDATED: mali_inst_reason = 5;
/// Streamed: the data may change without a call.
pub const MALI_INST_REASON_VOLATILE: mali_inst_reason = 6;
/// Streamed: the data is in client memory, where it may change before the next draw.
pub const MALI_INST_REASON_CLIENT_MEMORY: mali_inst_reason = 7;
/// Streamed: the buffer's copies would take more than four times its size, or be more than 4.
pub const MALI_INST_REASON_NO_ROOM: mali_inst_reason = 8;
/// Streamed: there is no memory for a copy.
pub const MALI_INST_REASON_NO_MEMORY: mali_inst_reason = 9;
/// Streamed: the first index is not at a multiple of an index's size, so a copy of the buffer does not contain it.
pub const MALI_INST_REASON_UNALIGNED: mali_inst_reason = 10;
/// Streamed: the copy is one that the GPU makes in later work, of another context.
pub const MALI_INST_REASON_LATER_COPY: mali_inst_reason = 11;
/// A reason that this header does not name.
pub const MALI_INST_REASON_OTHER: mali_inst_reason = 255;

/// The largest number of decisions of a draw: one for each attribute, and one for the indices.
pub const MALI_INST_MAX_DECISIONS: usize = MALI_INST_MAX_PLANNED_ATTRIBUTES + 1;

/// The place from which the GPU reads an attribute or the indices of a draw, and the reason.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct mali_inst_decision {
    /// The attribute, counted from 0; `MALI_INST_NO_ELEMENT` for the indices.
    pub attribute: u32,
    /// The place.
    pub kind: mali_inst_decision_kind,
    /// The reason why the data is not read in place.
    pub obstacle: mali_inst_obstacle,
    /// The reason why a copy is made, or why the data is streamed.
    pub reason: mali_inst_reason,
}

impl mali_inst_decision {
    fn all<const ATTRIBUTES: usize>(state: &VertexState<ATTRIBUTES>) -> impl Iterator<Item = Self> {
        let attributes = (0..state.attributes()).map(|number| {
            let place = state.explain(number);
            (number as u32, place.map(|place| place.decision))
        });
        let indices = (MALI_INST_NO_ELEMENT, state.explain_indices());
        attributes
            .chain([indices])
            .filter_map(|(attribute, decision)| Some(Self::new(attribute, decision?)))
    }

    fn new(attribute: u32, decision: Decision) -> Self {
        let (kind, obstacle, reason) = match decision {
            Decision::InPlace => (MALI_INST_DECISION_IN_PLACE, None, None),
            Decision::CopyFound { obstacle } => {
                (MALI_INST_DECISION_COPY_FOUND, Some(obstacle), None)
            }
            Decision::CopyMade {
                obstacle,
                copy_policy,
            } => {
                let reason = StreamingReason::Buffer(copy_policy);
                (MALI_INST_DECISION_COPY_MADE, Some(obstacle), Some(reason))
            }
            Decision::Streamed { obstacle, reason } => {
                (MALI_INST_DECISION_STREAMED, Some(obstacle), Some(reason))
            }
            Decision::Gathered => (MALI_INST_DECISION_GATHERED, None, None),
            Decision::ConstantFound => (MALI_INST_DECISION_CONSTANT_FOUND, None, None),
            Decision::ConstantWritten => (MALI_INST_DECISION_CONSTANT_WRITTEN, None, None),
            Decision::ConstantStreamed => (MALI_INST_DECISION_CONSTANT_STREAMED, None, None),
            _ => (MALI_INST_DECISION_OTHER, None, None),
        };
        Self {
            attribute,
            kind,
            obstacle: obstacle.map_or(MALI_INST_OBSTACLE_NONE, obstacle_number),
            reason: reason.map_or(MALI_INST_REASON_NONE, reason_number),
        }
    }
}

const fn obstacle_number(obstacle: Obstacle) -> mali_inst_obstacle {
    match obstacle {
        Obstacle::ClientMemory => MALI_INST_OBSTACLE_CLIENT_MEMORY,
        Obstacle::NotMapped => MALI_INST_OBSTACLE_NOT_MAPPED,
        Obstacle::Format => MALI_INST_OBSTACLE_FORMAT,
        Obstacle::Unaligned => MALI_INST_OBSTACLE_UNALIGNED,
        Obstacle::RestartIndex => MALI_INST_OBSTACLE_RESTART_INDEX,
        _ => MALI_INST_OBSTACLE_OTHER,
    }
}

const fn reason_number(reason: StreamingReason) -> mali_inst_reason {
    match reason {
        StreamingReason::Buffer(policy) => match policy {
            CopyPolicy::Static | CopyPolicy::Streaming(Usage::Static) => MALI_INST_REASON_STATIC,
            CopyPolicy::Promoted => MALI_INST_REASON_PROMOTED,
            CopyPolicy::Streaming(Usage::Dynamic) => MALI_INST_REASON_DYNAMIC,
            CopyPolicy::Streaming(Usage::Stream) => MALI_INST_REASON_STREAM,
            CopyPolicy::Updated => MALI_INST_REASON_UPDATED,
            CopyPolicy::Volatile => MALI_INST_REASON_VOLATILE,
            _ => MALI_INST_REASON_OTHER,
        },
        StreamingReason::ClientMemory => MALI_INST_REASON_CLIENT_MEMORY,
        StreamingReason::NoRoom => MALI_INST_REASON_NO_ROOM,
        StreamingReason::NoMemory => MALI_INST_REASON_NO_MEMORY,
        StreamingReason::LaterCopy => MALI_INST_REASON_LATER_COPY,
        StreamingReason::Unaligned => MALI_INST_REASON_UNALIGNED,
        _ => MALI_INST_REASON_OTHER,
    }
}

/// Lists where the last draw of a state has read each attribute and its indices, and why. Vertex and instance IDs have
/// no decision. `found` gets the number of decisions, which can be more than `capacity`, but is at most
/// `MALI_INST_MAX_DECISIONS`.
///
/// # Safety
///
/// `state` is zeros or was initialised; as many decisions may be written, and `found`
/// and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_state_explain(
    state: *const mali_inst_planner_state,
    decisions: *mut mali_inst_decision,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { state, decisions[capacity], found, error });
    error.status_of(|| {
        let state = super::state::state(state)?;
        let mut list = decisions.list(found)?;
        of_each_size!(state, state => {
            mali_inst_decision::all(state).for_each(|decision| list.push(|| decision));
        });
        Ok(())
    })
}
