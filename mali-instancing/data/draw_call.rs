use core::num::NonZeroU32;

use super::error::KeyError;
use super::keys::keys;
use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::draw::{DrawCall, TableLayout};
use crate::error::Argument;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

/// Declares the keys, and the conversions between them and a [`DrawCall`], which has a field for each.
macro_rules! draw_keys {
    (
        $(#[$attribute:meta])*
        pub struct DrawCallKeys {
            $($(#[doc = $key_doc:literal])* $key:ident: $Value:ty $(=> $range:expr)?,)+
        }
    ) => {
        keys! {
            $(#[$attribute])*
            pub struct DrawCallKeys of DrawCall, "a table of a draw" {
                $($(#[doc = $key_doc])* $key: $Value $(=> $range)?,)+
            }
            needs [arch, vertices]
        }

        impl TryFrom<DrawCallKeys> for DrawCall {
            type Error = KeyError;

            fn try_from(keys: DrawCallKeys) -> Result<Self, KeyError> {
                let arch = keys.arch.ok_or(KeyError::Missing {
                    argument: Argument::Arch,
                })?;
                let vertices = keys.vertices.ok_or(KeyError::Missing {
                    argument: Argument::Vertices,
                })?;
                let default = Self::any_instances(arch, vertices);
                Ok(Self { $($key: Field::or(keys.$key, default.$key),)+ })
            }
        }

        impl From<DrawCall> for DrawCallKeys {
            fn from(call: DrawCall) -> Self {
                let default = DrawCall::any_instances(call.arch, call.vertices);
                let keys = Self { $($key: call.$key.unless(default.$key),)+ };
                // Both are required.
                Self {
                    arch: Some(call.arch),
                    vertices: Some(call.vertices),
                    ..keys
                }
            }
        }
    };
}

draw_keys! {
    /// The keys of a [`DrawCall`]. `arch` and `vertices` are required. A key that is absent has its value in
    /// [`DrawCall::any_instances`], and a key with that value is not written.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::data::DrawCallKeys;
    /// use mali_instancing::draw::DrawCall;
    ///
    /// let keys: DrawCallKeys = toml::from_str("vertices = 70\ninstances = 100\n")?;
    /// assert_eq!((keys.vertices, keys.idvs), (Some(70), None));
    /// let call = DrawCall::try_from(DrawCallKeys { arch: Some(Arch::V7), ..keys }).unwrap();
    /// assert_eq!(call, DrawCall::instanced(Arch::V7, 70, 100));
    /// # Ok::<(), toml::de::Error>(())
    /// ```
    pub struct DrawCallKeys {
        /// The GPU's architecture.
        arch: Arch,
        /// The number of vertices.
        vertices: u32 => 1..=u32::MAX.into(),
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

/// A field of a [`DrawCall`] that a key of a `Value` sets. In a field that is an option, `None` is the absent key.
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
