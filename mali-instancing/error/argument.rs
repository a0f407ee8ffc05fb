//! The arguments that an error can be about.

use crate::names::names;

/// Declares the arguments: those that are given, each with its name, and those of the table.
macro_rules! arguments {
    (
        { $($(#[$of_other:meta])* $Other:ident: $other:literal,)* }
        $($half:ident {
            $({
                $(#[$doc:meta])*
                $field:ident, $with_field:ident: $Field:ty = $default:expr;
                $Argument:ident, $($form:ident)+;
                $(only $archs:pat, $names:literal, $without:literal;)?
                key $Key:ty,
                $what:literal
            })*
        })*
    ) => {
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
            $($(#[$of_other])* $Other,)*
            $($(#[doc = $what] $Argument,)*)*
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
            $($Other: $other,)*
            $($($Argument: stringify!($field),)*)*
        }

        impl Argument {
            /// Whether the architecture of that number uses the argument.
            pub(crate) const fn is_used_by(self, arch: u8) -> bool {
                match self {
                    $($($(Self::$Argument => matches!(arch, $archs),)?)*)*
                    _ => true,
                }
            }

            /// The text about an architecture that does not use the argument, and the names of those that do.
            pub(super) const fn unused(self) -> (&'static str, &'static str) {
                match self {
                    $($($(Self::$Argument => ($without, $names),)?)*)*
                    _ => (" does not use it", "others"),
                }
            }
        }
    };
}

draw_arguments! {
    arguments {
        /// The GPU's architecture.
        Arch: "arch",
        /// The product id of a GPU.
        ProductId: "product_id",
        /// The value of a GPU's register `GPU_ID`.
        GpuId: "gpu_id",
        /// The number of vertices.
        Vertices: "vertices",
        /// The base vertex of an indexed draw.
        BaseVertex: "base_vertex",
        /// The smallest index of an indexed draw.
        MinimumIndex: "minimum_index",
        /// The largest index of an indexed draw.
        MaximumIndex: "maximum_index",
        /// The buffers, all of them.
        Buffers: "buffers",
        /// The attributes, all of them.
        Attributes: "attributes",
        /// The distance between a buffer's elements.
        Stride: "stride",
        /// The number of instances that share an element of a buffer.
        Divisor: "divisor",
        /// The rate at which a buffer steps from one element to the next.
        Rate: "rate",
        /// A buffer's size.
        Size: "size",
        /// A buffer's address.
        Address: "address",
        /// The buffer that an attribute is in.
        Buffer: "buffer",
        /// An attribute's format.
        Format: "format",
        /// The offset of an attribute in its element.
        Offset: "offset",
        /// Whether an attribute may reach into the next element.
        Overlap: "overlap",
        /// The source of an attribute that is in no buffer.
        Source: "source",
        /// The number of an attribute buffer descriptor.
        BufferIndex: "buffer_index",
        /// The distance between attributes in a vertex packet.
        AttributeStride: "attribute_stride",
        /// The threads of a workgroup along x.
        SizeX: "size_x",
        /// The threads of a workgroup along y.
        SizeY: "size_y",
        /// The threads of a workgroup along z.
        SizeZ: "size_z",
        /// The workgroups along x.
        WorkgroupsX: "workgroups_x",
        /// The workgroups along y.
        WorkgroupsY: "workgroups_y",
        /// The workgroups along z.
        WorkgroupsZ: "workgroups_z",
        /// The words that are written to.
        Words: "words",
    }
}
