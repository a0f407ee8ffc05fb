//! The indices in the buffers' table that attributes name, on V4 to V7.

use super::attribute::{INSTANCE_ID, VERTEX_ID};
use super::layout::Layout;
use super::placement::Placement;
use crate::divisor::Rounding;
use crate::draw::parts::VertexBuffer;
use crate::draw::table_layout::TableLayout;
use crate::fetch::FetchModes;
use crate::thread_count::ThreadCount;

/// The indices of descriptors in the table of buffers.
pub(in crate::draw) struct Indices<'a> {
    /// The indices of the first buffers: few draws have more. `None` if each buffer has one descriptor.
    pub(in crate::draw) first: Option<&'a FirstIndices>,
    pub(in crate::draw) layout: &'a Layout,
    pub(in crate::draw) buffers: &'a [VertexBuffer],
    pub(in crate::draw) buffer_descriptors: usize,
    /// This field and the next two place the descriptors of the other buffers.
    pub(in crate::draw) thread_count: ThreadCount,
    pub(in crate::draw) rounding: Rounding,
    pub(in crate::draw) table_layout: TableLayout,
}

/// The indices of 16 buffers, the number that every Vulkan driver accepts, and few accept more. With this number, the
/// planner draws in place within a KiB of stack. With two descriptors for each buffer, the indices fit eight bits.
pub(in crate::draw) type FirstIndices = [u8; 16];

impl Indices<'_> {
    /// The indices of the first buffers that exist, if they are kept.
    #[inline(always)]
    pub(in crate::draw) fn of_first(&self) -> &[u8] {
        match self.first {
            Some(first) => &first[..self.buffers.len().min(first.len())],
            None => &[],
        }
    }

    /// The index of a buffer's descriptor, or of an ID's.
    #[inline(always)]
    pub(in crate::draw) fn of(&self, buffer: u32) -> u32 {
        match self.first {
            None if (buffer as usize) < self.buffers.len() => buffer,
            Some(first) if (buffer as usize) < first.len() => u32::from(first[buffer as usize]),
            _ => self.of_other(buffer),
        }
    }

    /// The index of the descriptor of an ID, or of a buffer that is not among the first.
    #[inline(always)]
    pub(in crate::draw) fn of_other(&self, buffer: u32) -> u32 {
        match buffer {
            VERTEX_ID | INSTANCE_ID => self.layout.id_index(buffer, self.buffer_descriptors) as u32,
            _ => placed(
                buffer,
                self.buffers,
                (self.thread_count, self.rounding),
                self.table_layout,
            ),
        }
    }
}

/// The index of a buffer's descriptor, after those of all buffers before it.
#[cold]
#[inline(never)]
fn placed(
    buffer: u32,
    buffers: &[VertexBuffer],
    (thread_count, rounding): (ThreadCount, Rounding),
    table_layout: TableLayout,
) -> u32 {
    let modes = FetchModes::new(thread_count, rounding);
    let mut placement = Placement::new(table_layout);
    let buffers = buffers.iter().take((buffer as usize).saturating_add(1));
    buffers.fold(0, |_, buffer| {
        placement.place_one(modes.has_continuation(buffer.rate))
    })
}
