//! The kernels' arithmetic in Rust: for drivers that read the commands back, and for the tests.

use mali_instancing::draw::{DrawCounts, write};

use crate::command::{DrawIndexedIndirectCommand, DrawIndirectCommand};
use crate::error::IndirectError;
use crate::indices::FoundIndices;
use crate::indirect_draw::{IndirectDraw, IndirectVertices};
use crate::status::Status;

/// The memory for varyings, which draws take in their order.
///
/// ```
/// use mali_indirect::VaryingHeap;
///
/// let mut heap = VaryingHeap::new(0x1000);
/// assert_eq!(heap.take(65), Some(0));
/// assert_eq!(heap.take(64), Some(2));
/// assert_eq!(heap.take(0x1000), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VaryingHeap {
    units: u32,
    taken: u32,
}

/// The unit of memory for varyings, in bytes: buffers are aligned to it.
const UNIT: u32 = 64;

impl VaryingHeap {
    /// Memory of `bytes` bytes, of which whole units of 64 bytes and at most 2^38 bytes
    /// are used.
    #[must_use]
    pub const fn new(bytes: u64) -> Self {
        let units = bytes / UNIT as u64;
        Self {
            units: if units > u32::MAX as u64 {
                u32::MAX
            } else {
                units as u32
            },
            taken: 0,
        }
    }

    pub(crate) const fn units(self) -> u32 {
        self.units
    }

    /// Takes units for `bytes`, and returns the number of the first. `None` if there are not enough left.
    pub const fn take(&mut self, bytes: u32) -> Option<u32> {
        let first = self.taken;
        let units = bytes.div_ceil(UNIT);
        // `first` is at most `self.units`, so the difference cannot wrap, as the sum `first + units` can.
        if units > self.units - first {
            return None;
        }
        self.taken += units;
        Some(first)
    }
}

