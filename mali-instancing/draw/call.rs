use super::definition::DrawCall;
use super::error::DrawError;
use crate::descriptor::{Draw, Invocation};
use crate::error::Error;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;
use crate::thread_count::ThreadCount;
use crate::tri::tri;

impl DrawCall {
    /// The padded vertex count; from V9 on, where nothing is padded, a single vertex.
    ///
    /// # Errors
    ///
    /// [`Error::VertexCount`] for 0 vertices and for too many to pad, [`Error::PaddedVertices`] for a padded count of the
    /// call's own that is below its vertices, [`Error::IdvsArch`] for index-driven vertex shading on an architecture
    /// without it.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::DrawCall;
    ///
    /// assert_eq!(DrawCall::any_instances(Arch::V7, 70).padded_vertices()?.get(), 72);
    /// assert_eq!(DrawCall::any_instances(Arch::V9, 70).padded_vertices()?.get(), 1);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    // Firmware that only pads takes 124 bytes less: the fields that are not used are not made.
    #[inline]
    pub const fn padded_vertices(&self) -> Result<PaddedCount, Error> {
        self.pipeline().padded_vertices(&self.counts())
    }

    /// The threads that the draw dispatches.
    ///
    /// # Errors
    ///
    /// The errors of [`DrawCall::padded_vertices`], and [`Error::InstanceCount`] for 0 instances and for
    /// too many threads.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::DrawCall;
    ///
    /// let call = DrawCall::instanced(Arch::V7, 70, 100);
    /// assert_eq!(call.thread_count()?.instances().unwrap().get(), 100);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn thread_count(&self) -> Result<ThreadCount, Error> {
        self.pipeline().thread_count(&self.counts())
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
    /// The errors of [`DrawCall::thread_count`].
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::DrawCall;
    ///
    /// let call = DrawCall::any_instances(Arch::V7, 70).with_primitive_vertices(NonZeroU32::new(3));
    /// // 70 vertices are padded to 72, which are 24 triangles, and 24 are padded to 28.
    /// assert_eq!(call.instance_primitive_size()?.get(), 28);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn instance_primitive_size(&self) -> Result<PaddedCount, Error> {
        match self.thread_count() {
            Ok(thread_count) => Ok(self.instance_primitive_size_of(thread_count)),
            Err(error) => Err(error),
        }
    }

    const fn instance_primitive_size_of(&self, thread_count: ThreadCount) -> PaddedCount {
        let Some(primitive_vertices) = self.primitive_vertices else {
            return PaddedCount::ONE;
        };
        let vertices = if thread_count.is_instanced() {
            thread_count.padded_vertices().get()
        } else {
            self.vertices
        };
        let primitives = vertices.div_ceil(primitive_vertices.get());
        match PaddedCount::new(primitives, Padding::Mesa) {
            Ok(size) => size,
            // The largest padded count, as a number of points: the rule has no padded count above it.
            Err(_) => PaddedCount::MAX,
        }
    }

    /// The words of the `Draw` descriptor; `None` from V9 on, where they are not part of vertex input.
    ///
    /// # Errors
    ///
    /// [`DrawError::Draw`] with the errors of [`DrawCall::thread_count`].
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::DrawCall;
    ///
    /// let call = DrawCall::instanced(Arch::V7, 70, 100).with_first_vertex(7);
    /// assert_eq!(call.draw()?.unwrap().words(), [0x0083_0000, 7]);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub const fn draw(&self) -> Result<Option<Draw>, DrawError> {
        let thread_count = tri!(self.thread_count(), DrawError::Draw);
        Ok(self.draw_of(thread_count))
    }

    const fn draw_of(&self, thread_count: ThreadCount) -> Option<Draw> {
        if !self.arch.has_attribute_buffers() {
            return None;
        }
        let draw = Draw::new(thread_count, self.first_vertex);
        let size = self.instance_primitive_size_of(thread_count);
        Some(draw.with_instance_primitive_size(size))
    }

    /// The `Invocation` descriptor; `None` from V9 on, where it does not exist, and if the number of
    /// instances is not known.
    ///
    /// # Errors
    ///
    /// [`DrawError::Draw`] with the errors of [`DrawCall::thread_count`], and if vertices and instances together
    /// take more than 32 bits.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::DrawCall;
    ///
    /// let call = DrawCall::instanced(Arch::V7, 22, 905);
    /// assert_eq!(call.invocation()?.unwrap().words(), [0x7115, 0x2140_0000]);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub const fn invocation(&self) -> Result<Option<Invocation>, DrawError> {
        tri!(self.thread_count(), DrawError::Draw);
        self.invocation_of_right_counts()
    }

    const fn invocation_of_right_counts(&self) -> Result<Option<Invocation>, DrawError> {
        match self.instances {
            Some(instances) if self.arch.has_attribute_buffers() => {
                let invocation = Invocation::draw(self.vertices, instances);
                Ok(Some(tri!(invocation, DrawError::Draw)))
            }
            _ => Ok(None),
        }
    }

    /// The words of both descriptors, of [`DrawCall::draw`] and [`DrawCall::invocation`], for threads that
    /// [`DrawCall::thread_count`] has counted: they are not counted again.
    ///
    /// # Errors
    ///
    /// [`DrawError::Draw`], if vertices and instances together take more than 32 bits.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::{DrawCall, DrawError};
    ///
    /// let call = DrawCall::instanced(Arch::V7, 22, 905).with_first_vertex(7);
    /// let thread_count = call.thread_count().map_err(DrawError::Draw)?;
    /// let [draw, invocation] = call.draw_and_invocation_words(thread_count)?;
    /// assert_eq!(draw, Some([0x0023_0000, 7]));
    /// assert_eq!(invocation, Some([0x7115, 0x2140_0000]));
    /// # Ok::<(), DrawError>(())
    /// ```
    #[inline]
    pub const fn draw_and_invocation_words(
        &self,
        thread_count: ThreadCount,
    ) -> Result<[Option<[u32; 2]>; 2], DrawError> {
        let draw = match self.draw_of(thread_count) {
            Some(draw) => Some(draw.words()),
            None => None,
        };
        let invocation = match tri!(self.invocation_of_right_counts()) {
            Some(invocation) => Some(invocation.words()),
            None => None,
        };
        Ok([draw, invocation])
    }
}
