use crate::names::names;

/// The layout of the descriptors of buffers in the table of V4 to V7. From V9 on there is only one layout.
///
/// An attribute buffer has one descriptor. A buffer that divides by multiplying has a second one, its
/// continuation, and begins at an even index. A gap between descriptors has a copy
/// of the descriptor before it, because an empty one may stop the prefetching of V6 and V7 too early: whether it does,
/// [only a chip can say](crate::guide::certainty#what-only-a-chip-can-say).
///
/// Facts: Mesa's `panfrost_emit_vertex_data` uses `Driver`, its Vulkan driver two descriptors for each buffer.
///
/// ```
/// use mali_instancing::draw::{DrawCounts, Pipeline, TableLayout, VertexBuffer, VertexInput};
/// use mali_instancing::{Arch, InputRate};
///
/// let index_of_second = |layout| {
///     let pipeline = Pipeline::new(Arch::V7).with_layout(layout);
///     let counts = DrawCounts::any_instances(70);
///     let buffer = VertexBuffer::new(20, InputRate::Vertex);
///     VertexInput::<2, 0, 2>::new(pipeline, counts, [buffer; 2], []).map(|input| input.buffer_indices()[1])
/// };
/// assert_eq!(index_of_second(TableLayout::Driver)?, 1);
/// assert_eq!(index_of_second(TableLayout::Fixed)?, 2);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum TableLayout {
    /// Descriptors without gaps where possible, as chips read them from Mesa's GL driver. The index of a buffer's
    /// descriptor depends on the counts of the draw.
    #[default]
    Driver,
    /// Two descriptors for each buffer, so that no word moves with the counts. Without a continuation, the
    /// second is a copy of the first.
    Fixed,
}

names! {
    impl TableLayout {
        /// Every layout, the default first.
        ALL;
        /// The name that manifests and macros use: `driver`.
        name;
        /// The layout whose [`TableLayout::name`] is `name`; `None` if there is none.
        ///
        /// ```
        /// use mali_instancing::draw::TableLayout;
        ///
        /// assert_eq!(TableLayout::from_name("fixed"), Some(TableLayout::Fixed));
        /// assert_eq!(TableLayout::from_name("packed"), None);
        /// ```
        from_name;
    }
    Driver: "driver",
    Fixed: "fixed",
}