impl IndirectDraw<'_> {
    /// The draw of a command.
    ///
    /// `command` begins with the command, in memory order. `found` are the bounds of the draw's indices, if they
    /// have to be found: see [`FoundIndices::find`].
    ///
    /// # Errors
    ///
    /// [`IndirectError::NotDrawn`] for a draw that must not run, and [`IndirectError::CommandBytes`] if
    /// `command` ends within the command.
    ///
    /// ```
    /// use mali_indirect::{FoundIndices, IndirectDraw};
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, Pipeline, VertexInput};
    ///
    /// const DRAW: IndirectDraw = IndirectDraw::new(Pipeline::new(Arch::V7));
    /// const COMMAND: [u8; 16] = [70, 0, 0, 0, 100, 0, 0, 0, 7, 0, 0, 0, 5, 0, 0, 0];
    /// const COUNTS: DrawCounts = match DRAW.counts(&COMMAND, FoundIndices::None) {
    ///     Ok(counts) => counts,
    ///     Err(_) => panic!(),
    /// };
    /// assert_eq!(DRAW.pipeline.draw(&COUNTS)?.unwrap().words(), [0x0083_0000, 7]);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub const fn counts(
        &self,
        command: &[u8],
        found: FoundIndices,
    ) -> Result<DrawCounts, IndirectError> {
        match self.counted(command, found) {
            Ok(counted) => Ok(counted.counts),
            Err(error) => Err(error),
        }
    }

    const fn counted(
        &self,
        command: &[u8],
        found: FoundIndices,
    ) -> Result<CountedDraw, IndirectError> {
        let mut counted = CountedDraw {
            counts: DrawCounts::any_instances(0).with_primitive_vertices(self.primitive_vertices),
            primitive: [0; 2],
            first_index: 0,
        };
        let (instances, first_instance) = match self.vertices {
            IndirectVertices::InOrder {
                vertices,
                first_vertex,
            } => {
                let command = match DrawIndirectCommand::from_le_bytes(command) {
                    Ok(command) => command,
                    Err(error) => return Err(error),
                };
                counted.counts.vertices = vertices.or(command.vertex_count);
                counted.counts.first_vertex = first_vertex.or(command.first_vertex);
                // The index count less 1. A draw of no vertices is refused below, after the instances are known.
                counted.primitive = [0, counted.counts.vertices.wrapping_sub(1)];
                (command.instance_count, command.first_instance)
            }
            IndirectVertices::Indexed(indices) => {
                let command = match DrawIndexedIndirectCommand::from_le_bytes(command) {
                    Ok(command) => command,
                    Err(error) => return Err(error),
                };
                counted.first_index = command.first_index;
                counted.counts.vertices = command.index_count;
                counted.counts.first_vertex = 0;
                // This comes before the bounds, which a kernel does not look for in indices that are not drawn.
                if command.index_count == 0 || self.instances.or(command.instance_count) == 0 {
                    return Err(IndirectError::NotDrawn(Status::Empty));
                }
                // From V9 on the hardware reads the indices itself, and no word depends on the smallest and the largest.
                if self.pipeline.arch.has_attribute_buffers() {
                    let bounds = match (indices.bounds, found) {
                        (Some(bounds), _) | (None, FoundIndices::Bounds(bounds)) => bounds,
                        (None, FoundIndices::None) => {
                            return Err(IndirectError::NotDrawn(Status::Empty));
                        }
                        (None, FoundIndices::Outside) => {
                            return Err(IndirectError::NotDrawn(Status::Indices));
                        }
                    };
                    let vertices = match bounds.vertices(command.vertex_offset) {
                        Ok(vertices) => vertices,
                        Err(error) => return Err(IndirectError::of_draw(error)),
                    };
                    counted.counts.vertices = vertices.vertices;
                    counted.counts.first_vertex = vertices.first_vertex;
                    counted.primitive = [
                        vertices.base_vertex_offset as u32,
                        command.index_count.wrapping_sub(1),
                    ];
                }
                (command.instance_count, command.first_instance)
            }
        };
        let instances = self.instances.or(instances);
        counted.counts.instances = Some(instances);
        counted.counts.first_instance = self.first_instance.or(first_instance);
        if counted.counts.vertices == 0 || instances == 0 {
            return Err(IndirectError::NotDrawn(Status::Empty));
        }
        // `invocation` counts the threads first, so that every status of the counts is found here, in the kernel's
        // order. From V9 on it only counts the threads.
        match self.pipeline.invocation(&counted.counts) {
            Ok(_) => Ok(counted),
            Err(error) => Err(IndirectError::of_draw(error)),
        }
    }

    /// Writes the words of a draw, as the kernel does. [`IndirectDraw::layout`] has their positions and their
    /// number.
    ///
    /// # Errors
    ///
    /// The errors of [`IndirectDraw::layout`], [`IndirectError::CommandBytes`], [`IndirectError::TooShort`], and
    /// [`IndirectError::Draw`] for an error in all draws. A draw that must not run is not an error here.
    ///
    /// ```
    /// use mali_indirect::{FoundIndices, IndirectDraw, Status, VaryingHeap};
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::Pipeline;
    ///
    /// let draw = IndirectDraw::new(Pipeline::new(Arch::V7));
    /// let command = [70, 0, 0, 0, 100, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0];
    /// let mut words = vec![0; draw.layout()?.words];
    /// let mut heap = VaryingHeap::new(0);
    /// let status = draw.write(&command, FoundIndices::None, &mut heap, &mut words)?;
    /// assert_eq!(status, Status::Drawn);
    /// assert_eq!(words[5..7], [0x0083_0000, 7]); // after V7's null terminator and the status
    /// # Ok::<(), mali_indirect::IndirectError>(())
    /// ```
    pub fn write(
        &self,
        command: &[u8],
        found: FoundIndices,
        heap: &mut VaryingHeap,
        words: &mut [u32],
    ) -> Result<Status, IndirectError> {
        let layout = self.layout()?;
        let (given, needed) = (words.len(), layout.words);
        let words = words
            .get_mut(..needed)
            .ok_or(IndirectError::TooShort { given, needed })?;
        // What the draw does not write is zeros, whatever the words were used for before.
        words.fill(0);
        let written = self.counted(command, found).and_then(|counted| {
            // The tables end at the status, `rest[0]`, whose 0 is `Status::Drawn`.
            let (tables, rest) = words.split_at_mut(layout.status);
            self.write_counted(&counted, heap, tables, &mut rest[1..])
        });
        match written {
            Ok(()) => Ok(Status::Drawn),
            Err(IndirectError::NotDrawn(status)) => {
                // A part of the tables may be written already.
                words.fill(0);
                words[layout.status] = status.word();
                Ok(status)
            }
            Err(error) => Err(error),
        }
    }

    fn write_counted(
        &self,
        counted: &CountedDraw,
        heap: &mut VaryingHeap,
        tables: &mut [u32],
        rest: &mut [u32],
    ) -> Result<(), IndirectError> {
        let CountedDraw {
            counts,
            primitive,
            first_index,
        } = counted;
        write(
            &self.pipeline,
            counts,
            self.buffers,
            self.attributes,
            self.ranges,
            tables,
        )?;
        // Both exist on V4 to V7, where the instances are known, and neither from V9 on.
        let (Some(draw), Some(invocation)) = (
            self.pipeline.draw(counts)?,
            self.pipeline.invocation(counts)?,
        ) else {
            return Ok(());
        };
        // Memory comes last, because a draw that must not run takes none.
        let varyings = self.varyings_of(counts, heap)?;
        let firsts = [*first_index, counts.first_instance];
        let parts = [
            draw.words(),
            invocation.words(),
            *primitive,
            firsts,
            varyings,
        ];
        for (words, part) in rest.chunks_exact_mut(2).zip(parts) {
            words.copy_from_slice(&part);
        }
        Ok(())
    }

    /// The position of a draw's varyings and their size in bytes.
    fn varyings_of(
        &self,
        counts: &DrawCounts,
        heap: &mut VaryingHeap,
    ) -> Result<[u32; 2], IndirectError> {
        if self.varyings == 0 {
            return Ok([0; 2]);
        }
        let padded = self
            .pipeline
            .padded_vertices(counts)
            .map_err(mali_instancing::draw::DrawError::Draw)?;
        let bytes = padded
            .get()
            .checked_mul(counts.instances.unwrap_or(1))
            .and_then(|threads| threads.checked_mul(self.varyings));
        bytes
            .and_then(|bytes| Some([heap.take(bytes)?, bytes]))
            .ok_or(IndirectError::NotDrawn(Status::Varyings))
    }
}

/// A draw with the numbers of its command.
struct CountedDraw {
    counts: DrawCounts,
    primitive: [u32; 2],
    first_index: u32,
}
