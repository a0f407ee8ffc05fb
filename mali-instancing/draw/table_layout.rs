use crate::names::names;

/// Where the descriptors of buffers are in the table of V4 to V7. From V9 on there is one layout.
///
/// An attribute buffer has one descriptor, and one that divides by multiplying a second one, its
/// continuation. Such a pair begins at an even index. A descriptor between others that has no buffer is a copy
/// of the one before it, because an empty one may stop the prefetching of V6 and V7 before its time.
///
/// Facts: Mesa's `panfrost_emit_vertex_data` writes `Driver`, its Vulkan driver two descriptors a buffer.
///
/// ```
/// use mali_instancing::draw::{DrawCall, TableLayout, VertexBuffer, VertexInput};
/// use mali_instancing::{Arch, InputRate};
///
/// let index_of_second = |layout| {
///     let call = DrawCall { layout, ..DrawCall::new(Arch::V7, 70) };
///     let buffer = VertexBuffer::new(20, InputRate::Vertex);
///     VertexInput::<2, 0, 2>::new(call, [buffer; 2], []).map(|input| input.buffer_indices()[1])
/// };
/// assert_eq!(index_of_second(TableLayout::Driver)?, 1);
/// assert_eq!(index_of_second(TableLayout::Fixed)?, 2);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum TableLayout {
    /// One descriptor after the other, so that the index of a buffer's depends on the counts of the draw.
    #[default]
    Driver,
    /// Two descriptors a buffer, so that no word moves with the counts. Where there is no continuation, the
    /// second is a copy of the first.
    Fixed,
}

names! {
    impl TableLayout {
        /// Every layout, the default first.
        ALL;
        /// The name that manifests and macros use: `driver`.
        name;
        /// The layout of that name, as [`TableLayout::name`] has it.
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
