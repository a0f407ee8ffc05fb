use core::num::NonZeroU32;

use super::error::KeyError;
use super::keys::keys;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::draw::{DrawCounts, Pipeline, TableLayout};
use crate::error::Argument;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

/// Declares the keys of half a draw, and the conversions between them and the half, which has a field for each. The
/// first key is required, as the first field is an argument of the constructor.
macro_rules! half {
    (
        $(#[$attribute:meta])*
        pub struct $Keys:ident of $Half:ident::$new:ident, $expecting:literal {
            $(#[doc = $first_doc:literal])* $first:ident: $First:ty $(=> $first_range:expr)?, $argument:ident;
            $($(#[doc = $key_doc:literal])* $key:ident: $Value:ty $(=> $range:expr)?,)+
        }
    ) => {
        keys! {
            $(#[$attribute])*
            pub struct $Keys of $Half, $expecting {
                $(#[doc = $first_doc])* $first: $First $(=> $first_range)?,
                $($(#[doc = $key_doc])* $key: $Value $(=> $range)?,)+
            }
            needs [$first]
        }

        impl TryFrom<$Keys> for $Half {
            type Error = KeyError;

            fn try_from(keys: $Keys) -> Result<Self, KeyError> {
                let default = Self::$new(keys.$first.ok_or(KeyError::Missing {
                    argument: Argument::$argument,
                })?);
                Ok(Self { $($key: Field::or(keys.$key, default.$key),)+ ..default })
            }
        }

        impl From<$Half> for $Keys {
            fn from(half: $Half) -> Self {
                let default = $Half::$new(half.$first);
                Self { $first: Some(half.$first), $($key: half.$key.unless(default.$key),)+ }
            }
        }
    };
}

half! {
    /// The keys of a [`Pipeline`]. `arch` is required. A key that is absent has its value in [`Pipeline::new`], and a
    /// key with that value is not written.
    pub struct PipelineKeys of Pipeline::new, "a table of a pipeline" {
        /// The GPU's architecture.
        arch: Arch, Arch;
        /// The rule by which the vertex count is padded.
        padding: Padding,
        /// The rule by which multipliers are rounded.
        rounding: Rounding,
        /// Whether the draw uses index-driven vertex shading.
        idvs: bool,
        /// From V9 on, the resource table that holds the buffers, 0 to 63.
        resource_table: u32 => 0..=crate::descriptor::ValhallAttribute::MAX_TABLE.into(),
        /// The layout of the buffers' table: in the layout `fixed`, no word moves with the counts. V4 to V7 only.
        layout: TableLayout,
        /// The number of the driver's own descriptors in the table of buffers, after those of buffers and IDs.
        reserved_buffers: u32 => 0..=crate::draw::Pipeline::MAX_RESERVED.into(),
        /// The number of the driver's own descriptors at the end of the table of attributes.
        reserved_attributes: u32 => 0..=crate::draw::Pipeline::MAX_RESERVED.into(),
        /// Whether strides are bound with the addresses, as after `vkCmdBindVertexBuffers2`. Only for a pipeline.
        bound_strides: bool,
        /// Whether elements that need no conversion may be unaligned: those of 32-bit floats and integers. V4 and V5 only.
        unaligned: bool,
    }
}

half! {
    /// The keys of [`DrawCounts`]. `vertices` is required. A key that is absent has its value in
    /// [`DrawCounts::any_instances`], and a key with that value is not written.
    ///
    /// ```
    /// use mali_instancing::data::DrawCountsKeys;
    /// use mali_instancing::draw::DrawCounts;
    ///
    /// let keys: DrawCountsKeys = toml::from_str("vertices = 70\ninstances = 100\n")?;
    /// assert_eq!((keys.vertices, keys.first_vertex), (Some(70), None));
    /// assert_eq!(DrawCounts::try_from(keys), Ok(DrawCounts::instanced(70, 100)));
    /// # Ok::<(), toml::de::Error>(())
    /// ```
    pub struct DrawCountsKeys of DrawCounts::any_instances, "a table of counts" {
        /// The number of vertices.
        vertices: u32 => 1..=u32::MAX.into(), Vertices;
        /// The number of instances. Absent: an instanced draw whose number is not known yet.
        instances: u32 => 1..=u32::MAX.into(),
        /// The first vertex: GL's `first`, Vulkan's `firstVertex`. Of an indexed draw, the smallest index plus the
        /// base vertex.
        first_vertex: u32,
        /// Vulkan's `firstInstance`, GL's `baseinstance`.
        first_instance: u32,
        /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points. V4 to V7 only.
        primitive_vertices: NonZeroU32,
        /// The padded vertex count, if it is known already: 1, 3, 5, 7 or 9 times a power of two. V4 to V7 only.
        padded_vertices: PaddedCount,
    }
}

/// A field of half a draw that a key of a `Value` sets. In a field that is an option, `None` is the absent key.
trait Field<Value>: Sized {
    /// The field that a key sets, or its value if the key is absent.
    fn or(key: Option<Value>, absent: Self) -> Self;

    /// The key that sets the field; `None` if it has the value of an absent key.
    fn unless(self, absent: Self) -> Option<Value>;
}

impl<T: Copy + PartialEq> Field<T> for T {
    fn or(key: Option<T>, absent: T) -> T {
        key.unwrap_or(absent)
    }

    fn unless(self, absent: T) -> Option<T> {
        unless(self, absent)
    }
}

impl<T> Field<T> for Option<T> {
    fn or(key: Option<T>, absent: Self) -> Self {
        key.or(absent)
    }

    fn unless(self, _: Self) -> Self {
        self
    }
}

/// The value; `None` if it is the value of an absent key.
pub(super) fn unless<T: Copy + PartialEq>(value: T, absent: T) -> Option<T> {
    (value != absent).then_some(value)
}
