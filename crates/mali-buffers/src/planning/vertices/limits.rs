use arrayvec::ArrayVec;

use super::vertex_source::elements;
use crate::draw::AttributeArray;
use crate::list::append;
use crate::planning::fetched_array::{FetchedArray, FoundArray, is_within_reach};
use mali_instancing::InputRate;
use mali_instancing::draw::DrawCall;

/// The limits of draws: how many elements there are, the smallest number of all arrays of a rate.
#[derive(Clone, Debug)]
pub(crate) struct Limits<const ATTRIBUTES: usize> {
    vertices: u64,
    constants: u64,
    instances: ArrayVec<(InputRate, u64), ATTRIBUTES>,
    /// The largest offset and the largest stride of arrays that do not step per vertex, in bytes.
    farthest: (u64, u32),
}

impl<const ATTRIBUTES: usize> Limits<ATTRIBUTES> {
    pub(crate) const NONE: Self = Self {
        vertices: u64::MAX,
        constants: u64::MAX,
        instances: ArrayVec::new_const(),
        farthest: (0, 0),
    };

    pub(crate) fn add(&mut self, fetched: &FetchedArray, found: &FoundArray, elements: u64) {
        let AttributeArray { rate, .. } = fetched.array;
        if rate != InputRate::Vertex {
            let (farthest, stride) = self.farthest;
            self.farthest = (found.offset.max(farthest), found.stride.max(stride));
        }
        let limit = match rate {
            InputRate::Vertex => &mut self.vertices,
            InputRate::Constant => &mut self.constants,
            InputRate::Instance { .. } => {
                append(&mut self.instances, (rate, elements));
                return;
            }
        };
        *limit = elements.min(*limit);
    }

    /// Whether a draw needs an element that is not there.
    pub(crate) fn are_passed(&self, call: &DrawCall, is_unbounded: bool) -> bool {
        let end = |rate| {
            let (first, count) = elements(call, rate);
            u64::from(first) + u64::from(count)
        };
        let instances = self.instances.iter();
        !is_unbounded && end(InputRate::Vertex) > self.vertices
            || end(InputRate::Constant) > self.constants
            || instances
                .into_iter()
                .any(|&(rate, limit)| end(rate) > limit)
    }

    /// Whether the descriptor of each whole buffer can say where a draw's elements begin.
    pub(crate) fn are_within_reach(&self, call: &DrawCall) -> bool {
        let (offset, stride) = self.farthest;
        stride == 0 || is_within_reach(call, offset, stride)
    }
}
