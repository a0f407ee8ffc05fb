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

/// Declares both halves of a draw. The first field of a half is an argument of its constructors, the others are those of
/// the table, which have a default.
macro_rules! draw {
    (
        {
            $(#[$of_counts:meta])*
            struct $Counts:ident {
                $(#[$of_first_count:meta])*
                $first_count:ident, $with_first_count:ident: $FirstCount:ty;
            }
            $(#[$of_pipeline:meta])*
            struct $Pipeline:ident {
                $(#[$of_first_rule:meta])*
                $first_rule:ident, $with_first_rule:ident: $FirstRule:ty;
            }
        }
        counts {
            $({
                $(#[$of_count:meta])*
                $count:ident, $with_count:ident: $Count:ty = $count_default:expr;
                // Of the rest this macro uses only the names after `only`. The others are for errors and macros.
                $OfCount:ident, $($form_of_count:ident)+;
                $(only $archs_of_count:pat, $names_of_count:literal, $without_count:literal;)?
                key $($key_of_count:tt)*
            })*
        }
        pipeline {
            $({
                $(#[$of_rule:meta])*
                $rule:ident, $with_rule:ident: $Rule:ty = $rule_default:expr;
                $OfRule:ident, $($form_of_rule:ident)+;
                $(only $archs_of_rule:pat, $names_of_rule:literal, $without_rule:literal;)?
                key $($key_of_rule:tt)*
            })*
        }
    ) => {
        $(#[$of_pipeline])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        pub struct $Pipeline {
            $(#[$of_first_rule])*
            pub $first_rule: $FirstRule,
            $(
                $(#[$of_rule])*
                $(#[doc = ""] #[doc = concat!($names_of_rule, " only.")])?
                pub $rule: $Rule,
            )*
        }

        $(#[$of_counts])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        pub struct $Counts {
            $(#[$of_first_count])*
            pub $first_count: $FirstCount,
            $(
                $(#[$of_count])*
                $(#[doc = ""] #[doc = concat!($names_of_count, " only.")])?
                pub $count: $Count,
            )*
        }

        impl $Pipeline {
            /// The names of the fields, the architecture first.
            #[doc(hidden)]
            pub const FIELDS: &'static [&'static str] =
                &[stringify!($first_rule), $(stringify!($rule)),*];

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

draw_arguments! {
    draw {
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
            vertices, with_vertices: u32;
        }

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
            arch, with_arch: Arch;
        }
    }
}
