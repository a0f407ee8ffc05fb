//! The arguments that an error can be about.

use crate::names::names;

/// An argument of a draw or a descriptor. It has one name everywhere: as the field of a structure, and as a key of
/// macros and manifests.
///
/// ```
/// use mali_instancing::{Argument, PaddedCount, Padding};
///
/// let error = PaddedCount::new(0, Padding::Hardware).unwrap_err();
/// assert_eq!(error.place().argument, Argument::Vertices);
/// assert_eq!(error.place().argument.name(), "vertices");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Argument {
    /// The GPU's architecture.
    Arch,
    /// The product id of a GPU.
    ProductId,
    /// The value of a GPU's register `GPU_ID`.
    GpuId,
    /// The number of vertices.
    Vertices,
    /// A vertex count that is padded already.
    PaddedVertices,
    /// The number of instances.
    Instances,
    /// The first vertex.
    FirstVertex,
    /// The first instance.
    FirstInstance,
    /// The number of vertices of a primitive.
    PrimitiveVertices,
    /// The rule by which the vertex count is padded.
    Padding,
    /// The rule by which multipliers are rounded.
    Rounding,
    /// Whether the draw uses index-driven vertex shading.
    Idvs,
    /// The resource table that holds the buffers.
    ResourceTable,
    /// The layout of the buffers' table.
    Layout,
    /// The driver's own descriptors in the table of buffers.
    ReservedBuffers,
    /// The driver's own descriptors in the table of attributes.
    ReservedAttributes,
    /// Whether the ranges of a draw have the strides of its buffers.
    BoundStrides,
    /// Whether elements that need no conversion may be unaligned.
    Unaligned,
    /// The base vertex of an indexed draw.
    BaseVertex,
    /// The smallest index of an indexed draw.
    MinimumIndex,
    /// The largest index of an indexed draw.
    MaximumIndex,
    /// The buffers, all of them.
    Buffers,
    /// The attributes, all of them.
    Attributes,
    /// The distance between a buffer's elements.
    Stride,
    /// The number of instances that share an element of a buffer.
    Divisor,
    /// The rate at which a buffer steps from one element to the next.
    Rate,
    /// A buffer's size.
    Size,
    /// A buffer's address.
    Address,
    /// The buffer that an attribute is in.
    Buffer,
    /// An attribute's format.
    Format,
    /// The offset of an attribute in its element.
    Offset,
    /// Whether an attribute may reach into the next element.
    Overlap,
    /// The source of an attribute that is in no buffer.
    Source,
    /// The number of an attribute buffer descriptor.
    BufferIndex,
    /// The distance between attributes in a vertex packet.
    AttributeStride,
    /// The threads of a workgroup along x.
    SizeX,
    /// The threads of a workgroup along y.
    SizeY,
    /// The threads of a workgroup along z.
    SizeZ,
    /// The workgroups along x.
    WorkgroupsX,
    /// The workgroups along y.
    WorkgroupsY,
    /// The workgroups along z.
    WorkgroupsZ,
    /// The words that are written to.
    Words,
}

names! {
    impl Argument {
        /// Every argument.
        ALL;
        /// The argument's name, with `_` between words: `first_vertex`.
        name;
        /// The argument whose [`Argument::name`] is `name`; `None` if there is none.
        ///
        /// ```
        /// use mali_instancing::Argument;
        ///
        /// assert_eq!(Argument::from_name("first_vertex"), Some(Argument::FirstVertex));
        /// assert_eq!(Argument::from_name("first-vertex"), None);
        /// ```
        from_name;
    }
    Arch: "arch",
    ProductId: "product_id",
    GpuId: "gpu_id",
    Vertices: "vertices",
    PaddedVertices: "padded_vertices",
    Instances: "instances",
    FirstVertex: "first_vertex",
    FirstInstance: "first_instance",
    PrimitiveVertices: "primitive_vertices",
    Padding: "padding",
    Rounding: "rounding",
    Idvs: "idvs",
    ResourceTable: "resource_table",
    Layout: "layout",
    ReservedBuffers: "reserved_buffers",
    ReservedAttributes: "reserved_attributes",
    BoundStrides: "bound_strides",
    Unaligned: "unaligned",
    BaseVertex: "base_vertex",
    MinimumIndex: "minimum_index",
    MaximumIndex: "maximum_index",
    Buffers: "buffers",
    Attributes: "attributes",
    Stride: "stride",
    Divisor: "divisor",
    Rate: "rate",
    Size: "size",
    Address: "address",
    Buffer: "buffer",
    Format: "format",
    Offset: "offset",
    Overlap: "overlap",
    Source: "source",
    BufferIndex: "buffer_index",
    AttributeStride: "attribute_stride",
    SizeX: "size_x",
    SizeY: "size_y",
    SizeZ: "size_z",
    WorkgroupsX: "workgroups_x",
    WorkgroupsY: "workgroups_y",
    WorkgroupsZ: "workgroups_z",
    Words: "words",
}
