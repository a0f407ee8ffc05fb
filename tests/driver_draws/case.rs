use mali_instancing::draw::{
    BufferRange, DrawCounts, IndexBounds, Pipeline, VertexAttribute, VertexBuffer,
};
use mali_instancing::{Format, InputRate};

use crate::golden::Row;
use crate::parse::hexadecimal;

/// The API whose rules the descriptors follow, if they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Driver {
    Gl,
    Vulkan,
}

/// A buffer of the application.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) stride: u32,
    pub(crate) rate: InputRate,
    pub(crate) address: u64,
    /// Negative if the offset is past the end.
    pub(crate) size: i64,
}

/// An attribute of the application, and the words that the driver wrote.
#[derive(Debug)]
pub(crate) struct Read {
    /// The index of the buffer in the case.
    pub(crate) buffer: usize,
    pub(crate) format: Format,
    pub(crate) offset: u32,
    pub(crate) words: Vec<u32>,
}

/// A draw of an application, and the words that a driver wrote.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) driver: Driver,
    pub(crate) name: String,
    pub(crate) pipeline: Pipeline,
    pub(crate) counts: DrawCounts,
    /// The driver's padded count.
    pub(crate) padded_vertices: u64,
    /// The buffers with the driver's words, four or eight.
    pub(crate) buffers: Vec<(Bound, Vec<u32>)>,
    pub(crate) attributes: Vec<Read>,
    /// Vertex and instance ID, with the words of the attribute and of the descriptor that it names.
    pub(crate) ids: Vec<(VertexAttribute, [u32; 2], [u32; 4])>,
    pub(crate) null_terminator: Option<[u32; 4]>,
    /// Words 0 and 1 of each draw descriptor.
    pub(crate) draws: Vec<[u32; 2]>,
    pub(crate) invocation: Option<[u32; 2]>,
    pub(crate) indices: Option<Indices>,
}

/// The bounds of a draw's indices, and the numbers other than the vertices that a driver derives from them.
#[derive(Debug)]
pub(crate) struct Indices {
    pub(crate) bounds: IndexBounds,
    pub(crate) base_vertex: i32,
    pub(crate) base_vertex_offset: u32,
}

impl Indices {
    pub(crate) fn new(row: &Row, base_vertex_offset: &str) -> Self {
        Self {
            bounds: IndexBounds {
                minimum: row.number("index_min"),
                maximum: row.number("index_max"),
            },
            base_vertex: row.number("base_vertex"),
            base_vertex_offset: hexadecimal(row.text(base_vertex_offset)) as u32,
        }
    }
}

/// The arguments of `write` for a case, except for the call.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) buffers: Vec<VertexBuffer>,
    pub(crate) attributes: Vec<VertexAttribute>,
    pub(crate) ranges: Vec<BufferRange>,
    /// Words for both tables.
    pub(crate) words: Vec<u32>,
}

impl Case {
    pub(crate) fn parts(&self) -> Parts {
        let buffers: Vec<VertexBuffer> = (self.buffers.iter())
            .map(|(bound, _)| VertexBuffer::new(bound.stride, bound.rate))
            .collect();
        let ranges: Vec<BufferRange> = (self.buffers.iter())
            .map(|(bound, _)| BufferRange::new(bound.address, bound.size.max(0) as u32))
            .collect();
        let mut attributes: Vec<VertexAttribute> = (self.attributes.iter())
            .map(|read| VertexAttribute::new(read.buffer, read.format, read.offset))
            .collect();
        attributes.extend(self.ids.iter().map(|&(id, ..)| id));
        let words = vec![0xdead_beef; 8 * (buffers.len() + attributes.len()) + 8];
        Parts {
            buffers,
            attributes,
            ranges,
            words,
        }
    }

    pub(crate) fn instances(&self) -> u64 {
        self.counts.instances.unwrap().into()
    }
}

/// Four words of a table of attribute buffers, or eight for a descriptor with a continuation.
pub(crate) fn attribute_buffer_at(table: &[u32], number: usize) -> Vec<u32> {
    let start = 4 * number;
    let length = if table[start] & 0x3f == 4 { 8 } else { 4 };
    table[start..start + length].to_vec()
}
