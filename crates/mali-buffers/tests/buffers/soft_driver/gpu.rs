use std::collections::BTreeSet;
use std::ops::Range;

use mali_buffers::{IndexInput, IndexType, Target, VertexState};
use mali_instancing::Arch;
use mali_instancing::descriptor::Invocation;
use mali_instancing::draw::{DrawCounts, IndexedVertices, Pipeline, Tables};
use mali_instancing::model::{Fetched, fetch, fetch_valhall, thread};

use super::format::{alignment, fetched, floats};
use super::memory::Memory;
use super::reference::{Expected, ExpectedAttribute};
use super::runs::{from_bytes, runs};

/// A draw that was submitted: its descriptors, and its expected result.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) sequence: u64,
    target: Target,
    pipeline: Pipeline,
    counts: DrawCounts,
    words: Vec<u32>,
    tables: Tables,
    vertices: IndexedVertices,
    indices: Option<IndexInput>,
    expected: Expected,
}

impl Work {
    /// A draw whose tables are written.
    pub(crate) fn new(
        (target, sequence): (Target, u64),
        state: &VertexState,
        (words, tables): (Vec<u32>, Tables),
        expected: Expected,
    ) -> Self {
        let index_data = state.index_data().unwrap();
        Self {
            sequence,
            target,
            pipeline: *state.pipeline(),
            counts: *state.counts().unwrap(),
            words,
            tables,
            vertices: index_data.vertices,
            indices: index_data.indices,
            expected,
        }
    }

    /// Draws, and returns the ranges of bytes that were read.
    pub(crate) fn run(&self, memory: &Memory) -> Vec<Range<usize>> {
        let mut reads = Vec::new();
        self.assemble(memory, &mut reads);
        self.shade(memory, &mut reads);
        // Threads read the same elements: each range is noted once.
        reads.sort_unstable_by_key(|read| (read.start, read.end));
        reads.dedup();
        for read in &reads {
            memory.check_read(read.clone());
        }
        reads
    }

    /// Reads the indices.
    fn assemble(&self, memory: &Memory, reads: &mut Vec<Range<usize>>) {
        let IndexedVertices {
            vertices,
            first_vertex,
            base_vertex_offset,
        } = self.vertices;
        let mut drawn = match self.indices {
            None => {
                assert_eq!(base_vertex_offset, 0);
                let all: Vec<u32> = (0..vertices).collect();
                runs(&all, None)
            }
            Some(indices) => self.indexed(indices, memory, reads),
        };
        // If indices are not read, one can name the vertex after the largest number of 32 bits.
        let is_unbounded = !self.target.checks_indices && vertices == u32::MAX;
        for vertex in drawn.iter_mut().flatten() {
            let shaded = vertex.wrapping_add_signed(base_vertex_offset);
            assert!(
                shaded < vertices || is_unbounded,
                "vertex {shaded} is not shaded"
            );
            *vertex = shaded + first_vertex;
        }
        assert_eq!(drawn, self.expected.runs);
    }

    fn indexed(
        &self,
        input: IndexInput,
        memory: &Memory,
        reads: &mut Vec<Range<usize>>,
    ) -> Vec<Vec<u32>> {
        let address = input.address;
        let (size, largest) = match input.index_type {
            IndexType::U8 => (1, 0xff),
            IndexType::U16 => (2, 0xffff),
            IndexType::U32 => (4, u32::MAX),
        };
        assert_eq!(address % size as u64, 0, "unaligned indices");
        assert!(
            self.target.arch < Arch::V9 || input.restart_index.is_none_or(|index| index == largest),
            "nothing restarts at {:?}",
            input.restart_index
        );
        let read = Memory::at(address, input.count as usize * size);
        let indices = from_bytes(input.index_type, memory.bytes(read.clone()));
        reads.push(read);
        runs(&indices, input.restart_index)
    }

