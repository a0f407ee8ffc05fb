use core::num::NonZeroU32;

use arrayvec::ArrayVec;

use super::vertex_source::{elements, is_past};
use crate::list::append;
use crate::two_phase::planning::fetched_array::{FoundArray, is_within_reach};
use mali_instancing::InputRate;
use mali_instancing::draw::DrawCall;

/// The limits of draws: the number of elements that exist, the smallest of all arrays of a rate.
#[derive(Clone, Debug)]
pub(crate) struct Limits<const ATTRIBUTES: usize> {
    vertices: u32,
    constants: u32,
    instances: ArrayVec<(NonZeroU32, u32), ATTRIBUTES>,
    /// The largest offset and the largest stride of arrays that do not step per vertex, in bytes.
    farthest: (u64, u32),
}

impl<const ATTRIBUTES: usize> Limits<ATTRIBUTES> {
    pub(crate) const NONE: Self = Self {
        vertices: u32::MAX,
        constants: u32::MAX,
        instances: ArrayVec::new_const(),
        farthest: (0, 0),
    };

    /// If there are more elements than 32 bits can count, no draw without a plan needs the elements beyond.
    pub(crate) fn add(&mut self, rate: InputRate, found: &FoundArray, elements: u64) {
        let elements = u32::try_from(elements).unwrap_or(u32::MAX);
        if rate != InputRate::Vertex {
            let (farthest, stride) = self.farthest;
            self.farthest = (found.offset.max(farthest), found.stride.max(stride));
        }
        let limit = match rate {
            InputRate::Vertex => &mut self.vertices,
            InputRate::Constant => &mut self.constants,
            InputRate::Instance { divisor } => {
                let mut instances = self.instances.iter_mut();
                match instances.find(|(known, _)| *known == divisor) {
                    Some((_, limit)) => limit,
                    None => {
                        append(&mut self.instances, (divisor, elements));
                        return;
                    }
                }
            }
        };
        *limit = elements.min(*limit);
    }

    /// Whether a draw needs an element that does not exist.
    pub(crate) fn are_passed(&self, call: &DrawCall, is_unbounded: bool) -> bool {
        let is_passed = |rate, limit: u32| is_past(elements(call, rate), limit.into());
        let mut instances = self.instances.iter();
        !is_unbounded && is_passed(InputRate::Vertex, self.vertices)
            || is_passed(InputRate::Constant, self.constants)
            || instances.any(|&(divisor, limit)| is_passed(InputRate::Instance { divisor }, limit))
    }

    /// Whether the descriptor of each whole buffer can hold the offset of a draw's first element.
    pub(crate) fn are_within_reach(&self, call: &DrawCall) -> bool {
        let (offset, stride) = self.farthest;
        stride == 0 || is_within_reach(call, offset, stride)
    }
}
