//! The table of a draw's optional arguments. Whatever an argument has elsewhere comes from here: its field, its
//! [`Argument`](crate::Argument), its key in macros, and the error on an architecture that does not use it.

/// Passes the arguments to another macro, after what that macro gets from its caller: those of counts, then those of a
/// pipeline. Each has
///
/// * the documentation of its field,
/// * the field, the function that sets it, its type, and its value where it is absent,
/// * its `Argument`, and what a macro takes for it, a form of `macro_support::vertex_input`,
/// * if some architectures do not use it, the numbers of those that do, their names, and the text about the others,
/// * the type of its key, and what it is.
///
/// `arch` and `vertices` are required, and are not here.
macro_rules! draw_arguments {
    ($macro:ident $given:tt) => {
        $macro! {
            $given
            counts {
                {
                    /// The number of instances, at least 1; `None` for an instanced draw whose number is not known yet.
                    instances, with_instances: Option<u32> = None;
                    Instances, known_number;
                    key u32,
                    "The number of instances. Absent: an instanced draw whose number is not known yet."
                }
                {
                    /// The first vertex: GL's `first`, Vulkan's `firstVertex`. In an indexed draw, the smallest
                    /// index plus the base vertex.
                    first_vertex, with_first_vertex: u32 = 0;
                    FirstVertex, number;
                    only 4..=7, "V4 to V7", " has no offset start";
                    key u32,
                    "The first vertex: GL's `first`, Vulkan's `firstVertex`. Of an indexed draw, the smallest index plus \
                     the base vertex."
                }
                {
                    /// Vulkan's `firstInstance`, GL's `baseinstance`.
                    first_instance, with_first_instance: u32 = 0;
                    FirstInstance, number;
                    key u32,
                    "Vulkan's `firstInstance`, GL's `baseinstance`."
                }
                {
                    /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points. `None` writes an
                    /// instance primitive size of 1.
                    ///
                    /// Strips and fans count as the primitives that they consist of, 3 or 2, as in Mesa's
                    /// `primitive_vertex_count`, although they have more primitives than their vertices divided by that
                    /// number.
                    primitive_vertices, with_primitive_vertices: Option<NonZeroU32> = None;
                    PrimitiveVertices, nonzero_number;
                    only 4..=7, "V4 to V7", " has no instance primitive size";
                    key NonZeroU32,
                    "The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points. Absent: an \
                     instance primitive size of 1."
                }
                {
                    /// The padded vertex count, if it is known already: at least `vertices`. The rules of padding are not
                    /// used then. With `idvs` it is that of a multiple of four vertices, which is not checked.
                    padded_vertices, with_padded_vertices: Option<PaddedCount> = None;
                    PaddedVertices, padded_count;
                    only 4..=7, "V4 to V7", " pads nothing";
                    key PaddedCount,
                    "The padded vertex count, if it is known already: 1, 3, 5, 7 or 9 times a power of two."
                }
            }
            pipeline {
                {
                    /// The rule by which the vertex count is padded.
                    padding, with_padding: Padding = Padding::Hardware;
                    Padding, name Padding;
                    only 4..=7, "V4 to V7", " pads nothing";
                    key Padding,
                    "The rule by which the vertex count is padded."
                }
                {
                    /// The rule by which multipliers are rounded.
                    rounding, with_rounding: Rounding = Rounding::RoundDown;
                    Rounding, name Rounding;
                    key Rounding,
                    "The rule by which multipliers are rounded."
                }
                {
                    /// Whether the draw uses index-driven vertex shading.
                    idvs, with_idvs: bool = false;
                    Idvs, flag;
                    // V4 and V5 have an error of their own.
                    only 4..=7, "V6 and V7", " pads nothing";
                    key bool,
                    "Whether the draw uses index-driven vertex shading."
                }
                {
                    /// The resource table that holds the buffers, 0 to 63.
                    resource_table, with_resource_table: u32 = 0;
                    ResourceTable, number;
                    only 9.., "V9 and later", " has no resource tables";
                    key u32,
                    "The resource table that holds the buffers, 0 to 63."
                }
                {
                    /// The layout of the buffers' table.
                    layout, with_layout: TableLayout = TableLayout::Driver;
                    Layout, name TableLayout;
                    only 4..=7, "V4 to V7", " has one layout of its tables";
                    key TableLayout,
                    "The layout of the buffers' table: in the layout `fixed`, no word moves with the counts."
                }
                {
                    /// The number of the driver's own descriptors in the table of buffers, at most 255: those of images,
                    /// say. They are after the descriptors of buffers and IDs, and before the null terminator. The driver
                    /// writes them: until then their words are unspecified.
                    reserved_buffers, with_reserved_buffers: u32 = 0;
                    ReservedBuffers, number;
                    key u32,
                    "The number of the driver's own descriptors in the table of buffers, after those of buffers and IDs."
                }
                {
                    /// The number of the driver's own descriptors at the end of the table of attributes, at most 255.
                    reserved_attributes, with_reserved_attributes: u32 = 0;
                    ReservedAttributes, number;
                    key u32,
                    "The number of the driver's own descriptors at the end of the table of attributes."
                }
                {
                    /// Whether the ranges of a draw have the strides of its buffers, as after `vkCmdBindVertexBuffers2`.
                    /// The strides of the [`VertexBuffer`](super::VertexBuffer)s are not used then.
                    bound_strides, with_bound_strides: bool = false;
                    BoundStrides, flag;
                    key bool,
                    "Whether strides are bound with the addresses, as after `vkCmdBindVertexBuffers2`. Only for a pipeline."
                }
                {
                    /// Whether elements that need no conversion, those of
                    /// [`Format::R32_SFLOAT`](crate::Format::R32_SFLOAT) to
                    /// [`Format::R32G32B32A32_SFLOAT`](crate::Format::R32G32B32A32_SFLOAT) and of the same formats of
                    /// integers, may be unaligned: at an address that is not a multiple of
                    /// [`Format::alignment`](crate::Format::alignment). V4 and V5 read them, more slowly, as Mesa's driver says.
                    unaligned, with_unaligned: bool = false;
                    Unaligned, flag;
                    only 4..=5, "V4 and V5", " converts every element, and unaligned ones wrongly";
                    key bool,
                    "Whether elements that need no conversion may be unaligned: those of 32-bit floats and integers."
                }
            }
        }
    };
}
