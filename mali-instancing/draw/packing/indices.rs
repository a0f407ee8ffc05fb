//! The indices in the buffers' table that attributes name, on V4 to V7.

use super::attribute::{INSTANCE_ID, VERTEX_ID};
use super::layout::Layout;
use super::placement::Placement;
use crate::divisor::Rounding;
use crate::draw::parts::VertexBuffer;
use crate::draw::table_layout::TableLayout;
use crate::fetch::FetchModes;
use crate::thread_count::ThreadCount;

/// The indices of a draw. Common draws have no others than the first.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Indices<'a, F> {
    /// The index of the descriptor of each of the first buffers.
    pub(in crate::draw) first: F,
    pub(in crate::draw) others: Option<&'a OtherIndices<'a>>,
}

/// The indices in the table of buffers that are not kept: those of IDs' descriptors and of buffers after the first.
pub(in crate::draw) struct OtherIndices<'a> {
    pub(in crate::draw) layout: &'a Layout,
    pub(in crate::draw) buffers: &'a [VertexBuffer],
    pub(in crate::draw) buffer_descriptors: usize,
    /// This field and the next two place the descriptors of the other buffers.
    pub(in crate::draw) thread_count: ThreadCount,
    pub(in crate::draw) rounding: Rounding,
    pub(in crate::draw) table_layout: TableLayout,
}

/// The number of first buffers: the one that every Vulkan driver accepts, and few accept more. With this number, the
/// planner draws in place within a KiB of stack.
pub(in crate::draw) const FIRST: usize = 16;

/// The indices of the first buffers. With two descriptors for each buffer, they fit eight bits.
pub(in crate::draw) type FirstIndices = [u8; FIRST];

/// The index of the descriptor of each of the first buffers.
#[inline(always)]
pub(in crate::draw) fn of_first(indices: &FirstIndices) -> impl Fn(usize) -> u32 {
    |buffer| u32::from(indices[buffer % FIRST])
}

impl<F: Fn(usize) -> u32> Indices<'_, F> {
    /// The index of the descriptor of an ID or of a buffer.
    #[inline(always)]
    pub(in crate::draw) fn of(&self, buffer: u32) -> u32 {
        match self.others {
            Some(others) if buffer as usize >= FIRST => others.of(buffer),
            _ => (self.first)(buffer as usize),
        }
    }
}

impl OtherIndices<'_> {
    /// The index of the descriptor of an ID, or of a buffer that is not among the first.
    #[inline(always)]
    pub(in crate::draw) fn of(&self, buffer: u32) -> u32 {
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
