//! The decisions of a plan, for a person.

use core::ffi::c_char;

use mali_buffers::{Decision, Plan};

use super::state::MALI_INST_MAX_PLANNED_ATTRIBUTES;
use crate::abi::status::MALI_INST_NO_ELEMENT;
use crate::abi::text;

/// Where the GPU reads an attribute or indices from: one of `MALI_INST_DECISION_*`.
pub type mali_inst_decision_kind = u32;

/// Where the application has put it.
pub const MALI_INST_DECISION_IN_PLACE: mali_inst_decision_kind = 0;
/// From a copy of the buffer that an earlier draw made.
pub const MALI_INST_DECISION_COPY_FOUND: mali_inst_decision_kind = 1;
/// From a copy of the buffer that this draw makes.
pub const MALI_INST_DECISION_COPY_MADE: mali_inst_decision_kind = 2;
/// From a stream, for this draw alone.
pub const MALI_INST_DECISION_STREAMED: mali_inst_decision_kind = 3;
/// From the constants, where the value was found.
pub const MALI_INST_DECISION_CONSTANT_FOUND: mali_inst_decision_kind = 4;
/// From the constants, where the value is written now.
pub const MALI_INST_DECISION_CONSTANT_WRITTEN: mali_inst_decision_kind = 5;
/// From the vertex stream, because the GPU still reads all the constants.
pub const MALI_INST_DECISION_CONSTANT_STREAMED: mali_inst_decision_kind = 6;
/// From somewhere else; the text says it.
pub const MALI_INST_DECISION_OTHER: mali_inst_decision_kind = 255;

/// How long the text of a decision can be, with its end.
pub const MALI_INST_DECISION_TEXT_SIZE: usize = 160;

/// The most decisions of a plan: for each attribute, and for the indices.
pub const MALI_INST_MAX_DECISIONS: usize = MALI_INST_MAX_PLANNED_ATTRIBUTES + 1;

/// Where the GPU reads an attribute or the indices of a draw from.
#[repr(C)]
pub struct mali_inst_decision {
    /// Which attribute, counted from 0; `MALI_INST_NO_ELEMENT` for the indices.
    pub attribute: u32,
    /// From where.
    pub kind: mali_inst_decision_kind,
    /// From where, and why there. It ends with a 0.
    pub text: [c_char; MALI_INST_DECISION_TEXT_SIZE],
}

impl mali_inst_decision {
    pub(super) fn all(plan: &Plan) -> impl Iterator<Item = Self> {
        let attributes = plan.vertex_data().map_or(&[][..], |data| data.decisions());
        let indices = plan.index_data().and_then(|data| data.decision);
        let attributes = (0..).zip(attributes.iter().copied());
        attributes
            .chain([(MALI_INST_NO_ELEMENT, indices)])
            .filter_map(|(attribute, decision)| Some(Self::new(attribute, decision?)))
    }

    fn new(attribute: u32, decision: Decision) -> Self {
        Self {
            attribute,
            kind: match decision {
                Decision::InPlace => MALI_INST_DECISION_IN_PLACE,
                Decision::CopyFound { .. } => MALI_INST_DECISION_COPY_FOUND,
                Decision::CopyMade { .. } => MALI_INST_DECISION_COPY_MADE,
                Decision::Streamed { .. } => MALI_INST_DECISION_STREAMED,
                Decision::ConstantFound => MALI_INST_DECISION_CONSTANT_FOUND,
                Decision::ConstantWritten => MALI_INST_DECISION_CONSTANT_WRITTEN,
                Decision::ConstantStreamed => MALI_INST_DECISION_CONSTANT_STREAMED,
                _ => MALI_INST_DECISION_OTHER,
            },
            text: text::array(decision),
        }
    }
}
