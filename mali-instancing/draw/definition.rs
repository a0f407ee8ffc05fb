//! The fields of a draw. Each is defined once, and belongs to a pipeline or to a draw's counts.

use core::num::NonZeroU32;

use super::table_layout::TableLayout;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

/// Declares the function that sets one field, so that a structure can gain fields.
macro_rules! set {
    ($field:ident: $Type:ty, $with_field:ident) => {
        #[doc = concat!("The same draw with `", stringify!($field), "`.")]
        #[must_use]
        pub const fn $with_field(mut self, $field: $Type) -> Self {
            self.$field = $field;
            self
        }
    };
}

/// Declares both halves of a draw. The first field of a half is an argument of its constructors, the others have a
/// default.
macro_rules! draw {
    (
        $(#[$of_pipeline:meta])*
        struct $Pipeline:ident {
            $(#[$of_first_rule:meta])*
            $first_rule:ident: $FirstRule:ty, $with_first_rule:ident;
            $(
                $(#[$of_rule:meta])*
                $rule:ident: $Rule:ty = $rule_default:expr, $with_rule:ident;
            )*
        }
        $(#[$of_counts:meta])*
        struct $Counts:ident {
            $(#[$of_first_count:meta])*
            $first_count:ident: $FirstCount:ty, $with_first_count:ident;
            $(
                $(#[$of_count:meta])*
                $count:ident: $Count:ty = $count_default:expr, $with_count:ident;
            )*
        }
    ) => {
        $(#[$of_pipeline])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        pub struct $Pipeline {
            $(#[$of_first_rule])*
            pub $first_rule: $FirstRule,
            $($(#[$of_rule])* pub $rule: $Rule,)*
        }

        $(#[$of_counts])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        pub struct $Counts {
            $(#[$of_first_count])*
            pub $first_count: $FirstCount,
            $($(#[$of_count])* pub $count: $Count,)*
        }

        impl $Pipeline {
            /// Draws with the default rules.
            #[must_use]
            pub const fn new($first_rule: $FirstRule) -> Self {
                Self { $first_rule, $($rule: $rule_default,)* }
            }

            set!($first_rule: $FirstRule, $with_first_rule);
            $(set!($rule: $Rule, $with_rule);)*
        }

        impl $Counts {
            /// The names of the fields, the number of vertices first.
            #[doc(hidden)]
            pub const FIELDS: &'static [&'static str] =
                &[stringify!($first_count), $(stringify!($count)),*];

            /// A draw of a number of instances that is not known yet. It begins at vertex 0 and instance 0.
            #[must_use]
            pub const fn any_instances($first_count: $FirstCount) -> Self {
                Self { $first_count, $($count: $count_default,)* }
            }

            /// A draw of that number of instances, which is 1 for a draw without instancing. It begins at vertex 0 and
            /// instance 0.
            #[must_use]
            pub const fn instanced($first_count: $FirstCount, instances: u32) -> Self {
                Self { instances: Some(instances), ..Self::any_instances($first_count) }
            }

            set!($first_count: $FirstCount, $with_first_count);
            $(set!($count: $Count, $with_count);)*
        }
    };
}

draw! {
    /// The part of a draw that is the same for every draw of a pipeline: the GPU, and the rules.
    ///
    /// ```
    /// use mali_instancing::draw::Pipeline;
    /// use mali_instancing::{Arch, Padding};
    ///
    /// const PIPELINE: Pipeline = Pipeline::new(Arch::V7).with_idvs(true);
    /// assert_eq!((PIPELINE.arch, PIPELINE.padding), (Arch::V7, Padding::Hardware));
    /// ```
    struct Pipeline {
        /// The GPU's architecture.
        arch: Arch, with_arch;
        /// The rule by which the vertex count is padded.
        padding: Padding = Padding::Hardware, with_padding;
        /// The rule by which multipliers are rounded.
        rounding: Rounding = Rounding::RoundDown, with_rounding;
        /// Whether the draw uses index-driven vertex shading.
        idvs: bool = false, with_idvs;
        /// The resource table that holds the buffers, 0 to 63. V9 and later only.
        resource_table: u32 = 0, with_resource_table;
        /// The layout of the buffers' table. V4 to V7 only.
        layout: TableLayout = TableLayout::Driver, with_layout;
        /// The number of the driver's own descriptors in the table of buffers, at most 255: those of images, say. They
        /// are after the descriptors of buffers and IDs, and before the null terminator. The driver writes them: until
        /// then their words are unspecified.
        reserved_buffers: u32 = 0, with_reserved_buffers;
        /// The number of the driver's own descriptors at the end of the table of attributes, at most 255.
        reserved_attributes: u32 = 0, with_reserved_attributes;
        /// Whether the ranges of a draw have the strides of its buffers, as after `vkCmdBindVertexBuffers2`. The strides of
        /// the [`VertexBuffer`](super::VertexBuffer)s are not used then.
        bound_strides: bool = false, with_bound_strides;
        /// Whether elements that need no conversion, those of [`Format::R32_SFLOAT`](crate::Format::R32_SFLOAT) to
        /// [`Format::R32G32B32A32_SFLOAT`](crate::Format::R32G32B32A32_SFLOAT) and of the same formats of integers, may be
        /// unaligned: at an address that is not a multiple of [`Format::alignment`](crate::Format::alignment). V4 and V5
        /// read them, more slowly, as Mesa's driver says. V4 and V5 only.
        unaligned: bool = false, with_unaligned;
    }

    /// The part that a draw adds to its pipeline.
    ///
    /// ```
    /// use mali_instancing::draw::DrawCounts;
    ///
    /// const COUNTS: DrawCounts = DrawCounts::instanced(70, 100);
    /// assert_eq!((COUNTS.vertices, COUNTS.first_instance), (70, 0));
    /// ```
    struct DrawCounts {
        /// The number of vertices, at least 1. For an indexed draw, see [`IndexedVertices`](super::IndexedVertices). From V9
        /// on no table depends on it: there the number of indices serves as well.
        vertices: u32, with_vertices;
        /// The number of instances, at least 1; `None` for an instanced draw whose number is not known yet.
        instances: Option<u32> = None, with_instances;
        /// The first vertex: GL's `first`, Vulkan's `firstVertex`. In an indexed draw, the smallest
        /// index plus the base vertex.
        first_vertex: u32 = 0, with_first_vertex;
        /// Vulkan's `firstInstance`, GL's `baseinstance`.
        first_instance: u32 = 0, with_first_instance;
        /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points. `None` writes an
        /// instance primitive size of 1. V4 to V7 only.
        ///
        /// Strips and fans count as the primitives that they consist of, 3 or 2, as in Mesa's `primitive_vertex_count`,
        /// although they have more primitives than their vertices divided by that number.
        primitive_vertices: Option<NonZeroU32> = None, with_primitive_vertices;
        /// The padded vertex count, if it is known already: at least `vertices`. The rules of padding are not used
        /// then. V4 to V7 only.
        padded_vertices: Option<PaddedCount> = None, with_padded_vertices;
    }
}
