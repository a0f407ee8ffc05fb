use super::definition::{DrawCounts, Pipeline};
use super::error::DrawError;
use crate::descriptor::{Draw, Invocation};
use crate::error::{Error, tri};
use crate::padded_count::PaddedCount;
use crate::padding::Padding;
use crate::thread_count::ThreadCount;

impl Pipeline {
    /// The padded vertex count; from V9 on, where nothing is padded, a single vertex.
    ///
    /// # Errors
    ///
    /// [`Error::VertexCount`] for 0 vertices and for too many to pad, [`Error::PaddedVertices`] for a padded count that is
    /// known already and below the vertices, [`Error::IdvsArch`] for index-driven vertex shading on an architecture
    /// without it.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, Pipeline};
    ///
    /// let counts = DrawCounts::any_instances(70);
    /// assert_eq!(Pipeline::new(Arch::V7).padded_vertices(&counts)?.get(), 72);
    /// assert_eq!(Pipeline::new(Arch::V9).padded_vertices(&counts)?.get(), 1);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[inline]
    pub const fn padded_vertices(&self, counts: &DrawCounts) -> Result<PaddedCount, Error> {
        tri!(self.check_idvs());
        if self.arch.has_attribute_buffers() {
            return self.pad(counts);
        }
        match counts.vertices {
            0 => Err(Error::VertexCount {
                vertices: 0,
                maximum: u32::MAX,
            }),
            // With a padded count of 1, any number of instances has threads that fit 32 bits.
            _ => Ok(PaddedCount::ONE),
        }
    }

