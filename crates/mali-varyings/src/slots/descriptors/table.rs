use super::linked::VaryingDescriptors;
use crate::stage::Stage;

impl VaryingDescriptors<'_> {
    /// The number of words of a descriptor: 2 on V4 to V7, 8 from V9 on.
    #[must_use]
    pub const fn words_per_descriptor(&self) -> u32 {
        if self.in_buffers().is_some() { 2 } else { 8 }
    }

    /// The number of words of a stage's table; 0 for the vertex stage from V9 on.
    #[must_use]
    pub const fn words(&self, stage: Stage) -> u32 {
        self.words_per_descriptor() * self.descriptors(stage)
    }

    /// Writes a stage's table, as many descriptors of it as there is room for. The words of a number that no slot has are
    /// zeros.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{BaseType, Driver, MemoryLayout, Slot, Stage, VaryingDescriptors};
    ///
    /// let uv = [Slot::new(Slot::VAR0, 1, BaseType::Float, 2)];
    /// let layout = MemoryLayout::place(&uv)?;
    /// let linked = VaryingDescriptors::link(Driver::Panfrost, Arch::V7, &layout, &uv, true)?;
    /// let mut words = vec![1; linked.words(Stage::Fragment) as usize];
    /// linked.write(Stage::Fragment, &mut words);
    /// assert_eq!(words[..2], [0, 0]);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    pub fn write(&self, stage: Stage, words: &mut [u32]) {
        let rows = words.chunks_exact_mut(self.words_per_descriptor() as usize);
        for (number, row) in (0..).zip(rows) {
            row.fill(0);
            let of_buffers = self.in_buffers().and_then(|varyings| match stage {
                Stage::Vertex => varyings.vertex_descriptor(number),
                Stage::Fragment => varyings.fragment_descriptor(number),
            });
            // `in_buffers` and `in_packets` exclude each other, so at most one of them fills the row.
            let packets = self.in_packets().filter(|_| stage == Stage::Fragment);
            let of_packets = packets.and_then(|varyings| varyings.fragment_descriptor(number));
            if let Some(descriptor) = of_buffers {
                row.copy_from_slice(&descriptor.words());
            }
            if let Some(descriptor) = of_packets {
                row.copy_from_slice(&descriptor.words());
            }
        }
    }
}
