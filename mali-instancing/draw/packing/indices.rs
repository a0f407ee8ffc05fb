//! Which descriptors of the buffers' table attributes name, on V4 to V7.

use super::attribute::{INSTANCE_ID, VERTEX_ID};
use super::draw_tables::DrawTables;
use crate::fetch::FetchModes;
use crate::thread_count::ThreadCount;

/// The indices of descriptors in the table of buffers.
pub(in crate::draw) struct Indices {
    /// Those of the first buffers: few draws have more.
    first: [u8; FIRST],
    after_buffers: usize,
}

/// As many as every Vulkan driver takes, and few take more: the planner draws in place within a KiB of stack. With two
/// descriptors each, their indices fit eight bits.
const FIRST: usize = 16;

impl Indices {
    pub(in crate::draw) const NONE: Self = Self {
        first: [0; FIRST],
        after_buffers: 0,
    };

    #[inline]
    pub(in crate::draw) fn set(&mut self, buffer: usize, index: usize) {
        if let Some(first) = self.first.get_mut(buffer) {
            *first = index as u8;
        }
    }

    #[inline]
    pub(in crate::draw) fn set_after_buffers(&mut self, index: usize) {
        self.after_buffers = index;
    }

    /// The index of a buffer's descriptor, or of an ID's.
    #[inline]
    pub(in crate::draw) fn of(
        &self,
        buffer: usize,
        draw: &DrawTables<'_>,
        threads: ThreadCount,
    ) -> u32 {
        match self.first.get(buffer) {
            Some(index) => u32::from(*index),
            None => self.of_far(buffer, draw, threads),
        }
    }

    #[cold]
    #[inline(never)]
    fn of_far(&self, buffer: usize, draw: &DrawTables<'_>, threads: ThreadCount) -> u32 {
        let index = match buffer {
            VERTEX_ID => self.after_buffers,
            INSTANCE_ID => self.after_buffers + usize::from(draw.layout.vertex_id),
            _ => {
                let modes = FetchModes::new(threads, draw.pipeline.rounding);
                let mut placement = draw.layout.placement();
                let buffers = draw.buffers.iter().take(buffer.saturating_add(1));
                buffers.fold(0, |_, buffer| {
                    placement.place_one(modes.has_continuation(buffer.rate))
                })
            }
        };
        index as u32
    }
}