    /// The threads that the draw dispatches.
    ///
    /// # Errors
    ///
    /// The errors of [`Pipeline::padded_vertices`], and [`Error::InstanceCount`] for 0 instances and for
    /// too many threads.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, Pipeline};
    ///
    /// let pipeline = Pipeline::new(Arch::V7);
    /// let counts = DrawCounts::instanced(70, 100);
    /// assert_eq!(pipeline.thread_count(&counts)?.instances().unwrap().get(), 100);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn thread_count(&self, counts: &DrawCounts) -> Result<ThreadCount, Error> {
        ThreadCount::of(tri!(self.padded_vertices(counts)), counts.instances)
    }

    /// The instance primitive size of the `Draw` descriptor: the number of primitives of an instance,
    /// padded by Mesa's rule. That number is the padded vertices divided by `primitive_vertices`, or the vertices
    /// divided by it in a draw of one instance. The size is 1 if `primitive_vertices` is
    /// `None`.
    ///
    /// Mesa's newest Vulkan driver computes it this way. Its version of 2025 and its GL driver write 1 in every
    /// draw. What the unit needs if no shader reads a primitive ID,
    /// [only a chip can say](crate::guide::certainty#what-only-a-chip-can-say).
    ///
    /// # Errors
    ///
    /// The errors of [`Pipeline::thread_count`].
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, Pipeline};
    ///
    /// let pipeline = Pipeline::new(Arch::V7);
    /// let counts = DrawCounts::any_instances(70).with_primitive_vertices(NonZeroU32::new(3));
    /// // 70 vertices are padded to 72, which are 24 triangles, and 24 are padded to 28.
    /// assert_eq!(pipeline.instance_primitive_size(&counts)?.get(), 28);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn instance_primitive_size(&self, counts: &DrawCounts) -> Result<PaddedCount, Error> {
        match self.thread_count(counts) {
            Ok(thread_count) => Ok(instance_primitive_size_of(counts, thread_count)),
            Err(error) => Err(error),
        }
    }

    /// The words of the `Draw` descriptor; `None` from V9 on, where they are not part of vertex input.
    ///
    /// # Errors
    ///
    /// [`DrawError::Draw`] with the errors of [`Pipeline::thread_count`].
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, Pipeline};
    ///
    /// let pipeline = Pipeline::new(Arch::V7);
    /// let counts = DrawCounts::instanced(70, 100).with_first_vertex(7);
    /// assert_eq!(pipeline.draw(&counts)?.unwrap().words(), [0x0083_0000, 7]);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub const fn draw(&self, counts: &DrawCounts) -> Result<Option<Draw>, DrawError> {
        let thread_count = tri!(self.thread_count(counts), DrawError::Draw);
        Ok(self.draw_of(counts, thread_count))
    }

    const fn draw_of(&self, counts: &DrawCounts, thread_count: ThreadCount) -> Option<Draw> {
        if !self.arch.has_attribute_buffers() {
            return None;
        }
        let draw = Draw::new(thread_count, counts.first_vertex);
        let size = instance_primitive_size_of(counts, thread_count);
        Some(draw.with_instance_primitive_size(size))
    }

    /// The `Invocation` descriptor; `None` from V9 on, where it does not exist, and if the number of
    /// instances is not known.
    ///
    /// # Errors
    ///
    /// [`DrawError::Draw`] with the errors of [`Pipeline::thread_count`], and if vertices and instances together
    /// take more than 32 bits.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, Pipeline};
    ///
    /// let pipeline = Pipeline::new(Arch::V7);
    /// let counts = DrawCounts::instanced(22, 905);
    /// assert_eq!(pipeline.invocation(&counts)?.unwrap().words(), [0x7115, 0x2140_0000]);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub const fn invocation(&self, counts: &DrawCounts) -> Result<Option<Invocation>, DrawError> {
        tri!(self.thread_count(counts), DrawError::Draw);
        self.invocation_of_right_counts(counts)
    }

    const fn invocation_of_right_counts(
        &self,
        counts: &DrawCounts,
    ) -> Result<Option<Invocation>, DrawError> {
        match counts.instances {
            Some(instances) if self.arch.has_attribute_buffers() => {
                let invocation = Invocation::draw(counts.vertices, instances);
                Ok(Some(tri!(invocation, DrawError::Draw)))
            }
            _ => Ok(None),
        }
    }

    /// The words of both descriptors, of [`Pipeline::draw`] and [`Pipeline::invocation`], for threads that
    /// [`Pipeline::thread_count`] has counted: they are not counted again.
    ///
    /// # Errors
    ///
    /// [`DrawError::Draw`], if vertices and instances together take more than 32 bits.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCounts, DrawError, Pipeline};
    ///
    /// let pipeline = Pipeline::new(Arch::V7);
    /// let counts = DrawCounts::instanced(22, 905).with_first_vertex(7);
    /// let thread_count = pipeline.thread_count(&counts).map_err(DrawError::Draw)?;
    /// let [draw, invocation] = pipeline.draw_and_invocation_words(&counts, thread_count)?;
    /// assert_eq!(draw, Some([0x0023_0000, 7]));
    /// assert_eq!(invocation, Some([0x7115, 0x2140_0000]));
    /// # Ok::<(), DrawError>(())
    /// ```
    #[doc(hidden)]
    #[inline]
    pub const fn draw_and_invocation_words(
        &self,
        counts: &DrawCounts,
        thread_count: ThreadCount,
    ) -> Result<[Option<[u32; 2]>; 2], DrawError> {
        let draw = match self.draw_of(counts, thread_count) {
            Some(draw) => Some(draw.words()),
            None => None,
        };
        let invocation = match tri!(self.invocation_of_right_counts(counts)) {
            Some(invocation) => Some(invocation.words()),
            None => None,
        };
        Ok([draw, invocation])
    }
}

const fn instance_primitive_size_of(counts: &DrawCounts, thread_count: ThreadCount) -> PaddedCount {
    let Some(primitive_vertices) = counts.primitive_vertices else {
        return PaddedCount::ONE;
    };
    let vertices = if thread_count.is_instanced() {
        thread_count.padded_vertices().get()
    } else {
        counts.vertices
    };
    let primitives = vertices.div_ceil(primitive_vertices.get());
    match PaddedCount::new(primitives, Padding::Mesa) {
        Ok(size) => size,
        // The largest padded count, as a number of points: the rule has no padded count above it.
        Err(_) => PaddedCount::MAX,
    }
}