    /// Shades every vertex of every instance.
    fn shade(&self, memory: &Memory, reads: &mut Vec<Range<usize>>) {
        let Expected {
            first_vertex,
            vertices,
            instances,
            ..
        } = self.expected;
        // With `u32::MAX` the planner has not read the indices. Then only the named vertices are known to exist.
        let is_bounded = self.counts.vertices != u32::MAX;
        let first_vertex = if is_bounded {
            assert_eq!(self.counts.vertices, vertices);
            assert_eq!(self.counts.first_vertex, first_vertex);
            first_vertex
        } else {
            self.counts.first_vertex
        };
        let buffers = &self.words[self.tables.buffers.clone()];
        let descriptors = &self.words[self.tables.attributes.clone()];
        let attributes: Vec<Reader<'_>> = self
            .expected
            .attributes
            .iter()
            .map(|expected| Reader::new(first_vertex, expected))
            .collect();
        if self.pipeline.arch.has_attribute_buffers() {
            let draw = self.pipeline.draw(&self.counts).unwrap().unwrap().words();
            let invocation: Invocation = self.pipeline.invocation(&self.counts).unwrap().unwrap();
            let mut kept = 0;
            // The model says which vertex and instance a thread is, from the same words as the hardware, and where the
            // threads end.
            for id in 0.. {
                let Some(thread) = thread(draw, invocation.words(), id) else {
                    break;
                };
                if thread.is_padding {
                    continue;
                }
                kept += 1;
                for (number, reader) in attributes.iter().enumerate() {
                    let fetched = fetch(
                        self.pipeline.arch,
                        buffers,
                        descriptors,
                        draw,
                        number,
                        id,
                        memory.hardware(),
                    );
                    let vertex = first_vertex + thread.vertex;
                    reads.extend(reader.check(fetched, [vertex, thread.instance], memory));
                }
            }
            // No thread is missing, and only threads of the padding are left out.
            assert_eq!(kept, vertices * instances);
            return;
        }
        let all: BTreeSet<u32> = if is_bounded {
            (0..vertices).collect()
        } else {
            let named = self.expected.runs.iter().flatten();
            named.map(|vertex| vertex - first_vertex).collect()
        };
        for vertex in all {
            for instance in 0..instances {
                for (number, reader) in attributes.iter().enumerate() {
                    // From V9 on, the unit gets both numbers, and nothing is padded.
                    let id = [vertex, instance];
                    let memory_seen = memory.hardware();
                    let fetched =
                        fetch_valhall(buffers, descriptors, first_vertex, number, id, memory_seen);
                    reads.extend(reader.check(fetched, [first_vertex + vertex, instance], memory));
                }
            }
        }
    }
}

/// Compares the values that an attribute gets.
struct Reader<'a> {
    format: &'static str,
    alignment: usize,
    first_vertex: u32,
    expected: &'a ExpectedAttribute,
}

impl<'a> Reader<'a> {
    fn new(first_vertex: u32, expected: &'a ExpectedAttribute) -> Self {
        // An ID is not read from memory, so any format will do.
        let format = expected.format().map_or("R32_UINT", fetched);
        Self {
            format,
            alignment: alignment(format),
            first_vertex,
            expected,
        }
    }

    /// The range of bytes that were read, if any were.
    fn check(
        &self,
        fetched: Option<Fetched<'_>>,
        [vertex, instance]: [u32; 2],
        memory: &Memory,
    ) -> Option<Range<usize>> {
        let fetched = fetched.expect("words that the hardware knows");
        if self.expected.is_missing(vertex, instance) {
            assert_eq!(fetched, Fetched::OutOfRange);
            return None;
        }
        let Some((format, expected)) = self.expected.of(vertex, instance) else {
            let id = match self.expected {
                // The shader adds the first vertex.
                ExpectedAttribute::VertexId => vertex - self.first_vertex,
                _ => instance,
            };
            assert_eq!(fetched, Fetched::Id(id));
            return None;
        };
        let Fetched::Bytes(bytes) = fetched else {
            panic!("vertex {vertex} of instance {instance} gets {fetched:?}");
        };
        if format == self.format {
            assert_eq!(bytes, expected, "vertex {vertex} of instance {instance}");
        } else {
            assert_eq!(
                floats(self.format, bytes),
                floats(format, expected),
                "vertex {vertex} of instance {instance}: {format} as {}",
                self.format
            );
        }
        // The model lends the bytes themselves, so their place in memory tells the address.
        let read = memory.position(bytes);
        assert_eq!(
            read.start % self.alignment,
            0,
            "{} is unaligned",
            self.format
        );
        Some(read)
    }
}
