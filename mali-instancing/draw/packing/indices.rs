//! Which descriptors of the buffers' table attributes name, on V4 to V7.

use super::attribute::{INSTANCE_ID, VERTEX_ID};
use super::layout::Layout;
use super::placement::Placement;
use crate::draw::parts::VertexBuffer;
use crate::fetch::FetchModes;

/// The indices of descriptors in the table of buffers.
pub(in crate::draw) struct Indices<'a> {
    /// Those of the first buffers: few draws have more.
    pub(in crate::draw) first: &'a FirstIndices,
    pub(in crate::draw) layout: &'a Layout,
    pub(in crate::draw) buffers: &'a [VertexBuffer],
    pub(in crate::draw) buffer_descriptors: usize,
    /// The state that places the others: the modes of the draw, and the table before its first buffer.
    pub(in crate::draw) modes: FetchModes,
    pub(in crate::draw) start: Placement,
}

/// As many as every Vulkan driver takes, and few take more: the planner draws in place within a KiB of stack. With two
/// descriptors each, their indices fit eight bits.
pub(in crate::draw) type FirstIndices = [u8; 16];

impl Indices<'_> {
    /// Those of the first buffers that there are.
    #[inline]
    pub(in crate::draw) fn of_first(&self) -> &[u8] {
        &self.first[..self.buffers.len().min(self.first.len())]
    }

    /// The index of a buffer's descriptor, or of an ID's.
    #[inline]
    pub(in crate::draw) fn of(&self, buffer: u32) -> u32 {
        match self.first.get(buffer as usize) {
            Some(index) => u32::from(*index),
            None => self.of_other(buffer),
        }
    }

    /// The same, of an ID or a buffer that is none of the first.
    #[inline]
    pub(in crate::draw) fn of_other(&self, buffer: u32) -> u32 {
        match buffer {
            VERTEX_ID | INSTANCE_ID => self.layout.id_index(buffer, self.buffer_descriptors) as u32,
            _ => placed(buffer, self.buffers, self.modes, self.start),
        }
    }
}

/// The index of a buffer's descriptor, after those of all buffers before it.
#[cold]
#[inline(never)]
fn placed(
    buffer: u32,
    buffers: &[VertexBuffer],
    modes: FetchModes,
    mut placement: Placement,
) -> u32 {
    let buffers = buffers.iter().take((buffer as usize).saturating_add(1));
    let index = buffers.fold(0, |_, buffer| {
        placement.place_one(modes.has_continuation(buffer.rate))
    });
    index as u32
}
